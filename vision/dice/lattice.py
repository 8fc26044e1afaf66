"""The lattice of nine cells that pips of a d6 can fill, its patterns and its poses.

Knows which cells each face fills, which points tell the patterns apart, and the coarse poses a
lattice is first laid in. Refuses to see a picture: see pips.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from vision.values import Point

Array = NDArray[np.float32]

FACE_PX = 40
"""Side to which a face is scaled before the lattice is laid: pips are then about 8 wide."""

CROP_PX = 72
"""Side of the small picture of a place; 1.8 faces, so that the border of the body is in it."""

CELLS: tuple[Point, ...] = tuple(product((-1.0, 0.0, 1.0), (-1.0, 0.0, 1.0)))
"""The nine cells of the lattice that the pips of some pattern fill."""

COARSE_POINTS: tuple[Point, ...] = (
    *CELLS,
    *((-0.5, -0.5), (-0.5, 0.5), (0.5, -0.5), (0.5, 0.5)),
    *((1.55, 0.0), (-1.55, 0.0), (0.0, 1.55), (0.0, -1.55)),
)
"""Cells, and points between and around them that no pip of any pattern touches."""

_STEPS = (-1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5)
FINE_POINTS: tuple[Point, ...] = (
    *product(_STEPS, _STEPS),
    *((0.75, 0.0), (-0.75, 0.0), (0.0, 0.75), (0.0, -0.75)),
)
"""A net of points over the whole face: every pip must be explained by the pattern."""

PIP_REACH = 0.6
"""Points nearer than this to a full cell, in lattice units, may be pip or body."""

CELL_WEIGHT = 4.0
"""Cells speak louder than the points between them: they tell the patterns apart."""

SHIFTS = (-0.14, -0.07, 0.0, 0.07, 0.14)
NEAR_SHIFTS = (-0.07, 0.0, 0.07)
ROUGH_SHIFTS = (-0.1, 0.0, 0.1)
"""Shifts of the coarse poses along and down, in sides; the latter two for a well known centre
and for a quick first opinion."""

TURNS = 8
"""Coarse poses to a quarter turn, after which the lattice looks the same again."""

POSES_AT_ONCE = 1125
"""Coarse poses tried together: few enough for the cache, which halves the time."""

ROWS_OF_SIX = ((0.24, 0.19), (0.3, 0.18), (0.34, 0.18))
"""Steps along and half across the rows of a six, in sides; makers differ most in this."""

SQUASH_OF_SIX = 1.5
"""Length to width that the lattice of a six has without any slant of the camera."""

LARGEST_SQUASH = 2.2
"""Length to width of a face beyond which the camera would look along it, not at it."""

BROAD_SQUASH = 1.3
"""The same for the broad 1, which else would swallow two close pips."""

_CORNERS = frozenset({(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)})
_ONE_WAY = frozenset({(-1.0, -1.0), (1.0, 1.0)})
_OTHER_WAY = _CORNERS - _ONE_WAY
_CENTRE = frozenset({(0.0, 0.0)})
_CLOSE_ONE_WAY = frozenset({(-0.5, -0.5), (0.5, 0.5)})
_CLOSE_OTHER_WAY = frozenset({(-0.5, 0.5), (0.5, -0.5)})
_BROAD = _CENTRE | frozenset(product((-0.5, 0.5), (-0.5, 0.5)))
PATTERNS: tuple[tuple[int, frozenset[Point]], ...] = (
    (1, _CENTRE),
    (1, _BROAD),
    (2, _ONE_WAY),
    (2, _OTHER_WAY),
    (2, _CLOSE_ONE_WAY),
    (2, _CLOSE_OTHER_WAY),
    (3, _ONE_WAY | _CENTRE),
    (3, _OTHER_WAY | _CENTRE),
    (4, _CORNERS),
    (5, _CORNERS | _CENTRE),
    (6, _CORNERS | {(0.0, -1.0), (0.0, 1.0)}),
    (6, _CORNERS | {(-1.0, 0.0), (1.0, 0.0)}),
)
"""Each face's full cells, also after a quarter turn; a 1 may be broad, a 2 may be close."""


@dataclass(frozen=True, slots=True, eq=False)
class Poses:
    """Poses of the lattice, and where its coarse points fall in each."""

    affine: Array  # P x 2 x 3, lattice units to crop pixels
    blocks: tuple[NDArray[np.intp], ...]  # each 17 x a part of P, into the flat crop


@dataclass(frozen=True, slots=True, eq=False)
class Templates:
    """For each pattern (rows) and point (columns): weight, and weighted target less its mean.

    ``total`` is each pattern's whole weight, ``share`` the weights' parts of it; ``match`` takes
    samples to their product with the target, and ``both`` (patterns x points x 2) holds match and
    share side by side.
    """

    weight: Array
    total: Array
    share: Array
    match: Array
    both: Array


@cache
def templates_at(points: tuple[Point, ...]) -> Templates:
    """What each pattern wants to see at some points: 1 for body tone, 0 for pip tone."""
    weights, targets, lengths = [], [], []
    for _, full in PATTERNS:
        weight, target = np.ones(len(points)), np.ones(len(points))
        for k, point in enumerate(points):
            nearest = min(np.hypot(point[0] - x, point[1] - y) for x, y in full)
            if nearest < 0.01:
                target[k], weight[k] = 0.0, CELL_WEIGHT
            elif nearest < PIP_REACH:
                weight[k] = 0.0
            elif nearest > 0.9 and point in CELLS:
                weight[k] = CELL_WEIGHT
        centred = target - np.average(target, weights=weight)
        weights.append(weight)
        targets.append(weight * centred)
        lengths.append(np.sqrt((weight * centred**2).sum()))
    rows = np.array(weights, np.float32)
    total = rows.sum(1)
    match = np.array(targets, np.float32) / np.array(lengths, np.float32)[:, None]
    share = rows / total[:, None]
    return Templates(rows, total, share, match, np.stack([match, share], -1))


@cache
def coarse_poses(shifts: tuple[float, ...]) -> Poses:
    """Coarse poses: turns, spacings and shifts; squashed by a tilted camera or a row of six."""
    centre = (CROP_PX - 1) / 2
    square = product(((0.2, 0.2), (0.24, 0.24), (0.28, 0.28)), ((1, 1), (1, 0.78), (0.78, 1)))
    rows_of_six = (*ROWS_OF_SIX, *((down, along) for along, down in ROWS_OF_SIX))
    affine = []
    for turn, (lattice, camera) in product(
        np.arange(TURNS) * np.pi / (2 * TURNS), (*square, *product(rows_of_six, ((1, 1),)))
    ):
        cos, sin = np.cos(turn), np.sin(turn)
        linear = np.diag(camera) @ np.array([[cos, -sin], [sin, cos]]) @ np.diag(lattice)
        for dx, dy in product(shifts, shifts):
            at = (centre + dx * FACE_PX, centre + dy * FACE_PX)
            affine.append(np.column_stack([linear * FACE_PX, at]))
    matrices = np.array(affine, np.float32)
    index = flat_index(matrices, COARSE_POINTS).T
    parts = np.array_split(index, -(-len(matrices) // POSES_AT_ONCE), axis=1)
    return Poses(matrices, tuple(np.ascontiguousarray(part) for part in parts))


def flat_index(affine: Array, points: tuple[Point, ...]) -> NDArray[np.intp]:
    """Where the points fall in the flat crop, for each of P poses: P x points."""
    places = affine.reshape(-1, 3) @ _homogeneous(points)
    places += 0.5
    np.maximum(places, 0, out=places)
    np.minimum(places, CROP_PX - 1, out=places)
    x_y = places.astype(np.intp).reshape(-1, 2, len(points))
    index = x_y[:, 1]
    index *= CROP_PX
    index += x_y[:, 0]
    return index


@cache
def _homogeneous(points: tuple[Point, ...]) -> Array:
    return np.array([(x, y, 1.0) for x, y in points], np.float32).T.copy()


@cache
def squash_limits() -> Array:
    """For each pattern the squash beyond which a pose of it is none."""
    limits = [BROAD_SQUASH if full is _BROAD else LARGEST_SQUASH for _, full in PATTERNS]
    return np.array(limits, np.float32)


def squashes(affine: Array) -> Array:
    """Length to width of the lattice of each pose (P x 2 x 3)."""
    a, b, c, d = affine[:, 0, 0], affine[:, 0, 1], affine[:, 1, 0], affine[:, 1, 1]
    total = a * a + b * b + c * c + d * d
    root = np.sqrt(np.maximum(total**2 - 4 * (a * d - b * c) ** 2, 0))
    return np.asarray(np.sqrt((total + root) / np.maximum(total - root, 1e-6)), np.float32)
