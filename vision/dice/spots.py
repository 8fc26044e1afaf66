"""Whether the spots of a face can be pips: round, of one kind, and no more than are read.

Knows what pips look like under any camera: discs, seen as ellipses of one shape and size, some
with a highlight that bites into their edge. Refuses to say what else there is: see trouble.

Method: what differs from the body's colour is outlined. An ellipse of any squash fills its own
second moments exactly: area = 4 pi sqrt(determinant), which a triangle, a star or a letter does
not. Symbols that are as round as a disc, or too blurred to tell, pass.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.crop import cut
from vision.dice.pips import Pattern
from vision.dice.segment import Place

Picture = NDArray[np.integer[Any] | np.floating[Any]]
"""Pixels, or points of an outline, as OpenCV names their types."""

FACE_PX = 64
CROP_PX = 76

LEAST_SIDE_PX = 25.0
"""Pips of a smaller face are so few pixels that anything looks round."""

TO_BORDER = 0.6
"""Nearer to the picture's border than this, in sides, its last pixels are repeated."""

FACE_REACH = 0.4
"""Radius, in sides, of the disc whose colours are the body's and the pips'."""

SPOT_REACH = 0.48
"""Spots with their middle further out than this, in sides, are of side faces."""

EXTRA_REACH = 0.33
"""One pip more than are read has its middle within this."""

STRONGEST = 0.98
"""Quantile of the difference from the body that is the pips' own."""

LEAST_CONTRAST = 16.0
"""Spots that differ by fewer grey levels have no outline that tells anything."""

LEAST_SPOT, LEAST_EXTRA = 0.008, 0.012
"""Area, in faces, of the smallest spot, and of the smallest that counts as one too many."""

LONGEST = 2.5
"""Length to width beyond which a spot is no pip of this face: one of a side face, or its edge."""

BITTEN = 0.045
"""A highlight at the edge moves the middle of a spot this far, in its radii, from that of its hull;
then the hull is the pip."""

ROUND, ROUND_ONE = 0.97, 0.93
"""Least mean fill of the spots' own ellipses, and least of a single one: 1 for a disc, 0.95 for a
square, 0.83 for a triangle. Of 465 such faces on photographs none has less."""

FAINT, ROUND_FAINT = 90.0, 0.95
"""Spots that differ from the body by fewer grey levels have ragged outlines: so much is enough."""

AROUND_THE_DIE = 0.3
"""What fills less of its hull is the floor around a round die, whose middle is nowhere."""

FULL = 0.82
"""Least mean part of their hulls that spots fill."""

UNLIKE = 0.12
"""How far two pips of one face may differ in shape: 0 for the same ellipse in the same turn."""

LARGER = 2.2
"""How much larger one pip of a face may look than another."""

LARGEST_ONE = 0.14
"""Area, in faces, of the largest single pip."""

AROUND_ONE = (0.2, 0.37)
FAINT_PART, BARE = 0.2, 0.05
"""Around a single pip, from and to so many sides from the middle, at most this part of a face
differs from the body by this part of what the pip does: a die that spins has its other pips
smeared there. On photographs 0.02 at most."""

FEW = 4
FITS = 0.97
"""From this face on it is only asked whether there is more than a single spot, and only where the
lattice of pips fits less well than this or finds another face."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A spot: area in faces, distance of its middle from the face's in sides, how far it fills its
    ellipse (1 is a disc) and its hull, and its second moments xx, yy, xy for a unit determinant."""

    area: float
    away: float
    fill: float
    full: float
    xx: float
    yy: float
    xy: float

    @property
    def long(self) -> float:
        """Length to width."""
        half = (self.xx + self.yy) / 2
        return half + math.sqrt(max(half * half - 1, 0.0))


def are_no_pips(image_bgr: NDArray[np.uint8], place: Place, value: int, pattern: Pattern) -> bool:
    """Whether what stands on a face that is read as so many pips is clearly something else.

    ``place``: x, y and side of the face in pixels of the picture (H x W x 3, BGR, 8 bit);
    ``pattern``: what the lattice found there.
    """
    if value >= FEW and pattern.value == value and pattern.fit > FITS:
        return False
    height, width = image_bgr.shape[:2]
    x, y, side = place
    near = min(x, y, width - 1 - x, height - 1 - y)
    if side < LEAST_SIDE_PX or near < TO_BORDER * side:
        return False
    differs, low, high = _differences(cut(image_bgr, (x, y), FACE_PX / side, CROP_PX).image)
    if high - low < LEAST_CONTRAST:
        return False
    if value == 1:
        faint = _above(differs, low + FAINT_PART * (high - low), _AROUND)
        if cv2.countNonZero(faint) > BARE * cv2.countNonZero(_AROUND):
            return True
    strong = _above(differs, (low + high) / 2, _FACE if value >= FEW else _WITHIN)
    outlines, _ = cv2.findContours(strong, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if value >= FEW:
        areas = [cv2.contourArea(one) for one in outlines]
        return len(outlines) > 0 and sum(a > LEAST_SPOT * FACE_PX**2 for a in areas) <= 1
    spots = [spot for one in outlines if (spot := _spot(one)) is not None]
    pips = sorted((one for one in spots if one.long < LONGEST), key=lambda one: one.away)
    if sum(one.away < EXTRA_REACH and one.area > LEAST_EXTRA for one in pips) > value:
        return True
    round_enough = ROUND if high - low > FAINT else ROUND_FAINT
    return len(pips) < value or _is_strange(pips[:value], round_enough)


def _is_strange(pips: Sequence[Spot], round_enough: float) -> bool:
    """Whether spots are not round, not full, or not alike."""
    if len(pips) == 1:
        return pips[0].fill < ROUND_ONE or pips[0].area > LARGEST_ONE
    count, first = len(pips), pips[0]
    if (
        sum(one.fill for one in pips) < round_enough * count
        or sum(one.full for one in pips) < FULL * count
    ):
        return True
    areas = [one.area for one in pips]
    return max(areas) > LARGER * min(areas) or any(
        (first.xx * one.yy + first.yy * one.xx) / 2 - first.xy * one.xy > 1 + UNLIKE
        for one in pips[1:]
    )


def _differences(crop: NDArray[np.uint8]) -> tuple[Picture, float, float]:
    """How far each pixel is from the body's colour, what of it is the body's own, and the pips'."""
    blue, green, red = (
        cv2.absdiff(plane, np.full_like(plane, _sampled(plane)[len(_SAMPLE) // 2]))
        for plane in cv2.split(crop)
    )
    differs = cv2.GaussianBlur(cv2.max(cv2.max(blue, green), red), (3, 3), 0)
    levels = _sampled(differs)
    return differs, float(levels[len(levels) // 2]), float(levels[int(STRONGEST * len(levels))])


def _sampled(plane: Picture) -> Picture:
    """Every few levels of a face, in order."""
    levels = plane.ravel().take(_SAMPLE)
    levels.sort()
    return levels


def _above(plane: Picture, level: float, mask: NDArray[np.uint8]) -> Picture:
    """1 where a mask is and the level is passed."""
    return cv2.bitwise_and(cv2.threshold(plane, level, 1, cv2.THRESH_BINARY)[1], mask)


def _spot(outline: Picture) -> Spot | None:
    """What an outline encloses; None where that is too little, or of a side face."""
    area, x, y, xx, yy, xy = _moments(outline)
    middle = (CROP_PX - 1) / 2
    away = math.hypot(x - middle, y - middle) / FACE_PX
    if area < LEAST_SPOT * FACE_PX**2 or away > SPOT_REACH:
        return None
    root = math.sqrt(max(xx * yy - xy * xy, 1e-9))
    hull_area, hull_x, hull_y, hull_xx, hull_yy, hull_xy = _moments(cv2.convexHull(outline))
    off = math.hypot(x - hull_x, y - hull_y) / math.sqrt(hull_area / math.pi)
    if off > BITTEN:
        fill = hull_area / (4 * math.pi * math.sqrt(max(hull_xx * hull_yy - hull_xy**2, 1e-9)))
    else:
        fill = area / (4 * math.pi * root)
    share = area / FACE_PX**2
    if area < AROUND_THE_DIE * hull_area:
        return None
    return Spot(share, away, fill, area / hull_area, xx / root, yy / root, xy / root)


def _moments(outline: Picture) -> tuple[float, float, float, float, float, float]:
    """Area, middle x and y, and second moments xx, yy and xy, in pixels."""
    found = cv2.moments(outline)
    area = max(found["m00"], 1e-6)
    return (
        found["m00"],
        found["m10"] / area,
        found["m01"] / area,
        found["mu20"] / area,
        found["mu02"] / area,
        found["mu11"] / area,
    )


def _disc(reach: float) -> NDArray[np.bool_]:
    away = np.arange(CROP_PX) - (CROP_PX - 1) / 2
    return np.asarray(np.hypot(away[:, None], away) < reach * FACE_PX, bool)


_FACE = _disc(0.5).astype(np.uint8)
_WITHIN = _disc(0.56).astype(np.uint8)
"""Wide enough for whole pips of a two or three, which lie towards the corners."""
_AROUND = (_disc(AROUND_ONE[1]) & ~_disc(AROUND_ONE[0])).astype(np.uint8)
_EVERY_SECOND = np.zeros((CROP_PX, CROP_PX), bool)
_EVERY_SECOND[::2, ::2] = True
_SAMPLE = np.flatnonzero(_disc(FACE_REACH) & _EVERY_SECOND)
