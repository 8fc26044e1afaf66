"""The rules of the games: pure functions, a package per game."""
