"""Helpers that templates call to draw: outlines, pips and JSON for hidden fields.

Knows the template environment. Refuses to know what is drawn where.
"""

from __future__ import annotations

from jinja2 import Environment

from web.presenters.choices import action_json, press_id
from web.presenters.dice import ICONS, PIPS, faces
from web.presenters.marks import outline
from web.presenters.matches import day


def install(environment: Environment) -> None:
    """Make the helpers known to every template."""
    environment.globals.update(
        outline=outline,
        pips=PIPS,
        icons=ICONS,
        faces=faces,
        action_json=action_json,
        press_id=press_id,
    )
    environment.filters["day"] = day
