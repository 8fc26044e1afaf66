"""Numerals and icons that are printed on dice, as bitmaps.

Knows their outlines. Refuses to know which die has which.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from hardware.simulated.scene.pose import Array

SIDE = 96
ICONS: Mapping[str, tuple[tuple[float, float], ...]] = {
    "lightning": ((0.58, 0.08), (0.26, 0.55), (0.46, 0.55), (0.38, 0.92), (0.74, 0.4), (0.52, 0.4)),
    "mountain": ((0.08, 0.82), (0.36, 0.3), (0.5, 0.52), (0.64, 0.2), (0.92, 0.82)),
    "star": (
        (0.5, 0.08), (0.61, 0.38), (0.93, 0.38), (0.67, 0.58), (0.77, 0.9),
        (0.5, 0.7), (0.23, 0.9), (0.33, 0.58), (0.07, 0.38), (0.39, 0.38),
    ),
    "cross": (
        (0.38, 0.12), (0.62, 0.12), (0.62, 0.38), (0.88, 0.38), (0.88, 0.62), (0.62, 0.62),
        (0.62, 0.88), (0.38, 0.88), (0.38, 0.62), (0.12, 0.62), (0.12, 0.38), (0.38, 0.38),
    ),
    "arrow": (
        (0.5, 0.1), (0.85, 0.5), (0.62, 0.5), (0.62, 0.9), (0.38, 0.9), (0.38, 0.5), (0.15, 0.5),
    ),
    "triangle": ((0.5, 0.12), (0.92, 0.84), (0.08, 0.84)),
    "diamond": ((0.5, 0.06), (0.8, 0.5), (0.5, 0.94), (0.2, 0.5)),
    "hexagon": ((0.5, 0.08), (0.87, 0.29), (0.87, 0.71), (0.5, 0.92), (0.13, 0.71), (0.13, 0.29)),
    "shield": ((0.15, 0.12), (0.85, 0.12), (0.82, 0.55), (0.5, 0.92), (0.18, 0.55)),
    "drop": (
        (0.5, 0.06), (0.68, 0.42), (0.74, 0.64), (0.66, 0.82), (0.5, 0.9), (0.34, 0.82),
        (0.26, 0.64), (0.32, 0.42),
    ),
    "crescent": (
        (0.62, 0.08), (0.34, 0.16), (0.18, 0.38), (0.18, 0.62), (0.34, 0.84), (0.62, 0.92),
        (0.46, 0.74), (0.4, 0.5), (0.46, 0.26),
    ),
    "burst": (
        (0.5, 0.04), (0.57, 0.34), (0.82, 0.18), (0.66, 0.43), (0.96, 0.5), (0.66, 0.57),
        (0.82, 0.82), (0.57, 0.66), (0.5, 0.96), (0.43, 0.66), (0.18, 0.82), (0.34, 0.57),
        (0.04, 0.5), (0.34, 0.43), (0.18, 0.18), (0.43, 0.34),
    ),
}  # fmt: skip
"""Outlines with x right and y down, 0 to 1. ``cloud`` is drawn from discs instead."""
SMALL = 0.46
"""Size of each of several marks on one face."""
_SPOTS = {2: ((0.29, 0.29), (0.71, 0.71)), 3: ((0.27, 0.27), (0.73, 0.27), (0.5, 0.73))}


@functools.lru_cache(maxsize=256)
def mark(text: str, font: int = 0) -> Array:
    """(SIDE, SIDE) soft bitmap of a short text or a named icon, 0 to 1, centred.

    ``font``: one of OpenCV's, 0 to 7. Names joined by ``+`` stand small beside each other.
    """
    names = text.split("+")
    if len(names) in _SPOTS and all(names):
        return _together(names, font)
    canvas = np.zeros((SIDE, SIDE), np.uint8)
    if text in ICONS:
        points = (np.array(ICONS[text]) * SIDE).astype(np.int32)
        cv2.fillPoly(canvas, [points], (255.0,), cv2.LINE_AA)
    elif text == "cloud":
        for x, y, radius in ((0.3, 0.58, 0.17), (0.48, 0.42, 0.2), (0.68, 0.54, 0.19)):
            place = (int(x * SIDE), int(y * SIDE))
            cv2.circle(canvas, place, int(radius * SIDE), (255.0,), -1, cv2.LINE_AA)
        cv2.rectangle(canvas, (28, 52), (66, 71), (255.0,), -1)
    else:
        scale = SIDE / (38.0 if len(text) == 1 else 55.0)
        (width, height), _ = cv2.getTextSize(text, font, scale, SIDE // 14)
        origin = ((SIDE - width) // 2, (SIDE + height) // 2)
        cv2.putText(canvas, text, origin, font, scale, (255.0,), SIDE // 12, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(canvas, (0, 0), 1.0).astype(np.float32) / 255)


def _together(names: Sequence[str], font: int) -> Array:
    out = np.zeros((SIDE, SIDE), np.float32)
    side = round(SMALL * SIDE)
    for name, (x, y) in zip(names, _SPOTS[len(names)], strict=True):
        small = cv2.resize(mark(name, font), (side, side), interpolation=cv2.INTER_AREA)
        left, top = round(x * SIDE - side / 2), round(y * SIDE - side / 2)
        part = out[top : top + side, left : left + side]
        np.maximum(part, small[: part.shape[0], : part.shape[1]], out=part)
    return out
