"""What comes between dice and camera: frosted floors, glare, fingers and hands.

Knows lit pictures. Refuses to know dice and cameras.
"""

from __future__ import annotations

import math

import numpy as np

from hardware.simulated.scene import brush
from hardware.simulated.scene.hand import Bone, cover_with, hand
from hardware.simulated.scene.pose import Array
from tests.training.chance import Chance
from tests.training.labels import Label


def frosted(chance: Chance, lit: Array, size: float) -> Array:
    """Seen through a frosted floor: pale and soft."""
    share = np.float32(chance.between(0.3, 0.9))
    soft = brush.blurred(lit, chance.between(0.02, 0.1) * size)
    pale = np.float32(chance.between(0.1, 0.5)) * soft.mean(axis=(0, 1))
    return np.asarray((lit + (soft - lit) * share) * (1 - share / 2) + pale * share / 2, np.float32)


def glare(chance: Chance, lit: Array, label: Label) -> None:
    """A bright spot somewhere on a face."""
    spot = np.zeros(lit.shape[:2], np.float32)
    x, y = (v + chance.between(-0.35, 0.35) * label.size for v in (label.x, label.y))
    brush.disc(spot, x, y, label.size * chance.between(0.1, 0.3), (1.0,))
    spot = brush.blurred(spot, max(0.5, label.size * chance.between(0.02, 0.08)))
    lit += spot[..., None] * np.float32(chance.between(0.2, 1.0))


def cover(chance: Chance, lit: Array, size: float) -> Array | None:
    """Sometimes a finger or a hand over the picture, in place; its cover (h, w), 0 to 1."""
    if chance.happens(0.05):
        return _finger(chance, lit, size)
    if not chance.happens(0.03):
        return None
    side = lit.shape[0]
    tip = (chance.between(0, side), chance.between(0, side))
    skin = chance.hue(chance.between(8, 28), (0.25, 0.65), (0.25, 0.98))
    lamp = (chance.between(-0.6, 0.6), chance.between(-0.6, 0.6))
    bones = hand(tip, chance.between(0, 6.283), max(4.0, size * chance.between(0.7, 1.3)))
    return cover_with(lit, list(bones), lamp, skin)


def _finger(chance: Chance, lit: Array, size: float) -> Array:
    side = lit.shape[0]
    start = (chance.between(0, side), chance.between(0, side))
    angle = chance.between(0, 6.283)
    stop = (start[0] + 300 * math.cos(angle), start[1] + 300 * math.sin(angle))
    wide = max(3.0, size * chance.between(0.25, 0.65))
    skin = chance.hue(chance.between(8, 28), (0.25, 0.65), (0.25, 0.98))
    lamp = (chance.between(-0.6, 0.6), chance.between(-0.6, 0.6))
    return cover_with(lit, [Bone(start, stop, wide, wide * 1.2)], lamp, skin)
