"""Taught dice as files: sets of faces that somebody photographed, and one to practise with."""
