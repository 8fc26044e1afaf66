"""The private photographs of real dice, where they are present.

Knows where they lie and what their labels say. Refuses to copy them anywhere.
"""

from __future__ import annotations

import csv
import os
from dataclasses import dataclass
from pathlib import Path

D6_SETS = ("tray", "tables", "webcam", "mixed", "glass")


@dataclass(frozen=True, slots=True)
class Photograph:
    """One photograph: its set, its file, the kind of its dice and the faces seen, sorted."""

    group: str
    path: Path
    kind: str
    values: tuple[str, ...]

    @property
    def pips(self) -> tuple[int, ...]:
        """The faces of pip dice as numbers."""
        return tuple(sorted(int(value) for value in self.values))


def folder() -> Path | None:
    """The folder named by TABLE_COMPANION_PHOTOS, else ../shared/photos; None if absent."""
    named = os.environ.get("TABLE_COMPANION_PHOTOS")
    beside = Path(__file__).resolve().parents[3] / "shared" / "photos"
    found = Path(named) if named else beside
    return found if (found / "labels.csv").is_file() else None


def photographs(groups: tuple[str, ...] = D6_SETS) -> list[Photograph]:
    """All photographs of some sets, in the order of the labels.

    Raises FileNotFoundError where the folder is absent.
    """
    base = folder()
    if base is None:
        raise FileNotFoundError(
            "The photographs are private and not here. Set TABLE_COMPANION_PHOTOS to their folder."
        )
    found = []
    with (base / "labels.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            group = row["file"].split("_")[0]
            if group in groups:
                values = tuple(sorted(row["values"].split()))
                found.append(Photograph(group, base / "images" / row["file"], row["kind"], values))
    return found
