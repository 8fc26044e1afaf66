"""A reading from below, told as the dice lie for the people above.

Knows that left and right change sides when a tray is seen through its floor. Refuses to know
faces: the reader has turned those over already.
"""

from __future__ import annotations

from dataclasses import replace

from vision.values import DieReading, Point, TrayReading


def mirrored(reading: TrayReading, width: int) -> TrayReading:
    """The reading with every place mirrored left to right in a picture of that width."""

    def point(at: Point) -> Point:
        return width - 1 - at[0], at[1]

    def die(one: DieReading) -> DieReading:
        x0, y0, x1, y1 = one.box_px
        box = (width - 1 - x1, y0, width - 1 - x0, y1)
        return replace(one, centre_px=point(one.centre_px), box_px=box)

    return replace(
        reading,
        dice=tuple(die(one) for one in reading.dice),
        trouble=tuple(
            replace(one, centre_px=None if one.centre_px is None else point(one.centre_px))
            for one in reading.trouble
        ),
    )
