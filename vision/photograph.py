"""The reading of a picture file, at the smallest size that shows its dice well.

Knows which sizes are tried, in which order, and what makes a reading of a reduced picture enough.
Refuses to decode, and to read: see frame and dice.reading.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.frame import Loaded, load_reduced
from vision.values import DieKind, Status, TrayReading

FIRST_PX = 800
"""Longer side, at least, of the picture that a large file is tried at first: a quarter of what a
Raspberry Pi takes, where decoding is shortest. The dice of a tray are 50 pixels wide there."""

ENOUGH_PX = 1280
"""Longer side of a picture that shows everything the net ever looks at."""

ENOUGH_SIDE_PX = 30.0
"""Side of a face below which a larger picture would show its pips better."""

SURE_SIDE_PX = 40.0
"""The same at the first try: as wide as the lattice of pips is laid."""


def read_file(
    path: Path, read: Callable[[NDArray[np.uint8]], TrayReading]
) -> tuple[TrayReading, Loaded]:
    """What ``read`` says of a file, in pixels of the picture it was shown, and that picture.

    A reduced picture only ever makes a reading quicker: what is not surely read there, and what
    is no pip die, is read again in a larger one. Raises what load_picture does.
    """
    least_px: int | None = FIRST_PX
    while True:
        loaded = load_reduced(path, least_px)
        reading = read(loaded.image_bgr)
        shows_all = max(loaded.image_bgr.shape[:2]) >= ENOUGH_PX
        if loaded.reduced == (1.0, 1.0) or _is_enough(reading, shows_all):
            return reading, loaded
        least_px = None if shows_all else ENOUGH_PX


def smallest_side(reading: TrayReading) -> float:
    """Side of the smallest face in pixels of the picture that was read; infinite without dice."""
    return min((die.box_px[2] - die.box_px[0] for die in reading.dice), default=math.inf)


def _is_enough(reading: TrayReading, shows_all: bool) -> bool:
    """Whether a larger picture could say no more."""
    if shows_all:
        return smallest_side(reading) >= ENOUGH_SIDE_PX
    pips = all(die.kind is DieKind.D6 for die in reading.dice)
    return reading.status is Status.OK and pips and smallest_side(reading) >= SURE_SIDE_PX
