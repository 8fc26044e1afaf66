"""The table and the tray as the camera sees them, before light.

Knows where table, rim and tray floor lie in the picture and what colour they have there.
Refuses to know dice.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from hardware.simulated.scene.brush import area, blurred
from hardware.simulated.scene.camera import Camera
from hardware.simulated.scene.light import Light
from hardware.simulated.scene.paint import Colour
from hardware.simulated.scene.pose import Array
from hardware.simulated.scene.surface import SIDE, tone


@dataclass(frozen=True, slots=True)
class Surface:
    """``kind`` of ``surface.SURFACES``; ``colour`` linear; ``depth``: strength of its pattern, 0
    to 0.6; ``shift``: colour towards which the dark parts go; ``grain_mm``: size of a texel;
    ``turn``: radians."""

    kind: str = "felt"
    colour: Colour = (0.05, 0.16, 0.05)
    depth: float = 0.15
    shift: Colour | None = None
    grain_mm: float = 0.4
    turn: float = 0.3


@dataclass(frozen=True, slots=True)
class Tray:
    """``round`` or square; ``half_mm``: inner radius or half width; ``rim_mm`` wide and
    ``high_mm`` high; ``lining``: its floor; ``rim``: colour of the rim."""

    round: bool = True
    half_mm: float = 95.0
    rim_mm: float = 8.0
    high_mm: float = 22.0
    lining: Surface = Surface()
    rim: Colour = (0.02, 0.02, 0.02)


@dataclass(frozen=True, slots=True)
class Table:
    """A table top, perhaps with a tray on it. ``seed`` picks the pattern."""

    surface: Surface = Surface("wood", (0.12, 0.22, 0.35), 0.2)
    tray: Tray | None = None
    seed: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """``albedo``: (h, w, 3) linear colour; ``open_lamp``: (h, w) share of the lamp that the rim
    lets through."""

    albedo: Array
    open_lamp: Array


def ground(camera: Camera, light: Light, table: Table) -> Ground:
    """The table, and the tray on it, as seen by a camera."""
    x_mm, y_mm = table_points(camera)
    albedo = paint_surface(table.surface, x_mm, y_mm, table.seed)
    open_lamp = np.ones(x_mm.shape, np.float32)
    if table.tray is not None:
        _lay_tray(albedo, open_lamp, camera, light, table, x_mm, y_mm)
    return Ground(albedo, open_lamp)


def table_points(camera: Camera) -> tuple[Array, Array]:
    """(h, w) and (h, w): which point of the table each pixel sees, in millimetres."""
    width, height = camera.size_px
    x_px, y_px = np.meshgrid(
        np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32)
    )
    rays = camera.rays(x_px.ravel(), y_px.ravel())
    steps = -camera.place_mm[2] / np.minimum(rays[2], np.float32(-0.02))
    x_mm = camera.place_mm[0] + rays[0] * steps
    y_mm = camera.place_mm[1] + rays[1] * steps
    return x_mm.reshape(height, width), y_mm.reshape(height, width)


def paint_surface(surface: Surface, x_mm: Array, y_mm: Array, seed: int) -> Array:
    """(h, w, 3) colour of a surface at points of the table."""
    c, s = math.cos(surface.turn), math.sin(surface.turn)
    u = (c * x_mm + s * y_mm) / np.float32(surface.grain_mm) + SIDE / 2
    v = (c * y_mm - s * x_mm) / np.float32(surface.grain_mm) + SIDE / 2
    field = cv2.remap(
        tone(surface.kind, seed),
        u.astype(np.float32),
        v.astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REFLECT,
    )
    colour = np.array(surface.colour, np.float32)
    other = colour * 0.35 if surface.shift is None else np.array(surface.shift, np.float32)
    amount = (field * np.float32(surface.depth))[..., None]
    out = np.where(amount > 0, colour * (1 + amount), colour + (other - colour) * -amount)
    return np.asarray(np.clip(out, 0.002, 1), np.float32)


def tray_outline(tray: Tray, half_mm: float, z_mm: float) -> Array:
    """(k, 3) points around a tray at half width ``half_mm`` and height ``z_mm``."""
    angle = np.linspace(0, 2 * math.pi, 96, endpoint=False)
    if tray.round:
        radius = np.full_like(angle, half_mm)
    else:  # a square with softened corners: a superellipse
        power = 14.0
        radius = half_mm / (np.abs(np.cos(angle)) ** power + np.abs(np.sin(angle)) ** power) ** (
            1 / power
        )
    flat = np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1)
    return np.column_stack([flat, np.full(len(angle), z_mm)]).astype(np.float32)


def _lay_tray(
    albedo: Array,
    open_lamp: Array,
    camera: Camera,
    light: Light,
    table: Table,
    x_mm: Array,
    y_mm: Array,
) -> None:
    tray = table.tray
    assert tray is not None
    shape = open_lamp.shape
    outer = tray_outline(tray, tray.half_mm + tray.rim_mm, tray.high_mm)
    inner = tray_outline(tray, tray.half_mm, tray.high_mm)
    body = area(
        shape,
        camera.project(
            np.concatenate([outer, outer * np.array([1, 1, 0], np.float32)]).astype(np.float32)
        ),
        True,
    )
    hole = area(shape, camera.project(inner), False)
    floor = area(shape, camera.project(inner * np.array([1, 1, 0], np.float32)), False) * hole
    way = light.towards(np.zeros(3, np.float32))
    radius = np.sqrt(x_mm * x_mm + y_mm * y_mm) + np.float32(1e-3)
    nx, ny = x_mm / radius, y_mm / radius
    if not tray.round:
        flat = np.abs(x_mm) > np.abs(y_mm)
        nx, ny = np.where(flat, np.sign(x_mm), 0), np.where(flat, 0, np.sign(y_mm))
    facing = nx * way[0] + ny * way[1]
    rim = np.array(tray.rim, np.float32)
    lining = paint_surface(tray.lining, x_mm, y_mm, table.seed + 1)
    wall = lining.mean(axis=(0, 1)) * np.clip(0.55 - 0.45 * facing, 0.12, 1)[..., None]
    outside = np.clip(0.55 + 0.35 * facing, 0.2, 1)[..., None] * rim
    top = area(shape, camera.project(outer), False)
    _mix(albedo, outside, body)
    _mix(albedo, np.broadcast_to(rim * 1.5 + 0.004, albedo.shape), top)
    _mix(albedo, wall, hole)
    _mix(albedo, lining, floor)
    inside, beyond = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
    ways = light.samples(np.zeros(3, np.float32), 8)
    for ray in ways:
        flat_ray = ray * np.float32(tray.high_mm / max(float(ray[2]), 0.2))
        inside += area(shape, camera.project(inner - flat_ray), False) / len(ways)
        beyond += area(shape, camera.project(outer - flat_ray), True) / len(ways)
    blur = 1.2 * camera.focal_px / camera.depth_mm(np.zeros(3, np.float32))
    inside = blurred(inside, blur)
    beyond = blurred(beyond, blur)
    open_lamp *= np.where(body < 0.5, 1 - beyond, np.where(floor > 0.5, inside, 1.0))


def _mix(albedo: Array, colour: Array, cover: Array) -> None:
    albedo += (colour - albedo) * cover[..., None]
