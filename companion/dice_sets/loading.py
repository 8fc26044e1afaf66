"""Sets of taught dice read from files.

Knows where the practice sets and an owner's sets lie, and how a folder of TOML and PNG becomes
a set. Refuses to trust a file: names stay inside their folder, sizes are bounded, and every
fault is named.

A set is a folder ``NAME`` with ``set.toml`` and its pictures::

    version = 1
    title = "High Risk"
    kind = "symbol"

    [[face]]
    label = "cloud"
    opposite = ["lightning"]
    pictures = [{ file = "cloud-1.png", side_px = 52.5 }]
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.dice_sets.values import KINDS, DiceSet, TaughtFace, fault_of_label, faults_of
from companion.errors import DiceSetError
from vision.dice.taught import EXAMPLE_PX, Example
from vision.values import DieKind

VERSION = 1
FILE = "set.toml"
LARGEST_TOML_BYTES = 100_000
LARGEST_PICTURE_BYTES = 200_000
SIDES_PX = (4.0, 10_000.0)

RESERVED = ("check", "list", "remove", "show", "standard")
"""Names that ``teach`` and ``read --dice`` understand as something else."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
_PICTURE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,79}\.png")
_KEYS = {"version", "title", "kind", "face"}
_FACE_KEYS = {"label", "opposite", "pictures"}
_PICTURE_KEYS = {"file", "side_px"}


class DiceSets:
    """The practice sets, then those of an owner's folder, which need not exist."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def names(self) -> tuple[str, ...]:
        """All sets by name, the practice ones first."""
        own = [name for name in _names_in(self.folder) if name not in RESERVED]
        return tuple(dict.fromkeys((*practice_names(), *own)))

    def changed_ns(self, name: str) -> int:
        """A number that differs when the set has been written anew; 0 for a practice set."""
        if not _NAME.fullmatch(name):
            return 0
        try:
            return (self.folder / name / FILE).stat().st_mtime_ns
        except OSError:
            return 0

    def load(self, name: str) -> DiceSet:
        """One set. Raises DiceSetError with every fault, or because there is none."""
        check_name(name)
        if name in practice_names():
            return replace(_load(_shipped() / name, name), practice=True)
        if name not in _names_in(self.folder):
            known = ", ".join(self.names()) or "none"
            raise DiceSetError(name, (f"There is none of that name; there are: {known}.",))
        return _load(self.folder / name, name)


def practice_names() -> tuple[str, ...]:
    """The sets that ship with the product."""
    return _names_in(_shipped())


def check_name(name: str) -> None:
    """Raises DiceSetError where a set cannot be called that."""
    if not _NAME.fullmatch(name) or name in RESERVED:
        fault = (
            "A name has up to 64 letters, digits, - and _, begins with a letter or digit, and is"
            f" none of {', '.join(RESERVED)}."
        )
        raise DiceSetError(repr(name[:80]), (fault,))


def parse(written: Mapping[str, Any], name: str, pictures: Traversable | Path) -> DiceSet:
    """The set that parsed TOML describes, its pictures read beside it. Raises DiceSetError."""
    faults = [_unknown(key) for key in sorted(written.keys() - _KEYS)]
    if written.get("version") != VERSION:
        text = (
            f"It says version = {written.get('version')!r}; this program knows {VERSION}."
            " A newer program wrote it, or the line is missing."
        )
        raise DiceSetError(name, (text,))
    kind = written.get("kind")
    if kind not in [str(one) for one in KINDS]:
        listed = ", ".join(f'"{one}"' for one in KINDS)
        raise DiceSetError(name, (*faults, f"kind must be one of {listed}, got {kind!r}."))
    title = written.get("title", name)
    if not isinstance(title, str):
        faults.append(f"title must be a text in quotes, got {title!r}.")
    rows = written.get("face", [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise DiceSetError(name, (*faults, "Each face must be a section of its own: [[face]]."))
    faces = [_face(row, DieKind(kind), pictures, faults) for row in rows[:100]]
    known = tuple(face for face in faces if face is not None)
    dice = DiceSet(name, str(title), DieKind(kind), known)
    faults += [fault for fault in faults_of(dice) if fault not in faults]
    if faults:
        raise DiceSetError(name, tuple(faults))
    return dice


def _face(
    row: Mapping[str, Any], kind: DieKind, pictures: Traversable | Path, faults: list[str]
) -> TaughtFace | None:
    faults += [_unknown(f"face.{key}") for key in sorted(row.keys() - _FACE_KEYS)]
    label = row.get("label")
    wrong = fault_of_label(label, kind)
    if wrong or not isinstance(label, int | str):
        faults.append(wrong or f"A face is called {label!r}.")
        return None
    opposite = row.get("opposite", [])
    if not isinstance(opposite, list) or any(fault_of_label(one, kind) for one in opposite):
        faults.append(f"The face {label!r} needs a list of faces as its opposite.")
        opposite = []
    listed = row.get("pictures", [])
    if not isinstance(listed, list) or not all(isinstance(one, dict) for one in listed):
        faults.append(f"The face {label!r} needs pictures like [{{ file = …, side_px = … }}].")
        listed = []
    examples = [_example(one, label, pictures, faults) for one in listed[:10]]
    return TaughtFace(label, tuple(one for one in examples if one), tuple(opposite))


def _example(
    row: Mapping[str, Any], label: int | str, pictures: Traversable | Path, faults: list[str]
) -> Example | None:
    faults += [_unknown(f"face.pictures.{key}") for key in sorted(row.keys() - _PICTURE_KEYS)]
    file, side = row.get("file"), row.get("side_px")
    if not isinstance(file, str) or not _PICTURE.fullmatch(file):
        faults.append(
            f"The face {label!r} names the picture {file!r:.90}; it must be a .png file of the"
            " set's own folder, named with letters, digits, - and _."
        )
        return None
    if isinstance(side, bool) or not isinstance(side, int | float):
        faults.append(f"The picture {file} needs side_px, a number of pixels.")
        return None
    if not SIDES_PX[0] <= side <= SIDES_PX[1]:
        faults.append(f"The picture {file} has side_px = {side:g}, which no face can have.")
        return None
    try:
        image = _picture(pictures / file)
    except (OSError, ValueError) as fault:
        faults.append(f"The picture {file} {fault} Teach the face {label!r} again.")
        return None
    return Example(label, image, float(side))


def _picture(file: Traversable | Path) -> NDArray[np.uint8]:
    """A stored picture; ValueError and OSError say what is wrong with it."""
    try:
        content = _content(file, LARGEST_PICTURE_BYTES)
    except FileNotFoundError:
        raise ValueError("is not there.") from None
    except OSError as fault:
        raise ValueError(f"cannot be read ({fault.strerror}).") from fault
    # The size stands in the header of a PNG: nothing large is ever decoded.
    if len(content) < 24 or not content.startswith(b"\x89PNG\r\n\x1a\n"):
        raise ValueError("is no PNG picture.")
    size = (int.from_bytes(content[16:20], "big"), int.from_bytes(content[20:24], "big"))
    if size != (EXAMPLE_PX, EXAMPLE_PX):
        raise ValueError(f"has {size[0]} x {size[1]} pixels, not {EXAMPLE_PX} x {EXAMPLE_PX}.")
    image = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        raise ValueError("is damaged.")
    return np.asarray(image, np.uint8)


def _load(folder: Traversable | Path, name: str) -> DiceSet:
    try:
        text = _content(folder / FILE, LARGEST_TOML_BYTES).decode("utf-8")
        written = tomllib.loads(text)
    except UnicodeDecodeError:
        fault = f"{FILE} is not a text in UTF-8. Save it as one."
    except tomllib.TOMLDecodeError as error:
        fault = f"{FILE} is not TOML: {error}. Mend that line, or teach the set anew."
    except RecursionError:
        fault = f"{FILE} is nested too deeply. Teach the set anew."
    except OSError as error:
        fault = f"{FILE} cannot be read ({(error.strerror or 'unknown fault').lower()})."
    except ValueError as error:
        fault = f"{FILE} {error}"
    else:
        return parse(written, name, folder)
    raise DiceSetError(name, (fault,))


def _content(file: Traversable | Path, most: int) -> bytes:
    with file.open("rb") as stream:
        content = stream.read(most + 1)
    if len(content) > most:
        raise ValueError(f"is larger than {most // 1000} kB.")
    return bytes(content)


def _names_in(folder: Traversable | Path) -> tuple[str, ...]:
    try:
        entries = [entry.name for entry in folder.iterdir() if (entry / FILE).is_file()]
    except OSError:
        return ()
    return tuple(sorted(name for name in entries if _NAME.fullmatch(name)))


def _shipped() -> Traversable:
    return resources.files("companion.dice_sets") / "practice"


def _unknown(key: str) -> str:
    return f"{key} is not known here. Take it out."
