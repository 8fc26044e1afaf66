"""A club with many tables, as their messages tell it: what stands where, and who leads."""
