"""Board files: the practice boards that ship, and the owner's own."""
