"""``companion bench reading PHOTOS``: how well labelled photographs are read.

Knows the table, the comparison with another version and the pictures of failures. Refuses to
judge a photograph: see lab_reading.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

import cv2
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from companion.cli.bench_measure import machine
from companion.cli.lab_photos import Labelled, labelled
from companion.cli.lab_reading import (
    RIGHT,
    WRONG,
    Changed,
    Outcome,
    as_text,
    compared,
    document,
    kept,
    mean_parts,
    outcomes,
    shares,
    wrong_rose,
)
from companion.cli.whole_files import write_whole
from companion.errors import LabelsUnusable, PictureUnwritable
from vision.dice.evidence import gather
from vision.dice.joining import judge, shipped_joining
from vision.dice.reading import DiceReader
from vision.frame import load_picture
from vision.stages import stages

WORD = "reading"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments that only the laboratory has."""
    parser.add_argument(
        "--failures",
        type=Path,
        metavar="DIR",
        help="with reading: keep a picture of all stages of every photograph that was not right",
    )
    parser.add_argument(
        "--against",
        type=Path,
        metavar="FILE",
        help="with reading: compare with an earlier run, kept with --json",
    )


def run(args: argparse.Namespace) -> int:
    """Read all photographs and show the table; 1 when one is wrong, or more than before are."""
    word, *paths = args.photos
    if word != WORD or not paths:
        raise LabelsUnusable(
            f"`companion bench {' '.join(args.photos)}` is not understood."
            " Write `companion bench reading FOLDER` with labelled photographs."
        )
    cv2.setNumThreads(1)
    before = kept(args.against) if args.against else None
    photos = labelled([Path(path) for path in paths])
    reader = DiceReader()
    found = _read(reader, photos, args.failures)
    if args.json:
        about = machine() | {"version": version("table-companion"), "model": reader.model.digest()}
        told = document(found, about)
        if before is not None:
            told["changed"] = [_difference(change) for change in compared(before, found)]
        print(json.dumps(told, ensure_ascii=False, indent=1))
    else:
        _show(found, before)
    if before is not None:
        return 1 if wrong_rose(before, found) else 0
    return 1 if any(one.verdict == WRONG for one in found) else 0


def _read(reader: DiceReader, photos: Sequence[Labelled], failures: Path | None) -> list[Outcome]:
    found = []
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("Reading", total=len(photos))
        for photo, outcome in outcomes(reader.read, photos):
            found.append(outcome)
            if failures and outcome.verdict != RIGHT:
                _keep(reader, photo, outcome, failures)
            progress.advance(task)
    return found


def _keep(reader: DiceReader, photo: Labelled, outcome: Outcome, folder: Path) -> None:
    image = load_picture(photo.path)
    evidence = gather(reader.model, image)
    picture = stages(image, reader.concluded(image, evidence), judge(evidence, shipped_joining()))
    path = folder / f"{outcome.verdict}-{photo.group}-{photo.path.stem}.jpg"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _, code = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 88])
        write_whole(path, code.tobytes())
    except OSError as fault:
        raise PictureUnwritable(
            f"The picture {path} of a failure cannot be kept ({fault.strerror})."
            " Make room, or name another folder."
        ) from fault


def _show(found: Sequence[Outcome], before: Sequence[Outcome] | None) -> None:
    # Piped output is for files and other programs: names must not be cut.
    console = Console()
    console = console if console.is_terminal else Console(width=160)
    console.print(_table(found))
    for one in found:
        if one.verdict != RIGHT:
            console.print(f"{one.verdict:7} {one.group}/{one.file} {_said(one)}", highlight=False)
    if before is None:
        return
    changed = compared(before, found)
    console.print(f"Changed since the earlier run: {len(changed)}")
    for change in changed:
        console.print(_difference(change), highlight=False)


def _table(found: Sequence[Outcome]) -> Table:
    table = Table(title="Reading of labelled photographs", caption=", ".join(machine().values()))
    table.add_column("set")
    for title in ("photographs", "right", "unsure", "wrong", "ms", "× decoding"):
        table.add_column(title, justify="right")
    lines = shares(found)
    for line in lines:
        numbers = (line.photographs, line.right, line.unsure, line.wrong)
        table.add_row(
            line.group, *map(str, numbers), f"{line.reading_ms:.0f}", f"{line.decodings:.1f}"
        )
    right, unsure, wrong = (f"{100 * part:.1f} %" for part in mean_parts(lines))
    table.add_row("mean over sets", str(len(found)), right, unsure, wrong, "", "")
    return table


def _said(one: Outcome) -> str:
    return f"{as_text(one.told)} ({one.confidence:.3f})"


def _difference(change: Changed) -> str:
    one = change.now or change.before
    assert one is not None
    was, now = (
        "not there" if side is None else f"{side.verdict} {_said(side)}"
        for side in (change.before, change.now)
    )
    return f"{one.group}/{one.file}: {was}, now {now}"
