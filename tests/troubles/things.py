"""Things that people leave in a tray, lying on a rendered table with a shadow.

Knows coins, pencils, erasers, paper and tokens in millimetres. Refuses to know readers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import cv2
import numpy as np

from hardware.simulated.scene import brush
from hardware.simulated.scene.camera import Camera
from hardware.simulated.scene.paint import Colour
from hardware.simulated.scene.pose import Array
from hardware.simulated.scene.stage import Stage

Outline = Array
"""(n, 2) millimetres around the middle of a thing."""

THINGS: Mapping[str, tuple[Callable[[], Outline], Colour, float]] = {
    "coin": (lambda: _round(11.0), (0.20, 0.40, 0.48), 2.0),
    "silver coin": (lambda: _round(10.0), (0.42, 0.43, 0.44), 2.0),
    "pencil": (lambda: _box(95.0, 7.0), (0.05, 0.45, 0.75), 7.0),
    "red pencil": (lambda: _box(80.0, 7.0), (0.05, 0.04, 0.45), 7.0),
    "eraser": (lambda: _box(30.0, 15.0), (0.75, 0.72, 0.74), 9.0),
    "paper": (lambda: _box(45.0, 32.0), (0.80, 0.82, 0.83), 0.3),
    "token": (lambda: _round(7.5), (0.55, 0.16, 0.05), 4.0),
}
"""Outline, linear colour and height in millimetres by name."""


def lies_at(stage: Stage, name: str, xy_mm: tuple[float, float], turn: float) -> Array:
    """The outline on the floor of a thing that lies so, as pixels, (n, 2)."""
    flat = _flat(name, xy_mm, turn)
    on_floor = np.concatenate([flat, np.zeros((len(flat), 1), np.float32)], 1)
    return stage.camera.project(on_floor.astype(np.float32))


def with_thing(stage: Stage, name: str, xy_mm: tuple[float, float], turn: float) -> Stage:
    """The stage with a thing at that place, turned by so many radians."""
    _, colour, high_mm = THINGS[name]
    flat = _flat(name, xy_mm, turn)
    way = stage.light.towards(np.zeros(3, np.float32))
    fall = -way[:2] * np.float32(high_mm / max(float(way[2]), 0.2))

    def draw(albedo: Array) -> None:
        shade = _seen(stage.camera, np.concatenate([flat, flat + fall]), 0.0, albedo.shape, True)
        albedo *= 1 - 0.55 * brush.blurred(shade, 1.5)[..., None]
        body = _seen(stage.camera, flat, high_mm, albedo.shape, True)
        edge = brush.blurred(body, 1.2) * body
        albedo += (np.array(colour, np.float32) * edge[..., None] - albedo) * body[..., None]

    return stage.strewn(draw)


def _flat(name: str, xy_mm: tuple[float, float], turn: float) -> Array:
    c, s = math.cos(turn), math.sin(turn)
    outline = THINGS[name][0]()
    return outline @ np.array([[c, s], [-s, c]], np.float32) + np.array(xy_mm, np.float32)


def _seen(
    camera: Camera, flat: Outline, z_mm: float, shape: tuple[int, ...], convex: bool
) -> Array:
    points = np.column_stack([flat, np.full(len(flat), z_mm)]).astype(np.float32)
    return brush.area(shape, camera.project(points), convex)


def _round(radius: float) -> Outline:
    angle = np.linspace(0, 2 * math.pi, 48, endpoint=False)
    return np.column_stack([radius * np.cos(angle), radius * np.sin(angle)]).astype(np.float32)


def _box(length: float, width: float) -> Outline:
    return np.asarray(cv2.boxPoints(((0.0, 0.0), (length, width), 0.0)), np.float32)
