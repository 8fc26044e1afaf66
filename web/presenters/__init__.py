"""Presenters turn a snapshot into what a template needs to draw.

Knows how the page words and shapes things. Refuses to know requests, rules and storage.
"""
