"""Draws dice over a picture of the table.

Knows rays, depth and which sample belongs to which die. Refuses to know tables, looks and
what the sensor does afterwards.

Rays are marched only inside each die's own outline, so the cost goes with the area of the
dice and not with the picture.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from hardware.simulated.scene import brush
from hardware.simulated.scene.camera import Camera
from hardware.simulated.scene.die import Die
from hardware.simulated.scene.light import Light, lit
from hardware.simulated.scene.pose import Array
from hardware.simulated.scene.shadow import floor_shadow, hidden_by
from hardware.simulated.scene.solid import meet

_Place = tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]
TOP = 0.33
"""Height in edges above the centre from which a point counts as part of the top face."""


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """One die as drawn: colour times cover (h, w, 3) and cover (h, w) at ``corner_px`` x, y.

    ``top_share``: how much of its top face no other die hides, 0 to 1; ``share``: of all
    that is seen of it; ``pixels``: visible pixels.
    """

    corner_px: tuple[int, int]
    colour: Array
    cover: Array
    top_share: float
    share: float
    pixels: float


@dataclass(frozen=True, slots=True, eq=False)
class _Hits:
    """Samples of one die: where in its patch, how far, and the points in its frame (3, m)."""

    corner_px: tuple[int, int]
    shape: tuple[int, int]
    at: npt.NDArray[np.intp]
    depth: Array
    points: Array
    rays: Array


def draw_dice(
    floor: Array,
    camera: Camera,
    light: Light,
    dice: Sequence[Die],
    samples: int = 2,
    bounce: Array | None = None,
    open_lamp: Array | None = None,
) -> tuple[Array, tuple[Layer | None, ...]]:
    """Dice with their shadows on a table.

    ``floor``: (h, w, 3) colour of the table's surface, linear; it is lit here. ``samples``:
    rays per pixel and side. ``bounce``: (3,) mean colour that the table throws back;
    ``open_lamp``: (h, w) share of the lamp that reaches the table past rims. Returns
    the lit picture (h, w, 3) and a layer for each die, None for one not in the picture.
    """
    hulls = [die.hull_mm() for die in dice]
    size_px = max(
        (die.edge_mm * camera.focal_px / camera.depth_mm(die.pose.centre_mm) for die in dice),
        default=10.0,
    )
    lamp, room = floor_shadow(camera, light, hulls, size_px)
    if open_lamp is not None:
        lamp = lamp * open_lamp
    out = floor * _floor_light(camera, light, lamp, room)
    if bounce is None:
        bounce = floor.reshape(-1, 3)[:: max(1, floor.size // 3000)].mean(axis=0)
    back = np.asarray(bounce * (np.array(light.room) + 0.35 * np.array(light.key)), np.float32)
    hits = [_hits(camera, die, samples) for die in dice]
    seen = _seen(camera, hits, samples)
    layers: list[Layer | None] = []
    for number, (die, hit) in enumerate(zip(dice, hits, strict=True)):
        if hit is None:
            layers.append(None)
            continue
        layer = _layer(camera, light, dice, number, hit, seen[number], samples, back)
        layers.append(layer)
        _lay(out, layer, die.moving_px)
    return np.asarray(out, np.float32), tuple(layers)


def _floor_light(camera: Camera, light: Light, lamp: Array, room: Array) -> Array:
    """(h, w, 3) light that falls on the table: brighter below the lamp."""
    width, height = camera.size_px
    place = light.place_mm()
    grid_x, grid_y = np.meshgrid(
        np.linspace(0, width - 1, 9, dtype=np.float32),
        np.linspace(0, height - 1, 9, dtype=np.float32),
    )
    rays = camera.rays(grid_x.ravel(), grid_y.ravel())
    steps = -camera.place_mm[2] / np.minimum(rays[2], -0.05)
    points = camera.place_mm[:, None] + rays * steps
    way = place[:, None] - points
    far = np.sqrt((way * way).sum(axis=0))
    fall = (light.distance_mm / far) ** 2 * way[2] / far
    wide = cv2.resize(fall.reshape(9, 9).astype(np.float32), (width, height))
    key = np.array(light.key, np.float32)
    ambient = np.array(light.room, np.float32)
    return np.asarray((lamp * wide)[..., None] * key + room[..., None] * ambient, np.float32)


def _hits(camera: Camera, die: Die, samples: int) -> _Hits | None:
    outline = camera.project(die.bounds_mm())
    width, height = camera.size_px
    low = np.floor(outline.min(axis=0)).astype(int) - 1
    high = np.ceil(outline.max(axis=0)).astype(int) + 2
    x0, y0 = max(0, int(low[0])), max(0, int(low[1]))
    x1, y1 = min(width, int(high[0])), min(height, int(high[1]))
    if x1 <= x0 or y1 <= y0 or camera.depth_mm(die.pose.centre_mm) < die.edge_mm:
        return None
    shape = ((y1 - y0) * samples, (x1 - x0) * samples)
    mask = np.zeros(shape, np.uint8)
    corner = np.array([x0, y0], np.float32) - 0.5
    brush.hull(mask, (outline - corner) * samples - 0.5, (255.0,))
    at = np.flatnonzero(cv2.dilate(mask, np.ones((3, 3), np.uint8)))
    row, column = np.divmod(at, shape[1])
    x = corner[0] + (column.astype(np.float32) + np.float32(0.5)) / samples
    y = corner[1] + (row.astype(np.float32) + np.float32(0.5)) / samples
    rays = camera.rays(x, y)
    origin = (camera.place_mm - die.pose.centre_mm) @ die.pose.rotation / np.float32(die.edge_mm)
    local = np.asarray(die.pose.rotation.T @ rays, np.float32)
    index, t = meet(die.solid, np.asarray(origin, np.float32), local)
    if not index.size:
        return None
    points = np.asarray(origin[:, None] + local[:, index] * t, np.float32)
    depth = np.asarray(t * die.edge_mm, np.float32)
    return _Hits((x0, y0), shape, at[index], depth, points, rays[:, index])


def _seen(
    camera: Camera, hits: Sequence[_Hits | None], samples: int
) -> list[npt.NDArray[np.bool_]]:
    """For each die which of its samples no other die hides."""
    width, height = camera.size_px
    depth = np.full((height * samples, width * samples), np.inf, np.float32)
    places: list[_Place | None] = []
    for hit in hits:
        if hit is None:
            places.append(None)
            continue
        row, column = np.divmod(hit.at, hit.shape[1])
        place = (row + hit.corner_px[1] * samples, column + hit.corner_px[0] * samples)
        depth[place] = np.minimum(depth[place], hit.depth)
        places.append(place)
    return [
        np.zeros(0, bool) if hit is None or place is None else hit.depth <= depth[place]
        for hit, place in zip(hits, places, strict=True)
    ]


def _layer(
    camera: Camera,
    light: Light,
    dice: Sequence[Die],
    number: int,
    hit: _Hits,
    seen: npt.NDArray[np.bool_],
    samples: int,
    back: Array,
) -> Layer:
    die = dice[number]
    rotation = die.pose.rotation
    high = (rotation[2] @ hit.points) > TOP
    points = hit.points[:, seen]
    rays = hit.rays[:, seen]
    footprint = camera.depth_mm(die.pose.centre_mm) / camera.focal_px / die.edge_mm
    skin = die.skin(points, footprint)
    lamp = light.towards(die.pose.centre_mm)
    open_key, open_room = _openness(light, dice, number, points, lamp)
    height = rotation[2] @ points + np.float32(0.5)
    lifted = die.pose.centre_mm[2] > 1.5 * die.edge_mm
    open_room = open_room * (
        np.float32(1.0) if lifted else np.clip(np.float32(0.62) + np.float32(0.45) * height, 0, 1)
    )
    normals = np.asarray(rotation @ skin.normals, np.float32)
    colour = lit(light, die.paint, skin, normals, rays, lamp, open_key, open_room, back)
    area = hit.shape[0] * hit.shape[1]
    flat = np.zeros((area, 4), np.float32)
    flat[hit.at[seen], :3] = colour
    flat[hit.at[seen], 3] = 1
    rows, columns = hit.shape[0] // samples, hit.shape[1] // samples
    small = cv2.resize(flat.reshape(*hit.shape, 4), (columns, rows), interpolation=cv2.INTER_AREA)
    top = float(high.sum())
    return Layer(
        corner_px=hit.corner_px,
        colour=np.ascontiguousarray(small[..., :3]),
        cover=np.ascontiguousarray(small[..., 3]),
        top_share=float((high & seen).sum()) / top if top else 0.0,
        share=float(seen.mean()),
        pixels=float(seen.sum()) / samples**2,
    )


def _openness(
    light: Light, dice: Sequence[Die], number: int, points: Array, lamp: Array
) -> tuple[Array, Array]:
    die = dice[number]
    open_key = np.ones(points.shape[1], np.float32)
    open_room = np.ones(points.shape[1], np.float32)
    world = die.pose.rotation @ points * np.float32(die.edge_mm) + die.pose.centre_mm[:, None]
    for index, other in enumerate(dice):
        if index == number:
            continue
        apart = other.pose.centre_mm - die.pose.centre_mm
        reach = die.edge_mm * die.solid.reach + other.edge_mm * other.solid.reach
        along = float(apart @ lamp)
        miss = math.sqrt(max(0.0, float(apart @ apart) - along * along))
        shades = along > 0 and miss < reach * (1 + light.softness)
        if not shades and float(np.linalg.norm(apart)) > reach + 0.5 * die.edge_mm:
            continue
        local = other.pose.rotation.T @ (world - other.pose.centre_mm[:, None])
        key, room = hidden_by(
            other.solid,
            np.asarray(local / np.float32(other.edge_mm), np.float32),
            np.asarray(other.pose.rotation.T @ lamp, np.float32),
            die.edge_mm / other.edge_mm,
            light.softness,
        )
        open_key *= key
        open_room *= room
    return open_key, open_room


def _lay(out: Array, layer: Layer, moving_px: tuple[float, float]) -> None:
    """Put one die over the picture; a moving one is smeared along its way."""
    colour, cover, (x, y) = layer.colour, layer.cover, layer.corner_px
    length = math.hypot(*moving_px)
    if length > max(out.shape):
        return  # across the whole picture in one exposure: spread too thin to be seen
    if length > 1.0:
        pad = math.ceil(length / 2) + 1
        kernel = np.zeros((2 * pad + 1, 2 * pad + 1), np.float32)
        dx, dy = moving_px[0] / 2, moving_px[1] / 2
        brush.line(kernel, (pad - dx, pad - dy), (pad + dx, pad + dy), (1.0,), 1)
        kernel /= kernel.sum()
        colour, cover = _smeared(colour, kernel, pad), _smeared(cover, kernel, pad)
        x, y = x - pad, y - pad
    height, width = out.shape[:2]
    x0, y0, x1, y1 = (
        max(0, x),
        max(0, y),
        min(width, x + cover.shape[1]),
        min(height, y + cover.shape[0]),
    )
    part = (slice(y0 - y, y1 - y), slice(x0 - x, x1 - x))
    view = out[y0:y1, x0:x1]
    view *= 1 - cover[part][..., None]
    view += colour[part]


def _smeared(picture: Array, kernel: Array, pad: int) -> Array:
    wide = cv2.copyMakeBorder(picture, pad, pad, pad, pad, cv2.BORDER_CONSTANT)
    return np.asarray(cv2.filter2D(wide, -1, kernel, borderType=cv2.BORDER_CONSTANT), np.float32)
