"""Rendered dice with all kinds of faces, taught and read: what the matcher's weights are from."""
