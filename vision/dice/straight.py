"""A face laid straight by the lattice's pose, and what its nine cells hold.

Knows where pips can lie in such a picture and which cells each face fills. Refuses to know tones:
see mirrored.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.crop import Cut
from vision.dice.lattice import CELLS, PATTERNS

Mask = NDArray[np.bool_]
Tones = NDArray[np.float32]

UNIT_PX = 10
"""Pixels between two cells of the face laid straight."""

HALF_UNITS, REACH_UNITS = 2.0, 1.45
"""Half of the straight picture, and of the square in it that is face and nothing else."""

PIP_UNITS, CORE_UNITS, AROUND_UNITS = 0.38, 0.22, 0.7
"""Radius of a pip, of its certain inside, and of all that a pip can reach, in steps of the
lattice."""

SIZE_PX = int(2 * HALF_UNITS * UNIT_PX) + 1
PIP_PX = float(np.pi * (PIP_UNITS * UNIT_PX) ** 2)
"""Side of the straight picture, and the area of a pip in it."""


def straight(small: Cut, pose: NDArray[np.float64]) -> NDArray[np.uint8]:
    """The face in a cut-out, SIZE_PX square, BGR; ``pose`` (2 x 3) takes places of the lattice to
    pixels of the picture that it was cut from."""
    linear = small.affine[:, :2] @ pose[:, :2]
    offset = small.affine[:, :2] @ pose[:, 2] + small.affine[:, 2]
    back = np.empty((2, 3))
    back[:, :2] = linear / UNIT_PX
    back[:, 2] = offset - linear @ np.full(2, HALF_UNITS)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    laid = cv2.warpAffine(
        small.image, back, (SIZE_PX, SIZE_PX), flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(laid, np.uint8)


def spots(inner: float, outer: float) -> Mask:
    """For each cell the pixels between two radii around it, in steps: cells x SIZE_PX squared."""
    away = np.array([np.hypot(_X - x, _Y - y) for x, y in CELLS])
    return np.asarray((away >= inner) & (away < outer), bool)


def shares(values: NDArray[np.generic], masks: Tones) -> Tones:
    """The mean over each of some masks (see weights), of values (SIZE_PX square, or x channels)."""
    return np.asarray(masks @ values.reshape(SIZE_PX**2, -1).astype(np.float32), np.float32)


def weights(masks: Mask) -> Tones:
    """Masks as rows that take the mean."""
    flat = masks.reshape(len(masks), -1).astype(np.float32)
    return np.asarray(flat / flat.sum(1, keepdims=True), np.float32)


def faces_that_agree(seen: Mask, hidden: Mask) -> int:
    """How many faces have pips where they are seen, and else none but where they may be hidden.

    Both are masks of the nine cells.
    """
    return sum(bool(pips[seen].all() and (seen | hidden)[pips].all()) for _, pips in _NINE)


def outlines(patch: Mask) -> Mask:
    """All that lies within the convex outline of each part of a patch."""
    filled = np.zeros(patch.shape, np.uint8)
    parts, _ = cv2.findContours(patch.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    for part in parts:
        cv2.fillConvexPoly(filled, cv2.convexHull(part), (1,))
    return filled > 0


_STEPS = np.arange(SIZE_PX) / UNIT_PX - HALF_UNITS
_X, _Y = np.meshgrid(_STEPS, _STEPS)
SQUARE: Mask = (np.abs(_X) < REACH_UNITS) & (np.abs(_Y) < REACH_UNITS)
OUTER: Mask = np.hypot(_X, _Y) > 1 - PIP_UNITS
AROUND = spots(0, AROUND_UNITS)
PIPS = weights(spots(0, PIP_UNITS))
CORES = weights(spots(0, CORE_UNITS))
BEYOND = weights(spots(0.48, 0.66))
"""The ring around a pip that a common one does not reach."""

_NINE = tuple(
    (value, np.array([cell in pips for cell in CELLS]))
    for value, pips in PATTERNS
    if pips <= set(CELLS)
)
WAYS = {
    value: tuple(
        (pips, SQUARE & ~AROUND[pips].any(axis=0)) for read, pips in _NINE if read == value
    )
    for value in range(1, 7)
}
"""For each face the cells of its pips in each way it can lie, and what is bare of the rest."""
