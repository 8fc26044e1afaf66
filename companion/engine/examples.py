"""Positions written by hand, one for each game, as the documents show them.

Knows where they lie. Refuses to know what they mean.
"""

from __future__ import annotations

import json
from importlib import resources
from typing import Any


def position(game: str) -> Any | None:
    """The dump for ``load``, JSON-ready; None for a game without an example."""
    file = resources.files("companion.engine") / "positions" / f"{game}.json"
    if not file.is_file():
        return None
    return json.loads(file.read_text(encoding="utf-8"))
