"""How sharp a picture is, from its edges alone.

Knows how wide the step from dark to light is, over a whole picture or around one die and in
every direction. Refuses to know what the edges belong to.

The steepest slope of a step that a blur of deviation s has smoothed is 0.4 / s of its height;
so slope over height gives s, in pixels, whatever the light.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Plane = NDArray[np.float32]

STEEPEST = 0.4
"""Slope per pixel of a unit step that a blur of 1 pixel has smoothed: 1 / sqrt(2 pi)."""

WINDOW = 4.0
"""Half of the window in which the height of a step is taken, in blurs looked for."""

LEAST_HEIGHT = 20.0
"""Grey levels; lower steps drown in noise."""

DIRECTIONS = 8
"""Half circle in so many directions."""

SHARP_PART = 0.85
"""Quantile of the slopes of one direction that counts: most edges of a picture are softer than
its lens, as those of a rounded die are."""

LEAST_EDGES = 6
"""Pixels of edges that a direction must have to be heard."""


@dataclass(frozen=True, slots=True)
class Blur:
    """Deviations of the blur, in pixels: in the sharpest and in the bluntest direction.

    Out of focus, both are large; moved, the bluntest alone.
    """

    least_px: float
    most_px: float


def blur_of(grey: NDArray[np.uint8], largest_px: float) -> Blur | None:
    """The blur of a grey picture, measured up to ``largest_px``; None without clear edges."""
    plane = grey.astype(np.float32)
    reach = max(2, round(1.5 * largest_px))
    kernel = np.ones((2 * reach + 1, 2 * reach + 1), np.uint8)
    height = cv2.subtract(cv2.dilate(plane, kernel), cv2.erode(plane, kernel))
    along_x = cv2.Scharr(plane, cv2.CV_32F, 1, 0) / 32
    along_y = cv2.Scharr(plane, cv2.CV_32F, 0, 1) / 32
    slope = cv2.magnitude(along_x, along_y)
    edges = (height > LEAST_HEIGHT) & (slope > 0.04 * height)
    if np.count_nonzero(edges) < LEAST_EDGES:
        return None
    steep = slope[edges] / height[edges]
    angle = np.arctan2(along_y[edges], along_x[edges]) % np.pi
    bins = np.floor(angle / np.pi * DIRECTIONS).astype(int) % DIRECTIONS
    strengths = []
    for direction in range(DIRECTIONS):
        mine = steep[bins == direction]
        if len(mine) >= LEAST_EDGES:
            strengths.append(float(np.quantile(mine, SHARP_PART)))
    if not strengths:
        return None
    return Blur(STEEPEST / max(strengths), STEEPEST / min(strengths))
