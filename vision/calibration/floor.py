"""Finds the floor of a tray in a picture, empty or with dice in it.

Knows that a floor has one colour, lies around the middle of the picture and is bounded by a
round, four-sided or other bulging outline. Refuses to know dice: they are holes to be filled.

The region of the middle's colour is grown over rising differences of colour, and those regions
count that keep their shape while the difference grows: the idea of maximally stable regions
(Matas and others, 2002), with the shape of a tray asked for besides. No colour and no size is
given from outside.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.crop import resized

Outline = NDArray[np.float64]
"""n x 2, pixels x, y in order around, not closed."""
Mask = NDArray[np.uint8]

SEARCH_PX = 320
"""Longer side of the picture in which the floor is sought."""

MIDDLE = 0.35
"""The part of width and height around the middle in which the floor's colour is taken."""

LEAST_SHARE, MOST_SHARE = 0.06, 0.97
"""Part of the picture that a floor may fill."""

ON_BORDER = 0.34
"""A region with this part of its outline on the picture's border is a table, not a tray."""

GOOD_SHAPE = 0.9
"""Overlap (intersection over union) of a region and its shape, from which it may be a floor."""

STABLE = 0.035
"""A region is stable while a step of colour adds no more than this part of it."""

AS_GOOD = 0.012
"""Shapes whose overlap differs by less fit equally well."""

STEPS = tuple(range(4, 76, 3))
"""Differences of colour tried, in Lab units."""

ROUND_POINTS = 72


class Shape(StrEnum):
    """What kind of outline the floor has."""

    ELLIPSE = "ellipse"
    QUAD = "quad"
    POLYGON = "polygon"


@dataclass(frozen=True, slots=True, eq=False)
class Floor:
    """``outline_px``: the floor's edge (n x 2, in order, four corners for a QUAD);
    ``overlap``: how well that shape fits what was seen, 0 to 1; ``cut``: part of the outline
    that lies on the picture's border or beyond, 0 to 1."""

    shape: Shape
    outline_px: Outline
    overlap: float
    cut: float


def found_floor(image_bgr: NDArray[np.uint8]) -> Floor | None:
    """The floor of the tray in a picture (H x W x 3, 8 bit); None where no tray is seen."""
    height, width = image_bgr.shape[:2]
    scale = min(1.0, SEARCH_PX / max(height, width))
    to_width, to_height = max(8, round(width * scale)), max(8, round(height * scale))
    small = resized(image_bgr, to_width, to_height)
    differs = _difference(small)
    seen: list[tuple[int, Floor]] = []
    for step in STEPS:
        region = _region(differs <= step)
        if region is not None:
            area = int(np.count_nonzero(region))
            fitted = _fitted(region)
            if fitted is not None:
                seen.append((area, fitted))
                continue
        seen.append((0, _NOTHING))
    best = _most_stable(seen)
    if best is None:
        return None
    x_scale, y_scale = width / to_width, height / to_height
    outline = (best.outline_px + 0.5) * np.array([x_scale, y_scale]) - 0.5
    return Floor(best.shape, outline, best.overlap, best.cut)


def outline_mask(outline_px: Outline, size_px: tuple[int, int], scale: float = 1.0) -> Mask:
    """height x width, 255 inside an outline; ``size_px`` is width and height."""
    mask = np.zeros((size_px[1], size_px[0]), np.uint8)
    points = np.rint(((outline_px + 0.5) * scale - 0.5) * 16).astype(np.int32)
    cv2.fillPoly(mask, [points], (255,), cv2.LINE_8, 4)
    return mask


_NOTHING = Floor(Shape.POLYGON, np.zeros((0, 2)), 0.0, 1.0)


def _difference(small: Mask) -> NDArray[np.float32]:
    """Distance of each pixel's colour to the commonest one of the middle."""
    lab = cv2.cvtColor(cv2.medianBlur(small, 5), cv2.COLOR_BGR2LAB).astype(np.float32)
    height, width = small.shape[:2]
    y, x = (round(length * (1 - MIDDLE) / 2) for length in (height, width))
    middle = lab[y : height - y, x : width - x].reshape(-1, 3)
    colour = np.median(middle, axis=0)
    for reach in (60.0, 30.0, 20.0):  # dice are outvoted, then left out
        near = middle[np.abs(middle - colour).sum(axis=1) < reach]
        if len(near) > len(middle) // 5:
            colour = np.median(near, axis=0)
    away = (lab - colour) * np.array([0.7, 1.0, 1.0], np.float32)  # light varies, colour less
    return np.asarray(np.sqrt((away * away).sum(axis=2)), np.float32)


def _region(near: NDArray[np.bool_]) -> Mask | None:
    """The connected region that fills most of the middle, its holes filled."""
    mask = near.astype(np.uint8)
    height, width = mask.shape
    reach = max(1, min(height, width) // 60)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1, 2 * reach + 1))
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, kernel), np.uint8)
    count, labels = cv2.connectedComponents(mask)
    if count < 2:
        return None
    y, x = (round(length * (1 - MIDDLE) / 2) for length in (height, width))
    middle = labels[y : height - y, x : width - x]
    votes = np.bincount(middle.ravel(), minlength=count)
    votes[0] = 0
    best = int(votes.argmax())
    if votes[best] < 0.25 * middle.size:
        return None
    part = np.asarray(labels == best, np.uint8)
    outlines, _ = cv2.findContours(part, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    filled = np.zeros_like(part)
    cv2.drawContours(filled, [max(outlines, key=len)], -1, (255,), -1)
    wide = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (6 * reach + 1, 6 * reach + 1))
    return np.asarray(cv2.morphologyEx(filled, cv2.MORPH_OPEN, wide), np.uint8)


def _fitted(region: Mask) -> Floor | None:
    height, width = region.shape
    share = float(np.count_nonzero(region)) / region.size
    if not LEAST_SHARE < share < MOST_SHARE:
        return None
    outlines, _ = cv2.findContours(region, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not outlines:
        return None
    edge = max(outlines, key=len).reshape(-1, 2).astype(np.float64)
    last = np.array([width - 1, height - 1])
    on_border = ((edge < 1.5) | (edge > last - 1.5)).any(axis=1)
    cut = float(on_border.mean())
    if cut > ON_BORDER or np.count_nonzero(~on_border) < 12:
        return None
    free = edge[~on_border]
    tried = [
        (shape, outline)
        for shape, outline in (
            (Shape.ELLIPSE, _ellipse(free)),
            (Shape.QUAD, _quad(edge, free)),
            (Shape.POLYGON, _polygon(edge)),
        )
        if outline is not None
    ]
    floors = [Floor(shape, outline, _overlap(outline, region), cut) for shape, outline in tried]
    plain = [floor for floor in floors if floor.shape is not Shape.POLYGON]
    best = max(plain, key=lambda floor: floor.overlap, default=None)
    if best is None or best.overlap < GOOD_SHAPE:
        best = max(floors, key=lambda floor: floor.overlap)
    return best if best.overlap >= GOOD_SHAPE else None


def _ellipse(free: Outline) -> Outline | None:
    """A robust ellipse through points; bulges and notches are left out of the last fits."""
    points = free
    fit: tuple[tuple[float, float], tuple[float, float], float] | None = None
    for keep in (0.85, 0.85, 1.0):
        if len(points) < 12:
            return None
        centre, axes, turn = cv2.fitEllipseAMS(points.astype(np.float32))
        if not np.isfinite([*centre, *axes, turn]).all() or min(axes) < 4:
            return None
        fit = ((float(centre[0]), float(centre[1])), (float(axes[0]), float(axes[1])), float(turn))
        away = np.abs(np.hypot(*_unit_circle(free, fit).T) - 1)
        points = free[away <= np.quantile(away, keep)]
    assert fit is not None
    angle = np.linspace(0, 2 * np.pi, ROUND_POINTS, endpoint=False)
    (x, y), (a, b), turn = fit
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    u, v = a / 2 * np.cos(angle), b / 2 * np.sin(angle)
    return np.column_stack([x + c * u - s * v, y + s * u + c * v])


def _unit_circle(
    points: Outline, ellipse: tuple[tuple[float, float], tuple[float, float], float]
) -> Outline:
    centre, axes, turn = ellipse
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    away = points - np.array(centre)
    return np.column_stack(
        [
            (away @ np.array([c, s])) / (axes[0] / 2),
            (away @ np.array([-s, c])) / (axes[1] / 2),
        ]
    )


def _quad(edge: Outline, free: Outline) -> Outline | None:
    """Four lines, each fitted robustly to its side of the outline."""
    hull = cv2.convexHull(edge.astype(np.float32))
    length = float(cv2.arcLength(hull, True))
    corners = None
    for part in np.linspace(0.015, 0.12, 22):
        rough = cv2.approxPolyDP(hull, part * length, True).reshape(-1, 2)
        if len(rough) <= 4:
            corners = rough if len(rough) == 4 else None
            break
    if corners is None:
        return None
    lines = []
    for start, stop in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        way = (stop - start) / max(float(np.hypot(*(stop - start))), 1e-6)
        along = (free - start) @ way
        across = np.abs((free - start) @ np.array([-way[1], way[0]]))
        side = float(np.hypot(*(stop - start)))
        near = free[(across < 0.08 * side) & (along > 0.12 * side) & (along < 0.88 * side)]
        if len(near) < 6:  # a side beyond the picture: what was seen of it
            lines.append((start.astype(np.float64), way.astype(np.float64)))
            continue
        vx, vy, x0, y0 = cv2.fitLine(near.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
        lines.append((np.array([x0, y0], np.float64), np.array([vx, vy], np.float64)))
    out = []
    for (p, v), (q, w) in zip(lines, [*lines[1:], lines[0]], strict=True):
        cross = v[0] * w[1] - v[1] * w[0]
        if abs(cross) < 0.2:
            return None
        t = ((q - p)[0] * w[1] - (q - p)[1] * w[0]) / cross
        out.append(p + t * v)
    return np.array(out)


def _polygon(edge: Outline) -> Outline | None:
    """The hull with at most a dozen corners: trays with six or eight sides."""
    hull = cv2.convexHull(edge.astype(np.float32))
    length = float(cv2.arcLength(hull, True))
    rough = cv2.approxPolyDP(hull, 0.012 * length, True).reshape(-1, 2)
    return rough.astype(np.float64) if 3 <= len(rough) <= 12 else None


def _overlap(outline: Outline, region: Mask) -> float:
    shape = outline_mask(outline, (region.shape[1], region.shape[0])) > 0
    seen = region > 0
    return float((shape & seen).sum()) / max(1.0, float((shape | seen).sum()))


def _most_stable(seen: list[tuple[int, Floor]]) -> Floor | None:
    """Of the regions that a step of colour hardly changes, the largest that fits about best.

    The largest: a strip of floor in the shade of the rim belongs to the floor, and a die that
    is wrongly taken to lie outside would be lost without a word.
    """
    stable = [
        (area, floor)
        for (before, _), (area, floor), (after, _) in zip(seen, seen[1:], seen[2:], strict=False)
        if before and after and max(area - before, after - area) <= STABLE * area
    ]
    if not stable:
        return None
    good = max(floor.overlap for _, floor in stable) - AS_GOOD
    return max((one for one in stable if one[1].overlap >= good), key=lambda one: one[0])[1]
