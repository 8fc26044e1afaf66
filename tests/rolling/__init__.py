"""Moving pictures: simulated throws and hands with the truth of every frame, and the measure.

``python -m tests.rolling`` films, reads and prints the table; see docs/reading.md.
"""
