"""Where the corners of a tetrahedron are seen.

Knows the small net that marks them and how several turns of a place join. Refuses to know
numerals: see four_faces.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.dice.crop import Cut, cut
from vision.dice.model import DiceModel

Vector = NDArray[np.float64]
Circle = tuple[float, float, float]

CHANNELS = 7
"""Answers at each cell: logits of a foot's corner seen from above, of the tip, of a corner of a
face seen flat; how many cells right and down the corner lies from the cell's middle, and the
same for the tip."""
FOOT, TIP, FLAT = 0, 1, 2

SHOWN_PX, SHOWN_RADIUS_PX, CELL_PX = 96, 36.0, 4
"""Side of the squares that the net is shown, radius of the circle around the die in them, and
side of a cell of its answers."""

TURNS = (0.0, 1.7, 3.4, 5.1)
"""Turns in radians in which a die is shown."""

ONE_CORNER = 0.35
"""Corners of one kind that are nearer than this part of the circle's radius are one."""


@dataclass(frozen=True, slots=True, eq=False)
class Corners:
    """``points``: (4, 2) the tip, then the three corners of the foot clockwise as seen, in
    pixels of the picture; from below the tip's row is not used. ``heats``: (4,) how surely each
    is one, 0 to 1. ``spread``: how far the turns disagree, in radii. ``against``: how surely
    the die is seen from the other side. ``radius``: of the circle around the die in pixels."""

    points: Vector
    heats: Vector
    spread: float
    against: float
    radius: float


def find_corners(
    model: DiceModel,
    image_bgr: NDArray[np.uint8],
    circle: Circle,
    below: bool,
    turns: Sequence[float] = TURNS,
) -> Corners | None:
    """The corners of the tetrahedron in a circle (x, y, radius); None where no three are seen."""
    x, y, radius = circle
    cuts = [cut(image_bgr, (x, y), SHOWN_RADIUS_PX / radius, SHOWN_PX, turn=turn) for turn in turns]
    answers = model.run(np.stack([one.image for one in cuts])).astype(np.float64)
    foot, against = (FLAT, FOOT) if below else (FOOT, FLAT)
    seen = [_peaks(answer, one, foot, below) for answer, one in zip(answers, cuts, strict=True)]
    first = seen[0]
    if any(len(points) < 4 for points, _ in seen):
        return None
    matched = [first[0]]
    for points, _ in seen[1:]:
        matched.append(_as_in(points, first[0]))
    all_points = np.stack(matched)
    used = all_points[:, 1:] if below else all_points
    spread = float(np.sqrt(((used - used.mean(0)) ** 2).sum(-1).mean(0)).max()) / radius
    points = np.median(all_points, 0)
    order = _clockwise(points[1:])
    heats = np.mean([heats for _, heats in seen], 0)
    sides = 1 / (1 + np.exp(-answers[:, against].max((1, 2))))
    return Corners(
        points[[0, *(1 + order)]], heats[[0, *(1 + order)]], spread, float(sides.mean()), radius
    )


def _peaks(answer: Vector, one: Cut, foot: int, below: bool) -> tuple[Vector, Vector]:
    """(4, 2) places in the picture and (4,) heats of the tip and three corners."""
    tip, tip_heat = _strongest(answer[TIP], answer[5:7], 1)
    corners, heats = _strongest(answer[foot], answer[3:5], 3)
    if below:
        tip, tip_heat = corners.mean(0, keepdims=True), np.ones(1)
    places = [one.to_picture(float(x), float(y)) for x, y in (*tip, *corners)]
    return np.array(places), np.concatenate([tip_heat, heats])


def _strongest(logits: Vector, offsets: Vector, count: int) -> tuple[Vector, Vector]:
    """(count, 2) places in pixels of the cut-out and their heats."""
    left = 1 / (1 + np.exp(-logits))
    rows, columns = np.indices(left.shape)
    at_x = (columns + offsets[0] + 0.5) * CELL_PX - 0.5
    at_y = (rows + offsets[1] + 0.5) * CELL_PX - 0.5
    heat = left.copy()
    places, heats = [], []
    for _ in range(count):
        row, column = divmod(int(left.argmax()), left.shape[1])
        rows_near = slice(max(0, row - 1), row + 2)
        columns_near = slice(max(0, column - 1), column + 2)
        weight = heat[rows_near, columns_near] ** 2
        weight = weight / max(1e-9, float(weight.sum()))
        x = float((weight * at_x[rows_near, columns_near]).sum())
        y = float((weight * at_y[rows_near, columns_near]).sum())
        places.append((x, y))
        heats.append(float(left[row, column]))
        left = np.where(np.hypot(at_x - x, at_y - y) < ONE_CORNER * SHOWN_RADIUS_PX, 0, left)
        near = np.hypot(columns - column, rows - row) * CELL_PX
        left = np.where(near < ONE_CORNER * SHOWN_RADIUS_PX, 0, left)
    return np.array(places), np.array(heats)


def _as_in(points: Vector, first: Vector) -> Vector:
    """The tip and the corners in the order that lies nearest to the first's."""
    best, cost = points, math.inf
    for order in ((1, 2, 3), (1, 3, 2), (2, 1, 3), (2, 3, 1), (3, 1, 2), (3, 2, 1)):
        tried = points[[0, *order]]
        far = float(np.hypot(*(tried - first).T).sum())
        if far < cost:
            best, cost = tried, far
    return best


def _clockwise(points: Vector) -> NDArray[np.intp]:
    """The order of three points clockwise as seen, y down."""
    away = points - points.mean(0)
    return np.argsort(np.arctan2(away[:, 1], away[:, 0]))
