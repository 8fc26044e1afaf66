"""Shadows of dice: soft ones on the table, and from die to die.

Knows how much of the lamp and of the room a point sees. Refuses to know colours.

On the table the shadow is the mean over points of the lamp of the projected hull of each
body, which is exact for convex bodies; between dice it is a soft march (Quilez).
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from hardware.simulated.scene import brush
from hardware.simulated.scene.camera import Camera
from hardware.simulated.scene.light import Light
from hardware.simulated.scene.pose import Array
from hardware.simulated.scene.solid import Solid

LAMP_POINTS = 10
Mask = npt.NDArray[np.uint8]


def floor_shadow(
    camera: Camera, light: Light, hulls_mm: Sequence[Array], softest_px: float
) -> tuple[Array, Array]:
    """How much of the lamp and of the room each pixel of the table sees.

    ``hulls_mm``: for each body (k, 3) points whose hull is the body. Returns two (h, w)
    pictures, 0 dark to 1 open.
    """
    width, height = camera.size_px
    lamp = np.zeros((height, width), np.float32)
    close = np.zeros((height, width), np.uint8)
    mask = np.zeros((height, width), np.uint8)
    ways = [light.samples(hull.mean(axis=0), LAMP_POINTS) for hull in hulls_mm]
    for number in range(LAMP_POINTS):
        mask[:] = 0
        for hull, towards in zip(hulls_mm, ways, strict=True):
            way = towards[number]
            if way[2] > 0.05:
                brush.hull(mask, camera.project(hull - way * (hull[:, 2:] / way[2])), (255.0,))
        lamp += mask
    lamp = 1 - lamp / np.float32(255 * LAMP_POINTS)
    for hull in hulls_mm:
        if hull[:, 2].min() < 6.0:
            foot = hull[hull[:, 2] < hull[:, 2].min() + 0.4 * np.ptp(hull[:, 2])]
            brush.hull(close, camera.project(foot * np.array([1, 1, 0], np.float32)), (255.0,))
    blur = max(0.6, softest_px * 0.06)
    lamp = brush.blurred(lamp, blur)
    contact = _soft(close, max(0.8, softest_px * 0.10))
    around = _soft(close, max(1.0, softest_px * 0.32))
    room = 1 - np.float32(0.45) * contact - np.float32(0.35) * around
    return np.asarray(lamp, np.float32), np.asarray(room, np.float32)


def _soft(mask: Mask, sigma: float) -> Array:
    """Blurred mask from 0 to 1, at quarter size when the blur is wide."""
    share = mask.astype(np.float32) / np.float32(255)
    if sigma < 5:
        return brush.blurred(share, sigma)
    size = (mask.shape[1], mask.shape[0])
    small = brush.resized(share, (max(1, size[0] // 4), max(1, size[1] // 4)), cv2.INTER_AREA)
    return brush.resized(brush.blurred(small, sigma / 4), size)


def hidden_by(
    solid: Solid, origin: Array, way: Array, size: float, softness: float
) -> tuple[Array, Array]:
    """How much of the lamp and of the room points see past one body.

    ``origin``: (3, n) points and ``way``: (3,) direction to the lamp, in the frame of the
    body, in its edges; ``size``: edge of the shaded die over that of the body. Returns (n,)
    and (n,), 0 dark to 1 open.
    """
    count = origin.shape[1]
    lamp = np.ones(count, np.float32)
    gap = solid.distance(origin)
    room = 1 - np.float32(0.4) * np.exp(-np.maximum(gap, 0) * np.float32(5 / size))
    along = -(way @ origin)
    miss = np.einsum("ij,ij->j", origin, origin) - along * along
    reach = solid.reach + 0.1 + softness * np.maximum(along, 0)
    near = np.flatnonzero((along > -solid.reach) & (miss < reach * reach))
    if near.size:
        sharp = np.float32(0.7 / max(softness, 0.03))
        start = origin[:, near]
        t = np.full(near.size, 0.04, np.float32)
        open_ = np.ones(near.size, np.float32)
        for _ in range(10):
            away = solid.distance(start + way[:, None] * t)
            open_ = np.minimum(open_, np.float32(0.5) + np.float32(0.5) * sharp * away / t)
            t += np.maximum(np.abs(away), np.float32(0.05))
        open_ = np.clip(open_, 0, 1)
        lamp[near] = open_ * open_ * (3 - 2 * open_)
    return lamp, np.asarray(room, np.float32)
