"""Gipfelkraxler: ibexes climb a mountain by dice tasks, and push each other on the way."""
