"""Where the net sees dice: passes over the picture at chosen scales.

Knows how to show the net a picture at a scale, turn or mirror, and what its answers mean in
pixels of the picture. Refuses to judge: a sighting is an opinion of one look, not a reading.

There are no pixel constants of a camera here: the scale at which dice are shown to the net is
measured from the dice that a first look finds.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.crop import Pyramid, cut
from vision.dice.middle import median
from vision.dice.model import (
    CELL_PX,
    FACES,
    LEANING,
    LOG_SIDE,
    SIDE_MULTIPLE,
    SIZE_UNIT_PX,
    SLOPE_X,
    SLOPE_Y,
    DiceModel,
)

SHOWN_SIDE_PX = 52.0
"""Side of a die's top face at which the net was found to read best, in its input pixels."""

PIP_FACES = 6
"""The first classes of a face are pips."""

FAINTEST = 0.1
"""Heat below which a peak is not even a rumour of a die."""

FAINTEST_LOGIT = math.log(FAINTEST / (1 - FAINTEST))

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
    net's belief that a die is here (0 to 1); ``faces`` are 9 probabilities: pips 1 to 6, a cube
    with numerals, a d4 of any kind, anything else. ``leaning`` (it does not lie flat) and
    ``stacked`` (it lies on another die) are beliefs, 0 to 1, None where the net was not taught
    that; they were taught with as many yes as no. ``slope`` tells how far right and down in the
    picture the middle of the top face is seen of the middle of the body, in sides.
    """

    x: float
    y: float
    side: float
    heat: float
    faces: NDArray[np.float64]
    leaning: float | None = None
    stacked: float | None = None
    slope: tuple[float, float] | None = None

    @property
    def value(self) -> int | None:
        """The likeliest pip face, None where something else is likelier."""
        best = int(self.faces.argmax())
        return best + 1 if best < PIP_FACES else None


def apart(a: Sighting, b: Sighting) -> float:
    """Distance of two sightings in sides of the larger."""
    return math.hypot(a.x - b.x, a.y - b.y) / max(a.side, b.side)


def look(
    model: DiceModel,
    picture: Pyramid,
    scale: float,
    *,
    turned: bool = False,
) -> list[Sighting]:
    """Show the whole picture at a scale; sightings, strongest first.

    ``turned`` shows it turned by a quarter; the places in the answer stay those of the picture.
    """
    width, height = picture.size
    to_height, to_width = _rounded(height * scale), _rounded(width * scale)
    shown = picture.at(to_width, to_height)
    if turned:
        shown = np.asarray(cv2.rotate(shown, cv2.ROTATE_90_COUNTERCLOCKWISE), np.uint8)
    answer = model.run(shown[None])[0]
    if turned:
        answer = np.ascontiguousarray(np.rot90(answer, -1, axes=(1, 2)))
        answer[[SLOPE_X, SLOPE_Y]] = -answer[SLOPE_Y], answer[SLOPE_X]
    return sightings(answer[None], width / to_width, height / to_height)[0]


def sightings(answers: NDArray[np.float32], x_scale: float, y_scale: float) -> list[list[Sighting]]:
    """Peaks of each answer (N x 15 x h x w), strongest first, no two within half a side.

    ``x_scale`` and ``y_scale`` are pixels of the picture per input pixel.
    """
    found: list[list[Sighting]] = [[] for _ in answers]
    tried = [0] * len(answers)
    near, pictures = _Surroundings.of(answers)
    for k, n in enumerate(pictures):
        tried[n] += 1
        if tried[n] > MOST_PEAKS:
            continue
        sighting = near.sighting(k, x_scale, y_scale)
        if all(apart(sighting, other) >= 0.5 for other in found[n]):
            found[n].append(sighting)
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
    for (x, y, side), one, peaks in zip(places, cuts, sightings(answers, 1.0, 1.0), strict=True):
        near = []
        for seen in peaks:
            at_x, at_y = one.to_picture(seen.x, seen.y)
            if math.hypot(at_x - x, at_y - y) < NEAR * side:
                real = seen.side * side / glance.shown_side_px
                slope = None if seen.slope is None else one.direction(*seen.slope)
                near.append(replace(seen, x=at_x, y=at_y, side=real, slope=slope))
        found.append(max(near, key=lambda seen: seen.heat, default=None))
    return found


def typical_side(seen: Sequence[Sighting]) -> float | None:
    """Side of the dice in pixels of the picture: median of the strong sightings."""
    if not seen:
        return None
    strongest = max(s.heat for s in seen)
    sides = [s.side for s in seen if s.heat > STRONG * strongest]
    return median(sides)


def _rounded(length: float) -> int:
    return max(2 * SIDE_MULTIPLE, round(length / SIDE_MULTIPLE) * SIDE_MULTIPLE)


def _sigmoid(x: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(1 / (1 + np.exp(-x)), np.float32)


_AROUND_ROWS = np.repeat(np.arange(-1, 2), 3)
_AROUND_COLUMNS = np.tile(np.arange(-1, 2), 3)
"""From a cell to its neighbours and itself, row by row."""


@dataclass(frozen=True, slots=True, eq=False)
class _Surroundings:
    """All peaks of some answers at once: what their nine cells say of centre, face and side."""

    rows: NDArray[np.float64]
    columns: NDArray[np.float64]
    sides: NDArray[np.float64]
    heats: NDArray[np.float32]
    faces: NDArray[np.float64]
    slants: NDArray[np.float64]
    """Leaning and stacked of each peak, 0 to 1 or not a number."""
    slopes: NDArray[np.float64]

    @staticmethod
    def of(answers: NDArray[np.float32]) -> tuple[_Surroundings, NDArray[np.intp]]:
        """The peaks, strongest first, and the picture of each."""
        picture, row, column = np.nonzero(answers[:, 0] > FAINTEST_LOGIT)
        rows = row[:, None] + _AROUND_ROWS
        columns = column[:, None] + _AROUND_COLUMNS
        inside_rows = rows.clip(0, answers.shape[2] - 1)
        inside_columns = columns.clip(0, answers.shape[3] - 1)
        near = _sigmoid(answers[picture[:, None], 0, inside_rows, inside_columns])
        near[(inside_rows != rows) | (inside_columns != columns)] = (
            0  # beyond the border is nothing
        )
        peaks = np.nonzero(near[:, 4] >= near.max(1, initial=0))[0]
        peaks = peaks[np.argsort(-near[peaks, 4], kind="stable")]
        picture, row, column, near = picture[peaks], row[peaks], column[peaks], near[peaks]
        rows, columns = rows[peaks], columns[peaks]
        inside_rows, inside_columns = inside_rows[peaks], inside_columns[peaks]
        peak = near[:, 4]
        weight = np.where(near > 0.3 * peak[:, None], near, 0)
        around = answers[picture[:, None], 1:, inside_rows, inside_columns]
        mean = ((around * weight[..., None]).sum(1) / weight.sum(1)[:, None]).astype(np.float64)
        logits = mean[:, :FACES]
        logs = answers[picture, LOG_SIDE, row, column]
        odds = np.exp(logits - logits.max(1, keepdims=True))
        total = near.sum(1)
        found = _Surroundings(
            rows=(near * rows).sum(1) / total,
            columns=(near * columns).sum(1) / total,
            sides=SIZE_UNIT_PX * np.exp(logs.astype(np.float64)),
            heats=peak,
            faces=odds / odds.sum(1, keepdims=True),
            slants=1 / (1 + np.exp(-mean[:, LEANING - 1 : SLOPE_X - 1])),
            slopes=mean[:, SLOPE_X - 1 :],
        )
        return found, picture

    def sighting(self, k: int, x_scale: float, y_scale: float) -> Sighting:
        """The k-th peak in pixels of the picture."""
        return Sighting(
            x=(float(self.columns[k]) + 0.5) * CELL_PX * x_scale - 0.5,
            y=(float(self.rows[k]) + 0.5) * CELL_PX * y_scale - 0.5,
            side=float(self.sides[k]) * 0.5 * (x_scale + y_scale),
            heat=float(self.heats[k]),
            faces=self.faces[k],
            leaning=_known(self.slants[k, 0]),
            stacked=_known(self.slants[k, 1]),
            slope=None if np.isnan(self.slopes[k, 0]) else tuple(self.slopes[k].tolist()),
        )


def _known(belief: np.float64) -> float | None:
    return None if np.isnan(belief) else float(belief)
