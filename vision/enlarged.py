"""A reading of a reduced picture, told in pixels of the whole picture.

Knows how places grow, pixels counting from their centres. Refuses to change what was read.
"""

from __future__ import annotations

from dataclasses import replace

from vision.values import Box, DieReading, Point, TrayReading, Trouble


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
