"""One live table: the match, its journal, what the camera saw, what everybody sees."""
