"""Rocódromo: climb a wall of coloured sections with ropes of a fixed length."""
