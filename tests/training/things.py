"""Solid things that are no dice: tiles, coins, boards, cups, beads.

Knows their bodies. Refuses to know where they lie. The flat ones are in ``clutter.py``.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from hardware.simulated.scene.die import Die
from hardware.simulated.scene.paint import Paint
from hardware.simulated.scene.pose import Pose, leaning, turned
from hardware.simulated.scene.solid import Facets, RoundedCube
from tests.training.chance import Chance
from tests.training.dress import any_paint

THING = "thing"
"""Kind of a body that gets no label."""


def support(chance: Chance, place: tuple[float, float], yaw: float, edge_mm: float) -> Die:
    """A flat thing that a die may lean on: a coin, a tile, a board, a wall."""
    kind = chance.whole(0, 3)
    if kind == 0:
        body, size = prism(14, 0.5, chance.between(0.06, 0.2)), edge_mm * chance.between(0.9, 1.7)
    elif kind == 1:
        body = block(chance.between(1.4, 3), chance.between(0.6, 2), chance.between(0.1, 0.4))
        size = edge_mm
    elif kind == 2:
        body, size = block(chance.between(4, 9), 0.35, chance.between(0.8, 2)), edge_mm
    else:
        body, size = block(chance.between(5, 10), chance.between(2, 6), 0.25), edge_mm
    return _lying(chance, body, place, yaw, size)


def cup(chance: Chance, place: tuple[float, float], edge_mm: float) -> Die:
    """A cup or a tower beside the dice, seen as a closed body."""
    body = prism(14, 0.5, chance.between(0.5, 1.3))
    return _lying(chance, body, place, 0.0, edge_mm * chance.between(3.5, 6))


def bead(chance: Chance, place: tuple[float, float], edge_mm: float) -> Die:
    """A ball, plain or with a dot on top, as a bead with its hole: seen from above it is a one."""
    dots = ((0, 0), (0, 0), (1, 1) if chance.happens(0.5) else (0, 0))
    paint = replace(
        any_paint(chance), faces=dots, gloss=chance.between(0.2, 1), rough=chance.scale(0.03, 0.2)
    )
    body = RoundedCube(0.5, 0.5)
    turn = leaning(chance.between(0, 0.5), chance.between(0, 6.283))
    origin = Pose(np.zeros(3, np.float32), turn)
    size = edge_mm * chance.between(0.5, 1.2)
    return Die(THING, body, paint, origin, size).resting(place, turn)


def _lying(
    chance: Chance, body: Facets, place: tuple[float, float], yaw: float, size: float
) -> Die:
    paint = Paint(
        body=chance.colour(),
        gloss=chance.between(0, 0.8),
        rough=chance.scale(0.05, 0.4),
        glow=0.0,
        grain=chance.between(0, 0.2),
    )
    rotation = turned(yaw)
    origin = Pose(np.zeros(3, np.float32), rotation)
    return Die(THING, body, paint, origin, size).resting(place, rotation)


def block(length: float, width: float, height: float) -> Facets:
    """A box."""
    half = np.array([length, width, height], np.float32) / 2
    planes = [
        (*np.eye(3, dtype=np.float32)[axis] * sign, half[axis])
        for axis in range(3)
        for sign in (1, -1)
    ]
    corners = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
    return Facets(np.array(planes, np.float32), np.array(corners, np.float32) * half, 0.012)


def prism(sides: int, radius: float, height: float) -> Facets:
    """An upright prism, nearly a cylinder."""
    angles = 2 * math.pi * np.arange(sides) / sides
    ways = np.column_stack([np.cos(angles), np.sin(angles)])
    planes = [(x, y, 0.0, radius) for x, y in ways]
    planes += [(0.0, 0.0, 1.0, height / 2), (0.0, 0.0, -1.0, height / 2)]
    far = radius / math.cos(math.pi / sides)
    turn = math.pi / sides
    corners = [
        (far * math.cos(a + turn), far * math.sin(a + turn), z)
        for a in angles
        for z in (-height / 2, height / 2)
    ]
    return Facets(np.array(planes, np.float32), np.array(corners, np.float32), 0.012)
