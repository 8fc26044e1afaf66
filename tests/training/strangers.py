"""Dice that are no pip dice: bodies of 4, 8, 10, 12 and 20 facets, and marked cubes.

Knows their shapes and what may be printed on them. Refuses to know their classes.
"""

from __future__ import annotations

import functools
import itertools
import math
from dataclasses import replace

import numpy as np

from hardware.simulated.scene.die import Die, barrel_die
from hardware.simulated.scene.fours import foot_down, tetrahedron_die
from hardware.simulated.scene.icons import ICONS
from hardware.simulated.scene.paint import Paint
from hardware.simulated.scene.pose import Array, Pose, turned
from hardware.simulated.scene.solid import Facets
from tests.training.chance import Chance

_GOLDEN = (1 + math.sqrt(5)) / 2
_ENDS = (-1.0, 1.0)
_CUBE = [(x, y, z) for x in _ENDS for y in _ENDS for z in _ENDS]


def stranger(
    chance: Chance, place: tuple[float, float], yaw: float, paint: Paint, edge_mm: float
) -> Die:
    """A die of 8 to 20 facets at rest on one of them, with numerals or symbols."""
    kind = ("8", "10", "12", "20")[chance.whole(0, 3)]
    paint = replace(paint, grain=min(paint.grain, 0.08))
    body = body_of(kind)
    texts = tuple(str(1 + i) for i in range(len(body.planes)))
    if chance.happens(0.5):
        texts = tuple(symbol(chance) for _ in texts)
    rotation = turned(yaw) @ foot_down(body.planes[chance.whole(0, len(texts) - 1), :3])
    origin = Pose(np.zeros(3, np.float32), rotation)
    size = edge_mm * chance.between(0.9, 1.4)
    return Die("unknown", body, paint, origin, size, texts=texts).resting(place, rotation)


def four(
    chance: Chance,
    place: tuple[float, float],
    yaw: float,
    paint: Paint,
    edge_mm: float,
    from_below: bool,
) -> Die:
    """A d4 at rest: a barrel, or a tetrahedron with its numbers at the tips or at the base."""
    paint = replace(paint, grain=min(paint.grain, 0.08))
    if chance.happens(0.4):
        paint = replace(
            paint,
            body=chance.hue(chance.between(195, 250), (0.5, 1), (0.25, 0.95)),
            pip=chance.grey(0.7, 1.0)
            if chance.happens(0.8)
            else chance.hue(50, (0.4, 0.9), (0.6, 1)),
        )
    value, size = chance.whole(1, 4), edge_mm * chance.between(0.85, 1.25)
    if chance.happens(0.4):
        return barrel_die(value, place, yaw, paint, size * 0.8)
    at_tip, soft = chance.happens(0.5), (0.015, 0.03, 0.05)[chance.whole(0, 2)]
    return tetrahedron_die(value, place, yaw, paint, size, at_tip, from_below, soft)


def numeral_marks(chance: Chance) -> tuple[str, ...]:
    """Numerals for the six faces of a cube."""
    if chance.happens(0.12):
        return tuple(str(10 * chance.whole(1, 9)) for _ in range(6))
    return ("2", "5", "3", "4", "1", "6")


def symbol_marks(chance: Chance) -> tuple[str, ...]:
    """Icons, letters or signs for the six faces of a cube, some of them more than once."""
    few = [symbol(chance) for _ in range(chance.whole(2, 6))]
    return tuple(few[chance.whole(0, len(few) - 1)] for _ in range(6))


def symbol(chance: Chance) -> str:
    """One icon or letter, two or three small ones, or nothing."""
    kind = chance.rng.random()
    if kind < 0.06:
        return " "
    if kind < 0.22:
        return chr(
            chance.whole(ord("A"), ord("Z")) if chance.happens(0.7) else chance.whole(33, 47)
        )
    names = [*ICONS, "cloud"]
    name = names[chance.whole(0, len(names) - 1)]
    if kind < 0.6:
        return name
    other = name if chance.happens(0.6) else names[chance.whole(0, len(names) - 1)]
    return f"{name}+{other}" if kind < 0.85 else f"{name}+{other}+{name}"


@functools.lru_cache(maxsize=8)
def body_of(kind: str) -> Facets:
    """The body with so many facets; its thickness is about 1."""
    normals: list[tuple[float, float, float]]
    if kind == "8":
        normals, distance, mark = _CUBE, 0.42, 0.5
    elif kind == "10":
        tips = [(math.cos(k * math.pi / 5), math.sin(k * math.pi / 5)) for k in range(10)]
        normals = [(x, y, 0.95 * (1 - 2 * (k % 2))) for k, (x, y) in enumerate(tips)]
        distance, mark = 0.45, 0.42
    elif kind == "12":
        normals = _cycles(0.0, 1.0, _GOLDEN)
        distance, mark = 0.5, 0.42
    else:
        normals = [*_CUBE, *_cycles(0.0, 1 / _GOLDEN, _GOLDEN)]
        distance, mark = 0.52, 0.32
    ways = np.array(normals, np.float64)
    ways /= np.linalg.norm(ways, axis=1, keepdims=True)
    planes = np.column_stack([ways, np.full(len(ways), distance)])
    return Facets(planes.astype(np.float32), _corners(planes), 0.02, mark)


def _cycles(a: float, b: float, c: float) -> list[tuple[float, float, float]]:
    """All signs and cyclic orders of a triple whose first number is 0."""
    out = []
    for s, t in itertools.product((-1, 1), repeat=2):
        out += [(a, s * b, t * c), (s * b, t * c, a), (t * c, a, s * b)]
    return out


def _corners(planes: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> Array:
    """Where three planes meet and no other cuts off."""
    found: list[np.ndarray[tuple[int], np.dtype[np.float64]]] = []
    for three in itertools.combinations(range(len(planes)), 3):
        rows = planes[list(three)]
        if abs(np.linalg.det(rows[:, :3])) < 1e-3:
            continue
        point = np.linalg.solve(rows[:, :3], rows[:, 3])
        if (planes[:, :3] @ point <= planes[:, 3] + 1e-6).all():
            found.append(point)
    return np.array(found, np.float32)
