"""Small pictures of one place: cut out, scaled and turned.

Knows how to do that without aliasing and what lies beyond the picture's border (its edge,
repeated). Refuses to know what is in the picture.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.values import Point

ALIASES_BELOW = 0.6
"""Scale below which a picture is averaged down before it is sampled."""


@dataclass(frozen=True, slots=True, eq=False)
class Cut:
    """A square cut-out: ``image`` is size x size x 3, BGR; ``affine`` maps picture to cut-out."""

    image: NDArray[np.uint8]
    affine: NDArray[np.float64]

    def to_picture(self, x: float, y: float) -> Point:
        """A place of the cut-out in pixels of the picture."""
        inverse = cv2.invertAffineTransform(self.affine)
        at = inverse @ np.array([x, y, 1.0])
        return float(at[0]), float(at[1])


def cut(
    image_bgr: NDArray[np.uint8],
    centre_px: Point,
    scale: float,
    size: int,
    *,
    turn: float = 0.0,
    mirrored: bool = False,
) -> Cut:
    """Cut ``size`` pixels square around a centre, scaled, turned by radians, maybe mirrored."""
    height, width = image_bgr.shape[:2]
    reach = size / scale * 0.71 + 2
    x0, x1 = _span(centre_px[0], reach, width)
    y0, y1 = _span(centre_px[1], reach, height)
    part = image_bgr[y0:y1, x0:x1]
    x_shrink = y_shrink = 1.0
    if scale < ALIASES_BELOW:
        to = (max(1, round(part.shape[1] * scale)), max(1, round(part.shape[0] * scale)))
        x_shrink, y_shrink = to[0] / part.shape[1], to[1] / part.shape[0]
        part = resized(part, *to)
    cos, sin = np.cos(turn) * scale, np.sin(turn) * scale
    linear = np.array([[cos, -sin], [sin, cos]])
    if mirrored:
        linear[0] *= -1
    affine = np.column_stack([linear, (size - 1) / 2 - linear @ np.array(centre_px)])
    shrunk = np.array([[1 / x_shrink, 0.0], [0.0, 1 / y_shrink]])
    origin = np.array([x0 - 0.5 + 0.5 / x_shrink, y0 - 0.5 + 0.5 / y_shrink])
    from_part = np.column_stack([linear @ shrunk, linear @ origin + affine[:, 2]])
    picture = cv2.warpAffine(
        part, from_part, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return Cut(np.asarray(picture, np.uint8), affine)


def resized(image_bgr: NDArray[np.uint8], width: int, height: int) -> NDArray[np.uint8]:
    """The picture at another size, averaged before it is sampled where it shrinks much.

    Halved, then halved again, then sampled: OpenCV's own averaging over fractions of pixels
    takes five to ten times as long. An odd last row or column is left out of the average.
    """
    while image_bgr.shape[1] >= 2 * width and image_bgr.shape[0] >= 2 * height:
        to_height, to_width = image_bgr.shape[0] // 2, image_bgr.shape[1] // 2
        even = image_bgr[: 2 * to_height, : 2 * to_width]
        half = cv2.resize(even, (to_width, to_height), interpolation=cv2.INTER_AREA)
        image_bgr = np.asarray(half, np.uint8)
    if image_bgr.shape[:2] == (height, width):
        return image_bgr
    small = cv2.resize(image_bgr, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(small, np.uint8)


def _span(centre: float, reach: float, length: int) -> tuple[int, int]:
    """Whole pixels within reach of a centre, at least one, inside the picture."""
    start = min(max(0, int(centre - reach)), length - 1)
    return start, max(start + 1, min(length, int(centre + reach) + 2))
