"""The page that families see: a Flask application over the live table.

Knows pages, forms, events and drawings. Refuses to know rules, cameras and pins.
"""

from web.app import create_app

__all__ = ["create_app"]
