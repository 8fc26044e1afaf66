"""The bodies that carry numerals, as convex polyhedra with marks.

Knows shapes, where numerals stand on them and which value a pose shows. Refuses to know
colour, cameras and pictures.

Lengths are in edges of a six-sided die of the same set.
"""

from __future__ import annotations

import functools
import itertools
import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from hardware.simulated.scene.pose import Array
from tests.training.strangers import body_of

Exact = npt.NDArray[np.float64]

CUBE, BARREL, TETRA, FLAT, OTHER = 0, 6, 10, 14, 18
"""First class of each kind: cubes 1 to 6, barrels 1 to 4, tetrahedra on a face 1 to 4, a
tetrahedron's face seen flat by the number that it lacks, anything else."""
CLASSES = 19


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """``points``: (m, 3) corners; ``faces``: indices into them, in order around each face, seen
    from outside anticlockwise; ``normals``: (k, 3) outward, length 1."""

    points: Array
    faces: tuple[tuple[int, ...], ...]
    normals: Array


@dataclass(frozen=True, slots=True, eq=False)
class Mark:
    """What stands on a face: ``text``; ``centre`` (3,); ``up`` (3,) of length 1; ``tall``:
    height of the numeral."""

    face: int
    text: str
    centre: Array
    up: Array
    tall: float


def solid(normals: Exact, distances: Exact) -> Body:
    """The body within planes of outward normals (k, 3) at distances (k,) from the centre."""
    ways = normals / np.linalg.norm(normals, axis=1, keepdims=True)
    points: list[Exact] = []
    triples = np.array(list(itertools.combinations(range(len(ways)), 3)))
    solvable = np.abs(np.linalg.det(ways[triples])) > 1e-3
    rows = triples[solvable]
    found = np.linalg.solve(ways[rows], distances[rows][..., None])[..., 0]
    inside = (found @ ways.T <= distances + 1e-5).all(1)
    for point in found[inside]:
        if all(np.linalg.norm(point - other) > 1e-4 for other in points):
            points.append(point)
    corners = np.array(points)
    faces, kept = [], []
    for way, distance in zip(ways, distances, strict=True):
        on = np.flatnonzero(np.abs(corners @ way - distance) < 1e-4)
        if len(on) < 3:
            continue
        middle = corners[on].mean(0)
        side = corners[on[0]] - middle
        side /= np.linalg.norm(side)
        across = np.cross(way, side)
        angle = np.arctan2((corners[on] - middle) @ across, (corners[on] - middle) @ side)
        faces.append(tuple(int(k) for k in on[np.argsort(angle)]))
        kept.append(way)
    return Body(corners.astype(np.float32), tuple(faces), np.array(kept, np.float32))


@functools.lru_cache(maxsize=64)
def cube(bevel: int) -> Body:
    """A cube of edge 1; ``bevel`` 0 to 6: how much of edges and corners is cut."""
    axes = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]
    planes: list[tuple[float, ...]] = [(*axis, 0.5) for axis in axes]
    if bevel:
        cut = 0.02 * bevel
        for a, b in itertools.combinations(axes, 2):
            way = np.add(a, b)
            if (way != 0).any():
                planes.append((*way, (1 - cut) / math.sqrt(2)))
        corners = itertools.product((-1, 1), repeat=3)
        planes += [(*way, (1.5 - 2.2 * cut) / math.sqrt(3)) for way in corners]
    table = np.array(planes, np.float64)
    return solid(table[:, :3], table[:, 3])


@functools.lru_cache(maxsize=64)
def tetra(edge: float, blunt: int) -> Body:
    """A tetrahedron; ``blunt`` 0 to 4: how much of its corners is cut. Faces 0 to 3 first."""
    ways = np.array([(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)], np.float64)
    radius = edge / (2 * math.sqrt(6))
    distances = [radius] * 4
    if blunt:
        ways = np.concatenate([ways, -ways])
        distances += [3 * radius * (1 - 0.055 * blunt)] * 4
    return solid(ways, np.array(distances))


@functools.lru_cache(maxsize=64)
def barrel(length: float, kind: int) -> Body:
    """Four long faces along x; ends: 0 pointed, 1 bullet, 2 both round, 3 cut off, 4 eight sides
    of which four are narrow. The long faces come first: +y, -y, +z, -z."""
    sides = [(0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]
    planes: list[tuple[float, ...]] = [(*way, 0.5) for way in sides]
    half = length / 2
    if kind == 4:
        planes += [(0, y, z, 0.625) for y in (-1, 1) for z in (-1, 1)]
    for end in (1, -1):
        if kind in (0, 4):
            reach = half * math.sqrt(0.5)
            planes += [(end, y, z, reach * math.sqrt(2)) for _, y, z in sides]
        elif kind == 3 or (kind == 1 and end == -1):
            planes.append((end, 0, 0, half))
        else:
            for degrees in (25, 50, 75):
                tilt = math.radians(degrees)
                for k in range(8):
                    turn = k * math.pi / 4
                    way = (
                        end * math.sin(tilt),
                        math.cos(tilt) * math.cos(turn),
                        math.cos(tilt) * math.sin(turn),
                    )
                    # Tangent to a half ball of radius 0.53 at the end of the shaft.
                    planes.append((*way, end * way[0] * (half - 0.53) + 0.53))
            planes.append((end, 0, 0, half))
    table = np.array(planes, np.float64)
    scale = np.linalg.norm(table[:, :3], axis=1)
    return solid(table[:, :3], table[:, 3] / scale)


@functools.lru_cache(maxsize=8)
def many_sided(kind: str) -> Body:
    """A die of 8, 10, 12 or 20 faces."""
    planes = body_of(kind).planes.astype(np.float64)
    return solid(planes[:, :3], planes[:, 3])


def tetra_marks(
    body: Body, numbers: tuple[str, ...], at_tip: bool, out: float, tall: float
) -> list[Mark]:
    """Numerals of a tetrahedron: ``numbers[k]`` belongs to the corner opposite face k.

    On a face stand the numbers of its three corners, each upright when its corner is up:
    near that corner (``at_tip``), or near the edge opposite to it. ``out``: how far from the
    middle of the face, as a part of the way. So whichever way it is numbered, a number that
    the three sides seen from above share is the one that counts, and it stands upright.
    """
    marks = []
    for face in range(4):
        middle = body.normals[face] * _distance(body, face)
        for corner in range(4):
            if corner == face:
                continue
            way = (
                -body.normals[corner]
                - (-body.normals[corner] @ body.normals[face]) * body.normals[face]
            )
            way = way / np.linalg.norm(way)
            radius = _distance(body, face)
            reach = radius * 2 * math.sqrt(2) if at_tip else -radius * math.sqrt(2)
            centre = middle + way * reach * out
            marks.append(Mark(face, numbers[corner], centre, way, tall))
    return marks


def _distance(body: Body, face: int) -> float:
    return float(body.points[body.faces[face][0]] @ body.normals[face])


def standing_on(body: Body, face: int) -> Array:
    """(3, 3) rotation that brings the normal of a face straight down."""
    down = body.normals[face].astype(np.float64)
    side = np.cross(down, [1.0, 0, 0] if abs(down[0]) < 0.9 else [0, 1.0, 0])
    side /= np.linalg.norm(side)
    return np.asarray(np.stack([side, np.cross(-down, side), -down]), np.float32)
