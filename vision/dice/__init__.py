"""Dice in a picture: where they lie, what they show, how sure that is."""
