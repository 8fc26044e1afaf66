"""Pig, a dice game of one die, as a plug-in."""
