"""All that is made for docs/hardware.md, and where it lies.

Knows the marks between which a table of the document stands. Refuses to know what is in it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from tests.hardware.guide import cuts, lenses, pictures, wiring
from vision.dice.reading import DiceReader

ROOT = Path(__file__).resolve().parents[3]
DOCUMENT = ROOT / "docs" / "hardware.md"
IMAGES = ROOT / "docs" / "images"

DRAWINGS: Mapping[str, Callable[[], str]] = {
    "hardware-wiring.svg": wiring.drawn,
    "hardware-tower.svg": cuts.drawn,
}
TABLES: Mapping[str, Callable[[], str]] = {"heights": lenses.table, "cuts": cuts.table}


def write() -> None:
    """Write drawings, pictures and tables."""
    for name, draw in DRAWINGS.items():
        (IMAGES / name).write_text(draw(), encoding="utf-8")
    for example in pictures.EXAMPLES:
        (IMAGES / f"hardware-{example.name}.jpg").write_bytes(pictures.jpeg(example.made()))
    text = DOCUMENT.read_text(encoding="utf-8")
    for name, table in TABLES.items():
        text = filled(text, name, table())
    text = filled(text, "pictures", pictures.table(DiceReader()))
    DOCUMENT.write_text(text, encoding="utf-8")


def filled(text: str, name: str, table: str) -> str:
    """The document with that table between its marks. Raises ValueError where there are none."""
    begin, end = f"<!-- {name}: made -->", f"<!-- {name}: end -->"
    found = re.compile(f"{re.escape(begin)}.*?{re.escape(end)}", re.DOTALL)
    if len(found.findall(text)) != 1:
        raise ValueError(f"The document has not one place for the table {name!r}.")
    return found.sub(lambda _: f"{begin}\n{table}\n{end}", text)
