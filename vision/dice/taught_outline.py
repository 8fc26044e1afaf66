"""Where the top face of a die lies, from its outline.

Knows that a face is nearly a square of one body colour along its border, and that something
else begins beyond it. Refuses to know what is on the face.

A finder of dice knows a die's place well and its size less well. A face that is taught is
looked at once and then compared with for ever, so it is worth a closer look.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.crop import cut
from vision.dice.taught_face import FACE_PX, log_light

Array = NDArray[np.float32]

CUT_PX = 104
STEPS = ((0.09, 4, 0.06, 3), (0.03, 2, 0.02, 1))
"""Two grids: step of the logarithm of the side and how many to both sides, step of the place and
how many to both sides; turns are tried all around first, then near the best."""

TURNS = 10
FULL_CONTRAST = 0.5
"""A difference of logarithms beyond which a border is no clearer."""

ALONG = (-0.36, -0.27, -0.18, -0.09, 0.0, 0.09, 0.18, 0.27, 0.36)
INSIDE, OUTSIDE = 0.44, 0.57
"""Where the border is sampled: along each edge, and within and beyond it, in sides."""

UNEVEN = 0.6
"""Weight of how much the colour varies along the inside of the border."""

CAREFUL = 0.25
"""Weight of leaving the given side, by the square of the logarithm."""

CLEAR = 0.12
"""A border less clear than this is none; the given place is kept."""


@dataclass(frozen=True, slots=True)
class Square:
    """Centre and side in pixels of the picture; ``clear``: contrast of its border; ``turn``:
    radians by which a cut-out has to be turned to show it upright."""

    x: float
    y: float
    side: float
    clear: float
    turn: float = 0.0


def outlined(image_bgr: NDArray[np.uint8], x: float, y: float, side: float) -> Square:
    """The square face near a place, the place itself where no border is clear."""
    seen = cut(image_bgr, (x, y), FACE_PX / side, CUT_PX)
    light = np.asarray(cv2.GaussianBlur(log_light(seen.image), (0, 0), 0.8), np.float32)
    best = np.array([0.0, 0.0, 0.0, 0.0])
    value = -1.0
    for grid in _grids():
        poses = best + grid
        values = _border(light, poses.astype(np.float32))
        values = values - CAREFUL * poses[:, 2] ** 2
        which = int(values.argmax())
        best, value = poses[which], float(values[which])
    if value < CLEAR:
        return Square(x, y, side, value)
    middle = (CUT_PX - 1) / 2
    at = seen.to_picture(middle + best[0] * FACE_PX, middle + best[1] * FACE_PX)
    return Square(*at, side * float(np.exp(best[2])), value, -float(best[3]))


@cache
def _grids() -> tuple[NDArray[np.float64], ...]:
    """Poses to add: place x, y in sides, logarithm of the side, turn in radians."""
    quarter = np.pi / 2
    grids = []
    for (wide, sizes, far, places), turns in zip(
        STEPS,
        (np.arange(TURNS) * quarter / TURNS, np.array([-2, -1, 0, 1, 2]) * quarter / TURNS / 3),
        strict=True,
    ):
        size = np.arange(-sizes, sizes + 1) * wide
        place = np.arange(-places, places + 1) * far
        grids.append(np.array(list(product(place, place, size, turns))))
    return tuple(grids)


def _border(light: Array, poses: Array) -> NDArray[np.float64]:
    """How clear the border is of each pose (n, 4)."""
    inner, outer = _edge(INSIDE), _edge(OUTSIDE)
    within, beyond = _sampled(light, poses, inner), _sampled(light, poses, outer)
    differs = np.abs(within - beyond).mean(2).reshape(len(poses), 4, len(ALONG))
    clear = np.minimum(differs, FULL_CONTRAST).mean(2)
    uneven = np.abs(within - np.median(within, axis=1, keepdims=True)).mean((1, 2))
    # The weakest edge counts most: a square that is too large has one on the floor.
    return np.asarray(0.5 * clear.mean(1) + 0.5 * clear.min(1) - UNEVEN * uneven, np.float64)


def _edge(far: float) -> Array:
    """(4 len(ALONG), 2) points along the four edges of a unit square, ``far`` from its centre."""
    along = np.array(ALONG)
    one = np.stack([along, np.full_like(along, far)], axis=1)
    turns = [one, one[:, ::-1] * [1, -1], -one, one[:, ::-1] * [-1, 1]]
    return np.asarray(np.concatenate(turns), np.float32)


def _sampled(light: Array, poses: Array, points: Array) -> Array:
    """(n, points, 3) of a picture at the points in each pose."""
    size = np.exp(poses[:, 2:3])
    cos, sin = np.cos(poses[:, 3:4]) * size, np.sin(poses[:, 3:4]) * size
    x = poses[:, 0:1] + cos * points[:, 0] - sin * points[:, 1]
    y = poses[:, 1:2] + sin * points[:, 0] + cos * points[:, 1]
    middle = np.float32((CUT_PX - 1) / 2)
    x, y = x * np.float32(FACE_PX) + middle, y * np.float32(FACE_PX) + middle
    return np.asarray(cv2.remap(light, x, y, cv2.INTER_LINEAR), np.float32)
