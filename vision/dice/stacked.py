"""Which die of a picture lies on another, by the outline of what is under its face.

Knows that one cube shows its top and two sides, an outline that its turn and the slope of level
dice tell, and that equal dice of one picture show bodies of one size: where two lie on each other,
corners of the lower one stick out, and together they are larger than any other die. Refuses to
judge fewer than three dice that lie apart on a plain floor, dice of several sizes, and ones: a
single pip does not tell how a die is turned.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.joining import Judged
from vision.dice.neighbours import looks_of
from vision.dice.slant import USUAL_OPENING

Vector = NDArray[np.float64]

PX = 16
CROP = 3 * PX
"""Pixels of one side, and of the small picture in which a die is judged."""

APART = 1.5
"""Sides to the next place from which a die lies apart from it."""
HIGH = 1.0
"""Only a die with at least this part of the middle side is asked: of 15 upper ones 0.97 to 1.18."""

LEAST_OTHERS = 2
SAME_SIZE = 1.2
"""The largest body is at most this many times the smallest, in area, where dice are of one size."""
LEAST_LARGER, MOST_LARGER = 1.1, 1.75
"""How much larger than every other die, and than their middle, two on each other are, in area: the
upper one is nearer to the camera, too. What is larger still is a larger die."""
LEAST_MISFIT = 0.115
LARGER_ENOUGH = 0.4
MOST_EXCUSED = 0.5
"""Twice the misfit and how much larger it is (minus 1, at most the first), from which a die is
taken for two: no die that is read surely on 200 photographs and our own pictures has over 0.48."""

SHADOW, LIT = 0.35, 1.2
"""A floor in shadow has this much of its light or more, and under a lamp at most so much."""
SHADE, SHINE = 0.4, 1.15
"""The same for the sides of a body."""
LEAST_CONTRAST = 20.0
ROUGH = 2.0
MOST_ROUGH = 6.0
PLAIN_CONTRAST = 50.0
"""A body is what differs from the floor by the first or by ``ROUGH`` times its roughness, in grey
levels; a rougher floor, or a face that differs from it by less than the last, tells nothing."""

CHAMFER = 0.13
SMALLER_BELOW = 0.95
UNSURE_SLOPES = ((0.0, 0.0), (0.15, 0.0), (-0.15, 0.0), (0.0, 0.15), (0.0, -0.15))
"""Corners of a die are round, its bottom is further away than its top, and how far the bottom is
seen of the top is known to this much, in sides."""

_ROWS, _COLUMNS = np.mgrid[0:CROP, 0:CROP] + 0.5
_REACH = np.hypot(_COLUMNS - CROP / 2, _ROWS - CROP / 2) / PX
_CORE = np.flatnonzero(_REACH < 0.35)[::2]
_RING = np.flatnonzero((_REACH > 1.25) & (_REACH < 1.5))[::4]
_SQUARE = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
_ROUND = np.array(
    [(x, y) for x in (-0.5, 0.5) for y in (CHAMFER - 0.5, 0.5 - CHAMFER)]
    + [(x, y) for y in (-0.5, 0.5) for x in (CHAMFER - 0.5, 0.5 - CHAMFER)]
)
_SMALL = np.ones((3, 3), np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class _Body:
    """What is seen of the body of a die: ``mask`` (CROP x CROP, 0 or 1), ``below`` how far its
    bottom is seen of its top, in sides, and ``large``: its area in pixels of the picture, in tops
    as large as that of a die seen from straight above."""

    mask: NDArray[np.uint8]
    below: Vector
    large: float


def on_another(
    image_bgr: NDArray[np.uint8], dice: Sequence[Judged], others: Sequence[Judged]
) -> int | None:
    """The index of the die that lies on another one; None where none is known to.

    ``image_bgr``: H x W x 3, 8 bit; ``others`` are further places that may be dice.
    """
    if len(dice) <= LEAST_OTHERS:
        return None
    slopes = _level_slopes(image_bgr.shape, dice)
    typical = median(die.seen.side for die in dice)
    bodies: dict[int, _Body] = {}

    def measure(some: Sequence[int]) -> list[float]:
        for k in some:
            body = _body(image_bgr, dice[k], -2 * slopes[k], typical)
            if body is not None:
                bodies[k] = body
        return sorted(body.large for body in bodies.values())

    separate = _separate(dice, others)
    if len(separate) <= LEAST_OTHERS:
        return None
    # The upper die is nearer to the camera: mostly the larger half alone needs to be measured.
    high = [k for k in separate if dice[k].seen.side >= HIGH * typical]
    sizes_high = measure(high)
    if not sizes_high or (len(high) > 1 and sizes_high[-1] < LEAST_LARGER * sizes_high[-2:][0]):
        return None
    measure([k for k in separate if k not in high])
    if len(bodies) <= LEAST_OTHERS:
        return None
    *rest, largest = sorted(bodies, key=lambda k: bodies[k].large)
    sizes = np.array([bodies[k].large for k in rest])
    body, die = bodies[largest], dice[largest]
    larger = body.large / sizes[-1]
    same = sizes[-1] < SAME_SIZE * sizes[0]
    if not same or larger < LEAST_LARGER or body.large > MOST_LARGER * median(sizes.tolist()):
        return None
    if die.value == 1 or largest not in high:
        return None
    misfit = _misfit(body, _turn(die))
    excess = min(larger - 1, LARGER_ENOUGH) + 2 * misfit
    return largest if misfit > LEAST_MISFIT and excess > MOST_EXCUSED else None


def _separate(dice: Sequence[Judged], others: Sequence[Judged]) -> list[int]:
    """Indices of the dice that lie apart from every other place."""
    places = np.array([one.seen.place for one in (*dice, *others)])
    gaps = np.hypot(*(places[: len(dice), None, :2] - places[None, :, :2]).transpose(2, 0, 1))
    gaps /= np.maximum(places[: len(dice), None, 2], places[None, :, 2])
    gaps[np.arange(len(dice)), np.arange(len(dice))] = np.inf
    return [int(k) for k in np.flatnonzero(gaps.min(1) > APART)]


def _level_slopes(shape: Sequence[int], dice: Sequence[Judged]) -> Vector:
    """The slope that a level die would have at the place of each, (n, 2), in sides."""
    height, width = shape[:2]
    middle = np.array([width / 2, height / 2])
    places = (np.array([(die.seen.x, die.seen.y) for die in dice]) - middle) / max(height, width)
    away = USUAL_OPENING * places
    told = [
        (slope[0] - x, slope[1] - y)
        for die, (x, y) in zip(dice, away.tolist(), strict=True)
        for slope in _mean_slope(die)
    ]
    return np.asarray(away + [median(one) for one in zip(*told, strict=True)] if told else away)


def _mean_slope(die: Judged) -> list[tuple[float, float]]:
    """The mean of what the looks say; empty where none was taught to."""
    known = [one.slope for one in looks_of(die.seen) if one is not None and one.slope is not None]
    n = len(known)
    return [(sum(x for x, _ in known) / n, sum(y for _, y in known) / n)] if known else []


def _turn(die: Judged) -> Vector:
    """The rotation (2 x 2, for rows) that lays a square along the face's lattice."""
    along = die.seen.pattern.pose[:, 0]
    length = math.hypot(*along)
    c, s = along / length if length > 0 else (1.0, 0.0)
    return np.array([[c, s], [-s, c]])


def _body(image_bgr: NDArray[np.uint8], die: Judged, below: Vector, typical: float) -> _Body | None:
    """The body under a face; None where it cannot be told from the floor or is not whole."""
    x, y, side = die.seen.place
    side = max(side, 0.97 * typical)
    reach = CROP / PX / 2 * side
    thin = max(1, int(side / PX))
    size = thin * round(2 * reach / thin)
    left, top = round(x - size / 2), round(y - size / 2)
    if min(left, top) < 0 or left + size > image_bgr.shape[1] or top + size > image_bgr.shape[0]:
        return None
    cut = image_bgr[top : top + size, left : left + size]
    # By a whole number first: other means of areas take five times as long.
    thinned = cv2.resize(cut, (size // thin, size // thin), interpolation=cv2.INTER_AREA)
    small = cv2.resize(thinned, (CROP, CROP))
    pixels = np.array(cv2.split(small), np.float32).reshape(3, -1)
    face, floor = _middle(pixels[:, _CORE]), _middle(pixels[:, _RING])
    squares = (pixels * pixels).sum(0)
    off_floor = _off(pixels, squares, floor, SHADOW, LIT)
    ring = np.sort(off_floor[_RING])
    rough = math.sqrt(max(0.0, float(ring[int(0.85 * len(ring))])))
    clear = _off(face[:, None], (face * face).sum(keepdims=True), floor, SHADOW, LIT)[0]
    if rough >= MOST_ROUGH or clear <= PLAIN_CONTRAST**2:
        return None
    differs = np.flatnonzero(off_floor > max(LEAST_CONTRAST, ROUGH * rough) ** 2)
    off_body = _off(pixels[:, differs], squares[differs], face, SHADE, SHINE)
    mask = np.zeros((CROP, CROP), np.uint8)
    mask.ravel()[differs] = off_body < off_floor[differs]
    turn = _turn(die)
    _fill(mask, _SQUARE @ turn * PX + CROP / 2)  # pips are body as well
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, _SMALL)
    smooth = cv2.morphologyEx(closed, cv2.MORPH_OPEN, _SMALL)
    _, parts = cv2.connectedComponents(smooth, connectivity=4)
    mask = (parts == parts[CROP // 2, CROP // 2]).astype(np.uint8)
    left, top, wide, high = cv2.boundingRect(mask)
    if min(left, top) == 0 or max(left + wide, top + high) == CROP:
        return None
    sides_seen = 1 + float(np.abs(turn @ below).sum())
    return _Body(mask, below, cv2.countNonZero(mask) * (side / PX) ** 2 / sides_seen)


def _middle(pixels: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(np.sort(pixels)[:, pixels.shape[1] // 2], np.float32)


def _off(
    pixels: NDArray[np.float32],
    squares: NDArray[np.float32],
    colour: NDArray[np.float32],
    least: float,
    most: float,
) -> NDArray[np.float32]:
    """Squared distance of pixels (3, n) from a colour in any light between two, (n,)."""
    length = np.float32(colour @ colour) + np.float32(1e-6)
    along = colour @ pixels
    light = np.minimum(np.maximum(along * (1 / length), np.float32(least)), np.float32(most))
    along *= 2
    return np.asarray(squares + light * (light * length - along), np.float32)


def _fill(mask: NDArray[np.uint8], corners: Vector) -> None:
    points = np.round(corners * 16 - 8).astype(np.int32)
    cv2.fillConvexPoly(mask, points, (1,), shift=4)


def _misfit(body: _Body, turn: Vector) -> float:
    """The part of the body that the best outline of one cube leaves out or has too much."""
    area = int(body.mask.sum())
    rows, columns = np.nonzero(body.mask)
    middle = np.array([columns.mean() + 0.5, rows.mean() + 0.5])
    top = _ROUND @ turn
    best = 1.0
    for unsure in UNSURE_SLOPES:
        both = np.concatenate([top, SMALLER_BELOW * top + body.below + unsure])
        outline = cv2.convexHull(both.astype(np.float32))
        moments = cv2.moments(outline)
        centre = np.array([moments["m10"], moments["m01"]]) / moments["m00"]
        scale = math.sqrt(area / moments["m00"])
        cube = np.zeros_like(body.mask)
        _fill(cube, (outline[:, 0] - centre) * scale + middle)
        best = min(best, float(np.count_nonzero(cube != body.mask)) / area)
    return best
