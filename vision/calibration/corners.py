"""Corners of a floor as a person gave them.

Knows when they enclose a part of the picture. Refuses to guess what was meant instead.
"""

from __future__ import annotations

from itertools import combinations

import cv2
import numpy as np

from companion.errors import TrayUnusable
from vision.calibration.floor import Outline

LEAST_PART = 0.005
"""Part of the picture below which no floor can be: no die would have 24 pixels on it."""


def check_corners(corners_px: Outline, size_px: tuple[int, int]) -> None:
    """Nothing where the corners (n x 2, n at least 3) can be a floor. Raises TrayUnusable."""
    width, height = size_px
    for x, y in corners_px:
        if not (0 <= x <= width and 0 <= y <= height):
            raise TrayUnusable(
                f"The corner {x:g},{y:g} lies outside of the picture, which is {width} x {height}"
                " pixels. Give corners that are in view, in pixels from the top left."
            )
    sides = list(zip(corners_px, np.roll(corners_px, -1, axis=0), strict=True))
    if any(_cross(*one, *other) for one, other in combinations(sides, 2)):
        raise TrayUnusable(
            "The sides between the corners cross each other. Give the corners in order around the"
            " floor, clockwise or not."
        )
    if abs(cv2.contourArea(corners_px.astype(np.float32))) < LEAST_PART * width * height:
        raise TrayUnusable(
            "The corners enclose next to nothing. Give those of the whole floor, in pixels from"
            " the top left."
        )


def _cross(a: Outline, b: Outline, c: Outline, d: Outline) -> bool:
    """Whether the inner parts of a-b and c-d meet in one point; ends that touch do not count."""
    return _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0


def _turn(a: Outline, b: Outline, c: Outline) -> float:
    (x, y), (u, v) = b - a, c - a
    return float(x * v - y * u)
