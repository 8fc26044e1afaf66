"""Where the net sees dice: passes over the picture at chosen scales.

Knows how to show the net a picture at a scale, turn or mirror, and what its answers mean in
pixels of the picture. Refuses to judge: a sighting is an opinion of one look, not a reading.

There are no pixel constants of a camera here: the scale at which dice are shown to the net is
measured from the dice that a first look finds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.crop import cut, resized
from vision.dice.model import CELL_PX, FACES, SIDE_MULTIPLE, SIZE_UNIT_PX, DiceModel

SHOWN_SIDE_PX = 52.0
"""Side of a die's top face at which the net was found to read best, in its input pixels."""

FAINTEST = 0.1
"""Heat below which a peak is not even a rumour of a die."""

MOST_PEAKS = 160
"""Peaks kept of one look; more than any table of dice, few enough to compare in pairs."""


CLOSE_PX = 96
"""Side of the cut-out of a close look: the die, and as much again around it."""

STRONG = 0.7
"""Sightings of at least this part of the strongest heat tell how large the dice are."""

NEAR = 0.4
"""Sightings nearer than this part of a side are of the same die."""


@dataclass(frozen=True, slots=True)
class Glance:
    """How one close look shows a die: side of its face, turn in radians, mirrored or not."""

    shown_side_px: float
    turn: float
    mirrored: bool


GLANCES = (Glance(52.0, 0.0, False), Glance(44.0, 0.8, True), Glance(60.0, 2.0, False))
"""Close looks that a sure reading must survive; different in scale, turn and hand."""


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """What one look says of one place.

    ``x``, ``y`` and ``side`` (of the top face) are in pixels of the picture; ``heat`` is the
    net's belief that a die is here (0 to 1); ``faces`` are 7 probabilities: 1 to 6, unreadable.
    """

    x: float
    y: float
    side: float
    heat: float
    faces: NDArray[np.float64]

    @property
    def value(self) -> int | None:
        """The likeliest face, None where that is *unreadable*."""
        best = int(self.faces.argmax())
        return best + 1 if best < FACES - 1 else None


def apart(a: Sighting, b: Sighting) -> float:
    """Distance of two sightings in sides of the larger."""
    return float(np.hypot(a.x - b.x, a.y - b.y)) / max(a.side, b.side)


def look(
    model: DiceModel,
    image_bgr: NDArray[np.uint8],
    scale: float,
    *,
    quarter_turns: int = 0,
    mirrored: bool = False,
) -> list[Sighting]:
    """Show the whole picture (H x W x 3, 8 bit) at a scale; sightings, strongest first.

    ``quarter_turns`` and ``mirrored`` change how the net sees the picture, never the places in
    the answer, which are those of ``image_bgr``.
    """
    height, width = image_bgr.shape[:2]
    to_height, to_width = _rounded(height * scale), _rounded(width * scale)
    shown = resized(image_bgr, to_width, to_height)
    shown = np.rot90(shown, quarter_turns)
    if mirrored:
        shown = shown[:, ::-1]
    answer = model.run(np.ascontiguousarray(shown, np.uint8)[None])[0]
    if mirrored:
        answer = answer[:, :, ::-1]
    answer = np.ascontiguousarray(np.rot90(answer, -quarter_turns, axes=(1, 2)))
    return sightings(answer, width / to_width, height / to_height)


def sightings(answer: NDArray[np.float32], x_scale: float, y_scale: float) -> list[Sighting]:
    """Peaks of one answer (9 x h x w), strongest first, no two within half a side.

    ``x_scale`` and ``y_scale`` are pixels of the picture per input pixel.
    """
    heat = _sigmoid(answer[0])
    top = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= top) & (heat > FAINTEST))
    order = np.argsort(-heat[rows, columns], kind="stable")[:MOST_PEAKS]
    found: list[Sighting] = []
    for row, column in zip(rows[order], columns[order], strict=True):
        sighting = _sighting(answer, heat, int(row), int(column), x_scale, y_scale)
        if all(apart(sighting, other) >= 0.5 for other in found):
            found.append(sighting)
    return found


def look_closely(
    model: DiceModel,
    image_bgr: NDArray[np.uint8],
    places: Sequence[tuple[float, float, float]],
    glance: Glance,
) -> list[Sighting | None]:
    """Show the net each place (x, y, side) alone; what it says there, None for nothing."""
    if not places:
        return []
    cuts = [
        cut(
            image_bgr,
            (x, y),
            glance.shown_side_px / side,
            CLOSE_PX,
            turn=glance.turn,
            mirrored=glance.mirrored,
        )
        for x, y, side in places
    ]
    answers = model.run(np.stack([one.image for one in cuts]))
    found: list[Sighting | None] = []
    for (x, y, side), one, answer in zip(places, cuts, answers, strict=True):
        near = []
        for seen in sightings(answer, 1.0, 1.0):
            at_x, at_y = one.to_picture(seen.x, seen.y)
            if np.hypot(at_x - x, at_y - y) < NEAR * side:
                real = seen.side * side / glance.shown_side_px
                near.append(Sighting(at_x, at_y, real, seen.heat, seen.faces))
        found.append(max(near, key=lambda seen: seen.heat, default=None))
    return found


def typical_side(seen: Sequence[Sighting]) -> float | None:
    """Side of the dice in pixels of the picture: median of the strong sightings."""
    if not seen:
        return None
    strongest = max(s.heat for s in seen)
    sides = [s.side for s in seen if s.heat > STRONG * strongest]
    return float(np.median(sides))


def _rounded(length: float) -> int:
    return max(2 * SIDE_MULTIPLE, round(length / SIDE_MULTIPLE) * SIDE_MULTIPLE)


def _sigmoid(x: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(1 / (1 + np.exp(-x)), np.float32)


def _sighting(
    answer: NDArray[np.float32],
    heat: NDArray[np.float32],
    row: int,
    column: int,
    x_scale: float,
    y_scale: float,
) -> Sighting:
    rows = slice(max(0, row - 1), row + 2)
    columns = slice(max(0, column - 1), column + 2)
    near = heat[rows, columns]
    peak = float(heat[row, column])
    weight = np.where(near > 0.3 * peak, near, 0)
    logits = (answer[1 : 1 + FACES, rows, columns] * weight).sum((1, 2)) / weight.sum()
    odds = np.exp(np.float64(logits) - float(logits.max()))
    ys, xs = np.mgrid[
        rows.start : rows.start + near.shape[0], columns.start : columns.start + near.shape[1]
    ]
    total = float(near.sum())
    at_x = float((near * xs).sum()) / total
    at_y = float((near * ys).sum()) / total
    side = SIZE_UNIT_PX * float(np.exp(answer[1 + FACES, row, column]))
    return Sighting(
        x=(at_x + 0.5) * CELL_PX * x_scale - 0.5,
        y=(at_y + 0.5) * CELL_PX * y_scale - 0.5,
        side=side * 0.5 * (x_scale + y_scale),
        heat=peak,
        faces=odds / odds.sum(),
    )
