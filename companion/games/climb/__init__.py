"""Climb!: a route of cards for one hand, and a judge that is fed with observations."""
