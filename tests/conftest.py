"""Settings that hold for every test.

Knows how property tests are driven: the same examples in every run, no deadline on a
machine that may be busy. Refuses to hold fixtures of any one area.
"""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("house", derandomize=True, deadline=None, print_blob=True)
settings.load_profile("house")
