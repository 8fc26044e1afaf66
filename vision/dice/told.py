"""A judged die as it is reported.

Knows what of a judgement goes into a reading: value, confidence, what else it may be, and where.
Refuses to judge.
"""

from __future__ import annotations

import numpy as np

from vision.dice.joining import Judged
from vision.dice.kinds import Guess
from vision.values import Alternative, DieKind, DieReading, View

READ = 0.5
"""Confidence from which a die's face is reported as its value."""

LEAST_ALTERNATIVE = 0.001


def told(die: Judged, view: View) -> DieReading:
    """A pip die; without a value where its face cannot be made out."""

    def shown(face: int) -> int:
        return 7 - face if view is View.BELOW else face

    order = np.argsort(-die.faces, kind="stable")
    confidence = die.presence * die.face_confidence * die.flat
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


def told_as(die: Judged, guess: Guess) -> DieReading:
    """A die that is no pip die; without a value where none is likelier than not."""
    read = guess.confidence >= READ
    order = sorted(guess.chances, key=lambda value: -guess.chances[value])
    likely = [value for value in order if not read or value != guess.value]
    return DieReading(
        kind=guess.kind if read else DieKind.UNKNOWN,
        value=guess.value if read else None,
        confidence=die.presence * guess.confidence,
        alternatives=tuple(
            Alternative(value, guess.chances[value])
            for value in likely[:3]
            if guess.chances[value] >= LEAST_ALTERNATIVE
        ),
        centre_px=(
            (guess.box_px[0] + guess.box_px[2]) / 2,
            (guess.box_px[1] + guess.box_px[3]) / 2,
        ),
        box_px=guess.box_px,
    )
