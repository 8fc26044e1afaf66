"""The light over the table and what it does to a surface.

Knows one lamp with a soft edge and the light of the room. Refuses to know shapes.

Light is linear, blue, green, red; 1 on a white surface is the brightest that the picture
keeps.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from hardware.simulated.scene.paint import Colour, Paint, Skin
from hardware.simulated.scene.pose import Array


@dataclass(frozen=True, slots=True)
class Light:
    """``azimuth`` and ``elevation`` of the lamp in radians, ``distance_mm`` from the table's
    middle, ``key``: its light on a surface facing it; ``room``: light from all sides;
    ``softness``: angular radius of the lamp, 0.02 (bulb) to 0.4 (window); ``glare``: how much
    of its mirror image glossy things show, 0 to 1."""

    azimuth: float = 2.2
    elevation: float = 1.0
    distance_mm: float = 900.0
    key: Colour = (0.55, 0.58, 0.6)
    room: Colour = (0.33, 0.32, 0.31)
    softness: float = 0.12
    glare: float = 0.6

    def place_mm(self) -> Array:
        """(3,) where the lamp is."""
        flat = math.cos(self.elevation)
        way = [
            flat * math.cos(self.azimuth),
            flat * math.sin(self.azimuth),
            math.sin(self.elevation),
        ]
        return np.array(way, np.float32) * np.float32(self.distance_mm)

    def towards(self, point_mm: Array) -> Array:
        """(3,) direction of length 1 from a point to the lamp."""
        way = self.place_mm() - point_mm
        return np.asarray(way / np.linalg.norm(way), np.float32)

    def samples(self, point_mm: Array, count: int) -> Array:
        """(count, 3) directions spread evenly over the lamp's disc, seen from a point."""
        middle = self.towards(point_mm)
        side = np.cross(middle, [0.0, 0.0, 1.0] if abs(middle[2]) < 0.95 else [1.0, 0.0, 0.0])
        side /= np.linalg.norm(side)
        other = np.cross(middle, side)
        steps = np.arange(count)
        radius = np.sqrt((steps + 0.5) / count) * math.tan(self.softness)
        angle = steps * 2.399963
        spread = np.cos(angle)[:, None] * side + np.sin(angle)[:, None] * other
        out = middle + radius[:, None] * spread
        return np.asarray(out / np.linalg.norm(out, axis=1, keepdims=True), np.float32)


def lit(
    light: Light,
    paint: Paint,
    skin: Skin,
    normals: Array,
    rays: Array,
    lamp: Array,
    open_key: Array,
    open_room: Array,
    bounce: Array,
) -> Array:
    """(n, 3) linear colour of n points of a die.

    ``normals``, ``rays``: (3, n) in the world; ``lamp``: (3,) direction to the lamp;
    ``open_key``: (n,) share of the lamp that is not hidden; ``open_room``: (n,) the same for
    the room; ``bounce``: (3,) colour of the table, thrown back from below.
    """
    key = np.array(light.key, np.float32)
    room = np.array(light.room, np.float32)
    facing = lamp @ normals
    glow = np.float32(paint.glow)
    diffuse = np.clip((facing + glow) / (1 + glow), 0, 1) * (
        glow * np.float32(0.35) + (1 - glow * np.float32(0.35)) * open_key
    )
    up = np.float32(0.5) + np.float32(0.5) * normals[2]
    ambient = room * (up * open_room)[:, None] + bounce * (1 - up)[:, None]
    out = skin.albedo * (ambient + key * diffuse[:, None])
    if paint.gloss > 0:
        out += _mirror(light, paint, normals, rays, lamp, open_key)
    return np.asarray(out, np.float32)


def _mirror(
    light: Light, paint: Paint, normals: Array, rays: Array, lamp: Array, open_key: Array
) -> Array:
    """The mirror image of lamp and room: Fresnel after Schlick, the lamp as a blurred disc."""
    into = np.einsum("ij,ij->j", normals, rays)
    away = rays - normals * (2 * into)
    fresnel = np.float32(0.04) + np.float32(0.96) * (1 - np.clip(-into, 0, 1)) ** 5
    fresnel = np.minimum(fresnel, np.float32(0.35)) * np.float32(paint.gloss)
    off = np.arccos(np.clip(lamp @ away, -1, 1))
    disc = np.float32(light.softness)
    rough = np.float32(paint.rough)
    edge = np.clip((disc + rough - off) / (2 * rough), 0, 1)
    lobe = edge * edge * (3 - 2 * edge)
    reach = float(light.softness + 0.6 * paint.rough)
    strength = np.float32(light.glare * min(40.0, 1.0 / (reach * reach)))
    lamp_part = np.array(light.key, np.float32) * (fresnel * lobe * strength * open_key)[:, None]
    sky = np.clip(away[2], 0, 1) * fresnel
    room_part = np.array(light.room, np.float32) * sky[:, None]
    return np.asarray(lamp_part + room_part, np.float32)
