"""One picture of a tray to one reading.

Knows when a reading is sure: every die certain, and certain that no die was left out. Refuses
to know cameras, files and games.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.dice.evidence import Evidence, gather
from vision.dice.joining import Joining, Judged, judge, shipped_joining
from vision.dice.model import DiceModel
from vision.dice.trouble import troubles
from vision.values import (
    Alternative,
    DieKind,
    DieReading,
    Status,
    TrayReading,
    View,
)

A_DIE = 0.5
"""Presence from which a place is reported as a die."""

READ = 0.5
"""Confidence from which a die's face is reported as its value."""

ONE_DIE = 0.6
"""Two places nearer than this part of their sides are one die."""

LEAST_ALTERNATIVE = 0.001


@dataclass(frozen=True, slots=True, eq=False)
class Decision:
    """What the evidence amounts to: status, probability of the whole, dice and other places."""

    status: Status
    confidence: float
    dice: tuple[Judged, ...]
    others: tuple[Judged, ...]


class DiceReader:
    """Reads d6 in a picture; the same picture always gives the same reading.

    ``model_path`` and ``joining`` None mean those that ship with the package; the model is
    loaded on first use.
    """

    def __init__(self, model_path: Path | None = None, joining: Joining | None = None) -> None:
        self.model = DiceModel(model_path)
        self._joining = joining or shipped_joining()

    def read(self, image_bgr: NDArray[np.uint8], view: View = View.ABOVE) -> TrayReading:
        """Read a picture: H x W x 3, 8 bit, BGR, at least 16 x 16.

        From below, the value of a d6 is seven minus the face that is seen; places stay as seen.
        """
        decision = decide(gather(self.model, image_bgr), self._joining)
        sure = decision.status is not Status.UNSURE
        return TrayReading(
            decision.status,
            decision.confidence,
            tuple(_reading(die, view) for die in decision.dice),
            troubles(image_bgr, decision.dice, decision.others, sure=sure),
        )


def decide(evidence: Evidence, joining: Joining) -> Decision:
    """Judge one picture's evidence: which places are dice, and is all of it certain."""
    dice, others = _dice_and_others(judge(evidence, joining))
    confidence = 1.0
    for die in dice:
        confidence *= die.presence * die.face_confidence
    for other in others:
        confidence *= 1 - other.presence
    if not dice:
        status = Status.EMPTY if confidence >= joining.surely_empty else Status.UNSURE
    elif confidence >= joining.sure and all(die.face_confidence >= READ for die in dice):
        status = Status.OK
    else:
        status = Status.UNSURE
    return Decision(status, confidence, tuple(dice), tuple(others))


def _dice_and_others(judged: list[Judged]) -> tuple[list[Judged], list[Judged]]:
    """Dice, strongest first, and the places that are not dice; a die found twice counts once."""
    dice: list[Judged] = []
    others: list[Judged] = []
    for one in sorted(judged, key=lambda one: -one.presence):
        gaps = [
            2
            * np.hypot(one.seen.x - d.seen.x, one.seen.y - d.seen.y)
            / (one.seen.side + d.seen.side)
            for d in dice
        ]
        if min(gaps, default=9.0) < ONE_DIE:
            continue
        (dice if one.presence >= A_DIE else others).append(one)
    return dice, others


def _reading(die: Judged, view: View) -> DieReading:
    def shown(face: int) -> int:
        return 7 - face if view is View.BELOW else face

    order = np.argsort(-die.faces, kind="stable")
    confidence = die.presence * die.face_confidence
    read = die.face_confidence >= READ
    rest = die.faces.copy()
    rest[die.value - 1] = 0
    rest *= (1 - die.face_confidence) / max(float(rest.sum()), 1e-9)
    likely = order[1:4] if read else order[:4]
    chances = rest if read else die.faces * die.face_confidence
    x, y, half = die.seen.x, die.seen.y, die.seen.side / 2
    return DieReading(
        kind=DieKind.D6 if read else DieKind.UNKNOWN,
        value=shown(die.value) if read else None,
        confidence=confidence,
        alternatives=tuple(
            Alternative(shown(int(face) + 1), float(chances[face]))
            for face in likely
            if chances[face] >= LEAST_ALTERNATIVE
        ),
        centre_px=(x, y),
        box_px=(x - half, y - half, x + half, y + half),
    )
