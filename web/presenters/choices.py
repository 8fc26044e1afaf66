"""Choices as buttons that the board can press.

Knows how a choice's button is found. Refuses to know any game.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

from companion.table.snapshot import Choice


def action_json(action: Mapping[str, Any]) -> str:
    """A choice for a form's hidden field; the template escapes it."""
    return json.dumps(action, separators=(",", ":"))


def press_id(choice: Choice) -> str:
    """The id of the button of a choice."""
    return f"do-{choice.seat}-{zlib.crc32(action_json(choice.action).encode()):08x}"


def press_ids(
    choices: Sequence[Choice], fields: Sequence[str], types: Sequence[str]
) -> dict[Any, str]:
    """For each place of the board the button that chooses it.

    A place is what one of the ``fields`` of an action of these types names. Places that
    several buttons choose are left out: a tap could not tell which is meant.
    """
    found: dict[Any, list[str]] = {}
    for choice in choices:
        if choice.action.get("type") in types:
            place = next(choice.action[f] for f in fields if f in choice.action)
            found.setdefault(place, []).append(press_id(choice))
    return {place: ids[0] for place, ids in found.items() if len(ids) == 1}
