"""A hand, or a finger of it, over the table.

Knows how a hand covers and shades what lies below it. Refuses to know what it does.

A hand is a union of capsules in the picture, shaded as if each were round; it is meant to
hide dice and to move, not to be admired.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from hardware.simulated.scene import brush
from hardware.simulated.scene.paint import Colour
from hardware.simulated.scene.pose import Array

SKIN: Colour = (0.20, 0.30, 0.55)


@dataclass(frozen=True, slots=True)
class Bone:
    """A capsule in the picture: two ends and the radius at each, in pixels."""

    start_px: tuple[float, float]
    stop_px: tuple[float, float]
    start_radius_px: float
    stop_radius_px: float


def hand(tip_px: tuple[float, float], heading: float, scale_px: float) -> tuple[Bone, ...]:
    """Forearm, palm and five fingers that reach to ``tip_px``, coming from ``heading`` (radians
    in the picture, x right, y down); ``scale_px``: width of a finger."""
    c, s = math.cos(heading), math.sin(heading)

    def at(along: float, across: float) -> tuple[float, float]:
        x, y = along * scale_px, across * scale_px
        return (tip_px[0] + c * x - s * y, tip_px[1] + s * x + c * y)

    fingers = ((-1.75, 0.9), (-0.6, 0.1), (0.55, 0.0), (1.6, 0.6))
    bones = [
        Bone(at(tip, y), at(5.2, y * 0.85), 0.48 * scale_px, 0.55 * scale_px) for y, tip in fingers
    ]
    bones += [
        Bone(at(5.2, y * 0.85), at(9.0, y * 0.55), 0.95 * scale_px, 1.1 * scale_px)
        for y, _ in fingers
    ]
    bones.append(Bone(at(3.6, -3.2), at(7.6, -1.6), 0.55 * scale_px, 0.8 * scale_px))
    bones.append(Bone(at(9.2, 0.0), at(40.0, 0.0), 1.5 * scale_px, 2.4 * scale_px))
    return tuple(bones)


def cover_with(
    light: Array, bones: Sequence[Bone], key_px: tuple[float, float], colour: Colour = SKIN
) -> Array:
    """Draw bones over a lit picture (h, w, 3), in place.

    ``key_px``: direction to the lamp in the picture (x, y; length 0 to 1). Returns the cover
    (h, w), 0 to 1.
    """
    height, width = light.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    rise = np.full((height, width), -1.0, np.float32)
    normal_x, normal_y = np.zeros_like(rise), np.zeros_like(rise)
    edge = np.zeros_like(rise)
    for bone in bones:
        dx, dy = bone.stop_px[0] - bone.start_px[0], bone.stop_px[1] - bone.start_px[1]
        length = dx * dx + dy * dy + 1e-6
        along = np.clip(((x - bone.start_px[0]) * dx + (y - bone.start_px[1]) * dy) / length, 0, 1)
        off_x, off_y = x - bone.start_px[0] - along * dx, y - bone.start_px[1] - along * dy
        radius = bone.start_radius_px + along * (bone.stop_radius_px - bone.start_radius_px)
        gap = np.sqrt(off_x * off_x + off_y * off_y)
        up = np.sqrt(np.maximum(1 - (gap / radius) ** 2, 0)) * radius
        higher = (gap < radius) & (up > rise)
        rise[higher] = up[higher]
        normal_x[higher] = (off_x / radius)[higher]
        normal_y[higher] = (off_y / radius)[higher]
        edge = np.maximum(edge, np.clip(radius - gap + 0.5, 0, 1))
    smooth = max(0.8, 0.12 * min(b.start_radius_px for b in bones))
    normal_x = brush.blurred(normal_x, smooth)
    normal_y = brush.blurred(normal_y, smooth)
    flat = np.sqrt(np.maximum(1 - normal_x**2 - normal_y**2, 0.05))
    steep = math.sqrt(max(0.0, 1 - key_px[0] ** 2 - key_px[1] ** 2))
    facing = np.clip(normal_x * key_px[0] + normal_y * key_px[1] + flat * steep, 0, 1)
    shade = np.float32(0.35) + np.float32(0.6) * facing
    reach = 1.2 * min(b.start_radius_px for b in bones)
    shift = np.array([[1, 0, -key_px[0] * reach], [0, 1, -key_px[1] * reach]], np.float32)
    fallen = brush.blurred(cv2.warpAffine(edge, shift, (width, height)), reach * 0.4)
    light *= (1 - np.float32(0.55) * fallen)[..., None]
    light += (shade[..., None] * np.array(colour, np.float32) - light) * edge[..., None]
    return edge
