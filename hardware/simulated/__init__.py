"""Cameras and dice that do not exist."""
