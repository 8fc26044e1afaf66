"""Where a die is and how it is turned.

Knows rotations, the layout of a cube's six faces and how to lay a face on top. Refuses to
know what a die looks like.

The world is right handed, in millimetres: the table is z = 0, z points up to the camera, and
seen from above x runs to the right and y away from the reader (up in the picture).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float32]
"""float32 arrays; points are rows of shape (n, 3) or columns of shape (3, n) as said."""

CUBE_FACES = ((2, 5), (3, 4), (1, 6))
"""Values on the faces +x and -x, +y and -y, +z and -z of a common die: opposites make 7."""


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """``centre_mm``: (3,) place of the body's centre; ``rotation``: (3, 3) body to world."""

    centre_mm: Array
    rotation: Array


def about(axis: tuple[float, float, float], angle: float) -> Array:
    """(3, 3) rotation by ``angle`` radians about ``axis`` (any length above 0)."""
    x, y, z = np.asarray(axis, np.float64) / np.linalg.norm(axis)
    c, s = math.cos(angle), math.sin(angle)
    k = 1 - c
    return np.array(
        [
            [c + x * x * k, x * y * k - z * s, x * z * k + y * s],
            [y * x * k + z * s, c + y * y * k, y * z * k - x * s],
            [z * x * k - y * s, z * y * k + x * s, c + z * z * k],
        ],
        np.float32,
    )


def turned(yaw: float) -> Array:
    """(3, 3) rotation by ``yaw`` radians about the upright axis."""
    return about((0.0, 0.0, 1.0), yaw)


def leaning(tilt: float, towards: float) -> Array:
    """(3, 3) rotation that leans the upright axis by ``tilt`` towards heading ``towards``."""
    return about((-math.sin(towards), math.cos(towards), 0.0), tilt)


def upright(axis: int, negative: bool) -> Array:
    """(3, 3) rotation that brings the body's axis (0 to 2, or its negative) to +z."""
    rows = np.zeros((3, 3), np.float32)
    rows[2, axis] = -1.0 if negative else 1.0
    rows[0, (axis + 1) % 3] = 1.0
    rows[1] = np.cross(rows[2], rows[0])
    return rows


def cube_value(rotation: Array, faces: tuple[tuple[int, int], ...] = CUBE_FACES) -> int:
    """The value on the face that looks up most."""
    axis = int(np.argmax(np.abs(rotation[2])))
    return faces[axis][int(rotation[2, axis] < 0)]


def showing(value: int, yaw: float, faces: tuple[tuple[int, int], ...] = CUBE_FACES) -> Array:
    """(3, 3) rotation of a cube that lies flat with ``value`` up. ValueError if it has none."""
    for axis, pair in enumerate(faces):
        if value in pair:
            return turned(yaw) @ upright(axis, pair.index(value) == 1)
    raise ValueError(f"A die with the faces {faces} has no {value}. Choose one of its faces.")
