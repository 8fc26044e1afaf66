"""A pinhole camera with tilt and lens distortion.

Knows how points become pixels and pixels become rays. Refuses to know what is seen.

Pixels count from the centre of the top left pixel, as everywhere in the product.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from hardware.simulated.scene.pose import Array


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """``place_mm``: (3,) where it stands; ``axes``: (3, 3) columns right, down, forward in the
    world; ``focal_px`` along x; ``centre_px`` of the lens; ``size_px`` width, height; ``squash``
    pixel height over width; ``bulge`` first radial distortion coefficient."""

    place_mm: Array
    axes: Array
    focal_px: float
    centre_px: tuple[float, float]
    size_px: tuple[int, int]
    squash: float = 1.0
    bulge: float = 0.0

    def project(self, points_mm: Array) -> Array:
        """(n, 2) pixels of (n, 3) points. Points behind the camera give nonsense far away."""
        local = (np.asarray(points_mm, np.float32) - self.place_mm) @ self.axes
        depth = np.maximum(local[:, 2:], 1e-3)
        xy = local[:, :2] / depth
        if self.bulge:
            xy = xy * (1 + self.bulge * (xy * xy).sum(axis=1, keepdims=True))
        scale = np.array([self.focal_px, self.focal_px * self.squash], np.float32)
        return np.asarray(xy * scale + np.array(self.centre_px, np.float32), np.float32)

    def rays(self, x_px: Array, y_px: Array) -> Array:
        """(3, n) directions of length 1 in the world through the pixels (n,), (n,)."""
        x = (x_px - np.float32(self.centre_px[0])) / np.float32(self.focal_px)
        y = (y_px - np.float32(self.centre_px[1])) / np.float32(self.focal_px * self.squash)
        if self.bulge:
            px, py = x, y
            for _ in range(4):
                grow = 1 + np.float32(self.bulge) * (px * px + py * py)
                px, py = x / grow, y / grow
            x, y = px, py
        local = np.stack([x, y, np.ones_like(x)])
        local /= np.sqrt(np.einsum("ij,ij->j", local, local))
        return np.asarray(self.axes @ local, np.float32)

    def depth_mm(self, point_mm: Array) -> float:
        """Distance of a point along the view direction."""
        return float((np.asarray(point_mm, np.float32) - self.place_mm) @ self.axes[:, 2])

    def on_plane(self, x_px: float, y_px: float, z_mm: float = 0.0) -> Array:
        """(3,) the point at height ``z_mm`` that is seen at that pixel."""
        ray = self.rays(np.array([x_px], np.float32), np.array([y_px], np.float32))[:, 0]
        return np.asarray(self.place_mm + ray * ((z_mm - self.place_mm[2]) / ray[2]), np.float32)

    def shifted(self, dx_px: float, dy_px: float) -> Camera:
        """The same camera knocked so that the picture moves by that much."""
        x, y = self.centre_px
        return replace(self, centre_px=(x + dx_px, y + dy_px))


def looking_at(
    size_px: tuple[int, int],
    view_mm: float,
    height_mm: float = 450.0,
    tilt: float = 0.0,
    heading: float = -math.pi / 2,
    roll: float = 0.0,
    target_mm: tuple[float, float] = (0.0, 0.0),
    bulge: float = 0.0,
    squash: float = 1.0,
) -> Camera:
    """A camera over the table.

    ``view_mm``: width of the table seen at the target; ``height_mm``: distance from the
    target; ``tilt``: radians away from straight down, the camera moved towards
    ``heading``; ``roll``: radians about the view direction.
    """
    target = np.array([*target_mm, 0.0], np.float64)
    away = np.array(
        [
            math.sin(tilt) * math.cos(heading),
            math.sin(tilt) * math.sin(heading),
            math.cos(tilt),
        ]
    )
    place = target + height_mm * away
    forward = -away
    right = np.array([-math.sin(heading), math.cos(heading), 0.0])
    down = np.cross(forward, right)
    c, s = math.cos(roll), math.sin(roll)
    axes = np.stack([right * c + down * s, down * c - right * s, forward], axis=1)
    focal = size_px[0] * height_mm / view_mm
    return Camera(
        place_mm=place.astype(np.float32),
        axes=axes.astype(np.float32),
        focal_px=float(focal),
        centre_px=((size_px[0] - 1) / 2, (size_px[1] - 1) / 2),
        size_px=size_px,
        squash=squash,
        bulge=bulge,
    )
