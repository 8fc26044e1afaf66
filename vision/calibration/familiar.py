"""Places that look as they did when the tray was empty: a bolt, a hinge, a print on the floor.

Knows how to compare a few places with the empty tray, whatever the light does. Refuses to know
what is to be made of it.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.reference import followed, reduced
from vision.calibration.tray import Matrix, Tray
from vision.dice.crop import resized
from vision.dice.segment import Place

DARK = 16.0
"""Grey levels added below the logarithm: noise in the dark is nothing new."""

REACH = 0.75
LEAST_REACH = 2.5
"""How far around a place is compared, in sides and at least in pixels of the empty tray."""

MOST_CHANGE = 0.12
"""Change in logarithms, less what the light changed there, up to which all is as it was. Rendered,
bare floor in other light has up to 0.03, black dice in a black tray have 0.24 and more."""

LIGHT = (0.6, 1.6)
"""How bright a picture must be, in the mean and as a part of the empty tray's, to tell: in less
light black dice differ from a dark floor by less than the limit, and burnt out all is alike."""


DIM = 0.45
"""How bright, counted alike, a picture of a tray must be for nothing to be overlooked in it: black
dice in a black tray are not seen with 0.38 and are with 0.41 (a fifth of the light)."""


def familiar(
    tray: Tray,
    image_bgr: NDArray[np.uint8],
    places: Sequence[Place],
    affine: Matrix | None = None,
) -> list[bool]:
    """For each place (x, y, side, in pixels of the picture) whether nothing is new there.

    ``affine``: from ``reference.compared`` where the camera was bumped; ``tray`` is the tray as
    it was set up. A tray without a reference knows no place, and in quite
    other light none is known.
    """
    if tray.reference_bgr is None or not places:
        return [False] * len(places)
    then = tray.reference_bgr
    height, width = then.shape[:2]
    scale = width / tray.size_px[0]
    now = resized(reduced(image_bgr), width, height)
    if not LIGHT[0] <= _light(then, now) <= LIGHT[1]:
        return [False] * len(places)
    if affine is not None:
        then = followed(then, affine, scale)
    before, after = (
        np.log(cv2.GaussianBlur(one, (0, 0), 0.8).astype(np.float32) + DARK) for one in (then, now)
    )
    ratio = np.asarray(after - before, np.float32)
    return [_is_even(ratio, place, scale) for place in places]


def is_dim(tray: Tray, image_bgr: NDArray[np.uint8]) -> bool:
    """Whether there is so much less light than at set-up that dark dice may not be seen."""
    then = tray.reference_bgr
    return then is not None and _light(then, reduced(image_bgr)) < DIM


def _light(then: NDArray[np.uint8], now: NDArray[np.uint8]) -> float:
    return (float(now.mean()) + 1) / (float(then.mean()) + 1)


def _is_even(ratio: NDArray[np.float32], place: Place, scale: float) -> bool:
    """Whether the change about a place is that of the light alone."""
    x, y, side = place
    reach = max(LEAST_REACH, REACH * side * scale)
    middle_x, middle_y = (x + 0.5) * scale - 0.5, (y + 0.5) * scale - 0.5
    rows = slice(max(0, round(middle_y - reach)), max(0, round(middle_y + reach) + 1))
    columns = slice(max(0, round(middle_x - reach)), max(0, round(middle_x + reach) + 1))
    part = ratio[rows, columns].reshape(-1, 3)
    if not part.size:
        return False
    off = np.abs(part - np.median(part, axis=0))
    return float(np.percentile(off, 98)) < MOST_CHANGE
