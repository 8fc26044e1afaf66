"""The bodies of dice as solids that a ray can meet.

Knows rounded cubes (with an optional ball cut, as on worn or casino-free dice) and convex
bodies of flat facets. Refuses to know colour, light and place: all is in the body's own
frame, in edge lengths.

Method: sphere tracing of a signed distance (Hart 1996), started on the bounding slabs, so
that most rays need no step at all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from hardware.simulated.scene.pose import Array

HIT = 0.003
"""Distance in edges at which a ray counts as having met the body."""
STEPS = 16
_ENDS = (-0.5, 0.5)
Index = npt.NDArray[np.intp]
FAR = np.float32(1e9)


class Solid(Protocol):
    """A convex body. Points and directions are columns of shape (3, n), directions of length 1."""

    @property
    def reach(self) -> float:
        """Radius of a ball about the centre that holds the body, in edges."""

    def corners(self) -> Array:
        """(k, 3) points on the body whose convex hull is nearly the body."""

    def bounds(self) -> Array:
        """(k, 3) points whose convex hull holds the body completely."""

    def distance(self, points: Array) -> Array:
        """(n,) signed distance, below 0 inside; never more than the true distance."""

    def normals(self, points: Array) -> Array:
        """(3, n) outward directions of length 1 at points on the surface."""

    def slabs(self, origin: Array, rays: Array) -> tuple[Array, Array]:
        """(n,) and (n,) where each ray enters and leaves a simple hull; enter > leave: never."""


@dataclass(frozen=True, slots=True)
class RoundedCube:
    """A cube of edge 1. ``rounding``: radius of its edges (0.01 to 0.3); ``ball``: radius of
    the ball that cuts its corners (0.6 to 0.87; 1 cuts nothing)."""

    rounding: float = 0.12
    ball: float = 1.0

    @property
    def reach(self) -> float:
        """Half the diagonal, or the ball."""
        full = np.sqrt(3.0) * (0.5 - self.rounding) + self.rounding
        return float(min(full, self.ball))

    def corners(self) -> Array:
        """The eight corner balls, each as a few points."""
        inner = 0.5 - self.rounding
        signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float32)
        points = [signs * inner + self.rounding * d for d in _around()]
        out = np.concatenate(points).astype(np.float32)
        length = np.linalg.norm(out, axis=1, keepdims=True)
        return np.asarray(out * np.minimum(1.0, self.ball / length), np.float32)

    def bounds(self) -> Array:
        """The corners of the cube before rounding."""
        return np.array([[x, y, z] for x in _ENDS for y in _ENDS for z in _ENDS], np.float32)

    def distance(self, points: Array) -> Array:
        """Rounded box, cut by the ball."""
        q = np.abs(points)
        q -= np.float32(0.5 - self.rounding)
        inside = np.minimum(q.max(axis=0), 0)
        np.maximum(q, 0, out=q)
        out = np.sqrt(np.einsum("ij,ij->j", q, q)) + inside - np.float32(self.rounding)
        if self.ball < 0.9:
            radius = np.sqrt(np.einsum("ij,ij->j", points, points))
            out = np.maximum(out, radius - np.float32(self.ball))
        return np.asarray(out, np.float32)

    def normals(self, points: Array) -> Array:
        """Of the rounded box; turned smoothly to the ball's where the ball cuts."""
        q = np.abs(points)
        q -= np.float32(0.5 - self.rounding)
        np.maximum(q, 0, out=q)
        q += np.float32(1e-5)
        out = _unit(np.copysign(q, points))
        if self.ball < 0.9:
            radius = np.sqrt(np.einsum("ij,ij->j", points, points))
            share = np.clip((radius - np.float32(self.ball) + 0.03) / np.float32(0.03), 0, 1)
            out = _unit(out * (1 - share) + points / radius * share)
        return out

    def slabs(self, origin: Array, rays: Array) -> tuple[Array, Array]:
        """The six faces, and the ball where it cuts."""
        safe = np.where(np.abs(rays) < 1e-6, np.float32(1e-6), rays)
        inverse = 1 / safe
        one = (np.float32(-0.5) - origin[:, None]) * inverse
        two = (np.float32(0.5) - origin[:, None]) * inverse
        enter = np.minimum(one, two).max(axis=0)
        leave = np.maximum(one, two).min(axis=0)
        if self.ball < 0.9:
            along = origin @ rays
            root = along * along - np.float32(origin @ origin - self.ball**2)
            enter = np.where(root > 0, np.maximum(enter, -along - np.sqrt(np.abs(root))), FAR)
        return enter, leave


@dataclass(frozen=True, slots=True, eq=False)
class Facets:
    """A convex body of flat facets. ``planes``: (k, 4) outward normal of length 1 and distance
    from the centre; ``points``: (m, 3) its corners; ``softness``: how round the edges are;
    ``mark_size``: width of what is printed on a facet."""

    planes: Array
    points: Array
    softness: float = 0.02
    mark_size: float = 0.9

    def along(self, facet: int) -> Array:
        """(3,) direction of length 1 in which the marks of a facet are written."""
        normal = self.planes[facet, :3]
        way = np.array([1, 0, 0] if abs(normal[0]) < 0.9 else [0, 1, 0], np.float32)
        way = way - normal * (way @ normal)
        return np.asarray(way / np.linalg.norm(way), np.float32)

    @property
    def reach(self) -> float:
        """The farthest corner."""
        return float(np.linalg.norm(self.points, axis=1).max())

    def corners(self) -> Array:
        """Its corners."""
        return self.points

    def bounds(self) -> Array:
        """Its corners; soft edges lie inside."""
        return self.points

    def _heights(self, points: Array) -> Array:
        return np.asarray(self.planes[:, :3] @ points - self.planes[:, 3:], np.float32)

    def distance(self, points: Array) -> Array:
        """Smooth maximum of the planes: convex, gradient at most 1."""
        heights = self._heights(points)
        top = heights.max(axis=0)
        soft = np.float32(self.softness)
        out = top + soft * np.log(np.exp((heights - top) / soft).sum(axis=0))
        return np.asarray(out, np.float32)

    def normals(self, points: Array) -> Array:
        """The planes' normals, mixed near the edges."""
        heights = self._heights(points)
        weights = np.exp((heights - heights.max(axis=0)) / np.float32(self.softness))
        return _unit(np.asarray(self.planes[:, :3].T @ weights, np.float32))

    def slabs(self, origin: Array, rays: Array) -> tuple[Array, Array]:
        """All planes."""
        slope = self.planes[:, :3] @ rays
        height = self.planes[:, :3] @ origin - self.planes[:, 3]
        safe = np.where(np.abs(slope) < 1e-6, np.float32(1e-6), slope)
        t = -height[:, None] / safe
        enter = np.where(safe < 0, t, -FAR).max(axis=0)
        leave = np.where(safe > 0, t, FAR).min(axis=0)
        return np.asarray(enter, np.float32), np.asarray(leave, np.float32)


def barrel(length: float = 1.55) -> Facets:
    """A four-sided barrel along x with a pointed end on both sides: the common d4 of towers."""
    slope = np.float32(np.sqrt(0.5))
    sides = [(0, 1, 0, 0.5), (0, -1, 0, 0.5), (0, 0, 1, 0.5), (0, 0, -1, 0.5)]
    reach = length / 2 * slope
    ends = [
        (sx * slope, sy * slope, sz * slope, reach)
        for sx in (1, -1)
        for sy, sz in ((1, 0), (-1, 0), (0, 1), (0, -1))
    ]
    body = length / 2 - 0.5
    points = [(sx * length / 2, 0.0, 0.0) for sx in (1, -1)] + [
        (sx * body, y, z) for sx in (1, -1) for y in (-0.5, 0.5) for z in (-0.5, 0.5)
    ]
    return Facets(np.array(sides + ends, np.float32), np.array(points, np.float32), 0.035)


def meet(solid: Solid, origin: Array, rays: Array) -> tuple[Index, Array]:
    """Which rays meet the body and how far away.

    ``origin``: (3,), ``rays``: (3, n), in the body's frame. Returns indices (m,) into the
    rays and distances (m,) in edges.
    """
    enter, leave = solid.slabs(origin, rays)
    index = np.flatnonzero((enter < leave) & (leave > 0))
    t = np.maximum(enter[index], 0)
    limit = leave[index]
    active = np.arange(index.size)
    met = np.zeros(index.size, bool)
    for _ in range(STEPS):
        if not active.size:
            break
        points = origin[:, None] + rays[:, index[active]] * t[active]
        gap = solid.distance(points)
        arrived = gap < HIT
        met[active[arrived]] = True
        active = active[~arrived]
        t[active] += gap[~arrived]
        active = active[t[active] < limit[active]]
    return index[met], t[met]


def _unit(columns: Array) -> Array:
    length = np.sqrt(np.einsum("ij,ij->j", columns, columns)) + np.float32(1e-9)
    return np.asarray(columns / length, np.float32)


def _around() -> Array:
    """(m, 3) directions spread over a ball."""
    grid = [(x, y, z) for x in (-1, 0, 1) for y in (-1, 0, 1) for z in (-1, 0, 1)]
    points = np.array([p for p in grid if any(p)], np.float32)
    return np.asarray(points / np.linalg.norm(points, axis=1, keepdims=True), np.float32)
