"""Heads of screws, bolts and rivets, and glints of dust: what towers and trays have, drawn flat.

Knows their shapes, metals and lights. Refuses to know where they may be.

Pictures are (n, n, 3) float32, linear; all drawing is in place.
"""

from __future__ import annotations

import math

import cv2
import numpy as np

from hardware.simulated.scene import brush
from hardware.simulated.scene.paint import Colour
from hardware.simulated.scene.pose import Array
from tests.training.chance import Chance, shaded

PATCH_PX, HEAD_PX = 192, 52.0
"""A head is drawn at this radius in the middle of a square so wide, and then laid in."""


def fastener(picture: Array, chance: Chance, x: float, y: float, radius: float) -> None:
    """The head of a screw, bolt or rivet, its radius in pixels, seen from anywhere above it."""
    metal, light = _metal(chance), chance.between(0, 6.283)
    patch = np.zeros((PATCH_PX, PATCH_PX, 3), np.float32)
    inside = np.zeros((PATCH_PX, PATCH_PX), np.float32)
    if chance.happens(0.2):
        _shaft(patch, inside, chance, metal)
    if chance.happens(0.25):
        wide = HEAD_PX * chance.between(1.2, 1.7)
        _shape(inside, wide, 0, 0.0, (1.0,))
        _shape(patch, wide, 0, 0.0, shaded(metal, chance.between(0.6, 1.3)))
    sides = 6 if chance.happens(0.2) else 0
    turn = chance.between(0, 6.283)
    _shape(inside, HEAD_PX, sides, turn, (1.0,))
    _shape(patch, HEAD_PX, sides, turn, shaded(metal, chance.between(0.3, 0.8)))
    face = HEAD_PX * chance.between(0.75, 0.97)
    _shape(patch, face, sides, turn, metal)
    _lit(patch, chance, light)
    if chance.happens(0.85):
        _recess(patch, chance, metal, light)
    _lay(picture, chance, patch, inside, (x, y), radius / HEAD_PX)


def glints(picture: Array, chance: Chance, size: float) -> None:
    """Dust, scratches and lint, bright or dark; ``size``: typical die in pixels."""
    side = picture.shape[0]
    colour = chance.grey(0.6, 1.0) if chance.happens(0.8) else chance.grey(0.0, 0.2)
    for _ in range(chance.whole(2, 30)):
        x, y = chance.between(0, side), chance.between(0, side)
        long, turn = size * chance.scale(0.02, 0.14), chance.between(0, 6.283)
        axes = (long, long * chance.between(0.25, 1.0))
        glint = cv2.ellipse2Poly((0, 0), (64, round(64 * axes[1] / axes[0])), 0, 0, 360, 30)
        c, s = math.cos(turn) * long / 64, math.sin(turn) * long / 64
        corners = glint @ np.array([[c, s], [-s, c]]) + (x, y)
        brush.polygon(picture, corners, shaded(colour, chance.between(0.3, 1.0)))


def _metal(chance: Chance) -> Colour:
    kind = chance.rng.random()
    if kind < 0.4:
        return chance.grey(0.4, 0.95, 0.04)
    if kind < 0.55:
        return chance.grey(0.05, 0.3, 0.04)
    if kind < 0.8:  # brass, copper, zinc with its yellow coat
        return chance.hue(chance.between(8, 55), (0.2, 0.75), (0.4, 0.95))
    return chance.colour()


def _shape(
    canvas: Array, radius: float, sides: int, turn: float, colour: Colour | tuple[float]
) -> None:
    """A disc, or a polygon of so many sides, in the middle."""
    many = sides or 60
    angles = turn + 2 * math.pi * np.arange(many) / many
    ways = np.column_stack([np.cos(angles), np.sin(angles)])
    brush.polygon(canvas, PATCH_PX / 2 + radius * ways, colour)


def _shaft(patch: Array, inside: Array, chance: Chance, metal: Colour) -> None:
    """The thread of a screw that lies or sticks out, beside its head."""
    turn, wide = chance.between(0, 6.283), HEAD_PX * chance.between(0.3, 0.55)
    way = np.array([math.cos(turn), math.sin(turn)])
    away = np.array([-way[1], way[0]])
    start, stop = PATCH_PX / 2 * np.ones(2), PATCH_PX / 2 + way * HEAD_PX * chance.between(1.2, 1.8)
    corners = np.array(
        [start + away * wide, stop + away * wide, stop - away * wide, start - away * wide]
    )
    brush.polygon(inside, corners, (1.0,))
    brush.polygon(patch, corners, shaded(metal, 0.8))
    pitch = HEAD_PX * chance.between(0.12, 0.25)
    for step in np.arange(0, float(np.linalg.norm(stop - start)), pitch):
        at = start + way * step
        ends = (at + away * wide, at - away * wide + way * pitch * 0.5)
        brush.line(patch, tuple(ends[0]), tuple(ends[1]), shaded(metal, 0.35), pitch * 0.4)


def _lit(patch: Array, chance: Chance, light: float) -> None:
    """Brighter towards the light, with a shine where the head is domed."""
    rows, columns = np.mgrid[0:PATCH_PX, 0:PATCH_PX].astype(np.float32) - PATCH_PX / 2
    along = (columns * math.cos(light) + rows * math.sin(light)) / HEAD_PX
    patch *= np.clip(1 + np.float32(chance.between(0, 0.7)) * along, 0.1, 2)[..., None]
    if chance.happens(0.5):
        x, y = (chance.between(0.1, 0.6) * HEAD_PX * v for v in (math.cos(light), math.sin(light)))
        wide = np.float32(HEAD_PX * chance.between(0.1, 0.4))
        far = (columns - x) ** 2 + (rows - y) ** 2
        patch += np.float32(chance.between(0.1, 1.2)) * np.exp(-far / (2 * wide**2))[..., None]


def _recess(patch: Array, chance: Chance, metal: Colour, light: float) -> None:
    """What a driver is put into, dark, and bright along the edge away from the light."""
    turn, reach = chance.between(0, 6.283), HEAD_PX * chance.between(0.3, 0.65)
    kind = chance.whole(0, 5)
    if kind == 0:
        parts = [_bar(turn, HEAD_PX * 0.95, HEAD_PX * chance.between(0.08, 0.2))]
    elif kind <= 2:
        wide = reach * chance.between(0.18, 0.4)
        ways = (0.0, math.pi / 2, math.pi / 4, -math.pi / 4)[: 4 if chance.happens(0.3) else 2]
        parts = [
            _bar(turn + way, reach * (1 if k < 2 else 0.7), wide * (1 if k < 2 else 0.5))
            for k, way in enumerate(ways)
        ]
    else:
        sides, deep = ((6, 0.0), (4, 0.0), (12, 0.25))[kind - 3]
        angles = turn + 2 * math.pi * np.arange(sides) / sides
        radii = reach * (1 - deep * (np.arange(sides) % 2))
        parts = [np.column_stack([np.cos(angles), np.sin(angles)]) * radii[:, None]]
    dark, bright = chance.between(0.02, 0.6), chance.between(1.0, 2.0)
    off = HEAD_PX * chance.between(0.0, 0.07) * np.array([math.cos(light), math.sin(light)])
    for shift, tone in ((-off, bright), (off * 0, dark)):
        for part in parts:
            brush.polygon(patch, PATCH_PX / 2 + part + shift, shaded(metal, tone))
    if chance.happens(0.3):
        x, y = (PATCH_PX / 2 + chance.between(-0.3, 0.3) * reach for _ in range(2))
        brush.disc(patch, x, y, reach * chance.between(0.15, 0.4), shaded(metal, bright))


def _bar(turn: float, half: float, wide: float) -> Array:
    way = np.array([math.cos(turn), math.sin(turn)])
    away = np.array([-way[1], way[0]]) * wide
    way = way * half
    return np.array([way + away, -way + away, -way - away, way - away], np.float32)


def _lay(
    picture: Array,
    chance: Chance,
    patch: Array,
    inside: Array,
    place: tuple[float, float],
    scale: float,
) -> None:
    """The square into the picture at a scale, turned and seen askew, over its shadow."""
    if scale < 1:
        soft = 0.5 / scale - 0.3
        patch, inside = brush.blurred(patch * inside[..., None], soft), brush.blurred(inside, soft)
    else:
        patch = patch * inside[..., None]
    lean, squash = chance.between(0, 3.1416), chance.between(0.6, 1.0)
    c, s = math.cos(lean), math.sin(lean)
    turned = np.array([[c, s], [-s, c]])
    linear = scale * turned.T @ np.diag([1.0, squash]) @ turned
    matrix = np.column_stack([linear, np.array(place) - linear @ np.full(2, PATCH_PX / 2)])
    to = picture.shape[1::-1]
    over = np.asarray(cv2.warpAffine(inside, matrix, to, flags=cv2.INTER_LINEAR), np.float32)
    drawn = np.asarray(cv2.warpAffine(patch, matrix, to, flags=cv2.INTER_LINEAR), np.float32)
    if chance.happens(0.7):
        away = chance.between(0.02, 0.35) * scale * HEAD_PX
        angle = chance.between(0, 6.283)
        shift = np.array([[1, 0, away * math.cos(angle)], [0, 1, away * math.sin(angle)]])
        shadow = cv2.warpAffine(over, shift, to)
        shadow = brush.blurred(shadow, 0.5 + away * chance.between(0.2, 0.8))
        picture *= 1 - np.float32(chance.between(0.2, 0.7)) * shadow[..., None]
    picture[:] = picture * (1 - over[..., None]) + drawn
