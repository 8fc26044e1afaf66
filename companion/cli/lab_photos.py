"""Labelled photographs: pictures of dice with the truth beside them.

Knows the two forms that the truth may have, ``labels.csv`` for a folder and ``NAME.json`` for a
picture; docs/laboratory.md describes both. Refuses to read a picture.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.dice import FACES
from companion.errors import LabelsUnusable

IN_VIEW = 0.2
"""A die of which less than this part is to be seen is not in view."""

NOT_READ = "?"
"""The value of a die that lies there and cannot be read, by people either."""

TABLE, IMAGES = "labels.csv", "images"
"""The labels of a folder's pictures, and the folder beside them in which the pictures may lie."""

Pair = tuple[str, str]
"""Kind and value of a die, as text."""

_NUMBERED = re.compile(r"^(.*?)[-_ ]?\d+$")


@dataclass(frozen=True, slots=True)
class Labelled:
    """A picture with its set and its dice, sorted.

    Where a die is NOT_READ only doubt is right.
    """

    group: str
    path: Path
    dice: tuple[Pair, ...]

    @property
    def readable(self) -> bool:
        """Whether every die in view can be read."""
        return all(value != NOT_READ for _, value in self.dice)


def labelled(paths: Iterable[Path]) -> list[Labelled]:
    """All labelled photographs in some folders, or of some pictures.

    Raises LabelsUnusable where there is none or a label cannot be understood.
    """
    found: list[Labelled] = []
    for path in paths:
        some = list(_in_folder(path) if path.is_dir() else _of_picture(path))
        if not some:
            raise LabelsUnusable(
                f"There is no labelled photograph in {path}. Put labels.csv into the folder, or a"
                " NAME.json beside each picture; `companion label` makes those."
            )
        found += some
    gone = [one.path for one in found if not one.path.is_file()]
    if gone:
        others = f" and {len(gone) - 1} more" if gone[1:] else ""
        raise LabelsUnusable(
            f"{gone[0]}{others} is labelled, but not there. Put the picture back, or take its label"
            " away; nothing was read."
        )
    return found


def parsed(text: str, kind: str = "d6") -> tuple[Pair, ...]:
    """Dice written as ``5 2 d4:3 d6:?``: values, with their kind where it is not ``kind``.

    Raises LabelsUnusable.
    """
    dice = []
    for word in text.split():
        own, _, value = word.rpartition(":")
        dice.append(_pair(own or kind, value, text))
    return tuple(sorted(dice))


def _pair(kind: str, value: str, text: str) -> Pair:
    faces = [str(face) for face in FACES.get(kind, ())]
    if not value or (kind not in FACES and kind != "unknown"):
        raise LabelsUnusable(
            f"The dice {text!r} are not understood. Write values such as 5 2 d4:3, with one of the"
            f" kinds {', '.join(FACES)} where it is not d6, and ? for a die that cannot be read."
        )
    if kind != "symbol" and value != NOT_READ and value not in faces:
        raise LabelsUnusable(
            f"A {kind} has no face {value!r} (in {text!r}). Write one of {' '.join(faces)}, or ?."
        )
    return kind, value


def _in_folder(folder: Path) -> Iterator[Labelled]:
    for table in _tables(folder):
        yield from (one for one in _of_table(table) if table.parent == folder or _in(one, folder))
    for truth in sorted(folder.glob("*.json")):
        document = _document(truth)
        if document is not None:
            yield _of_document(truth, document)


def _of_picture(path: Path) -> Iterator[Labelled]:
    truth = path.with_suffix(".json")
    document = _document(truth) if truth.is_file() else None
    if document is not None:
        yield _of_document(truth, document)
        return
    for table in _tables(path.parent):
        yield from (one for one in _of_table(table) if one.path.name == path.name)


def _tables(folder: Path) -> list[Path]:
    """The labels of a folder's pictures: beside them, or beside the folder `images`."""
    near = [folder, folder.parent] if folder.resolve().name == IMAGES else [folder]
    return [place / TABLE for place in near if (place / TABLE).is_file()][:1]


def _in(one: Labelled, folder: Path) -> bool:
    return one.path.parent.resolve() == folder.resolve()


def _of_table(table: Path) -> Iterator[Labelled]:
    try:
        with table.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
    except (OSError, UnicodeDecodeError, csv.Error) as fault:
        raise LabelsUnusable(f"{table} cannot be read ({fault}). Save it as UTF-8 CSV.") from fault
    for row in rows:
        name = row.get("file")
        if not name or row.get("values") is None:
            raise LabelsUnusable(
                f"{table} needs the columns file and values in every line; kind and set are"
                f" optional. One line holds {dict(row)}."
            )
        places = (table.parent / name, table.parent / IMAGES / name)
        path = next((place for place in places if place.is_file()), places[0])
        yield Labelled(
            row.get("set") or _set_of(path), path, parsed(row["values"], row.get("kind") or "d6")
        )


def _document(truth: Path) -> Mapping[str, Any] | None:
    """The truth of one picture; None for a JSON file that is something else."""
    try:
        document = json.loads(truth.read_text("utf-8"))
    except (OSError, ValueError) as fault:
        raise LabelsUnusable(f"{truth} is no JSON ({fault}). Mend or remove it.") from fault
    fits = isinstance(document, dict) and isinstance(document.get("dice"), list)
    return document if fits and "file" in document else None


def _of_document(truth: Path, document: Mapping[str, Any]) -> Labelled:
    try:
        seen = [die for die in document["dice"] if die.get("visible", 1.0) >= IN_VIEW]
        dice = [
            _pair(die["kind"], str(die["value"]), truth.name)
            if die.get("readable", True) and die["kind"] in FACES
            else (die["kind"] if die["kind"] in FACES else "unknown", NOT_READ)
            for die in seen
        ]
    except (AttributeError, KeyError, TypeError) as fault:
        raise LabelsUnusable(
            f"{truth} does not tell kind and value of every die ({fault!r}). Label it anew."
        ) from fault
    group = document.get("set") or document.get("theme") or truth.parent.name
    return Labelled(str(group), truth.with_name(str(document["file"])), tuple(sorted(dice)))


def _set_of(path: Path) -> str:
    """``tray`` for ``tray_007.jpg``: the name without its number."""
    numbered = _NUMBERED.match(path.stem)
    return numbered[1] if numbered and numbered[1] else path.parent.name


def truth_document(
    file: str, group: str, size_px: tuple[int, int], dice: Sequence[Mapping[str, Any]], note: str
) -> dict[str, Any]:
    """The truth of one picture, to be written beside it; see docs/laboratory.md."""
    return {
        "name": Path(file).stem,
        "set": group,
        "file": file,
        "size_px": list(size_px),
        "note": note,
        "dice": [dict(die) for die in dice],
    }
