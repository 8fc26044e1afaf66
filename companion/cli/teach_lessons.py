"""Which die of which photograph shows which face, from the words of a command line.

Knows how photographs, places and labels belong together. Refuses to learn anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.dice import FaceValue
from companion.dice_sets.values import fault_of_label, label_of
from companion.errors import DiceSetError, DieNotFound
from vision.dice.evidence import gather
from vision.dice.model import DiceModel
from vision.dice.taught_outline import Square
from vision.dice.taught_places import dice_to_teach, pointed_at, row_of
from vision.frame import load_picture
from vision.values import DieKind

_NUMBER = r"\d+(?:\.\d+)?"
_POINT = re.compile(rf"({_NUMBER}),({_NUMBER})(?:,({_NUMBER}))?")
"""``X,Y`` or ``X,Y,SIDE`` in pixels."""


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """A die in a photograph and what it shows."""

    label: FaceValue
    file: str
    image_bgr: NDArray[np.uint8]
    square: Square


def lessons(
    single: Sequence[Sequence[str]], rows: Sequence[Sequence[str]], kind: DieKind
) -> Iterator[Lesson]:
    """Every lesson that the words ask for, in their order.

    ``single``: each a label, then photographs with perhaps a place behind them; ``rows``: each
    labels with commas between them, then photographs. Raises DiceSetError for words that do not
    go together, DieNotFound where the die that is meant cannot be told, and what load_picture
    raises.
    """
    model = DiceModel()
    for name, *words in single:
        label = _label(name, kind)
        for file, points in _shots(name, words):
            image = load_picture(Path(file))
            squares = _pointed(image, file, points) if points else [_only(model, image, file)]
            for square in squares:
                yield Lesson(label, file, image, square)
    for written, *words in rows:
        labels = [_label(one, kind) for one in written.split(",")]
        for file, points in _shots(written, words):
            image = load_picture(Path(file))
            squares = _pointed(image, file, points) if points else _row(model, image, file)
            if len(squares) != len(labels):
                raise DieNotFound(
                    f"{len(labels)} faces were named, but {file} shows {len(squares)} dice"
                    f"{_places(squares)}. Name each die from left to right, or give X,Y of each."
                )
            for shown, square in zip(labels, squares, strict=True):
                yield Lesson(shown, file, image, square)


def opposites(
    words: Sequence[str], kind: DieKind
) -> Iterator[tuple[FaceValue, tuple[FaceValue, ...]]]:
    """Each face and what may lie under it, from ``LABEL=LABEL,LABEL``. Raises DiceSetError."""
    for word in words:
        label, equals, others = word.partition("=")
        if not equals:
            fault = f"--opposite is written LABEL=LABEL or LABEL=LABEL,LABEL, got {word!r}."
            raise DiceSetError("to teach", (fault,))
        named = tuple(_label(one, kind) for one in others.split(",") if one.strip())
        yield _label(label, kind), named


def _label(text: str, kind: DieKind) -> FaceValue:
    label = label_of(text, kind)
    fault = fault_of_label(label, kind)
    if fault:
        raise DiceSetError("to teach", (fault,))
    return label


def _shots(
    label: str, words: Sequence[str]
) -> list[tuple[str, list[tuple[float, float, float | None]]]]:
    """Each photograph with the places that were named behind it."""
    if not words:
        raise DiceSetError("to teach", (f"Name a photograph behind {label!r} that shows it.",))
    shots: list[tuple[str, list[tuple[float, float, float | None]]]] = []
    for word in words:
        point = _POINT.fullmatch(word)
        if point and shots and not Path(word).exists():
            x, y, side = point.groups()
            shots[-1][1].append((float(x), float(y), float(side) if side else None))
        else:
            shots.append((word, []))
    return shots


def _pointed(
    image: NDArray[np.uint8], file: str, points: Sequence[tuple[float, float, float | None]]
) -> list[Square]:
    squares = []
    for x, y, side in points:
        height, width = image.shape[:2]
        if not (x < width and y < height):
            raise DieNotFound(f"{x:g},{y:g} is not in {file}, which has {width} x {height} pixels.")
        square = pointed_at(image, x, y, side)
        if square is None:
            raise DieNotFound(
                f"No die is clear at {x:g},{y:g} of {file}. Point at the middle of its upper face,"
                " or add about how large that face is: X,Y,PIXELS."
            )
        squares.append(square)
    return squares


def _only(model: DiceModel, image: NDArray[np.uint8], file: str) -> Square:
    found = dice_to_teach(image, lambda seen: gather(model, seen))
    if len(found) != 1:
        raise DieNotFound(
            f"{file} shows {len(found)} dice{_places(found)}."
            " Say which one it is: X,Y behind the photograph, or use --faces for all of them."
        )
    return found[0]


def _row(model: DiceModel, image: NDArray[np.uint8], file: str) -> list[Square]:
    found = dice_to_teach(image, lambda seen: gather(model, seen))
    if not row_of(found):
        raise DieNotFound(
            f"The dice of {file} do not lie side by side{_places(found)}. Give X,Y of each die in"
            " the order of the faces, or lay them in a row."
        )
    return found


def _places(squares: Sequence[Square]) -> str:
    if not squares:
        return ""
    return " (at " + ", ".join(f"{one.x:.0f},{one.y:.0f}" for one in squares) + ")"
