"""What was read, drawn onto a copy of the picture: outlines, values and doubts.

Knows colours and marks. Refuses to read anything itself, and never draws on the original.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.values import DieReading, Point, TrayReading, Trouble

SURE_BGR = (90, 200, 60)
DOUBT_BGR = (0, 170, 255)
TROUBLE_BGR = (60, 60, 235)
DARK_BGR = (20, 20, 20)

SURE_DIE = 0.97
"""Confidence from which a die is drawn as sure; below, its likeliest other value stands by."""

FONT = cv2.FONT_HERSHEY_SIMPLEX


def drawn(image_bgr: NDArray[np.uint8], reading: TrayReading) -> NDArray[np.uint8]:
    """A copy of a picture (H x W x 3, BGR, 8 bit) with everything that a reading says."""
    picture = image_bgr.copy()
    unit = max(picture.shape[:2]) / 900
    for die in reading.dice:
        _draw_die(picture, die, unit)
    whole = [one.code for one in reading.trouble if one.centre_px is None]
    for trouble in reading.trouble:
        if trouble.centre_px is not None:
            _draw_trouble(picture, trouble, trouble.centre_px, unit)
    words = [str(reading.status), f"{reading.confidence:.3f}", *map(str, whole)]
    written(picture, " ".join(words), (6 * unit, 20 * unit), 0.6 * unit, DOUBT_BGR)
    return picture


def written(
    picture: NDArray[np.uint8], text: str, at: Point, size: float, colour: Sequence[float]
) -> None:
    """Text on a dark rim, so that it can be read on any table; kept inside the picture."""
    thick = max(1, round(2 * size))
    (width, height), _ = cv2.getTextSize(text, FONT, size, thick)
    x = round(min(max(0.0, at[0]), max(0, picture.shape[1] - width)))
    y = round(min(max(float(height), at[1]), picture.shape[0] - 2))
    cv2.putText(picture, text, (x, y), FONT, size, DARK_BGR, 3 * thick, cv2.LINE_AA)
    cv2.putText(picture, text, (x, y), FONT, size, colour, thick, cv2.LINE_AA)


def _draw_die(picture: NDArray[np.uint8], die: DieReading, unit: float) -> None:
    x0, y0, x1, y1 = (round(edge) for edge in die.box_px)
    sure = die.value is not None and die.confidence >= SURE_DIE
    colour = SURE_BGR if sure else DOUBT_BGR
    cv2.rectangle(picture, (x0, y0), (x1, y1), colour, max(1, round(2 * unit)), cv2.LINE_AA)
    text = "?" if die.value is None else str(die.value)
    if not sure and die.alternatives:
        text += f" ({die.alternatives[0].value}?)"
    size = max(0.45 * unit, (x1 - x0) / 110)
    written(picture, text, (x0, y0 - 4 * unit), size, colour)


def _draw_trouble(picture: NDArray[np.uint8], trouble: Trouble, at: Point, unit: float) -> None:
    x, y = round(at[0]), round(at[1])
    reach = max(4, round(9 * unit))
    cv2.drawMarker(
        picture, (x, y), TROUBLE_BGR, cv2.MARKER_TILTED_CROSS, reach, max(1, round(2 * unit))
    )
    written(picture, str(trouble.code), (x + reach, y + reach), 0.45 * unit, TROUBLE_BGR)
