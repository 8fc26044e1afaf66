"""``companion read``: the dice in pictures, folders and videos.

Knows which inputs there are, in which order they are read and what the exit status is.
Refuses to decide what is on a picture, and how a result looks: see read_report.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import Progress, TaskID

from companion.cli.dice_sets import taught_sets
from companion.cli.read_report import Report, json_line, table
from companion.cli.trays import load_tray
from companion.cli.whole_files import write_whole
from companion.dice import DiceSpec
from companion.dice_sets.readers import reader_of
from companion.errors import CompanionError, PictureUnwritable
from companion.table.observe import mismatch
from hardware.pictures import FolderRecording
from vision.calibration.tray import Tray
from vision.dice.reading import DiceReader
from vision.dice.settle import settled_rolls
from vision.enlarged import enlarged
from vision.frame import is_video, pictures_in, video_frames
from vision.mirror import mirrored
from vision.overlay import drawn
from vision.photograph import read_file
from vision.values import DieKind, Status, TrayReading, Trouble, View

A_FEW = 3
"""More files than this get a progress bar."""

STANDARD = "standard"
"""No taught dice: what the program knows by itself."""
KINDS = tuple(str(kind) for kind in DieKind if kind is not DieKind.UNKNOWN)


@dataclass(frozen=True, slots=True)
class _Wish:
    view: View
    expected: DiceSpec | None
    overlay: Path | None
    tray: Tray | None = None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("path", nargs="+", metavar="PATH", help="picture, folder or video")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.add_argument(
        "--film",
        action="store_true",
        help="a folder's pictures are one film: ten a second, or as its times.csv says",
    )
    parser.add_argument(
        "--view",
        choices=[str(view) for view in View],
        help="below: through a clear floor, the value is seven minus the face seen, and places"
        " are mirrored as the dice lie (default: above, or as the tray was set up)",
    )
    parser.add_argument(
        "--tray",
        type=Path,
        metavar="FILE",
        help="the tray that `companion calibrate` has set up: dice beside it are left out",
    )
    parser.add_argument(
        "--expect", type=_spec, metavar="SPEC", help="dice that must lie there, such as 2d6"
    )
    parser.add_argument(
        "--dice",
        default=STANDARD,
        metavar="SET",
        help="dice that `companion teach` knows, as well as the usual ones (default: standard)",
    )
    parser.add_argument("--state", type=Path, metavar="DIR", help="where taught dice are kept")
    parser.add_argument("--config", type=Path, metavar="FILE", help="the settings file")
    parser.add_argument(
        "--overlay", type=Path, metavar="DIR", help="write pictures that show what was read"
    )


def run(args: argparse.Namespace) -> int:
    """Read every path; 0 if all could be decoded, else 2."""
    cv2.setNumThreads(1)
    _hush()
    if args.overlay:
        _make(args.overlay)
    tray = load_tray(args.tray) if args.tray else None
    view = View(args.view) if args.view else tray.view if tray else View.ABOVE
    wish = _Wish(view, args.expect, args.overlay, tray)
    reader = _reader(args)
    console = Console(stderr=True)
    reports: list[Report] = []
    decoded = True
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        files = list(_files(args.path, args.film))
        task = progress.add_task("Reading", total=len(files), visible=len(files) > A_FEW)
        for file in files:
            for report in _reports(reader, file, wish, _told_time(progress, task)):
                decoded &= report.error is None
                if args.json:
                    print(json_line(report), flush=True)
                else:
                    reports.append(report)
            progress.advance(task)
    if not args.json:
        Console(width=None if sys.stdout.isatty() else 160).print(table(reports))
    return 0 if decoded else 2


def _hush() -> None:
    """What is wrong with a file is said in one sentence, not in the decoders' own words."""
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    # OpenCV 5 keeps this in a place that OpenCV 4 does not have.
    getattr(cv2.utils, "logging", cv2).setLogLevel(0)


def _spec(text: str) -> DiceSpec:
    try:
        spec = DiceSpec.parse(text)
    except ValueError as fault:
        raise argparse.ArgumentTypeError(str(fault)) from fault
    for kind, _ in spec.counts:
        if kind not in KINDS:
            raise argparse.ArgumentTypeError(
                f"{kind!r} is no kind of die that can be read. Use {', '.join(KINDS)}."
            )
    return spec


def _reader(args: argparse.Namespace) -> DiceReader:
    """The reader, with the set of taught dice that was named. Raises DiceSetError."""
    if args.dice == STANDARD:
        return DiceReader()
    return DiceReader().also([reader_of(taught_sets(args.config, args.state).load(args.dice))])


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise PictureUnwritable(
            f"The folder {folder} for overlays cannot be made ({fault.strerror})."
            " Name a folder that can be written."
        ) from fault


def _files(paths: Sequence[str], films: bool) -> Iterator[Path | Report]:
    """Each file as its path, or the report of what is wrong with a folder; ``films``: folders
    are taken as they are."""
    for name in paths:
        path = Path(name)
        try:
            if path.is_dir() and not films:
                yield from pictures_in(path)
            else:
                yield path
        except CompanionError as fault:
            yield Report(name, error=fault)
        except (OSError, ValueError):  # such as a name that is too long: told when it is read
            yield path


def _told_time(progress: Progress, task: TaskID) -> Callable[[Path, float], None]:
    """Shows how far a film has been watched: nobody knows how long it is before its end."""

    def tell(film: Path, t_s: float) -> None:
        progress.update(task, description=f"{film.name}, {t_s:.0f} s", visible=True)

    return tell


def _reports(
    reader: DiceReader, file: Path | Report, wish: _Wish, watched: Callable[[Path, float], None]
) -> Iterator[Report]:
    if isinstance(file, Report):
        yield file
        return
    try:
        if file.is_dir() or is_video(file):
            yield from _rolls(reader, file, wish, watched)
        else:
            yield _picture(reader, file, wish)
    except PictureUnwritable:
        raise
    except CompanionError as fault:
        yield Report(str(file), error=fault)


def _picture(reader: DiceReader, file: Path, wish: _Wish) -> Report:
    spent_ms = 0.0

    def read(image: NDArray[np.uint8]) -> TrayReading:
        nonlocal spent_ms
        start = time.perf_counter()
        reading = reader.read(image, wish.view, wish.tray)
        spent_ms += (time.perf_counter() - start) * 1000
        return _checked(reading, wish.expected)

    reading, loaded = read_file(file, read)
    reading, shown = _told(reading, loaded.image_bgr, wish.view)
    if wish.overlay:
        _write(wish.overlay, file.stem, drawn(shown, reading))
    return Report(str(file), enlarged(reading, loaded.reduced), spent_ms)


def _rolls(
    reader: DiceReader, file: Path, wish: _Wish, watched: Callable[[Path, float], None]
) -> Iterator[Report]:
    latest: list[NDArray[np.uint8]] = []
    spent_ms = 0.0

    def read(image: NDArray[np.uint8]) -> TrayReading:
        nonlocal spent_ms
        start = time.perf_counter()
        reading = reader.read(image, wish.view, wish.tray)
        spent_ms = (time.perf_counter() - start) * 1000
        latest[:] = [image]
        return reading

    def frames() -> Iterator[tuple[NDArray[np.uint8], int, float]]:
        source = _folder_frames(file) if file.is_dir() else video_frames(file)
        for index, (t_s, image) in enumerate(source):
            watched(file, t_s)
            yield image, index, t_s

    awaited = wish.expected.total if wish.expected else None
    for roll in settled_rolls(frames(), read, awaited):
        checked = _checked(roll.reading, wish.expected)
        reading, shown = _told(checked, latest[0], wish.view)
        if wish.overlay:
            _write(wish.overlay, f"{file.stem}-{roll.frame:06}", drawn(shown, reading))
        yield Report(str(file), reading, spent_ms, frame=roll.frame, t_s=roll.t_s)


def _folder_frames(folder: Path) -> Iterator[tuple[float, NDArray[np.uint8]]]:
    recording = FolderRecording(folder)
    for number, t_s in enumerate(recording.times_s):
        yield t_s, recording.picture(number)


def _told(
    reading: TrayReading, image: NDArray[np.uint8], view: View
) -> tuple[TrayReading, NDArray[np.uint8]]:
    """The reading as it is told, and the picture that fits: from below, both mirrored."""
    if view is View.ABOVE:
        return reading, image
    return mirrored(reading, image.shape[1]), np.ascontiguousarray(image[:, ::-1])


def _checked(reading: TrayReading, expected: DiceSpec | None) -> TrayReading:
    """The reading, unsure and with its trouble where other dice were expected."""
    code = mismatch(expected, reading.dice) if expected else None
    if code is None:
        return reading
    return replace(reading, status=Status.UNSURE, trouble=(*reading.trouble, Trouble(code)))


def _write(folder: Path, stem: str, picture: NDArray[np.uint8]) -> None:
    path = folder / f"{stem}.png"
    number = 2
    while path.exists():
        path = folder / f"{stem}-{number}.png"
        number += 1
    good, code = cv2.imencode(".png", picture)
    try:
        if good:
            write_whole(path, code.tobytes())
    except OSError as fault:
        raise PictureUnwritable(
            f"The overlay {path} cannot be written ({fault.strerror})."
            " Make room, or name another folder."
        ) from fault
