"""Photographs made harder in known ways, so that the joining also learns from failures.

Knows distortions that keep the truth: places only scale. Refuses chance: a distortion is named
and the noise in it is seeded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]


def _smaller(image: Image, side: float, to_side: float) -> Image:
    scale = min(1.0, to_side / side)
    return np.asarray(
        cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
    )


def _noisy(image: NDArray[Any], sigma: float) -> Image:
    noise = np.random.default_rng(1).normal(0, sigma, image.shape)
    return np.asarray(np.clip(image + noise, 0, 255), np.uint8)


def _blurred(image: Image, side: float) -> Image:
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 0.055 * side), np.uint8)


def _squeezed(image: Image, side: float) -> Image:
    small = _smaller(image, side, 34)
    _, code = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 14])
    return np.asarray(cv2.imdecode(code, cv2.IMREAD_COLOR), np.uint8)


DISTORTIONS: Mapping[str, Callable[[Image, float], Image]] = {
    "as taken": lambda image, side: image,
    "small": lambda image, side: _smaller(image, side, 21),
    "blurred": _blurred,
    "dark": lambda image, side: _noisy(image * 0.22, 4.0),
    "bright": lambda image, side: _noisy(image * 1.9 + 20.0, 1.0),
    "pale": lambda image, side: _noisy(image * 0.3 + 130.0, 1.5),
    "swapped colours": lambda image, side: np.ascontiguousarray(image[:, :, [1, 2, 0]]),
    "negative": lambda image, side: np.asarray(255 - image, np.uint8),
    "squeezed": _squeezed,
}
"""By name: from a picture and the side of its dice in pixels to a harder picture."""
