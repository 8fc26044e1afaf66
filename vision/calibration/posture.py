"""How the camera stands over the floor, from the shape that the floor has in the picture.

Knows how a homography, or the flattening of a circle, tells by how much raised things are
shifted. Refuses to find floors and mats.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.calibration.floor import Floor, Shape
from vision.calibration.tray import Matrix
from vision.values import Point

ROUND = 0.97
"""Short over long axis of an ellipse above which it is a circle seen from straight above."""

FOCAL = 1.1
"""Focal length of common cameras in widths of the picture: what is taken where the view is too
straight to tell."""

FOCALS = (0.5, 4.0)
"""Focal lengths that are believed, in widths of the picture."""


def lean_from_scale(to_mm: Matrix, size_px: tuple[int, int], at_px: Point) -> Point:
    """Pixels by which a point moves for each pixel of height over the floor, near a place.

    ``to_mm`` takes pixels to millimetres of the floor (Hartley and Zisserman, 8.1).
    """
    centre = (np.array(size_px, np.float64) - 1) / 2
    focal = _focal_px(to_mm, size_px)
    camera = np.array([[focal, 0, centre[0]], [0, focal, centre[1]], [0, 0, 1.0]])
    towards = np.linalg.inv(camera) @ np.linalg.inv(to_mm)
    scale = float(np.sqrt(np.linalg.norm(towards[:, 0]) * np.linalg.norm(towards[:, 1])))
    towards = towards / (scale if towards[2, 2] > 0 else -scale)
    up = np.cross(towards[:, 0], towards[:, 1])
    if up[2] > 0:  # the floor's upper side looks to the camera
        up = -up
    x, y = cv2.perspectiveTransform(np.array([[at_px]], np.float64), to_mm)[0, 0]
    foot = towards @ np.array([x, y, 1.0])
    raised = foot + up  # a millimetre higher
    shift = (camera @ raised)[:2] / raised[2] - (camera @ foot)[:2] / foot[2]
    per_mm = focal / foot[2]
    return float(shift[0] / per_mm), float(shift[1] / per_mm)


def lean_from_circle(floor: Floor) -> Point:
    """The same for a round tray: it is as flat as the camera looks from the side.

    Its near side is taken to lie low in the picture, or where the view is sideways, right:
    people put the picture's foot to themselves. 0, 0 for other shapes.
    """
    if floor.shape is not Shape.ELLIPSE:
        return 0.0, 0.0
    _, (short, long), turn = cv2.fitEllipse(floor.outline_px.astype(np.float32))
    if short > long:
        short, long, turn = long, short, turn + 90
    if short / long > ROUND:
        return 0.0, 0.0
    slope = float(np.sqrt((long / short) ** 2 - 1))
    way = np.array([np.cos(np.radians(turn)), np.sin(np.radians(turn))])
    if way[1] > 0 or (abs(way[1]) < 1e-6 and way[0] > 0):
        way = -way
    return float(slope * way[0]), float(slope * way[1])


def _focal_px(to_mm: Matrix, size_px: tuple[int, int]) -> float:
    """The focal length with which the floor's axes are square and alike; else a common one.

    Two equations in the square of the focal length, by least squares.
    """
    centre = (np.array(size_px, np.float64) - 1) / 2
    centred = np.array([[1, 0, -centre[0]], [0, 1, -centre[1]], [0, 0, 1.0]])
    seen = centred @ np.linalg.inv(to_mm)
    seen /= np.linalg.norm(seen[:2, :2])
    x, y = seen[:, 0], seen[:, 1]
    flat = np.array([x[:2] @ y[:2], x[:2] @ x[:2] - y[:2] @ y[:2]])
    deep = np.array([x[2] * y[2], x[2] ** 2 - y[2] ** 2])
    square = -float(flat @ deep) / max(float(deep @ deep), 1e-24)
    focal = float(np.sqrt(square)) if square > 0 else 0.0
    low, high = (limit * size_px[0] for limit in FOCALS)
    return focal if low < focal < high else FOCAL * size_px[0]
