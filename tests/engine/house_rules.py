"""The table of house rules in docs/rulings.md, from the options of the games.

``python -m tests.engine.house_rules`` writes it anew.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from companion.games.protocol import OptionSpec
from companion.games.registry import GAMES

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "rulings.md"
HEADING = "## All house rules"


def section() -> str:
    """The whole section, from its heading to its last line."""
    rows = [
        f"| {game.title} | `{spec.name}` | {_choices(spec)} | {spec.ruling} | {spec.title} |"
        for game in GAMES.values()
        for spec in game.options
        if spec.ruling is not None
    ]
    head = ["| game | option | default **first** | ruling | about |", "|---|---|---|---|---|"]
    return "\n".join([HEADING, "", *head, *rows])


def written(text: str) -> str:
    """The section as that document has it, without the line end; empty where it lacks it."""
    found = re.search(rf"^{HEADING}$.*?(?=^## |\Z)", text, flags=re.MULTILINE | re.DOTALL)
    return found[0].rstrip() if found else ""


def _choices(spec: OptionSpec) -> str:
    default = f"**{json.dumps(spec.default) if spec.kind != 'choice' else spec.default}**"
    match spec.kind:
        case "bool":
            return f"{default}, {json.dumps(not spec.default)}"
        case "choice":
            return ", ".join([default, *(c for c in spec.choices if c != spec.default)])
        case "int":
            return f"{default}, {spec.low} to {spec.high}"
        case _:
            return f"{default}, seats"


def main() -> None:
    """Put the section at the end of the document, in place of the one that is there."""
    text = DOCUMENT.read_text(encoding="utf-8")
    body = text.replace(written(text), "").rstrip()
    DOCUMENT.write_text(f"{body}\n\n{section()}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
