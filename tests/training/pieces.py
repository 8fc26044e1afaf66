"""Pieces of games and small things beside them, drawn flat: chips, meeples, pawns, lamps, clips.

Knows their outlines. Refuses to know where they lie; what other tables have is in ``clutter.py``.
"""

from __future__ import annotations

import math

import cv2
import numpy as np

from hardware.simulated.scene import brush
from hardware.simulated.scene.paint import Colour
from hardware.simulated.scene.pose import Array
from tests.training.chance import Chance, shaded

MEEPLE = (
    (0, -1), (0.28, -0.9), (0.32, -0.6), (0.25, -0.42), (0.9, -0.15), (0.95, 0.1), (0.45, 0.22),
    (0.75, 0.9), (0.2, 0.95), (0, 0.55),
)  # fmt: skip
"""The right half of a meeple, from its head down."""


def piece(picture: Array, chance: Chance, x: float, y: float, radius: float) -> None:
    """Any of them, its reach in pixels."""
    draw = (_chip, _meeple, _pawn, _lamp, _clip, _outline)[chance.whole(0, 5)]
    draw(picture, chance, x, y, radius, chance.colour())


def _chip(
    picture: Array, chance: Chance, x: float, y: float, radius: float, colour: Colour
) -> None:
    """A round chip with notches or a ring, perhaps a sign on it."""
    _shadow(picture, chance, x, y, radius)
    brush.disc(picture, x, y, radius, colour)
    other = chance.colour() if chance.happens(0.5) else shaded(colour, chance.between(0.3, 2.0))
    if chance.happens(0.5):
        many, turn = chance.whole(4, 8), chance.between(0, 6.283)
        for angle in turn + 2 * math.pi * np.arange(many) / many:
            way = np.array([math.cos(angle), math.sin(angle)]) * radius
            away = np.array([-way[1], way[0]]) * chance.between(0.1, 0.25)
            corners = np.array([way, way + away, 0.75 * (way + away), 0.75 * way])
            brush.polygon(picture, corners + np.array([x, y]), other)
    if chance.happens(0.6):
        brush.disc(picture, x, y, radius * chance.between(0.4, 0.8), other,
                   max(1, int(radius * chance.between(0.03, 0.12))))  # fmt: skip
    if chance.happens(0.4):
        brush.disc(picture, x, y, radius * chance.between(0.15, 0.6), other)


def _meeple(
    picture: Array, chance: Chance, x: float, y: float, radius: float, colour: Colour
) -> None:
    half = np.array(MEEPLE, np.float64)
    both = np.concatenate([half, half[::-1] * (-1, 1)])
    _poured(picture, chance, both, (x, y), radius, colour)


def _outline(
    picture: Array, chance: Chance, x: float, y: float, radius: float, colour: Colour
) -> None:
    """A token cut to a star or a splash: a shape that no die has."""
    many = 2 * chance.whole(3, 7)
    angles = 2 * math.pi * np.arange(many) / many
    radii = 1 - chance.between(0.25, 0.6) * (np.arange(many) % 2)
    radii = radii + chance.rng.normal(0, 0.06, many)
    shape = np.column_stack([np.cos(angles), np.sin(angles)]) * radii[:, None]
    _poured(picture, chance, shape * (1, chance.between(0.5, 1)), (x, y), radius, colour)


def _poured(
    picture: Array,
    chance: Chance,
    shape: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
    place: tuple[float, float],
    radius: float,
    colour: Colour,
) -> None:
    """A shape of some thickness: its side first, then its top, perhaps with a smaller one in it."""
    c, s = (f(chance.between(0, 6.283)) for f in (math.cos, math.sin))
    turned = shape @ np.array([[c, s], [-s, c]]) * radius / max(0.3, math.hypot(c, s))
    _shadow(picture, chance, *place, 0.7 * radius)
    high = radius * chance.between(0, 0.35)
    lean = np.array([math.cos(c * 6), math.sin(c * 6)]) * high
    for step in np.linspace(0, 1, 6):
        dark = shaded(colour, 0.5)
        brush.polygon(picture, turned + place + lean * step, colour if step == 1 else dark)
    if chance.happens(0.4):
        inner = turned * chance.between(0.3, 0.8) + place + lean
        brush.polygon(picture, inner, shaded(colour, chance.between(0.4, 1.8)))


def _pawn(
    picture: Array, chance: Chance, x: float, y: float, radius: float, colour: Colour
) -> None:
    """A cone with a head, from above: rings of falling size, not in one middle."""
    _shadow(picture, chance, x, y, radius)
    angle, lean = chance.between(0, 6.283), radius * chance.between(0, 0.6)
    for share in (1.0, 0.75, 0.5, 0.38):
        step = (1 - share) * lean
        at = (x + step * math.cos(angle), y + step * math.sin(angle))
        brush.disc(picture, *at, radius * share, shaded(colour, chance.between(0.5, 1.3)))
    shine = radius * 0.1
    at = (x + 0.6 * lean * math.cos(angle) - shine, y + 0.6 * lean * math.sin(angle) - shine)
    brush.disc(picture, *at, shine, chance.grey(0.8, 1.0))


def _lamp(
    picture: Array, chance: Chance, x: float, y: float, radius: float, colour: Colour
) -> None:
    """A lamp of one colour in its socket, lit or not, or a hole: an eye in a ring."""
    brush.disc(picture, x, y, radius, shaded(colour, chance.between(0.2, 1.0)))
    brush.disc(picture, x, y, radius * chance.between(0.6, 0.85), chance.grey(0.0, 0.4))
    inner = radius * chance.between(0.3, 0.6)
    if chance.happens(0.6):
        lit = chance.hue(chance.between(0, 360), (0.0, 1.0), (0.7, 1.0))
        brush.disc(picture, x, y, inner, lit)
        brush.disc(picture, x, y, inner * 0.5, (1.0, 1.0, 1.0))
    if chance.happens(0.3):
        glow = np.zeros(picture.shape[:2], np.float32)
        brush.disc(glow, x, y, radius, (1.0,))
        glow = brush.blurred(glow, radius * chance.between(0.3, 1.0))
        picture += glow[..., None] * np.array(colour, np.float32) * np.float32(0.7)


def _clip(
    picture: Array, chance: Chance, x: float, y: float, radius: float, colour: Colour
) -> None:
    """A paper clip, a ring, a band: a bent line."""
    turn, many = chance.between(0, 6.283), chance.whole(1, 3)
    for k in range(many):
        axes = (radius * (1 - 0.22 * k), radius * chance.between(0.25, 0.9) * (1 - 0.3 * k))
        bend = cv2.ellipse2Poly((0, 0), (100, 100), 0, 0, chance.whole(200, 360), 8)
        arc = np.array(bend, np.float64) / 100
        c, s = math.cos(turn), math.sin(turn)
        path = (arc * np.array(axes)) @ np.array([[c, s], [-s, c]]) + np.array([x, y])
        wide = max(1, int(radius * chance.between(0.04, 0.15)))
        cv2.polylines(picture, [path.round().astype(np.int32)], False, colour, wide, cv2.LINE_AA)


def _shadow(picture: Array, chance: Chance, x: float, y: float, radius: float) -> None:
    if chance.happens(0.3):
        return
    dark = np.zeros(picture.shape[:2], np.float32)
    dx, dy = (chance.between(-0.2, 0.2) * radius for _ in range(2))
    brush.disc(dark, x + dx, y + dy, radius * 1.03, (1.0,))
    dark = brush.blurred(dark, 0.5 + radius * chance.between(0.03, 0.2))
    picture *= 1 - np.float32(chance.between(0.2, 0.7)) * dark[..., None]
