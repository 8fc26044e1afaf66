"""Dice that are no pip dice: bodies of 4, 8, 10, 12 and 20 facets, and marked cubes.

Knows their shapes. Refuses to know what they mean: to the net they are dice without a
readable value.
"""

from __future__ import annotations

import functools
import itertools
import math
from dataclasses import replace

import numpy as np

from hardware.simulated.scene.die import Die, barrel_die
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
    """One of them at rest on one of its facets."""
    kind = ("barrel", "4", "8", "10", "12", "20")[chance.whole(0, 5)]
    paint = replace(paint, grain=min(paint.grain, 0.08))
    if kind == "barrel":
        return barrel_die(chance.whole(1, 4), place, yaw, paint, edge_mm * 0.8)
    body = body_of(kind)
    texts = tuple(str(1 + i) for i in range(len(body.planes)))
    rotation = turned(yaw) @ _lying(body.planes[chance.whole(0, len(texts) - 1), :3])
    kind_name = "d4" if kind == "4" else "unknown"
    origin = Pose(np.zeros(3, np.float32), rotation)
    size = edge_mm * chance.between(0.9, 1.4)
    return Die(kind_name, body, paint, origin, size, texts=texts).resting(place, rotation)


def cube_marks(chance: Chance) -> tuple[str, ...]:
    """Numerals, letters or icons for the six faces of a cube."""
    kind = chance.rng.random()
    if kind < 0.5:
        return ("2", "5", "3", "4", "1", "6")
    if kind < 0.75:
        names = [*ICONS, "cloud"]
        return tuple(names[chance.whole(0, len(names) - 1)] for _ in range(6))
    return tuple(chr(chance.whole(35, 90)) for _ in range(6))


@functools.lru_cache(maxsize=8)
def body_of(kind: str) -> Facets:
    """The body with so many facets; its thickness is about 1."""
    normals: list[tuple[float, float, float]]
    if kind == "4":
        normals = [(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)]
        distance, mark = 0.27, 0.45
    elif kind == "8":
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


def _lying(normal: Array) -> Array:
    """(3, 3) rotation that brings a direction of the body to straight down."""
    down = -normal / np.linalg.norm(normal)
    side = np.cross(down, [1.0, 0.0, 0.0] if abs(down[0]) < 0.9 else [0.0, 1.0, 0.0])
    side /= np.linalg.norm(side)
    return np.asarray(np.stack([np.cross(side, down), side, down]), np.float32)
