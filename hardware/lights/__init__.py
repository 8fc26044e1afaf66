"""Lights at the table, real and simulated."""
