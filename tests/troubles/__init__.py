"""Rendered pictures with one trouble each, and how well it is named."""
