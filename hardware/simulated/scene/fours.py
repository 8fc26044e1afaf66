"""Four-sided dice: tetrahedra with their numbers at the tips or at the base.

Knows their shape and what is printed where. Refuses to know the barrel (``die.py``) and what
a reader makes of them.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence

import numpy as np

from hardware.simulated.scene.die import Die
from hardware.simulated.scene.paint import Paint, Print
from hardware.simulated.scene.pose import Array, Pose, turned
from hardware.simulated.scene.solid import Facets

INNER = 0.27
"""Radius of the ball inside, in edges of a cube of about the same weight."""
BLUE = Paint(body=(0.55, 0.16, 0.02), pip=(0.9, 0.9, 0.9), glow=0.4)
_TEXTS = ("1", "2", "3", "4")
_TIP, _BASE = 0.47, -0.27
"""Where a numeral stands on the way from a facet's middle to a corner."""


@functools.lru_cache(maxsize=4)
def tetrahedron(softness: float = 0.02) -> Facets:
    """The body; facet ``k`` lies opposite corner ``k``."""
    ways = np.array([(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)], np.float32)
    ways /= np.float32(math.sqrt(3))
    planes = np.column_stack([ways, np.full(4, INNER, np.float32)])
    return Facets(planes, -3 * INNER * ways, softness, 0.4)


@functools.lru_cache(maxsize=16)
def tetrahedron_prints(at_tip: bool, size: float = 0.36) -> tuple[Print, ...]:
    """Three numerals on each facet. Whichever style: a die that lies on facet ``k`` shows
    ``k + 1`` upright three times, at its tip or along its base."""
    body = tetrahedron()
    out = []
    for facet in range(4):
        normal = body.planes[facet, :3]
        along = body.along(facet)
        across = np.cross(normal, along)
        for corner in range(4):
            if corner == facet:
                continue
            way = body.points[corner] - normal * np.float32(INNER)
            x, y = float(along @ way), float(across @ way)
            far = _TIP if at_tip else _BASE
            turn = math.atan2(y, x) - math.pi / 2
            out.append(Print(facet, _TEXTS[corner], size, far * x, far * y, turn))
    return tuple(out)


def tetrahedron_die(
    value: int,
    xy_mm: Sequence[float],
    yaw: float = 0.0,
    paint: Paint = BLUE,
    edge_mm: float = 16.0,
    at_tip: bool = True,
    from_below: bool = False,
    softness: float = 0.02,
) -> Die:
    """A tetrahedron that counts ``value`` (1 to 4), its numbers at the tips or at the base.

    ``edge_mm``: of a cube of about the same weight; its own edges are 1.3 times as long.
    ``from_below``: as a camera sees it through a clear floor, its foot towards the camera; the
    picture is not mirrored.
    """
    body = tetrahedron(softness)
    rotation = turned(yaw) @ foot_down(body.planes[value - 1, :3])
    if from_below:
        rotation = np.diag(np.array([1, -1, -1], np.float32)) @ rotation
    origin = Pose(np.zeros(3, np.float32), rotation)
    prints = tetrahedron_prints(at_tip)
    die = Die("d4", body, paint, origin, edge_mm, texts=_TEXTS, prints=prints)
    return die.resting(xy_mm, rotation)


def foot_down(normal: Array) -> Array:
    """(3, 3) rotation that brings a direction of the body to straight down."""
    down = -normal / np.linalg.norm(normal)
    side = np.cross(down, [1.0, 0.0, 0.0] if abs(down[0]) < 0.9 else [0.0, 1.0, 0.0])
    side /= np.linalg.norm(side)
    return np.asarray(np.stack([np.cross(side, down), side, down]), np.float32)
