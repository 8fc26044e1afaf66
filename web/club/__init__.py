"""The page of a club: all tables and a tournament's standings."""
