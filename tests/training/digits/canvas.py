"""Points, faces and covers on a picture: the drawing under ``shots``.

Knows the camera's projection and polygons. Refuses to know colours and dice beyond their faces.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from hardware.simulated.scene.pose import Array
from tests.training.digits.dice import Posed


def projected(points: Array, rotation: Array, far: float) -> Array:
    """(m, 2) places, y down, of points in edges seen from ``far`` edges away."""
    seen = points @ rotation.T
    scale = np.float32(far) / (np.float32(far) - seen[:, 2:])
    return np.ascontiguousarray(seen[:, :2] * scale * np.array([1, -1], np.float32), np.float32)


def faces_camera(posed: Posed, face: int, normal: Array, rotation: Array, far: float) -> bool:
    """Whether the camera sees the outside of a face."""
    at = posed.body.points[posed.body.faces[face][0]] @ rotation.T
    return bool(normal @ (np.array([0, 0, far], np.float32) - at) > 0.02 * far)


def filled(points: Array, shape: tuple[int, ...]) -> Array:
    """(h, w) 0 to 1: within the hull of points."""
    mask = np.zeros(shape[:2], np.uint8)
    hull = cv2.convexHull(np.asarray(points, np.float32))
    cv2.fillConvexPoly(mask, np.round(hull * 16).astype(np.int32), (255.0,), cv2.LINE_AA, 4)
    return mask.astype(np.float32) / np.float32(255)


def fill(canvas: Array, corners: Array, value: float) -> None:
    """Fill a convex face with a value, in place."""
    cv2.fillConvexPoly(canvas, np.round(corners * 16).astype(np.int32), (value,), cv2.LINE_8, 4)


def lay(light: Array, cover: Array, colour: Array) -> None:
    """Lay a colour over a picture, in place, as far as it covers."""
    light *= 1 - cover[..., None]
    light += colour * cover[..., None]


def noise(rng: np.random.Generator, cells: int, side: int) -> Array:
    """(side, side) soft clouds of 0 to 1, so many cells wide."""
    small = rng.random((cells, cells)).astype(np.float32)
    field = cv2.resize(small, (side, side), interpolation=cv2.INTER_CUBIC)
    low, high = np.percentile(field, (5, 95))
    return np.asarray(np.clip((field - low) / (high - low), 0, 1), np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """A die that was drawn: how it was turned to the camera and where it came to lie, in a
    picture that was ``fine`` times as large."""

    posed: Posed
    to_camera: Array
    far: float
    zoom: float
    shift: Array
    fine: float

    def seen_at(self, points: Array) -> Array:
        """(m, 2) places in the picture, in pixels, of (m, 3) points of the body."""
        at = projected(points, self.to_camera, self.far) * np.float32(self.zoom) + self.shift
        return np.asarray((at + 0.5) / self.fine - 0.5, np.float32)
