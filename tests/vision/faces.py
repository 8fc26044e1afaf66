"""Faces of dice drawn with plain shapes, for tests of single steps."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

TABLE_BGR = (60, 90, 50)
BODY_BGR = (225, 230, 235)
PIP_BGR = (25, 25, 25)

_THIRD = 0.26
_CELLS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}


def table(height: int = 240, width: int = 320) -> NDArray[np.uint8]:
    """An empty table with a little seeded grain."""
    grain = np.random.default_rng(5).normal(0, 2, (height, width, 3))
    return np.asarray(np.clip(np.array(TABLE_BGR) + grain, 0, 255), np.uint8)


def draw_face(
    picture: NDArray[np.uint8],
    value: int,
    centre: tuple[float, float],
    side: float,
    turn: float = 0.3,
    body: tuple[int, int, int] = BODY_BGR,
    pip: tuple[int, int, int] = PIP_BGR,
) -> None:
    """Draw a face with its pips, turned by radians; value 0 draws a bare body."""
    fine = 8
    cos, sin = np.cos(turn), np.sin(turn)
    linear = np.array([[cos, -sin], [sin, cos]]) * side

    def at(x: float, y: float) -> tuple[int, int]:
        place = linear @ np.array([x, y]) + np.array(centre)
        return round(float(place[0]) * fine), round(float(place[1]) * fine)

    corners = np.array([at(-0.5, -0.5), at(0.5, -0.5), at(0.5, 0.5), at(-0.5, 0.5)])
    cv2.fillConvexPoly(picture, corners, body, cv2.LINE_AA, 3)
    for x, y in _CELLS.get(value, []):
        place = at(x * _THIRD, y * _THIRD)
        cv2.circle(picture, place, round(0.1 * side * fine), pip, -1, cv2.LINE_AA, 3)
