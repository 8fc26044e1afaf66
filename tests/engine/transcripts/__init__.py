"""Kept conversations with the engine, one for each game."""
