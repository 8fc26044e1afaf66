"""Small pictures of one place: cut out, scaled and turned.

Knows how to do that without aliasing and what lies beyond the picture's border (its edge,
repeated). Refuses to know what is in the picture.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.values import Point

ALIASES_BELOW = 0.55
"""Scale below which a picture is halved, by averaging, before it is sampled."""


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

    def direction(self, x: float, y: float) -> Point:
        """A direction in the cut-out as it is in the picture, no longer and no shorter."""
        linear = self.affine[:, :2]
        way = np.sqrt(abs(np.linalg.det(linear))) * np.linalg.solve(linear, np.array([x, y]))
        return float(way[0]), float(way[1])


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
    cos, sin = math.cos(turn) * scale, math.sin(turn) * scale
    across, down = ((-cos, sin) if mirrored else (cos, -sin)), (sin, cos)
    halved = 1
    while scale * halved < ALIASES_BELOW and min(part.shape[:2]) >= 2:
        part = _half(part)
        halved *= 2
    origin = (x0 - 0.5 + 0.5 * halved, y0 - 0.5 + 0.5 * halved)
    rows, from_rows = [], []
    for row in (across, down):
        offset = (size - 1) / 2 - (row[0] * centre_px[0] + row[1] * centre_px[1])
        at = row[0] * origin[0] + row[1] * origin[1] + offset
        rows.append((*row, offset))
        from_rows.append((row[0] * halved, row[1] * halved, at))
    affine, from_part = np.array(rows), np.array(from_rows)
    picture = cv2.warpAffine(
        part, from_part, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return Cut(np.asarray(picture, np.uint8), affine)


class Pyramid:
    """A picture (H x W x 3, BGR, 8 bit) and its halves, each made once, when first needed."""

    def __init__(self, image_bgr: NDArray[np.uint8]) -> None:
        self._levels = [image_bgr]
        self._sizes: dict[tuple[int, int], NDArray[np.uint8]] = {}
        self._soft: dict[tuple[int, int], NDArray[np.uint8]] = {}

    @property
    def image(self) -> NDArray[np.uint8]:
        """The picture itself."""
        return self._levels[0]

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        height, width = self.image.shape[:2]
        return width, height

    def at(self, width: int, height: int) -> NDArray[np.uint8]:
        """The picture at another size, averaged before it is sampled where it shrinks much.

        Halved, then halved again, then sampled: OpenCV's own averaging over fractions of pixels
        takes five to ten times as long. An odd last row or column is left out of the average.
        """
        if (width, height) not in self._sizes:
            self._sizes[width, height] = self._sampled(width, height)
        return self._sizes[width, height]

    def soft_at(self, width: int, height: int) -> NDArray[np.uint8]:
        """The same, each pixel averaged with its neighbours."""
        if (width, height) not in self._soft:
            soft = cv2.blur(self.at(width, height), (3, 3))
            self._soft[width, height] = np.asarray(soft, np.uint8)
        return self._soft[width, height]

    def _sampled(self, width: int, height: int) -> NDArray[np.uint8]:
        level = 0
        while _at_least_twice(self._levels[level], width, height):
            level += 1
            if level == len(self._levels):
                self._levels.append(_half(self._levels[-1]))
        image_bgr = self._levels[level]
        if image_bgr.shape[:2] == (height, width):
            return image_bgr
        small = cv2.resize(image_bgr, (width, height), interpolation=cv2.INTER_LINEAR)
        return np.asarray(small, np.uint8)


def resized(image_bgr: NDArray[np.uint8], width: int, height: int) -> NDArray[np.uint8]:
    """One picture at one other size: see Pyramid, which does it for several sizes."""
    return Pyramid(image_bgr).at(width, height)


def _at_least_twice(image_bgr: NDArray[np.uint8], width: int, height: int) -> bool:
    return image_bgr.shape[1] >= 2 * width and image_bgr.shape[0] >= 2 * height


def _half(image_bgr: NDArray[np.uint8]) -> NDArray[np.uint8]:
    height, width = image_bgr.shape[0] // 2, image_bgr.shape[1] // 2
    even = image_bgr[: 2 * height, : 2 * width]
    return np.asarray(cv2.resize(even, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def _span(centre: float, reach: float, length: int) -> tuple[int, int]:
    """Whole pixels within reach of a centre, at least one, inside the picture."""
    start = min(max(0, int(centre - reach)), length - 1)
    return start, max(start + 1, min(length, int(centre + reach) + 2))
