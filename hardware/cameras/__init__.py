"""Cameras that film what is in front of them now.

Knows drivers, how pictures lie in memory, and how a camera comes and goes. Refuses to know
what is in the pictures.
"""
