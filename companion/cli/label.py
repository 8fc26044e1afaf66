"""``companion label``: a photograph, or a corrected throw of the table, becomes a fixture.

Knows where fixtures are written and how a picture and its truth are named. Refuses to guess: the
truth is what a person says; what the reader saw only tells where the dice lie.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2

from companion import config
from companion.cli.lab_photos import NOT_READ, Pair, parsed, truth_document
from companion.cli.lab_reading import as_text, told_by
from companion.cli.whole_files import write_whole
from companion.dice import FACES
from companion.errors import LabelsUnusable, PictureUnwritable
from companion.table.entries import Entry, EntryKind
from companion.table.journal_reader import JournalReader, open_read_only
from vision.dice.reading import DiceReader
from vision.frame import load_picture
from vision.values import TrayReading

FOLDER = Path("labelled")
BY_PEOPLE = (EntryKind.CORRECTION, EntryKind.ANSWER)
"""Entries in which people say what lay there."""


@dataclass(frozen=True, slots=True)
class _Example:
    """A picture and what people say of it."""

    picture: Path
    dice: tuple[Pair, ...]
    note: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("photo", nargs="*", type=Path, metavar="PHOTO", help="a picture of dice")
    parser.add_argument(
        "--dice",
        metavar="DICE",
        help='what lies there, such as "5 2 d4:3"; d6:? for a die that cannot be read; "" for none',
    )
    parser.add_argument(
        "--corrected",
        action="store_true",
        help="take every throw that was corrected or answered at the table, with its kept picture",
    )
    parser.add_argument(
        "--state", type=Path, metavar="DIR", help="state of the service (default: its own)"
    )
    parser.add_argument("--config", type=Path, metavar="FILE", help="the settings file")
    parser.add_argument(
        "--set", default="own", metavar="NAME", help="name of the set they belong to (%(default)s)"
    )
    parser.add_argument(
        "--into", type=Path, default=FOLDER, metavar="DIR", help="where to write (%(default)s)"
    )
    parser.add_argument("--note", default="", metavar="TEXT", help="camera, light, what is special")
    parser.epilog = (
        "A picture that is labelled again takes the new truth. Measure with"
        " `companion bench reading DIR`."
    )


def run(args: argparse.Namespace) -> int:
    """Write a fixture for each picture; 1 when there was nothing to label."""
    examples = list(_examples(args))
    cv2.setNumThreads(1)
    reader = DiceReader()
    for example in examples:
        image = load_picture(example.picture)
        reading = reader.read(image)
        size_px = (image.shape[1], image.shape[0])
        written = _write(example, reading, size_px, args.set, args.into)
        agrees = "as it is read" if told_by(reading) == example.dice else "not as it is read"
        print(f"{written}: {as_text(example.dice)} ({agrees}: {as_text(told_by(reading))})")
    if not examples:
        print("No throw was corrected or answered with its picture still kept.")
    return 0 if examples else 1


def _examples(args: argparse.Namespace) -> Iterator[_Example]:
    if args.corrected:
        if args.photo or args.dice is not None:
            raise LabelsUnusable(
                "--corrected takes pictures and dice from the journal. Leave out PHOTO and --dice."
            )
        written = config.load(args.config, os.environ)
        state = args.state or config.state_dir(written, os.environ)
        pictures = config.pictures_dir(written, state)
        yield from corrected(config.journal_file(state), pictures, args.note)
        return
    if not args.photo or args.dice is None:
        raise LabelsUnusable(
            'Say which picture and what lies there: companion label PHOTO --dice "5 2 d4:3".'
        )
    dice = parsed(args.dice)
    yield from (_Example(photo, dice, args.note) for photo in args.photo)


def corrected(path: Path, pictures: Path, note: str = "") -> Iterator[_Example]:
    """The throws of a journal that people corrected or answered, whose picture is still kept.

    Only where people named as many dice as lay there is that the truth of the whole picture.
    """
    with closing(open_read_only(path)) as connection:
        journal = JournalReader(connection, path)
        for match in journal.matches():
            for entry in journal.entries(match):
                dice = _said(entry)
                if entry.evidence is None or dice is None:
                    continue
                picture = pictures / entry.evidence
                if picture.is_file():
                    yield _Example(picture, dice, note or f"{entry.kind} of {entry.at[:10]}")


def _said(entry: Entry) -> tuple[Pair, ...] | None:
    """The dice that people say lay there; None where an entry says no such thing."""
    action = entry.content.get("action")
    if entry.kind not in BY_PEOPLE or not isinstance(action, Mapping) or entry.reading is None:
        return None
    dice = action.get("dice")
    if not isinstance(dice, list) or len(dice) < len(entry.reading.get("dice", ())):
        return None
    pairs = [(str(die["kind"]), str(die["value"])) for die in dice]
    return tuple(sorted(pairs)) if all(kind in FACES for kind, _ in pairs) else None


def _write(
    example: _Example, reading: TrayReading, size_px: tuple[int, int], group: str, folder: Path
) -> Path:
    """Copy the picture and write its truth beside it; the picture's new path."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        target = folder / _name(example.picture, folder)
        if example.picture.resolve() != target.resolve():
            write_whole(target, example.picture.read_bytes())
        truth = truth_document(
            target.name, group, size_px, with_places(example.dice, reading), example.note
        )
        text = json.dumps(truth, indent=1) + "\n"
        write_whole(target.with_suffix(".json"), text.encode("utf-8"))
    except OSError as fault:
        raise PictureUnwritable(
            f"The fixture cannot be written to {folder} ({fault.strerror})."
            " Make room, or name another folder with --into."
        ) from fault
    return target


def _name(picture: Path, folder: Path) -> str:
    """The picture's own name, made safe; with a digest where another picture has it already."""
    stem = re.sub(r"[^A-Za-z0-9_.-]+", "-", picture.stem).strip("-.") or "photo"
    name = f"{stem}{picture.suffix.lower()}"
    there = folder / name
    if there.exists() and there.read_bytes() != picture.read_bytes():
        name = f"{stem}-{hashlib.sha256(picture.read_bytes()).hexdigest()[:8]}{picture.suffix}"
    return name


def with_places(dice: Sequence[Pair], reading: TrayReading) -> list[dict[str, Any]]:
    """Every die of the truth, with the place of a die that was read as the same, if one was."""
    places: dict[Pair, list[Any]] = {}
    for die in reading.dice:
        places.setdefault((str(die.kind), str(die.value)), []).append(die)
    told = []
    for pair, count in sorted(Counter(dice).items()):
        kind, value = pair
        for _ in range(count):
            number = int(value) if value.isdigit() else value
            one: dict[str, Any] = {"kind": kind, "value": number}
            if value == NOT_READ:
                one |= {"value": None, "readable": False}
            elif places.get(pair):
                die = places[pair].pop(0)
                one["centre_px"] = [round(at, 1) for at in die.centre_px]
                one["box_px"] = [round(at, 1) for at in die.box_px]
            told.append(one)
    return told
