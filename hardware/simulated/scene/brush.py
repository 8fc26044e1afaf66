"""Drawing on float and byte pictures with subpixel places: OpenCV under typed names.

Knows discs, lines, polygons and blurs. Refuses to know what they stand for.

Places are x, y in pixels from the centre of the top left pixel; drawing is in place and
smooth edged on bytes, as OpenCV draws floats with hard edges.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import cv2
import numpy as np
import numpy.typing as npt

from hardware.simulated.scene.pose import Array

Canvas = npt.NDArray[Any]
"""(h, w) or (h, w, 3), uint8 or float32."""
CanvasT = TypeVar("CanvasT", bound=npt.NDArray[Any])
_BITS = 4
_ONE = 1 << _BITS


def blurred(picture: Canvas, sigma: float) -> Array:
    """Gaussian blur, as float32."""
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.float32)


def disc(
    canvas: Canvas, x: float, y: float, radius: float, colour: Sequence[float], width: int = -1
) -> None:
    """A disc, or a ring ``width`` pixels wide."""
    place = (int(x * _ONE), int(y * _ONE))
    cv2.circle(canvas, place, max(8, int(radius * _ONE)), colour, width, cv2.LINE_AA, _BITS)


def polygon(canvas: Canvas, corners: npt.NDArray[Any], colour: Sequence[float]) -> None:
    """A filled polygon of (k, 2) corners."""
    points = np.round(np.clip(corners, -20000, 20000) * _ONE).astype(np.int32)
    cv2.fillPoly(canvas, [points.reshape(-1, 1, 2)], colour, cv2.LINE_AA, _BITS)


def hull(canvas: Canvas, points: npt.NDArray[Any], colour: Sequence[float]) -> None:
    """The filled convex hull of (k, 2) points; nothing where one of them is far away."""
    if not np.isfinite(points).all() or np.abs(points).max() > 1e5:
        return
    corners = cv2.convexHull(np.asarray(points, np.float32))
    whole = np.round(np.asarray(corners) * _ONE).astype(np.int32)
    cv2.fillConvexPoly(canvas, whole, colour, cv2.LINE_AA, _BITS)


def line(
    canvas: Canvas,
    start: tuple[float, float],
    stop: tuple[float, float],
    colour: Sequence[float],
    width: float,
) -> None:
    """A straight line."""
    one = (round(start[0] * _ONE), round(start[1] * _ONE))
    two = (round(stop[0] * _ONE), round(stop[1] * _ONE))
    cv2.line(canvas, one, two, colour, max(1, int(width)), cv2.LINE_AA, _BITS)


def resized(picture: CanvasT, size_px: tuple[int, int], how: int = cv2.INTER_LINEAR) -> CanvasT:
    """The picture at width, height, of the same type."""
    return np.asarray(cv2.resize(picture, size_px, interpolation=how), picture.dtype)  # type: ignore[return-value]


def area(shape: tuple[int, ...], corners: Array, convex: bool) -> Array:
    """(h, w) 0 to 1: inside a polygon, or inside the hull of points."""
    mask = np.zeros(shape[:2], np.uint8)
    if convex:
        hull(mask, corners, (255.0,))
    else:
        polygon(mask, corners, (255.0,))
    return mask.astype(np.float32) / np.float32(255)
