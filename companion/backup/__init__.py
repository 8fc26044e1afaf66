"""Games and everything that belongs to them in one file, and back again."""
