"""The eight ways to turn and mirror a training picture with its labels.

Knows how places and slopes go with the picture; values do not change. Refuses to know nets.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from hardware.simulated.scene.sensor import Picture
from tests.training.labels import Label

TURNS = 8


def turned(picture: Picture, labels: Sequence[Label], way: int) -> tuple[Picture, list[Label]]:
    """A picture and its labels, turned or mirrored in one of 8 ways. Values do not change."""
    last = picture.shape[0] - 1
    out = list(labels)
    if way & 1:
        picture = picture[:, ::-1]
        out = [replace(d, x=last - d.x, slope_x=-d.slope_x) for d in out]
    if way & 2:
        picture = picture[::-1]
        out = [replace(d, y=last - d.y, slope_y=-d.slope_y) for d in out]
    if way & 4:
        picture = picture.transpose(1, 0, 2)
        out = [replace(d, x=d.y, y=d.x, slope_x=d.slope_y, slope_y=d.slope_x) for d in out]
    return np.ascontiguousarray(picture), out
