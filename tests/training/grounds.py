"""Backgrounds of the training: any table, cloth or floor that a camera may see.

Knows patterns, colours and big shapes. Refuses to know dice and light.
"""

from __future__ import annotations

import math

import cv2
import numpy as np

from hardware.simulated.scene import brush
from hardware.simulated.scene.pose import Array
from hardware.simulated.scene.surface import SIDE, SURFACES, octaves, tone
from tests.training.chance import Chance
from tests.training.clutter import ALL_THINGS, litter


class Grounds:
    """A bank of patterns, from which crops of any scale and turn are taken."""

    def __init__(self, chance: Chance, patterns: int = 36) -> None:
        self._chance = chance
        kinds = [*SURFACES, "knit", "threads"]
        self._bank = [self._pattern(kinds[i % len(kinds)], i) for i in range(patterns)]

    def draw(self, side: int, plain: bool = False) -> Array:
        """(side, side, 3) linear colour. ``plain``: without things lying about."""
        chance = self._chance
        colour = np.array(chance.colour(), np.float32)
        depth = chance.between(0, 0.3) if chance.happens(0.85) else chance.between(0.1, 0.6)
        field = self._crop(side)
        if chance.happens(0.3):
            field = np.float32(0.6) * field + np.float32(0.6) * self._crop(side)
        other = colour * chance.between(0.3, 1.6)
        if chance.happens(0.3):
            other = np.array(chance.colour(), np.float32)
        amount = (field * np.float32(depth))[..., None]
        out: Array = np.asarray(
            colour * (1 + amount * np.float32(0.7)) + (other - colour) * (amount * np.float32(0.3)),
            np.float32,
        )
        if chance.happens(0.25):
            out = np.clip(out, 0, 1) * np.float32(0.6) + np.float32(chance.between(0.2, 0.5))
        if chance.happens(0.12):
            out *= np.float32(chance.between(0.05, 0.4))
        out = np.ascontiguousarray(out, np.float32)
        if chance.happens(0.3):
            self._shapes(out)
        if not plain:
            litter(out, chance, chance.whole(1, 9), ALL_THINGS)
        return np.clip(out, 0.001, 1)

    def tray(self, side: int, size: float) -> Array:
        """A dark round tray, lit, its rim and the pale table around it perhaps in view."""
        chance = self._chance
        dark = np.array(chance.grey(0.08, 0.4, 0.06), np.float32)
        out = dark * (1 + self._crop(side)[..., None] * np.float32(chance.between(0, 0.12)))
        out = np.ascontiguousarray(np.clip(out, 0.001, 1), np.float32)
        radius = size * chance.between(3, 8)
        away, way = radius * chance.between(0, 1.1), chance.between(0, 6.283)
        x, y = side / 2 + away * math.cos(way), side / 2 + away * math.sin(way)
        rows, columns = np.mgrid[0:side, 0:side].astype(np.float32)
        far = np.sqrt((columns - x) ** 2 + (rows - y) ** 2)
        wall, rim = size * chance.between(0.1, 1.2), size * chance.between(0.2, 0.8)
        outside = self.draw(side, plain=chance.happens(0.7))
        out[far > radius] *= np.float32(chance.between(0.4, 2.2))
        out[far > radius + wall] = np.array(chance.grey(0.05, 0.5), np.float32)
        beyond = far > radius + wall + rim
        out[beyond] = outside[beyond]
        if chance.happens(0.6):  # a ring of lamps brightens the middle or the border
            out *= (1 + np.float32(chance.between(-0.5, 0.8)) * far / radius).clip(0.2, 2)[
                ..., None
            ]
        return np.asarray(np.clip(out, 0.001, 1), np.float32)

    def _crop(self, side: int) -> Array:
        chance = self._chance
        field = self._bank[chance.whole(0, len(self._bank) - 1)]
        zoom = chance.scale(0.3, 2.0)
        turn = cv2.getRotationMatrix2D((SIDE / 2, SIDE / 2), chance.between(0, 360), zoom)
        matrix = np.asarray(turn, np.float64)
        shift = [side / 2 - SIDE / 2 + chance.between(-120, 120) for _ in range(2)]
        matrix[:, 2] += shift
        return np.asarray(
            cv2.warpAffine(
                field, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
            )
        )

    def _pattern(self, kind: str, seed: int) -> Array:
        rng = np.random.default_rng(1000 + seed)
        if kind == "knit":
            noise = rng.standard_normal((SIDE, SIDE), dtype=np.float32)
            loops = brush.blurred(noise, rng.uniform(2, 8))
            field = np.tanh(loops / loops.std() * 2) + 0.2 * octaves(rng, 4, 0.8)
        elif kind == "threads":  # dark cloth with light threads that pass as pips
            ground = octaves(rng, 60, 0.8, levels=3) * 0.3
            bits = (rng.random((SIDE, SIDE)) < 0.002).astype(np.float32)
            field = ground + brush.blurred(bits, rng.uniform(1.0, 3.0)) * 90
        else:
            return np.asarray(tone.__wrapped__(kind, 1000 + seed), np.float32)
        field = field - field.mean()
        return np.asarray(np.clip(field / field.std(), -3, 3), np.float32)

    def _shapes(self, picture: Array) -> None:
        """Rims of trays, edges of tables, large prints."""
        chance, side = self._chance, picture.shape[0]
        for _ in range(chance.whole(1, 2)):
            colour, kind = chance.colour(), chance.whole(0, 2)
            line = -1 if chance.happens(0.5) else chance.whole(2, 40)
            if kind == 0:
                place = (chance.whole(-100, side + 100), chance.whole(-100, side + 100))
                cv2.circle(picture, place, chance.whole(40, 260), colour, line, cv2.LINE_AA)
            elif kind == 1:
                angle, off = chance.between(0, 6.28), chance.between(-0.4, 0.4) * side
                way = np.array([math.cos(angle), math.sin(angle)])
                away = np.array([-way[1], way[0]])
                wide = side * (2 if chance.happens(0.6) else chance.between(0.02, 0.2))
                start = np.array([side / 2, side / 2]) + off * away
                ends = [start - way * side, start + way * side]
                corners = np.array([*ends, ends[1] + away * wide, ends[0] + away * wide])
                cv2.fillConvexPoly(picture, corners.astype(np.int32), colour, cv2.LINE_AA)
            else:
                corner = (chance.whole(0, side), chance.whole(0, side))
                cv2.rectangle(
                    picture, corner, (chance.whole(0, side), chance.whole(0, side)), colour, line
                )
