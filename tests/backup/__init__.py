"""Games in one file and back, and what can go wrong with that."""
