"""Some throws before the camera, each confirmed by the person who threw.

Knows when a throw is asked for, what may be answered and when to give up waiting. Refuses to
know how dice are read and how a grade comes about.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from companion.errors import CameraUnavailable, NoAnswer
from companion.runtime.eyes import LIVE_RULES, Read
from companion.table.ports import Clock, FrameSource
from hardware.pictures import Picture
from vision.calibration.self_test import Graded, Trial, Value, graded
from vision.calibration.tray import Tray
from vision.dice.settle import settled_rolls
from vision.values import Status, TrayReading

MOST_WAIT_S = 120.0
"""So long without a throw, and nobody is there."""

FRAME_TIMEOUT_S = 0.5

NUMBERS = frozenset("123456")
"""What may be written for a die with numbers: 66 for two sixes would count as a wrong reading."""

Ask = Callable[[str], str]
"""Puts a question and gives the answer; raises EOFError where nobody can answer."""


@dataclass(frozen=True, slots=True)
class Tested:
    """The grade; ``die_side_px``: median side of the dice, in pictures of ``size_px``.
    ``trials``: every throw that was confirmed, in order."""

    graded: Graded
    size_px: tuple[int, int]
    die_side_px: float | None
    trials: tuple[Trial, ...] = ()


def ask_person(question: str) -> str:
    """Ask on the terminal, beside whatever is written to the standard output."""
    print(question, end=" ", file=sys.stderr, flush=True)
    return input()


def self_test(
    camera: FrameSource[Picture],
    clock: Clock,
    read: Read,
    tray: Tray | None,
    throws: int,
    ask: Ask = ask_person,
) -> Tested:
    """Watch so many throws, have each confirmed, and grade them.

    Raises NoAnswer where nobody answers, CameraUnavailable where nobody throws.
    """
    trials: list[Trial] = []
    newest: list[Picture] = []
    asked_s = clock.now_s()

    def waited() -> bool:
        return clock.now_s() - asked_s >= MOST_WAIT_S

    def reading(image_bgr: Picture) -> TrayReading:
        newest[:] = [image_bgr]
        return read(image_bgr)

    print(f"Throw {throws} times. After each throw, say what lies there.", file=sys.stderr)
    for roll in settled_rolls(_frames(camera, waited), reading, None, LIVE_RULES):
        truth = _confirmed(roll.reading, f"Throw {len(trials) + 1} of {throws}:", ask)
        if truth is not None:
            trials.append(Trial(roll.reading, truth, newest[0]))
        asked_s = clock.now_s()
        if len(trials) == throws:
            break
    if len(trials) < throws:
        raise CameraUnavailable(
            f"The {camera.name} showed {len(trials)} of {throws} throws. Throw within"
            f" {MOST_WAIT_S:.0f} seconds, or ask for fewer with --self-test {max(1, len(trials))}."
        )
    height, width = trials[-1].image_bgr.shape[:2]
    sides = [die.box_px[2] - die.box_px[0] for one in trials for die in one.reading.dice]
    outline = tray.fitted(width, height).outline_px if tray else None
    side = float(np.median(sides)) if sides else None
    return Tested(graded(trials, outline), (width, height), side, tuple(trials))


def _frames(
    camera: FrameSource[Picture], waited: Callable[[], bool]
) -> Iterator[tuple[Picture, int, float]]:
    """The camera's pictures until it ends, or until it was waited long enough for a throw."""
    after = -1
    while not camera.ended and not waited():
        frame = camera.latest(after, FRAME_TIMEOUT_S)
        if frame is not None:
            after = frame.index
            yield frame.image, frame.index, frame.t_s


def _confirmed(reading: TrayReading, which: str, ask: Ask) -> tuple[Value, ...] | None:
    """What lies there; None for a throw that shall not count."""
    values = [die.value for die in reading.dice]
    shown = " ".join("?" if value is None else str(value) for value in values) or "nothing"
    doubt = "" if reading.status is Status.OK else " (not sure)"
    question = (
        f"{which} read {shown}{doubt}. Enter if that lies there, else what does (such as 3 5 6),"
        " s to leave it out:"
    )
    while True:
        try:
            answer = ask(question).strip().lower()
        except EOFError as end:
            raise NoAnswer(
                "The self-test needs a person who says what lies there. Run it in a terminal."
            ) from end
        if answer == "s":
            return None
        if not answer and None not in values:
            return tuple(value for value in values if value is not None)
        words = answer.replace(",", " ").split()
        if words and all(word in NUMBERS or word.isalpha() for word in words):
            return tuple(int(word) if word in NUMBERS else word for word in words)
        question = (
            "Write the values that lie there, each from 1 to 6 and with a space between them, such"
            " as 3 5 6, or s to leave it out:"
        )
