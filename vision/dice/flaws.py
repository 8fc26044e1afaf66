"""What spoils the look of one die: blur, motion, a lamp mirrored in its face.

Knows measures over a small picture of the die, in parts of its side. Refuses to know what
follows from them: see trouble.
"""

from __future__ import annotations

from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.focus import blur_of
from vision.dice.crop import cut
from vision.dice.middle import least_channel

FACE_PX = 40
CROP_PX = 48

AROUND = 0.75
"""Sides from the centre that are looked at for blur: the body's edge tells most."""

LARGEST_BLUR = 0.2
"""Largest deviation of blur that is measured, in sides."""

LENS_PX = 0.9
"""Blur that every picture has, in pixels: sampling alone."""

SOFT = 0.06
"""Blur in the sharpest direction, in sides, that hides the gap between pips. No die of the 768
on photographs that were measured has 0.05."""

SMEARED = 0.09
LONGER = 1.5
"""A moving die is blurred this much in one direction, in sides, and this much more than across
it: one still die in 768 is."""

BURNT_LEVEL = 247
"""Grey level of the darkest channel from which a pixel shows nothing any more."""

FACE_REACH = 0.42
"""Radius, in sides, of the disc that lies on the face however it is turned."""

BODY_LEVEL = 222
"""A body brighter than this is overexposed as a whole: burnt spots of it are no mirror image."""

LEAST_PATCH = 0.03
LEAST_DARK_PATCH = 0.055
"""Area of a mirror image in faces: one pip's; two pips' on a dark die, whose pips are bright."""

DARK_BODY = 150
BLOB_PX = 14
"""Side of a die, in pixels, that is enough to look for them."""

LEAST_BLOB, MOST_BLOB = 0.08, 3.0
LONGEST_BLOB, FULLEST_BLOB = 2.2, 0.6
"""Area, in faces, length to width, and part of its narrowest box that a burnt patch fills
which may be all that is seen of a die. None of 200 photographs has one beside its dice."""


MOST_BURNT = 0.6
"""A face that is burnt to this part is a white body in too much light."""


PLAIN_SLOPE = 8.0
PLAIN_RATIO = 0.72
"""Steps of a sharp die are at least this steep, in heights per side, and in its bluntest
direction as steep as this part of the steepest. Most dice pass this quick look."""


SHARP_SLOPE = 0.2
"""Steepest step of a sharp picture, in heights per pixel: a blur of two pixels leaves that."""


class Blurred(StrEnum):
    """How a die is blurred: in all directions, or in one."""

    SOFT = "soft"
    SMEARED = "smeared"


def blurred(image_bgr: NDArray[np.uint8], x: float, y: float, side: float) -> Blurred | None:
    """How the die at a place is blurred; None for a sharp one, or one without clear edges."""
    height, width = image_bgr.shape[:2]
    reach = AROUND * side
    x0, x1 = max(0, int(x - reach)), min(width, int(x + reach) + 1)
    y0, y1 = max(0, int(y - reach)), min(height, int(y + reach) + 1)
    if x1 - x0 < 4 or y1 - y0 < 4:
        return None
    grey = np.asarray(cv2.cvtColor(image_bgr[y0:y1, x0:x1], cv2.COLOR_BGR2GRAY), np.uint8)
    shrink = min(1.0, 64.0 / side)  # a large die is as blurred when it is shown smaller
    if shrink < 0.7:
        to = (max(4, round((x1 - x0) * shrink)), max(4, round((y1 - y0) * shrink)))
        grey = np.asarray(cv2.resize(grey, to, interpolation=cv2.INTER_AREA), np.uint8)
        side *= shrink
    if _is_plain(grey, side):
        return None
    found = blur_of(grey, LARGEST_BLUR * side)
    if found is None:
        return None
    least, most = (
        float(np.sqrt(max(0.0, px * px - LENS_PX * LENS_PX))) / side
        for px in (found.least_px, found.most_px)
    )
    if least > SOFT:
        return Blurred.SOFT
    smeared = most > SMEARED and found.most_px > LONGER * found.least_px
    return Blurred.SMEARED if smeared else None


def is_sharp(image_bgr: NDArray[np.uint8], x: float, y: float, side: float, shrink: float) -> bool:
    """Whether the picture, made smaller by ``shrink``, is in focus at a die: a quick look.

    False tells nothing. Unlike ``blurred`` this does not ask how large the die is: in a picture
    without focus several dice may look like one large one.
    """
    height, width = image_bgr.shape[:2]
    reach = AROUND * side
    x0, x1 = max(0, int(x - reach)), min(width, int(x + reach) + 1)
    y0, y1 = max(0, int(y - reach)), min(height, int(y + reach) + 1)
    if (x1 - x0) * shrink < 4 or (y1 - y0) * shrink < 4:
        return False
    grey = np.asarray(cv2.cvtColor(image_bgr[y0:y1, x0:x1], cv2.COLOR_BGR2GRAY), np.uint8)
    if shrink < 1:
        to = (round((x1 - x0) * shrink), round((y1 - y0) * shrink))
        grey = np.asarray(cv2.resize(grey, to, interpolation=cv2.INTER_AREA), np.uint8)
    low, high, _, _ = cv2.minMaxLoc(grey)
    return high - low >= 1 and max(_slopes(grey)) > SHARP_SLOPE * (high - low)


def has_glare(image_bgr: NDArray[np.uint8], x: float, y: float, side: float) -> bool:
    """Whether a lamp is mirrored in the face: a burnt patch on a body that is not burnt."""
    reach, step = FACE_REACH * side, max(1, int(side / FACE_PX))
    rows = slice(max(0, int(y - reach)), int(y + reach) + 1, step)
    columns = slice(max(0, int(x - reach)), int(x + reach) + 1, step)
    middle = image_bgr[rows, columns]
    if not middle.size or (least_channel(middle) >= BURNT_LEVEL).mean() < LEAST_PATCH / 2:
        return False
    face = cut(image_bgr, (x, y), FACE_PX / side, CROP_PX).image
    darkest = least_channel(face)
    burnt = (darkest >= BURNT_LEVEL) & _DISC
    if not LEAST_PATCH * FACE_PX**2 < np.count_nonzero(burnt) < MOST_BURNT * _DISC.sum():
        return False
    near = cv2.dilate(burnt.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
    rest = darkest[_DISC & ~near]
    if rest.size < FACE_PX:
        return False
    light = rest[rest > (float(np.quantile(darkest[_DISC], 0.04)) + 250) / 2]
    body = float(np.median(light if light.size > rest.size / 4 else rest))
    _, _, parts, _ = cv2.connectedComponentsWithStats(burnt.astype(np.uint8), connectivity=4)
    largest = int(parts[1:, cv2.CC_STAT_AREA].max())
    least = LEAST_PATCH if body > DARK_BODY else LEAST_DARK_PATCH
    return body < BODY_LEVEL and largest > least * FACE_PX**2


def burnt_blobs(image_bgr: NDArray[np.uint8], side: float) -> list[tuple[float, float]]:
    """Middles, in pixels, of compact burnt patches about as large as dice of a side."""
    step = max(1, int(side / BLOB_PX))
    blue, green, red = cv2.split(np.ascontiguousarray(image_bgr[::step, ::step]))
    darkest = np.asarray(cv2.min(cv2.min(blue, green), red), np.uint8)
    burnt = (darkest >= BURNT_LEVEL).astype(np.uint8)
    if not cv2.countNonZero(burnt):
        return []
    count, labels, parts, middles = cv2.connectedComponentsWithStats(burnt, connectivity=4)
    found = []
    for k in range(1, count):
        x, y, width, height, area = (int(number) for number in parts[k])
        if not LEAST_BLOB < area * (step / side) ** 2 < MOST_BLOB:
            continue
        part = (labels[y : y + height, x : x + width] == k).astype(np.uint8)
        long, short = _box(part)
        if area > FULLEST_BLOB * long * short and long < LONGEST_BLOB * short:
            found.append((step * float(middles[k, 0]), step * float(middles[k, 1])))
    return found


def _box(part: NDArray[np.uint8]) -> tuple[float, float]:
    """Length and width, in pixels, of the narrowest box around a patch, however it is turned."""
    _, sides, _ = cv2.minAreaRect(cv2.findNonZero(part))
    return max(sides) + 1, min(sides) + 1  # from the middles of pixels to their edges


def _is_plain(grey: NDArray[np.uint8], side: float) -> bool:
    """Whether a quick look at four directions shows steep steps in all of them."""
    low, high, _, _ = cv2.minMaxLoc(grey)
    if high - low < 1:
        return False
    slopes = [slope / (high - low) for slope in _slopes(grey)]
    return min(slopes) > PLAIN_RATIO * max(slopes) and max(slopes) * side > PLAIN_SLOPE


def _slopes(grey: NDArray[np.uint8]) -> list[float]:
    """The steepest step in each of four directions, in grey levels per pixel."""
    pairs = (
        (grey[:, 1:], grey[:, :-1], 1.0),
        (grey[1:], grey[:-1], 1.0),
        (grey[1:, 1:], grey[:-1, :-1], 1.4142),
        (grey[1:, :-1], grey[:-1, 1:], 1.4142),
    )
    return [cv2.minMaxLoc(cv2.absdiff(a, b))[1] / far for a, b, far in pairs]


def _disc(reach: float) -> NDArray[np.bool_]:
    away = np.arange(CROP_PX) - (CROP_PX - 1) / 2
    return np.asarray(np.hypot(away[:, None], away) < reach * FACE_PX, bool)


_DISC = _disc(FACE_REACH)
