"""Table Companion: the rules, the live table and the service around them."""

import os

# The matrices of a reading are small: a second thread of the algebra library only spins beside the
# first, which costs half as much again. It must be said before numpy is loaded.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
