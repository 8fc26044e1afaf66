"""A face as numbers that light hardly changes.

Knows how a small colour picture of a face becomes logarithms of light, masked to a disc, and
sampled in rings. Refuses to know which face it is.

In logarithms a lamp of another strength or colour adds one number to each channel, so what is
printed on the face stays what it is whatever the light.
"""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]

FACE_PX = 48
"""Side of a face in the pictures that are compared."""

ROOM = 2.0
"""A cut-out is this many faces wide, so that it holds the face wherever it lies in it."""

DARKEST = 0.03
"""Share of full light that is added before the logarithm: below it there is only noise."""

REACH = 0.46
"""Radius of the disc that is compared, in sides of a face: it lies on the top face whatever
the turn, and is round so that a turn changes nothing at its border."""

SOFT = 0.08
"""Width of the disc's soft border, in sides."""

RINGS = 10
ANGLES = 48
"""Samples of the coarse comparison: radii of a disc, and turns of 7.5 degrees."""


def log_light(image_bgr: NDArray[np.uint8]) -> Array:
    """(h, w, 3) 8 bit BGR to logarithms of linear light, about -3.5 (black) to 0 (white)."""
    return np.asarray(_curve()[image_bgr], np.float32)


def linear_light(image_bgr: NDArray[np.uint8]) -> Array:
    """(h, w, 3) 8 bit BGR to linear light, 0 to 1."""
    return np.asarray(_linear()[image_bgr], np.float32)


@cache
def disc(side_px: int = FACE_PX) -> Array:
    """(side, side) weights of the face's pixels, 1 inside the disc, 0 outside."""
    at = (np.arange(side_px, dtype=np.float32) + 0.5) / side_px - 0.5
    far = np.hypot(at[:, None], at[None])
    return np.asarray(np.clip((REACH - far) / SOFT + 0.5, 0, 1), np.float32)


@cache
def rings() -> tuple[Array, Array, Array]:
    """x, y (RINGS, ANGLES) of the samples in sides, and (RINGS, 1) their weights.

    The weights' sum over all samples is 1.
    """
    radii = (np.arange(RINGS, dtype=np.float32) + 0.5) / RINGS * REACH
    angles = np.arange(ANGLES, dtype=np.float32) * np.float32(2 * np.pi / ANGLES)
    x = radii[:, None] * np.cos(angles)[None]
    y = radii[:, None] * np.sin(angles)[None]
    weights = (radii / (radii.sum() * ANGLES))[:, None]
    return x, y, np.asarray(weights, np.float32)


def softened(image: Array, sigma_px: float) -> Array:
    """The picture blurred; as it is for a sigma near 0."""
    if sigma_px < 0.2:
        return image
    return np.asarray(cv2.GaussianBlur(image, (0, 0), sigma_px), np.float32)


def blur_of(side_px: float) -> float:
    """Deviation in pixels of FACE_PX of the blur that a face of that side comes with.

    A picture resolves half a pixel or so; enlarged to FACE_PX that is as much larger.
    """
    return 0.55 * max(1.0, FACE_PX / side_px)


@cache
def _linear() -> NDArray[np.float64]:
    tones = np.arange(256) / 255
    linear = np.where(tones <= 0.04045, tones / 12.92, ((tones + 0.055) / 1.055) ** 2.4)
    return np.asarray(linear, np.float64)


@cache
def _curve() -> Array:
    return np.asarray(np.log(_linear() + DARKEST), np.float32)
