"""Outlines of spaces, sections and holds: area, centre, borders, overlap.

Knows plane geometry of simple polygons in millimetres, y down. Refuses to know any game.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.fields import Point

Interval = tuple[float, float]

SCAN_STEP_MM = 0.5
"""Distance of the scan lines by which shared areas are measured."""


def signed_area(outline: Sequence[Point]) -> float:
    """The area by the shoelace formula in square mm; its sign tells the turning direction."""
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in _sides(outline)) / 2


def centroid(outline: Sequence[Point]) -> Point:
    """The centre of gravity of an outline with some area."""
    area = signed_area(outline)
    terms = [(x0 + x1, y0 + y1, x0 * y1 - x1 * y0) for (x0, y0), (x1, y1) in _sides(outline)]
    x = sum(sx * cross for sx, _, cross in terms) / (6 * area)
    y = sum(sy * cross for _, sy, cross in terms) / (6 * area)
    return (x, y)


def crosses_itself(outline: Sequence[Point]) -> bool:
    """Whether two sides that are no neighbours meet, or a side has no length."""
    sides = _sides(outline)
    if any(a == b for a, b in sides):
        return True
    n = len(sides)
    for i in range(n):
        for j in range(i + 2, n):
            if (i, j) != (0, n - 1) and _meet(*sides[i], *sides[j]):
                return True
    return False


def shared_area(one: Sequence[Point], other: Sequence[Point]) -> float:
    """The area that both outlines cover, in square mm, by scan lines."""
    top = max(min(y for _, y in one), min(y for _, y in other))
    bottom = min(max(y for _, y in one), max(y for _, y in other))
    shared = 0.0
    steps = int(max(0.0, bottom - top) / SCAN_STEP_MM)
    for step in range(steps):
        y = top + (step + 0.5) * SCAN_STEP_MM
        for a0, a1 in _inside(one, y):
            for b0, b1 in _inside(other, y):
                shared += max(0.0, min(a1, b1) - max(a0, b0)) * SCAN_STEP_MM
    return shared


def border_at(outline: Sequence[Point], x: float, tolerance: float) -> tuple[Interval, ...]:
    """Where the outline runs along the upright line at ``x``: intervals of y."""
    return tuple(
        (min(y0, y1), max(y0, y1))
        for (x0, y0), (x1, y1) in _sides(outline)
        if abs(x0 - x) <= tolerance and abs(x1 - x) <= tolerance and y0 != y1
    )


def touch_length(one: Sequence[Interval], other: Sequence[Interval]) -> float:
    """How long two sets of intervals run side by side."""
    return sum(max(0.0, min(a1, b1) - max(a0, b0)) for a0, a1 in one for b0, b1 in other)


def extent(outline: Sequence[Point]) -> tuple[float, float, float, float]:
    """The box around an outline: left, top, right, bottom."""
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    return (min(xs), min(ys), max(xs), max(ys))


def _sides(outline: Sequence[Point]) -> list[tuple[Point, Point]]:
    return [(outline[i - 1], outline[i]) for i in range(len(outline))]


def _inside(outline: Sequence[Point], y: float) -> list[Interval]:
    crossings = sorted(
        x0 + (y - y0) * (x1 - x0) / (y1 - y0)
        for (x0, y0), (x1, y1) in _sides(outline)
        if (y0 <= y) != (y1 <= y)
    )
    return list(zip(crossings[::2], crossings[1::2], strict=True))


def _meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    turns = (_turn(a, b, c), _turn(a, b, d), _turn(c, d, a), _turn(c, d, b))
    if turns[0] * turns[1] < 0 and turns[2] * turns[3] < 0:
        return True
    corners = ((a, b, c), (a, b, d), (c, d, a), (c, d, b))
    return any(turn == 0 and _between(*corner) for turn, corner in zip(turns, corners, strict=True))


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _between(a: Point, b: Point, c: Point) -> bool:
    return min(a[0], b[0]) <= c[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= c[1] <= max(a[1], b[1])
