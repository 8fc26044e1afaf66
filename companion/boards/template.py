"""A board file to fill in: the practice board's, with a remark at each key.

Knows what the keys mean that board files share. Refuses to know what a board must be like.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

REMARKS: Mapping[str, str] = {
    "game": "leave this as it is",
    "format": "the version of this form; leave it as it is",
    "title": "how the page names this board",
    "note": "shown beside the title",
    "width_mm": "in millimetres",
    "height_mm": "in millimetres",
    "radius_mm": "in millimetres",
    "card_mm": "the edge of a card, in millimetres",
    "x_mm": "of its centre, from the left edge",
    "y_mm": "of its centre, from the upper edge: y goes down",
    "id": "any short name, different from all others",
    "name": "any short name, different from all others",
    "kind": "what it is; the page below lists the kinds",
    "number": "as printed",
    "ledge": "true where one can rest",
    "outline": "corners [x, y] in millimetres, y down",
    "task": "the sign at the path; the page below lists the signs",
    "colour": "as on your board",
    "colours": "as on your board",
    "shape": "round, square, hexagon, ...; the page below lists the shapes",
    "source": "where it begins",
    "target": "where it ends",
}

_KEY = re.compile(r"^\s*([a-z_]+) = ")


def template(practice: str, game: str, title: str) -> str:
    """The text of a new board file, from the text of a practice board."""
    body = practice.splitlines()
    while body and (not body[0].strip() or body[0].startswith("#")):
        body.pop(0)
    said: set[str] = set()
    lines = [
        f"# Your own board for {title}.",
        "# Every number below is the practice board's: put in what you measure and read on yours.",
        f"# docs/boards.md and docs/boards/{game}.md say what each part means.",
        "# Check this file with:  companion boards validate FILE",
        "",
    ]
    for line in body:
        found = _KEY.match(line)
        key = found[1] if found else ""
        if key == "title":
            line = 'title = "My board"'
        elif key == "note":
            line = 'note = "Not filled in yet: the values are those of the practice board."'
        if key in REMARKS and key not in said:
            said.add(key)
            lines.append(f"# {key}: {REMARKS[key]}")
        lines.append(line)
    return "\n".join(lines) + "\n"
