"""A reading of a reduced picture, told in pixels of the whole picture.

Knows how places grow, pixels counting from their centres, and when a reduced picture is enough.
Refuses to change what was read.
"""

from __future__ import annotations

import math
from dataclasses import replace

from vision.values import Box, DieReading, Point, TrayReading, Trouble

ENOUGH_PX = 1280
"""Longer side of a picture that shows everything the net ever looks at."""

ENOUGH_SIDE_PX = 30.0
"""Side of a face below which the whole picture would show its pips better."""


def smallest_side(reading: TrayReading) -> float:
    """Side of the smallest face in pixels of the picture that was read; infinite without dice."""
    return min((die.box_px[2] - die.box_px[0] for die in reading.dice), default=math.inf)


def enlarged(reading: TrayReading, factor: tuple[float, float]) -> TrayReading:
    """The same reading where each pixel stands for ``factor`` (x and y) pixels of the whole."""
    if factor == (1.0, 1.0):
        return reading
    return replace(
        reading,
        dice=tuple(_die(die, factor) for die in reading.dice),
        trouble=tuple(_trouble(one, factor) for one in reading.trouble),
    )


def _die(die: DieReading, factor: tuple[float, float]) -> DieReading:
    x0, y0, x1, y1 = die.box_px
    box: Box = (*_point((x0, y0), factor), *_point((x1, y1), factor))
    return replace(die, centre_px=_point(die.centre_px, factor), box_px=box)


def _trouble(trouble: Trouble, factor: tuple[float, float]) -> Trouble:
    at = trouble.centre_px
    return trouble if at is None else replace(trouble, centre_px=_point(at, factor))


def _point(at: Point, factor: tuple[float, float]) -> Point:
    return (at[0] + 0.5) * factor[0] - 0.5, (at[1] + 0.5) * factor[1] - 0.5
