"""A second reach check that knows nothing of the first: it lays ropes and looks.

Knows how to tell, corner by corner and side by side, whether one rope lies well, and how to
try many. Refuses to prove that none does. Plain arithmetic, no polygon library.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

Point = tuple[float, float]
Outline = Sequence[Point]
Disc = tuple[Point, float]


def laid(centre: Point, direction: float, length: float, width: float) -> list[Point]:
    """The corners of a rope."""
    along = (math.cos(direction) * length / 2, math.sin(direction) * length / 2)
    across = (-math.sin(direction) * width / 2, math.cos(direction) * width / 2)
    return [
        (centre[0] + i * along[0] + j * across[0], centre[1] + i * along[1] + j * across[1])
        for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]


def spare(corners: Sequence[Point], disc: Disc) -> float:
    """How much farther than its rim the rope reaches beyond a disc; below 0 it sticks out."""
    (x, y), radius = disc
    distances = []
    for i, (ax, ay) in enumerate(corners):
        bx, by = corners[(i + 1) % 4]
        length = math.hypot(bx - ax, by - ay)
        distances.append(((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length)
    return min(distances) - radius


def stays_inside(corners: Sequence[Point], sections: Sequence[Outline], step: float = 1.0) -> bool:
    """Whether a grid of points of the rope lies in one of the sections each."""
    (ax, ay), (bx, by), _, (dx, dy) = corners
    n = max(2, math.ceil(math.hypot(bx - ax, by - ay) / step))
    m = max(2, math.ceil(math.hypot(dx - ax, dy - ay) / step))
    for i in range(n + 1):
        for j in range(m + 1):
            if 0 < i < n and 0 < j < m and (i + j) % 3:
                continue  # the rim closely, the middle more loosely
            u, v = i / n, j / m
            point = (ax + u * (bx - ax) + v * (dx - ax), ay + u * (by - ay) + v * (dy - ay))
            if not any(is_in(outline, point) for outline in sections):
                return False
    return True


def is_in(outline: Outline, point: Point) -> bool:
    """By the sum of angles under which the sides are seen; the border counts as inside."""
    total = 0.0
    for i, (ax, ay) in enumerate(outline):
        bx, by = outline[(i + 1) % len(outline)]
        ax, ay, bx, by = ax - point[0], ay - point[1], bx - point[0], by - point[1]
        cross, dot = ax * by - ay * bx, ax * bx + ay * by
        side = math.hypot(bx - ax, by - ay)
        if abs(cross) <= 1e-6 * max(side, 1.0) and dot <= 1e-9:
            return True
        total += math.atan2(cross, dot)
    return abs(total) > math.pi


def find(
    nose: Disc, hold: Disc, length: float, width: float, sections: Sequence[Outline], rng: Random,
    tries: int,
) -> list[Point] | None:  # fmt: skip
    """A rope that lies well, if so many random tries find one; they vary about the two discs."""
    (x0, y0), (x1, y1) = nose[0], hold[0]
    distance = math.hypot(x1 - x0, y1 - y0)
    along = math.atan2(y1 - y0, x1 - x0)
    lean = math.asin(min(1.0, width / max(distance, width)))
    for _ in range(tries):
        direction = along + rng.uniform(-lean, lean)
        slide, shift = rng.uniform(-length / 2, length / 2), rng.uniform(-width / 2, width / 2)
        c, s = math.cos(direction), math.sin(direction)
        centre = (
            (x0 + x1) / 2 + slide * c - shift * s,
            (y0 + y1) / 2 + slide * s + shift * c,
        )
        corners = laid(centre, direction, length, width)
        if min(spare(corners, nose), spare(corners, hold)) < 0:
            continue
        if stays_inside(corners, sections):
            return corners
    return None
