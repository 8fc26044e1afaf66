"""Cameras, lights and buttons behind the ports of the table.

Knows devices; refuses to know rules.
"""
