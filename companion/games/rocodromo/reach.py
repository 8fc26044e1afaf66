"""Whether a rope can cover a nose and a hold without leaving two sections.

Knows plane geometry of rigid rectangles and answers in three ways: yes with a placement to
show, no with the reason, or too close to call. Refuses to know rules, turns and players.

How. Ask the question once too strictly and once too leniently: the rope may cover a little
less and must stay a little further inside, or the reverse. Both are the question for two
rectangles around one centre, ``tolerance`` smaller and larger. For one direction it is
exact: the centres from which the larger rectangle covers nose and hold are a box; a centre
is bad exactly where a border of the region meets the smaller rectangle's interior, that is
in the border's side spread by the rectangle, a hexagon; box less hexagons is what is left.

Directions are halved again and again. Asked in the middle of a range of directions, with as
much more tolerance as the rope's corners swing within the range, a no holds for the whole
range. So a no is proven for every direction, and a strict yes is a placement that was
checked itself; what is neither, down to a swing of ``_SWING_MM``, is too close to call.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Any

import shapely
from shapely.geometry import Polygon

from companion.games.fields import Point
from companion.games.rocodromo.planar import Disc, Shape

TOLERANCE_MM = 0.5
"""Measured outlines are no truer than this: what is nearer to the limit is too close to call."""

SEAM_MM = 1.0
"""Gaps up to this between two sections count as closed: printed lines, tiles side by side."""

_SWING_MM = 0.25
"""Ranges of directions in which the rope's corners swing by less than this are not halved."""

_ARC_STEPS = 32
"""Points of a quarter circle where a disc becomes an outline: 0.01 mm at a radius of 10 mm."""


class Reason(StrEnum):
    """Why a rope cannot be laid."""

    TOO_SHORT = "too_short"
    """Even on a free wall it cannot cover both."""

    APART = "apart"
    """The two sections do not meet."""

    LEAVES = "leaves"
    """It would leave the two sections."""


class Verdict(StrEnum):
    """The answer."""

    YES = "yes"
    NO = "no"
    CLOSE = "close"


@dataclass(frozen=True, slots=True)
class Reach:
    """``placement``: the rope's corners in order, in mm; for ``CLOSE`` the best try known.

    ``reason`` is given with ``NO`` alone.
    """

    verdict: Verdict
    placement: tuple[Point, ...] | None = None
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """A nose, a hold, and a rope of that length and width in mm."""

    nose: Shape
    hold: Shape
    length_mm: float
    width_mm: float


@dataclass(frozen=True, slots=True, eq=False)
class Region:
    """Where the rope may lie: a prepared area and the sides of its borders."""

    area: Any
    sides: tuple[tuple[Point, Point], ...]


def region(
    allowed: tuple[tuple[Point, ...], ...], others: tuple[tuple[Point, ...], ...] = ()
) -> Region:
    """The allowed outlines with their seams closed, less all the others.

    Sections are closed sets: a rope may touch a border from inside.
    """
    whole = shapely.union_all([_sound(outline) for outline in allowed])
    half = SEAM_MM / 2
    closed = whole.buffer(half, join_style="mitre").buffer(-half, join_style="mitre")
    whole = closed.union(whole)
    if others:
        # What was closed over a third section is given back to it, not what overlaps by a slip.
        strangers = shapely.union_all([_sound(outline) for outline in others])
        kept = shapely.union_all([_sound(outline) for outline in allowed])
        whole = whole.difference(strangers.difference(kept))
    shapely.prepare(whole)
    return Region(whole, tuple(_sides(whole)))


def is_too_short(question: Question) -> bool:
    """Whether the rope cannot cover both even on a free wall, whatever its direction."""
    if _span_mm(question) > 2 * _arm_mm(question):
        return True
    ranges = [(_along(question), math.pi / 2)]
    while ranges:
        direction, half = ranges.pop()
        swing = half * _arm_mm(question)
        if not _covers(question, direction, TOLERANCE_MM + swing):
            continue
        if swing <= _SWING_MM or _covers(question, direction, TOLERANCE_MM):
            return False
        ranges += _halves(direction, half)
    return True


def check(where: Region, question: Question) -> Reach:
    """The answer for a rope in that region."""
    if is_too_short(question):
        return Reach(Verdict.NO, None, Reason.TOO_SHORT)
    ranges = [(_along(question), math.pi / 2)]
    best: tuple[Point, ...] | None = None
    while ranges:
        direction, half = ranges.pop()
        swing = half * _arm_mm(question)
        tolerance = TOLERANCE_MM + swing
        if not _covers(question, direction, tolerance):
            continue
        placement = _placement(where, question, direction, -TOLERANCE_MM)
        if placement is not None:
            return Reach(Verdict.YES, placement)
        if tolerance < min(question.width_mm, question.length_mm) / 2:
            placement = _placement(where, question, direction, tolerance)
            if placement is None:
                continue
        if swing > _SWING_MM:
            ranges += _halves(direction, half)
        else:
            best = best or placement
    if best is not None:
        return Reach(Verdict.CLOSE, best)
    return Reach(Verdict.NO, None, _why(where, question))


def _along(question: Question) -> float:
    """The direction from nose to hold, in which a rope most likely fits."""
    (x0, y0), (x1, y1) = _middle(question.nose), _middle(question.hold)
    return math.atan2(y1 - y0, x1 - x0)


def _halves(direction: float, half: float) -> list[tuple[float, float]]:
    return [(direction - half / 2, half / 2), (direction + half / 2, half / 2)]


def _covers(question: Question, direction: float, tolerance_mm: float) -> bool:
    """Whether on a free wall the rope can cover both in that direction."""
    low, high, left, right = _extent(question, direction)
    long_enough = high - low <= question.length_mm + 2 * tolerance_mm
    return long_enough and right - left <= question.width_mm + 2 * tolerance_mm


def _span_mm(question: Question) -> float:
    """The greatest distance between a point of the nose and one of the hold."""
    noses, one = _grown_points(question.nose)
    holds, other = _grown_points(question.hold)
    return one + other + max(math.dist(a, b) for a in noses for b in holds)


def _arm_mm(question: Question) -> float:
    """From the middle of the largest rope asked for to its corner."""
    grown = 2 * TOLERANCE_MM
    return math.hypot(question.length_mm + grown, question.width_mm + grown) / 2


def _extent(question: Question, direction: float) -> tuple[float, float, float, float]:
    """Along the direction from and to, across it from and to, of nose and hold together."""
    c, s = math.cos(direction), math.sin(direction)
    us, vs = [], []
    for shape in (question.nose, question.hold):
        points, radius = _grown_points(shape)
        for x, y in points:
            u, v = c * x + s * y, c * y - s * x
            us += [u - radius, u + radius]
            vs += [v - radius, v + radius]
    return min(us), max(us), min(vs), max(vs)


def _grown_points(shape: Shape) -> tuple[tuple[Point, ...], float]:
    """Points and a radius: a convex thing covers the shape if it covers discs of these."""
    if isinstance(shape, Disc):
        return (shape.centre,), shape.radius_mm
    return shape.outline, 0.0


def _placement(
    where: Region, question: Question, direction: float, tolerance_mm: float
) -> tuple[Point, ...] | None:
    """The rope's corners, laid in that direction so that it covers both and stays inside.

    With a tolerance above 0 it may miss both aims by that much, below 0 it keeps that much
    in hand; at most half the rope's width. None where that direction does not allow it.
    """
    low, high, left, right = _extent(question, direction)
    covers_u = question.length_mm / 2 + tolerance_mm
    covers_v = question.width_mm / 2 + tolerance_mm
    box = (high - covers_u, right - covers_v, low + covers_u, left + covers_v)
    if box[0] >= box[2] or box[1] >= box[3]:
        return None
    half_u, half_v = question.length_mm / 2 - tolerance_mm, question.width_mm / 2 - tolerance_mm
    free = shapely.box(*box)
    c, s = math.cos(direction), math.sin(direction)
    bad = [
        corners
        for (ax, ay), (bx, by) in where.sides
        if (
            corners := _spread(
                (c * ax + s * ay, c * ay - s * ax), (c * bx + s * by, c * by - s * bx),
                half_u, half_v, box,
            )
        )
    ]  # fmt: skip
    if bad:
        hexagons = shapely.convex_hull(shapely.linestrings(bad))  # all in one go
        free = free.difference(shapely.union_all(hexagons))
    for part in getattr(free, "geoms", (free,)):
        if part.area <= 0:
            continue
        inside = part.representative_point()
        centre = (c * inside.x - s * inside.y, s * inside.x + c * inside.y)
        rope = _corners(centre, direction, 2 * half_u, 2 * half_v)
        if where.area.covers(Polygon(rope)):
            return _corners(centre, direction, question.length_mm, question.width_mm)
    return None


def _spread(
    a: Point, b: Point, half_u: float, half_v: float, box: tuple[float, float, float, float]
) -> list[Point] | None:
    """Centres from which the rectangle's interior meets the side, None far from the box.

    They are the hull of these points.
    """
    if (
        max(a[0], b[0]) + half_u <= box[0]
        or min(a[0], b[0]) - half_u >= box[2]
        or max(a[1], b[1]) + half_v <= box[1]
        or min(a[1], b[1]) - half_v >= box[3]
    ):
        return None
    return [
        (x + du, y + dv) for x, y in (a, b) for du in (-half_u, half_u) for dv in (-half_v, half_v)
    ]


def _why(where: Region, question: Question) -> Reason:
    for part in getattr(where.area, "geoms", (where.area,)):
        ends = (part.distance(_outline(shape)) for shape in (question.nose, question.hold))
        if all(distance < TOLERANCE_MM for distance in ends):
            return Reason.LEAVES
    return Reason.APART


def _outline(shape: Shape) -> Any:
    if isinstance(shape, Disc):
        return shapely.Point(shape.centre).buffer(shape.radius_mm, quad_segs=_ARC_STEPS)
    return _sound(shape.outline)


def _middle(shape: Shape) -> Point:
    if isinstance(shape, Disc):
        return shape.centre
    n = len(shape.outline)
    return (sum(x for x, _ in shape.outline) / n, sum(y for _, y in shape.outline) / n)


def _sound(outline: tuple[Point, ...]) -> Any:
    polygon = Polygon(outline)
    return polygon if polygon.is_valid else polygon.buffer(0)


def _sides(area: Any) -> Iterator[tuple[Point, Point]]:
    for part in getattr(area, "geoms", (area,)):
        for ring in (part.exterior, *part.interiors):
            points = [(float(x), float(y)) for x, y in ring.coords]
            yield from pairwise(points)


def _corners(
    centre: Point, direction: float, length_mm: float, width_mm: float
) -> tuple[Point, ...]:
    c, s = math.cos(direction), math.sin(direction)
    u, v = length_mm / 2, width_mm / 2
    return tuple(
        (centre[0] + c * du - s * dv, centre[1] + s * du + c * dv)
        for du, dv in ((-u, -v), (u, -v), (u, v), (-u, v))
    )
