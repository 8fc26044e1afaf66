"""Things in a known tray that are no dice: a hand, a pencil, a coin, a die that nobody saw.

Knows how to compare the floor with the empty tray, shadows and lamps left aside. Refuses to
know what a thing is.

The logarithm of now over then is the same over the whole floor where only the light changed,
but for a slope and for shadows; those darken all colours about alike and lie beside a die. What
is left over is a thing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.floor import outline_mask
from vision.calibration.reference import followed, reduced
from vision.calibration.tray import Matrix, Tray
from vision.dice.crop import resized
from vision.dice.segment import Place
from vision.values import Point

Plane = NDArray[np.float32]

DARK = 16.0
"""Grey levels added below the logarithm: noise in the dark is nothing new."""

OTHER_COLOUR = 0.16
"""Difference between colour channels, in logarithms, that no shadow makes."""

BRIGHTER = 0.22
"""Logarithm of brightness above the floor's that no lamp makes on a part of it."""

DARKER = 0.32
"""The same for what is darker: shadows are left aside only beside dice."""

BODY_REACH = 1.0
"""A die's body, in sides of its top face from the centre."""

SHADOW_REACH = 2.6
"""Dark places nearer to a die than this, in sides, may be its shadow."""

WALL_SIDES = 0.35
"""A strip along the floor's edge, in sides of a die, that shadows of the rim and a camera that
moved by a hair make look new."""

RIM_SHADE_SIDES = 2.2
"""Nearer to the floor's edge than this, in sides, light alone is no thing: when a lamp moves,
the shadow of the rim moves."""

LEAST_DIE = 0.10
"""Area of a thing, in faces of a die, below which it is dust."""

LEAST_FLOOR = 0.0004
"""The same as part of the floor, where no die's size is known."""

MOST_SLOPE = 3
"""Rounds in which the light's slope is fitted to what is not new."""


@dataclass(frozen=True, slots=True)
class Thing:
    """``centre_px``: a place on the thing; ``faces``: its area in faces of a die (None where
    their size is not known); ``floor_share``: its area as a part of the floor's."""

    centre_px: Point
    faces: float | None
    floor_share: float


def things(
    tray: Tray,
    image_bgr: NDArray[np.uint8],
    dice: Sequence[Place] = (),
    affine: Matrix | None = None,
) -> list[Thing]:
    """What lies on the floor besides these dice, largest first.

    ``affine``: from ``reference.compared`` where the camera was bumped; ``tray`` is then the
    tray as it was set up, and places are those of the picture. A tray without a reference
    knows of nothing.
    """
    if tray.reference_bgr is None:
        return []
    then = tray.reference_bgr
    height, width = then.shape[:2]
    scale = width / tray.size_px[0]
    now = resized(reduced(image_bgr), width, height)
    outline = tray.outline_px
    if affine is not None:
        outline = outline @ affine[:, :2].T + affine[:, 2]
        then = followed(then, affine, scale)
    side = _side(tray, dice)
    floor = outline_mask(outline, (width, height), scale)
    strip = max(1, round(WALL_SIDES * (side or 0.03 * max(tray.size_px)) * scale))
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * strip + 1, 2 * strip + 1))
    floor = np.asarray(
        cv2.erode(
            cv2.copyMakeBorder(floor, strip, strip, strip, strip, cv2.BORDER_REPLICATE), kernel
        ),
        np.uint8,
    )
    floor = floor[strip:-strip, strip:-strip]
    taken = _discs(dice, scale, BODY_REACH, floor.shape)
    used = (floor > 0) & (taken == 0)
    floor_area = int(np.count_nonzero(floor))
    if np.count_nonzero(used) < max(64, 0.1 * floor_area):
        return []
    depth = cv2.distanceTransform(np.pad(floor, 1), cv2.DIST_L2, 5)[1:-1, 1:-1]
    by_rim = depth < (RIM_SHADE_SIDES - WALL_SIDES) / WALL_SIDES * strip
    shade = _discs(dice, scale, SHADOW_REACH, floor.shape) > 0
    new = _new(then, now, used, shade, by_rim)
    new = np.asarray(cv2.morphologyEx(new, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
    new = np.asarray(cv2.morphologyEx(new, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), np.uint8)
    face = (side * scale) ** 2 if side else None
    least = max(6.0, LEAST_DIE * face if face else LEAST_FLOOR * floor_area)
    count, labels, boxes, _ = cv2.connectedComponentsWithStats(new, connectivity=8)
    found = []
    for label in range(1, count):
        area = float(boxes[label, cv2.CC_STAT_AREA])
        if area >= least:
            x, y = _inside(labels == label)
            at = ((x + 0.5) / scale - 0.5, (y + 0.5) / scale - 0.5)
            found.append(Thing(at, area / face if face else None, area / floor_area))
    return sorted(found, key=lambda thing: -thing.floor_share)


def _new(
    then: NDArray[np.uint8],
    now: NDArray[np.uint8],
    used: NDArray[np.bool_],
    shade: NDArray[np.bool_],
    by_rim: NDArray[np.bool_],
) -> NDArray[np.uint8]:
    """1 where the floor looks other than its light explains."""
    before, after = (
        np.log(cv2.GaussianBlur(one, (0, 0), 0.8).astype(np.float32) + DARK) for one in (then, now)
    )
    ratio = np.asarray(after - before, np.float32)
    ratio -= _slope(ratio, used)
    bright = ratio.mean(axis=2)
    colour = np.ptp(ratio, axis=2)
    noise = 6 * float(np.median(colour[used]))
    other = colour > max(OTHER_COLOUR, noise) + 0.25 * np.maximum(-bright, 0)
    other |= (bright > BRIGHTER) & ~by_rim
    other |= (bright < -DARKER) & ~shade & ~by_rim
    return np.asarray(other & used, np.uint8)


def _slope(ratio: Plane, used: NDArray[np.bool_]) -> Plane:
    """The smooth part of a ratio: a plane a channel, fitted to what agrees with it."""
    rows, columns = np.nonzero(used)
    step = max(1, len(rows) // 4000)
    rows, columns = rows[::step], columns[::step]
    height, width = used.shape
    basis = np.column_stack([np.ones(len(rows)), rows / height - 0.5, columns / width - 0.5])
    y = np.linspace(-0.5, 0.5, height, endpoint=False, dtype=np.float32)[:, None]
    x = np.linspace(-0.5, 0.5, width, endpoint=False, dtype=np.float32)[None]
    out = np.empty_like(ratio)
    for channel in range(3):
        values = ratio[rows, columns, channel]
        weights = np.array([float(np.median(values)), 0.0, 0.0])
        for _ in range(MOST_SLOPE):
            away = np.abs(values - basis @ weights)
            near = away <= max(0.05, 2.5 * float(np.median(away)))
            weights = np.linalg.lstsq(basis[near], values[near], rcond=None)[0]
        out[..., channel] = weights[0] + weights[1] * y + weights[2] * x
    return out


def _side(tray: Tray, dice: Sequence[Place]) -> float | None:
    if dice:
        return float(np.median([side for _, _, side in dice]))
    return tray.die_side_px


def _discs(
    dice: Sequence[Place], scale: float, reach: float, shape: tuple[int, ...]
) -> NDArray[np.uint8]:
    mask = np.zeros(shape[:2], np.uint8)
    for x, y, side in dice:
        centre = (round((x + 0.5) * scale - 0.5), round((y + 0.5) * scale - 0.5))
        cv2.circle(mask, centre, max(1, round(reach * side * scale)), (1,), -1)
    return mask


def _inside(part: NDArray[np.bool_]) -> Point:
    """The point of a part that lies deepest in it: always on the thing, unlike its mean."""
    depth = cv2.distanceTransform(np.pad(part.astype(np.uint8), 1), cv2.DIST_L2, 3)[1:-1, 1:-1]
    row, column = np.unravel_index(int(depth.argmax()), depth.shape)
    return float(column), float(row)
