"""Helpers that templates call to draw: outlines, pips and JSON for hidden fields.

Knows the template environment. Refuses to know what is drawn where.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from jinja2 import Environment

from web.presenters.dice import ICONS, PIPS, faces
from web.presenters.marks import outline
from web.presenters.matches import day


def install(environment: Environment) -> None:
    """Make the helpers known to every template."""
    environment.globals.update(
        outline=outline, pips=PIPS, icons=ICONS, faces=faces, action_json=action_json
    )
    environment.filters["day"] = day


def action_json(action: Mapping[str, Any]) -> str:
    """A choice for a form's hidden field; the template escapes it."""
    return json.dumps(action, separators=(",", ":"))
