"""Does the camera still look at the tray as it did when the empty picture was taken?

Knows how to compare a picture with the kept one whatever the light does, and how to find by
how much a bumped camera looks elsewhere. Refuses to know what to do about it.

Both pictures become logarithms, less their neighbourhood, divided by its spread: lamps,
clouds and shadows leave little behind. The shift is found by maximising the enhanced
correlation coefficient (Evangelidis and Psarakis, 2008).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.tray import REFERENCE_PX, Matrix, Tray
from vision.dice.crop import resized
from vision.dice.segment import Place
from vision.values import TrayFit

Plane = NDArray[np.float32]

COMPARED_PX = 160
"""Longer side of the pictures that are compared."""

DARK = 12.0
"""Grey levels added below the logarithm, so that noise in the dark is no pattern."""

NEIGHBOURHOOD = 5.0
SPREAD = 8.0
"""Deviations, in compared pixels, of the blur that is the neighbourhood, and of its spread."""

FAINT = 0.05
"""Logarithm of contrast below which a difference is noise."""

SAME = 0.55
"""Correlation of two normalised pictures from which they show the same tray."""

SURELY_SAME = 0.97
"""Correlation from which not even a small shift is possible."""

LEAST_PATTERN = 0.04
"""Part of the empty picture with any pattern, below which nothing can be compared."""

LEAST_COMPARED = 0.1
"""Part of the picture that dice must leave to be compared."""

FARTHEST = 0.3
"""A shift by more than this part of the picture's longer side is another scene."""

STILL = 0.006
"""A shift below this part of the picture's longer side is no bump: it is how exactly a shift
is found."""

DIE_REACH = 1.1
"""A die's body and its shadow, in sides from its centre; not compared."""


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """``correlation`` of the aligned pictures, -1 to 1; ``affine`` 2 x 3 takes pixels of the
    set-up to pixels of the picture; ``shift_px`` is the farthest that it moves a point of the
    floor's edge."""

    fit: TrayFit
    correlation: float
    affine: Matrix
    shift_px: float


def compared(tray: Tray, image_bgr: NDArray[np.uint8], dice: Sequence[Place] = ()) -> Compared:
    """Compare a picture (of the tray's size) with the empty tray; dice are left out."""
    if tray.reference_bgr is None:
        return Compared(TrayFit.UNKNOWN, 0.0, np.eye(2, 3), 0.0)
    width, height = tray.size_px
    scale = min(1.0, COMPARED_PX / max(width, height))
    size = (max(8, round(width * scale)), max(8, round(height * scale)))
    before, pattern = normalised(tray.reference_bgr, size)
    now, _ = normalised(image_bgr, size)
    unmoved = np.eye(2, 3)
    if pattern < LEAST_PATTERN:
        return Compared(TrayFit.UNKNOWN, 0.0, unmoved, 0.0)
    mask = np.ones((size[1], size[0]), np.float32)
    for x, y, side in dice:
        centre = (round((x + 0.5) * scale - 0.5), round((y + 0.5) * scale - 0.5))
        cv2.circle(mask, centre, max(2, round(DIE_REACH * side * scale)), (0,), -1)
    best, affine = _correlation(before, now, mask), unmoved
    if best >= SURELY_SAME or (best >= SAME and _is_peak(before, now, mask, best)):
        return Compared(TrayFit.MATCHES, best, unmoved, 0.0)
    for start in _starts(before, now):
        found = _aligned(before, now, mask, start)
        if found is not None and found[0] > best:
            best, affine = found
    affine = _in_pixels(affine, scale)
    ends = tray.outline_px @ affine[:, :2].T + affine[:, 2]
    shift = float(np.hypot(*(ends - tray.outline_px).T).max())
    if best < SAME or shift > FARTHEST * max(width, height):
        return Compared(TrayFit.UNLIKE, best, unmoved, 0.0)
    if shift < STILL * max(width, height):
        return Compared(TrayFit.MATCHES, best, unmoved, 0.0)
    return Compared(TrayFit.MOVED, best, affine, shift)


def reduced(image_bgr: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A picture as it is kept: longer side at most REFERENCE_PX."""
    height, width = image_bgr.shape[:2]
    scale = min(1.0, REFERENCE_PX / max(height, width))
    return resized(image_bgr, max(1, round(width * scale)), max(1, round(height * scale)))


def followed(then: NDArray[np.uint8], affine: Matrix, scale: float) -> NDArray[np.uint8]:
    """The empty tray, ``scale`` of the picture, as the bumped camera would see it."""
    linear = affine[:, :2]
    centre = np.full(2, 0.5 / scale - 0.5)
    shift = (linear @ centre + affine[:, 2] + 0.5) * scale - 0.5
    small = np.column_stack([linear, shift])
    size = (then.shape[1], then.shape[0])
    return np.asarray(cv2.warpAffine(then, small, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def emptied(pictures: Sequence[NDArray[np.uint8]]) -> NDArray[np.uint8]:
    """The tray without its dice, from pictures of one size with the dice in other places.

    The median of each pixel: what is covered in less than half of them is taken out.
    """
    return np.asarray(np.median(np.stack([reduced(one) for one in pictures]), axis=0), np.uint8)


def normalised(image_bgr: NDArray[np.uint8], size: tuple[int, int]) -> tuple[Plane, float]:
    """height x width without its light, about -2 to 2, and the part of it with any pattern.

    ``size`` is width and height.
    """
    small = cv2.cvtColor(resized(image_bgr, *size), cv2.COLOR_BGR2GRAY).astype(np.float32)
    light = np.log(small + DARK)
    light -= cv2.GaussianBlur(light, (0, 0), NEIGHBOURHOOD)
    spread = np.sqrt(cv2.GaussianBlur(light * light, (0, 0), SPREAD))
    return np.asarray(light / (spread + FAINT), np.float32), float((spread > FAINT / 2).mean())


def _correlation(before: Plane, now: Plane, mask: Plane) -> float:
    """Correlation of two planes where the mask is 1; 0 where there is nothing to compare."""
    count = float(mask.sum())
    if count < LEAST_COMPARED * mask.size:
        return 0.0
    a = (before - np.vdot(before, mask) / count) * mask
    b = (now - np.vdot(now, mask) / count) * mask
    return float(np.vdot(a, b) / max(float(np.sqrt(np.vdot(a, a) * np.vdot(b, b))), 1e-9))


def _is_peak(before: Plane, now: Plane, mask: Plane, here: float) -> bool:
    """Whether a shift by one compared pixel to any side makes it worse, clearly and alike.

    The parabola through three correlations has its top where the true shift is.
    """
    for axis in (0, 1):
        less, more = (_correlation(before, np.roll(now, step, axis), mask) for step in (1, -1))
        bend = 2 * here - less - more
        if bend <= 0.02 or abs(more - less) / (2 * bend) > STILL * COMPARED_PX / 2:
            return False
    return True


def _starts(before: Plane, now: Plane) -> list[NDArray[np.float32]]:
    """Where the search for the shift begins: no shift, and the one of phase correlation."""
    window = cv2.createHanningWindow((before.shape[1], before.shape[0]), cv2.CV_32F)
    (dx, dy), _ = cv2.phaseCorrelate(before, now, window)
    return [np.eye(2, 3, dtype=np.float32), np.array([[1, 0, dx], [0, 1, dy]], np.float32)]


def _aligned(
    before: Plane, now: Plane, mask: Plane, start: NDArray[np.float32]
) -> tuple[float, Matrix] | None:
    stop = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 30, 1e-3)
    used = mask.astype(np.uint8)
    try:
        found, affine = cv2.findTransformECC(
            before, now, start.copy(), cv2.MOTION_EUCLIDEAN, stop, used, 3
        )
    except cv2.error:  # it did not converge
        return None
    return float(found), np.asarray(affine, np.float64)


def _in_pixels(affine: Matrix, scale: float) -> Matrix:
    """An affine of shrunk pictures as one of full ones; pixels count from their centres."""
    linear = affine[:, :2]
    centre = np.full(2, 0.5 * scale - 0.5)
    return np.column_stack([linear, (linear @ centre + affine[:, 2] + 0.5) / scale - 0.5])
