"""Sets of taught dice written to files.

Knows how a set is kept so that a power cut at any instant leaves the old one or the new one.
Refuses to change a practice set, and to write one that has faults.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
import shutil
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2

from companion.dice_sets.loading import FILE, VERSION, DiceSets, check_name, practice_names
from companion.dice_sets.values import DiceSet, faults_of
from companion.errors import DiceSetError
from vision.dice.taught import Example

REMARK = "# Made by `companion teach`. `companion teach check NAME` tells whether it is good."


def keep(sets: DiceSets, dice: DiceSet) -> None:
    """Write a set into the owner's folder. Raises DiceSetError; then nothing has changed.

    Pictures come first, under new names; the list that names them is put in place at once;
    only then do pictures go that nobody names any more.
    """
    check_changeable(dice.name)
    faults = faults_of(dice)
    if faults:
        raise DiceSetError(dice.name, faults)
    folder = sets.folder / dice.name
    try:
        folder.mkdir(parents=True, exist_ok=True)
        files = _pictures(folder, dice)
        _write(folder / FILE, _text(dice, files).encode("utf-8"))
        named = {file for row in files for file in row}
        for old in folder.glob("*.png"):
            if old.name not in named:
                old.unlink(missing_ok=True)
    except OSError as fault:
        reason = f"It cannot be written to {folder} ({fault.strerror}). Make room, or mend it."
        raise DiceSetError(dice.name, (reason,)) from fault


def remove(sets: DiceSets, name: str) -> None:
    """Remove a set of the owner's. Raises DiceSetError where there is none."""
    check_changeable(name)
    folder = sets.folder / name
    if name not in sets.names():
        sets.load(name)  # says which there are
    try:
        (folder / FILE).unlink(missing_ok=True)
        shutil.rmtree(folder)
    except OSError as fault:
        raise DiceSetError(name, (f"It cannot be removed ({fault.strerror}).",)) from fault


@contextmanager
def alone(sets: DiceSets) -> Iterator[None]:
    """Nobody else teaches meanwhile: a page and a command must not undo each other's work."""
    try:
        sets.folder.mkdir(parents=True, exist_ok=True)
        lock = os.open(sets.folder, os.O_RDONLY)
    except OSError as fault:
        reason = f"Its folder {sets.folder} cannot be made or opened ({fault.strerror})."
        raise DiceSetError("in hand", (reason,)) from fault
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


def check_changeable(name: str) -> None:
    """Raises DiceSetError for a name that is no name, and for a practice set."""
    check_name(name)
    if name in practice_names():
        fault = "It ships with the program and stays as it is; teach under a name of your own."
        raise DiceSetError(name, (fault,))


def _pictures(folder: Path, dice: DiceSet) -> list[list[str]]:
    """Write every picture; the files' names, a list a face."""
    rows = []
    for number, face in enumerate(dice.faces):
        stem = re.sub(r"[^a-z0-9]+", "-", str(face.label).lower()).strip("-") or "face"
        row = []
        for example in face.examples:
            content = _png(example)
            # Named by what it holds: a new picture never takes the place of an old one.
            file = f"{stem[:24]}-{number + 1}-{zlib.crc32(content):08x}.png"
            if not (folder / file).exists():
                _write(folder / file, content)
            row.append(file)
        rows.append(row)
    return rows


def _text(dice: DiceSet, files: list[list[str]]) -> str:
    lines = [REMARK, f"version = {VERSION}", f"title = {_quoted(dice.title)}"]
    lines.append(f'kind = "{dice.kind}"')
    for face, row in zip(dice.faces, files, strict=True):
        lines += ["", "[[face]]", f"label = {_quoted(face.label)}"]
        if face.opposite:
            lines.append(f"opposite = [{', '.join(_quoted(one) for one in face.opposite)}]")
        lines.append("pictures = [")
        lines += [
            f'  {{ file = "{file}", side_px = {example.side_px:.1f} }},'
            for file, example in zip(row, face.examples, strict=True)
        ]
        lines.append("]")
    return "\n".join(lines) + "\n"


def _quoted(value: int | str) -> str:
    # JSON's strings are TOML's basic strings.
    return json.dumps(value, ensure_ascii=False)


def _png(example: Example) -> bytes:
    _, code = cv2.imencode(".png", example.image_bgr)
    return code.tobytes()


def _write(path: Path, content: bytes) -> None:
    """All of it or nothing, also when the power goes."""
    part = path.with_name(f".{path.name}.part")
    with part.open("wb") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())
    part.replace(path)
