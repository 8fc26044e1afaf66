"""``companion calibrate``: sets a tray up for reading, and grades the light.

Knows which pictures are taken, in which order and what is kept. Refuses to know how a tray is
found and what is said about it: see vision.calibration; and how that looks: see
calibrate_report.
"""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from companion import config as settings
from companion.cli import calibrate_report as report
from companion.cli.cameras import handling
from companion.cli.kept_throws import keep_throws
from companion.cli.self_test import self_test
from companion.cli.trays import load_tray, save_tray, tray_file
from companion.cli.whole_files import write_whole
from companion.errors import CameraUnavailable, TrayMissing, TrayUnusable, TrayUnwritable
from companion.table.ports import FrameSource
from hardware.clock import SystemClock
from hardware.factory import FORMS, open_camera
from hardware.pictures import Picture
from vision.calibration.mat_sheet import pdf, svg
from vision.calibration.self_test import THROWS
from vision.calibration.set_up import SetUp, Wishes, measure_mat, set_up, still_true
from vision.calibration.tray import Tray
from vision.dice.reading import DiceReader
from vision.values import DieReading, View

PICTURES = 7
"""Pictures of the empty tray: their median has little noise, and a passing hand shows."""

FRAME_TIMEOUT_S = 2.0
MOST_TRIES = 20
LEAST_DIE = 0.8
"""Confidence from which something in the empty tray is called a die."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.epilog = (
        "Begin with the empty tray. Then, if you like, lay the printed mat into it and add --mat."
        " Then throw: --self-test.\nExit status: 0 good, 1 something to mend, 2 could not look."
    )
    parser.add_argument("--camera", metavar="SPEC", help=FORMS)
    parser.add_argument("--config", type=Path, metavar="FILE", help="the settings file")
    parser.add_argument("--state", type=Path, metavar="DIR", help="where the tray is kept")
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="keep it there instead (for `read --tray`)"
    )
    parser.add_argument(
        "--view",
        choices=[str(view) for view in View],
        help="where the camera stands (default: as the settings say)",
    )
    parser.add_argument(
        "--corners",
        type=_corners,
        metavar="X,Y",
        nargs="+",
        help="the floor's corners in pixels, where it is not found by itself",
    )
    parser.add_argument(
        "--floor-mm",
        type=_millimetres,
        metavar="WxH",
        help="width and height of the floor, or the diameter of a round one",
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--mat", action="store_true", help="measure the mat that lies in the tray")
    what.add_argument(
        "--print-mat", type=Path, metavar="FILE", help="write the mat to print: .svg or .pdf"
    )
    what.add_argument(
        "--self-test",
        type=_throws,
        nargs="?",
        const=THROWS,
        metavar="N",
        help=f"throw N times ({THROWS}), say what lies there, get a grade",
    )
    parser.add_argument(
        "--keep",
        type=Path,
        metavar="DIR",
        help="with --self-test: keep its throws there, for `companion bench reading DIR`",
    )
    parser.add_argument("--json", action="store_true", help="JSON instead of text")


def run(args: argparse.Namespace) -> int:
    """Do what is asked for; 1 where something must be mended, else 0. Raises CompanionError."""
    if args.print_mat is not None:
        return _print_mat(args.print_mat)
    cv2.setNumThreads(1)
    written = settings.load(args.config, os.environ)
    given = {"camera": args.camera, "state": args.state, "view": args.view}
    config = settings.override(
        written, {key: value for key, value in given.items() if value is not None}, "the command"
    )
    file = args.out or tray_file(settings.state_dir(config, os.environ))
    view = View(config.view)
    clock = SystemClock()
    camera = open_camera(config.camera, clock, handling=handling(config))
    if camera is None:
        raise CameraUnavailable(f"Setting up needs a camera. Name one with --camera: {FORMS}.")
    with camera:
        if args.self_test is not None:
            return _self_test(camera, clock, file, view, args)
        pictures = taken(camera)
        if args.mat:
            found = measure_mat(pictures, load_tray(file), view)
        else:
            found = _empty(pictures, file, view, args)
    if found.tray is not None:
        save_tray(file, found.tray)
    print(report.set_up_json(found, file) if args.json else report.set_up_text(found, file))
    return 1 if found.faults else 0


def taken(camera: FrameSource[Picture], count: int = PICTURES) -> list[Picture]:
    """That many pictures of a camera, oldest first; fewer of a recording that ends.

    Raises CameraUnavailable where none comes.
    """
    pictures: list[Picture] = []
    after = -1
    for _ in range(MOST_TRIES):
        frame = camera.latest(after, FRAME_TIMEOUT_S)
        if frame is not None:
            after = frame.index
            pictures.append(frame.image)
        if len(pictures) == count or camera.ended:
            break
    if not pictures:
        raise CameraUnavailable(
            f"The {camera.name} gives no picture. Check its cable, or name another with --camera."
        )
    return [one for one in pictures if one.shape == pictures[-1].shape]


def _empty(pictures: list[Picture], file: Path, view: View, args: argparse.Namespace) -> SetUp:
    corners = tuple(args.corners) if args.corners else None
    if corners is not None and len(corners) < 3:
        raise TrayUnusable("A floor has at least three corners. Give all of them in order.")
    wishes = Wishes(view=view, outline_px=corners, floor_mm=args.floor_mm)
    seen = DiceReader().read(pictures[-1], view).dice
    found = set_up(pictures, wishes, [die.centre_px for die in seen if _is_die(die)])
    if found.tray is None:
        return found
    before = _known(file)
    tray = found.tray if before is None else still_true(before, found.tray)
    return SetUp(tray, found.advice, found.floor, found.mat)


def _is_die(die: DieReading) -> bool:
    return die.confidence >= LEAST_DIE


def _known(file: Path) -> Tray | None:
    """The tray that was kept before; one that is damaged is replaced without a word."""
    try:
        return load_tray(file)
    except (TrayMissing, TrayUnusable):
        return None


def _self_test(
    camera: FrameSource[Picture],
    clock: SystemClock,
    file: Path,
    view: View,
    args: argparse.Namespace,
) -> int:
    tray = None
    try:
        tray = load_tray(file)
    except TrayMissing:
        print(f"No tray is kept as {file}: all dice in view are read.", file=sys.stderr)
    reader = DiceReader()
    tested = self_test(
        camera, clock, lambda image: reader.read(image, view, tray), tray, args.self_test
    )
    if tray is not None and tested.die_side_px is not None:
        known = tray.fitted(*tested.size_px)
        save_tray(file, replace(known, die_side_px=tested.die_side_px))
    if args.keep is not None:
        kept = keep_throws(args.keep, tested.trials)
        print(f"Kept {len(kept)} throws in {args.keep}.", file=sys.stderr)
    print(report.graded_json(tested.graded) if args.json else report.graded_text(tested.graded))
    return 1 if report.is_poor(tested.graded) else 0


def _print_mat(file: Path) -> int:
    suffix = file.suffix.lower()
    if suffix not in (".svg", ".pdf"):
        raise TrayUnwritable(f"The mat is written as SVG or PDF: end {file} in .svg or .pdf.")
    try:
        write_whole(file, pdf() if suffix == ".pdf" else svg().encode("utf-8"))
    except OSError as fault:
        raise TrayUnwritable(
            f"The mat cannot be written to {file} ({fault.strerror}). Name a folder that can be"
            " written."
        ) from fault
    print(f"{file} is the mat. Print it in true size (100 %), lay it into the tray, and run")
    print("companion calibrate --mat")
    return 0


def _corners(text: str) -> tuple[float, float]:
    x, _, y = text.partition(",")
    try:
        corner = float(x), float(y)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no corner. Write pixels from the left and from the top: 120,80."
        ) from None
    if not np.isfinite(corner).all():
        raise argparse.ArgumentTypeError(f"{text!r} is no corner of a picture.")
    return corner


def _millimetres(text: str) -> tuple[float, float]:
    wide, _, high = text.lower().partition("x")
    try:
        size = float(wide), float(high or wide)
    except ValueError:
        size = (0.0, 0.0)
    if not all(10 <= side <= 2000 for side in size):
        raise argparse.ArgumentTypeError(
            f"{text!r} is no size of a floor. Write millimetres: 200x150, or 190 for a round one."
        )
    return size


def _throws(text: str) -> int:
    if not text.isdigit() or not 1 <= int(text) <= 100:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of throws. Write 1 to 100.")
    return int(text)
