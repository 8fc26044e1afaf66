"""Sets of taught dice for people: tables, findings and a sheet of pictures.

Knows words and layout. Refuses to judge a set.
"""

from __future__ import annotations

import io
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from companion.dice_sets.checking import Finding
from companion.dice_sets.values import PICTURES_A_FACE, DiceSet
from vision.dice.taught import EXAMPLE_PX

WIDTH = 110
CAPTION_PX = 22
PAPER, INK = (245, 245, 245), (30.0, 30.0, 30.0)


def listed_text(rows: Sequence[tuple[str, DiceSet | None, tuple[str, ...]]]) -> str:
    """A table of sets: each with its values, or with its faults where it cannot be used."""
    table = Table("set", "counts as", "faces", "can be used")
    for name, dice, faults in rows:
        if dice is None:
            table.add_row(name, "", "", " ".join(faults))
        else:
            kind = f"{dice.kind} (practice)" if dice.practice else str(dice.kind)
            table.add_row(name, kind, ", ".join(str(one) for one in dice.labels), "yes")
    return _printed(table)


def shown_text(dice: DiceSet) -> str:
    """One set, a line a face."""
    table = Table("face", "pictures", "photographed at", "lies opposite")
    for face in dice.faces:
        sides = ", ".join(f"{one.side_px:.0f} px" for one in face.examples)
        opposite = ", ".join(str(one) for one in face.opposite) or "not known"
        table.add_row(str(face.label), str(len(face.examples)), sides, opposite)
    return f"{dice.title} ({dice.name}), counts as {dice.kind}\n" + _printed(table)


def checked_text(dice: DiceSet, found: Sequence[Finding]) -> str:
    """What a check found, or that all is well."""
    if found:
        return "\n".join(f"- {one.advice}" for one in found)
    return f"The {len(dice.faces)} faces of {dice.name} can be told apart."


def sheet(dice: DiceSet) -> NDArray[np.uint8]:
    """All pictures of a set, a column a face, 8 bit BGR."""
    high, wide = EXAMPLE_PX + CAPTION_PX, EXAMPLE_PX + 8
    paper = np.full(
        (CAPTION_PX + PICTURES_A_FACE * high, max(1, len(dice.faces)) * wide, 3), PAPER, np.uint8
    )
    for column, face in enumerate(dice.faces):
        left = column * wide + 4
        text = str(face.label).encode("ascii", "replace").decode()[:12]
        at = (left, CAPTION_PX - 6)
        cv2.putText(paper, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.42, INK, 1, cv2.LINE_AA)
        for row, example in enumerate(face.examples):
            top = CAPTION_PX + row * high
            paper[top : top + EXAMPLE_PX, left : left + EXAMPLE_PX] = example.image_bgr
    return paper


def _printed(table: Table) -> str:
    out = io.StringIO()
    Console(file=out, width=WIDTH).print(table)
    return out.getvalue().rstrip("\n")
