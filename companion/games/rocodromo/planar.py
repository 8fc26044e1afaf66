"""Discs and outlines on the wall: moving, turning, distances.

Knows plane geometry in millimetres, x to the right and y down. Refuses to know the game,
and to answer whether a rope fits (``reach``).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.fields import Point
from companion.games.outlines import centroid

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


@dataclass(frozen=True, slots=True)
class Disc:
    """A round hold, nose or body."""

    centre: Point
    radius_mm: float


@dataclass(frozen=True, slots=True)
class Patch:
    """A hold, nose or body with an outline."""

    outline: tuple[Point, ...]


Shape = Disc | Patch


def centre_of(shape: Shape) -> Point:
    """The centre of a disc, the centre of gravity of an outline."""
    return shape.centre if isinstance(shape, Disc) else centroid(shape.outline)


def shifted(shape: Shape, by: Point) -> Shape:
    """The same shape moved by ``by``."""
    if isinstance(shape, Disc):
        return Disc(_plus(shape.centre, by), shape.radius_mm)
    return Patch(tuple(_plus(point, by) for point in shape.outline))


def turned(point: Point, quarters: int, width_mm: float, height_mm: float) -> Point:
    """Where a point of a tile lies after that many quarter turns clockwise.

    Only a square tile takes an odd number of quarter turns.
    """
    x, y = point
    match quarters % 4:
        case 0:
            return (x, y)
        case 1:
            return (height_mm - y, x)
        case 2:
            return (width_mm - x, height_mm - y)
        case _:
            return (y, width_mm - x)


def turned_shape(shape: Shape, quarters: int, width_mm: float, height_mm: float) -> Shape:
    """The same for a disc or an outline."""
    if isinstance(shape, Disc):
        return Disc(turned(shape.centre, quarters, width_mm, height_mm), shape.radius_mm)
    return Patch(tuple(turned(point, quarters, width_mm, height_mm) for point in shape.outline))


def is_inside(outline: Sequence[Point], point: Point) -> bool:
    """Whether the point lies inside the outline; on the border either answer may come."""
    x, y = point
    inside = False
    for (x0, y0), (x1, y1) in _sides(outline):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
            inside = not inside
    return inside


def border_distance(outline: Sequence[Point], point: Point) -> float:
    """How far the point is from the outline's border, inside or outside."""
    return min(_to_side(point, a, b) for a, b in _sides(outline))


def lies_in(outline: Sequence[Point], shape: Shape, tolerance_mm: float) -> bool:
    """Whether the shape sticks out of the outline by no more than the tolerance."""
    if isinstance(shape, Disc):
        free = border_distance(outline, shape.centre)
        return is_inside(outline, shape.centre) and free >= shape.radius_mm - tolerance_mm
    return all(
        is_inside(outline, point) or border_distance(outline, point) <= tolerance_mm
        for point in shape.outline
    )


def gap_to_box(shape: Shape, box: Box) -> float:
    """The distance between a shape and a rectangle, 0 where they meet."""
    left, top, right, bottom = box
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    if isinstance(shape, Disc):
        return max(0.0, _to_area(shape.centre, corners) - shape.radius_mm)
    nearest = min(_to_area(point, corners) for point in shape.outline)
    return min(nearest, *(_to_area(corner, shape.outline) for corner in corners))


def top_of(shape: Shape) -> float:
    """The smallest y of a shape."""
    if isinstance(shape, Disc):
        return shape.centre[1] - shape.radius_mm
    return min(y for _, y in shape.outline)


def _to_area(point: Point, outline: Sequence[Point]) -> float:
    return 0.0 if is_inside(outline, point) else border_distance(outline, point)


def _to_side(point: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    px, py = point[0] - a[0], point[1] - a[1]
    length = dx * dx + dy * dy
    along = 0.0 if length == 0 else min(1.0, max(0.0, (px * dx + py * dy) / length))
    return math.hypot(px - along * dx, py - along * dy)


def _plus(point: Point, by: Point) -> Point:
    return (point[0] + by[0], point[1] + by[1])


def _sides(outline: Sequence[Point]) -> list[tuple[Point, Point]]:
    return [(outline[i - 1], outline[i]) for i in range(len(outline))]
