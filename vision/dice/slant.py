"""Which dice of a picture do not lie as the others do.

Knows how the top faces of level dice are seen: all from the same side, and the further from the
middle of the picture the more from aside. Refuses to see: the net says of each die how far the
middle of its top face appears away from the middle of its body (its slope, in sides).

For level dice under one camera the slope is ``a + k p``, with the place ``p`` in longer sides of
the picture away from its middle: ``a`` comes from the camera's tilt and ``k`` from its opening.
The dice vote for both; what a die is off from that is its lean, in the view or in truth.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]

USUAL_OPENING, OPENING_SPREAD = 0.42, 0.2
"""``k`` of usual cameras: half the longer side over the focal length."""
TILT_SPREAD = 0.3
"""Slopes that a tilted camera gives to level dice; half the sine of its tilt."""
NOISE = 0.04
"""What the net is usually off in the slope of a level die, close looks averaged."""
FAR_OFF = 2.0
"""A die further off than this many times the noise has no say."""
ROUNDS = 6


def off_level(places: Vector, slopes: Vector, trust: Vector) -> Vector:
    """How far the slope of each die is off from that of a level die at its place, (n,).

    ``places``: (n, 2) x and y away from the middle of the picture, in its longer sides;
    ``slopes``: (n, 2); ``trust``: (n,) above 0, how much each counts. One die alone is off by
    little, whatever its slope: nothing tells its lean from the camera's tilt.
    """
    if len(places) == 0:
        return np.zeros(0)
    ways, costs = _followed(places, slopes, trust)
    return _distances(places, slopes, ways[int(costs.argmin())])


def _followed(places: Vector, slopes: Vector, trust: Vector) -> tuple[Vector, Vector]:
    """a and k, (n, 3), found by starting from each die as if it were level, and their costs."""
    usual = np.full((len(places), 1), USUAL_OPENING)
    ways = np.concatenate([slopes - USUAL_OPENING * places, usual], axis=1)
    wish = NOISE**2 * np.diag([TILT_SPREAD**-2, TILT_SPREAD**-2, OPENING_SPREAD**-2])
    for _ in range(ROUNDS):
        off = _distances(places, slopes, ways) / NOISE
        ways = _fitted(places, slopes, trust / (1 + (off / FAR_OFF) ** 4), wish)
    off = _distances(places, slopes, ways) / NOISE
    prior = (ways[:, :2] ** 2).sum(1) / TILT_SPREAD**2
    prior += ((ways[:, 2] - USUAL_OPENING) / OPENING_SPREAD) ** 2
    return ways, np.asarray((trust * np.minimum(off, FAR_OFF) ** 2).sum(1) + prior, np.float64)


def _fitted(places: Vector, slopes: Vector, weights: Vector, wish: Vector) -> Vector:
    """Least squares of a and k for each row of weights; what is usual is a weak ``wish``."""
    count = len(weights)
    by_place = (weights[..., None] * places).sum(1)
    matrices = np.zeros((count, 3, 3))
    matrices[:, 0, 0] = matrices[:, 1, 1] = weights.sum(1)
    matrices[:, :2, 2] = matrices[:, 2, :2] = by_place
    matrices[:, 2, 2] = (weights[..., None] * places**2).reshape(count, -1).sum(1)
    right = np.empty((count, 3))
    right[:, :2] = (weights[..., None] * slopes).sum(1)
    right[:, 2] = (weights[..., None] * places * slopes).reshape(count, -1).sum(1)
    right[:, 2] += NOISE**2 * USUAL_OPENING / OPENING_SPREAD**2
    return np.asarray(np.linalg.solve(matrices + wish, right[..., None])[..., 0], np.float64)


def _distances(places: Vector, slopes: Vector, ways: Vector) -> Vector:
    """How far each die is off one way (3,), or each of some (m, 3)."""
    off = slopes - ways[..., None, :2] - ways[..., None, 2:] * places
    return np.asarray(np.hypot(off[..., 0], off[..., 1]), np.float64)
