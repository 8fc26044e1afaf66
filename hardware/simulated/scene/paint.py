"""What is on the surface of a die: body colour, pips, numerals, wear.

Knows which colour and which hollow a point of the surface has. Refuses to know light.

Colours are blue, green, red of linear light, 0 to 1. Numbers on a face are in edges.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from hardware.simulated.scene import brush
from hardware.simulated.scene.icons import mark
from hardware.simulated.scene.pose import CUBE_FACES, Array
from hardware.simulated.scene.solid import Facets, RoundedCube

Colour = tuple[float, float, float]
Index = npt.NDArray[np.intp]

_PLACES: Mapping[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


@dataclass(frozen=True, slots=True)
class Pips:
    """How pips are laid out.

    ``radius``: 0.05 to 0.13; ``spread``: centre to outer pip along an axis, 0.18 to 0.3;
    ``six_row``: that distance along the rows of a six over ``spread`` (real sixes: 0.75 to
    1, pips nearly touch); ``six_gap``: the same across the rows (1 to 1.15); ``one``: how much
    larger the single pip is; ``two``: how far out the outer pips of a two and a three stand,
    over ``spread`` (0.5 to 1); ``five``: the same for a four and a five (0.8 to 1.1);
    ``hollow``: depth of the pips, 0 (printed) to 1; ``layout``: 0 to 5, one of the ways in
    which makers turn the two, the three and the six.
    """

    radius: float = 0.092
    spread: float = 0.245
    six_row: float = 0.95
    six_gap: float = 1.02
    one: float = 1.0
    two: float = 1.0
    five: float = 1.0
    hollow: float = 0.6
    layout: int = 0


@dataclass(frozen=True, slots=True)
class Paint:
    """The look of one die.

    ``gloss``: 0 matt to 1 polished; ``rough``: half width of its highlights in radians;
    ``glow``: light let through the body, 0 to 0.8; ``grain``: mottling of the body, 0 to
    0.5; ``specks``: small dark or light chips, 0 to 1; ``one``: colour of the single pip;
    ``swirl``: a second colour that marbles the body; ``clear``: how far the pips of the
    opposite side show through it, 0 to 0.5; ``font``: of the numerals (``icons.mark``);
    ``faces``: values on +x -x, +y -y, +z -z, 0 for a blank face; ``marks``: numerals
    or names of ``icons.ICONS`` instead of pips, for the faces +x, -x, +y, -y, +z, -z;
    ``inks``: a colour for each of them (none: all of them ``pip``); ``sides``: a colour of the
    body for each of these six faces (none: all of them ``body``).
    """

    body: Colour = (0.82, 0.85, 0.86)
    pip: Colour = (0.012, 0.012, 0.012)
    one: Colour | None = None
    pips: Pips = Pips()
    gloss: float = 0.6
    rough: float = 0.12
    glow: float = 0.25
    grain: float = 0.03
    specks: float = 0.0
    faces: tuple[tuple[int, int], ...] = CUBE_FACES
    marks: tuple[str, ...] = ()
    font: int = 0
    swirl: Colour | None = None
    clear: float = 0.0
    inks: tuple[Colour, ...] = ()
    sides: tuple[Colour, ...] = ()


@dataclass(frozen=True, slots=True)
class Print:
    """A text or icon on a facet: its middle in the facet's own axes, in edges from where the
    body's centre falls on it, turned by so many radians, ``size`` wide."""

    facet: int
    text: str
    size: float
    u: float = 0.0
    v: float = 0.0
    turn: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Skin:
    """The surface at n points: ``albedo`` (n, 3), ``normals`` (3, n) bent by hollows."""

    albedo: Array
    normals: Array


def pip_places(value: int, axis: int, pips: Pips) -> Array:
    """(k, 2) centres of the pips on the face across ``axis``, in edges, in face axes."""
    if value not in _PLACES:
        return np.zeros((0, 2), np.float32)
    places = np.array(_PLACES[value], np.float32) * np.float32(pips.spread)
    if value == 6:
        places *= np.array([pips.six_gap, pips.six_row], np.float32)
        if (pips.layout // 2 + axis) % 2:
            places = places[:, ::-1]
    elif value in (4, 5):
        places *= np.float32(pips.five)
    elif value in (2, 3):
        places *= np.float32(pips.two)
        if pips.layout >= 4 and value == 2:  # side by side instead of corner to corner
            places *= np.array([axis % 2, 1 - axis % 2], np.float32)
        elif (pips.layout >> (value - 2)) & 1:
            places *= np.array([-1, 1], np.float32)
    return np.ascontiguousarray(places)


def cube_skin(paint: Paint, solid: RoundedCube, points: Array, footprint: float) -> Skin:
    """Pips on a cube at (3, n) points; ``footprint``: size of a pixel in edges (soft edges)."""
    normals = solid.normals(points)
    albedo = _body(paint, points)
    axis = np.argmax(np.abs(points), axis=0)
    for across in range(3):
        for side in (0, 1):
            here = np.flatnonzero((axis == across) & ((points[across] < 0) == bool(side)))
            value = paint.faces[across][side]
            if here.size and paint.marks:
                u, v = points[(across + 1) % 3, here], points[(across + 2) % 3, here]
                face = 2 * across + side
                if paint.sides:
                    tone = np.divide(paint.sides[face], np.maximum(paint.body, 1e-3))
                    albedo[here] = np.clip(albedo[here] * tone.astype(np.float32), 0, 1)
                ink = paint.inks[face] if paint.inks else paint.pip
                picture = mark(paint.marks[face], paint.font)
                _print(picture, u if side == 0 else -u, v, here, ink, albedo)
            elif here.size:
                if paint.clear > 0:
                    opposite = paint.faces[across][1 - side]
                    _shine_through(paint, across, opposite, here, points, albedo)
                _dot_face(paint, across, value, here, points, footprint, albedo, normals)
    length = np.sqrt(np.einsum("ij,ij->j", normals, normals)) + np.float32(1e-9)
    return Skin(albedo, np.asarray(normals / length, np.float32))


def facet_skin(paint: Paint, solid: Facets, prints: Sequence[Print], points: Array) -> Skin:
    """What is printed on a body of facets at (3, n) points."""
    albedo = _body(paint, points)
    facet = np.argmax(solid.planes[:, :3] @ points - solid.planes[:, 3:], axis=0)
    for one in prints:
        here = np.flatnonzero(facet == one.facet)
        if not here.size:
            continue
        along = solid.along(one.facet)
        across = np.cross(solid.planes[one.facet, :3], along)
        u = along @ points[:, here] - np.float32(one.u)
        v = across @ points[:, here] - np.float32(one.v)
        c, s = np.float32(math.cos(one.turn)), np.float32(math.sin(one.turn))
        picture = mark(one.text, paint.font)
        _print(picture, c * u + s * v, c * v - s * u, here, paint.pip, albedo, one.size)
    return Skin(albedo, solid.normals(points))


@functools.lru_cache(maxsize=1)
def _noise() -> tuple[Array, Array]:
    """Two (256, 256) tiles of unit noise: clouds and specks, the same on every run."""
    rng = np.random.default_rng(20)
    clouds = np.zeros((256, 256), np.float32)
    for level in range(1, 6):
        size = 2**level * 2
        tile = rng.standard_normal((size, size)).astype(np.float32)
        clouds += cv2.resize(tile, (256, 256), interpolation=cv2.INTER_CUBIC) * np.float32(
            0.75**level
        )
    dots = np.zeros((256, 256), np.float32)
    for _ in range(150):
        x, y, radius = rng.uniform(0, 256), rng.uniform(0, 256), rng.uniform(1.0, 3.6)
        tone = float(rng.choice([-1.0, -0.8, -0.5, 0.6]))
        brush.disc(dots, x, y, radius, (tone,))
    return np.asarray(clouds / clouds.std(), np.float32), brush.blurred(dots, 0.8)


def _body(paint: Paint, points: Array) -> Array:
    body = np.broadcast_to(np.array(paint.body, np.float32), (points.shape[1], 3))
    if paint.grain <= 0 and paint.specks <= 0 and paint.swirl is None:
        return body.copy()
    clouds, dots = _noise()
    u = ((points[0] * 90 + points[2] * 57 + 128).astype(np.intp)) & 255
    v = ((points[1] * 90 + points[2] * 71 + 128).astype(np.intp)) & 255
    if paint.swirl is not None:
        share = np.clip(np.float32(0.5) + np.float32(0.9) * clouds[v, u], 0, 1)[:, None]
        body = body + (np.array(paint.swirl, np.float32) - body) * share
    tone = 1 + np.float32(paint.grain) * clouds[v, u] + np.float32(paint.specks) * dots[v, u]
    return np.asarray(np.clip(body * tone[:, None], 0, 1), np.float32)


def _print(
    picture: Array,
    u: Array,
    v: Array,
    here: Index,
    colour: Colour,
    albedo: Array,
    size: float = 0.9,
) -> None:
    """Print a mark of a size on the points ``here`` of a face; ``u`` right, ``v`` up, in edges."""
    side = picture.shape[0]
    scale = np.float32(side / size)
    column = np.clip((u * scale + side / 2).astype(np.intp), 0, side - 1)
    row = np.clip((side / 2 - v * scale).astype(np.intp), 0, side - 1)
    cover = picture[row, column][:, None]
    albedo[here] = albedo[here] * (1 - cover) + np.array(colour, np.float32) * cover


def _shine_through(
    paint: Paint, across: int, value: int, here: Index, points: Array, albedo: Array
) -> None:
    """The pips of the opposite face, as a dim shimmer through the body."""
    u, v = points[(across + 1) % 3, here], points[(across + 2) % 3, here]
    radius = np.float32(paint.pips.radius * 0.9)
    ink = np.array(paint.pip, np.float32)
    for x, y in pip_places(value, across, paint.pips) * np.float32(0.8):
        gap = np.sqrt((u - x) ** 2 + (v - y) ** 2)
        near = np.flatnonzero(gap < 2 * radius)
        cover = np.clip((2 * radius - gap[near]) / (1.6 * radius), 0, 1) * np.float32(paint.clear)
        at = here[near]
        albedo[at] += (ink - albedo[at]) * cover[:, None]


def _dot_face(
    paint: Paint,
    across: int,
    value: int,
    here: Index,
    points: Array,
    footprint: float,
    albedo: Array,
    normals: Array,
) -> None:
    """Colour the pips of one face in ``albedo`` and bend ``normals`` into their hollows."""
    first, second = (across + 1) % 3, (across + 2) % 3
    u, v = points[first, here], points[second, here]
    pips = paint.pips
    radius = np.float32(pips.radius * (pips.one if value == 1 else 1.0))
    colour = paint.one if value == 1 and paint.one is not None else paint.pip
    ink = np.array(colour, np.float32)
    soft = np.float32(max(footprint, 0.008))
    for x, y in pip_places(value, across, pips):
        du, dv = u - x, v - y
        gap = np.sqrt(du * du + dv * dv)
        near = np.flatnonzero(gap < radius + soft)
        if not near.size:
            continue
        cover = np.clip((radius - gap[near]) / soft + np.float32(0.5), 0, 1)
        at = here[near]
        albedo[at] += (ink - albedo[at]) * cover[:, None]
        bend = np.float32(pips.hollow) / radius * cover
        normals[first, at] -= du[near] * bend
        normals[second, at] -= dv[near] * bend
