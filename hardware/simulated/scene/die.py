"""One die: body, paint and pose, and what is true of it.

Knows the kinds of dice that can be drawn and how to lay them on the table. Refuses to know
pictures.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from hardware.simulated.scene.paint import Paint, Print, Skin, cube_skin, facet_skin
from hardware.simulated.scene.pose import Array, Pose, about, cube_value, leaning, showing, turned
from hardware.simulated.scene.solid import Facets, RoundedCube, Solid, barrel

BARREL_FACES = ("3", "1", "4", "2")
"""Numerals on the barrel's sides +y, -y, +z, -z."""


@dataclass(frozen=True, slots=True, eq=False)
class Die:
    """A die somewhere.

    ``kind``: as the reader names kinds; ``edge_mm``: edge of a cube, thickness of other
    bodies; ``moving_px``: how far it moves in the picture while the shutter is open (x, y);
    ``texts``: numerals on the first facets of a body of facets; ``prints``: what is printed
    there, if it is more than a numeral in the middle of each.
    """

    kind: str
    body: RoundedCube | Facets
    paint: Paint
    pose: Pose
    edge_mm: float = 16.0
    moving_px: tuple[float, float] = (0.0, 0.0)
    texts: tuple[str, ...] = ()
    prints: tuple[Print, ...] = ()

    @property
    def solid(self) -> Solid:
        """Its body as something that rays meet."""
        return self.body

    @property
    def value(self) -> int | str:
        """The face that looks up most: a number, or the name of an icon."""
        if isinstance(self.body, Facets):
            return _number(self.texts[self._top_facet()])
        if self.paint.marks:
            axis = int(np.argmax(np.abs(self.pose.rotation[2])))
            return _number(self.paint.marks[2 * axis + int(self.pose.rotation[2, axis] < 0)])
        return cube_value(self.pose.rotation, self.paint.faces)

    @property
    def cocked_deg(self) -> float:
        """Angle of the top face away from level, in degrees; of a tetrahedron, of its foot."""
        return math.degrees(math.acos(min(1.0, float(self._up()[2]))))

    def _top_facet(self) -> int:
        assert isinstance(self.body, Facets)
        heights = self.pose.rotation[2] @ self.body.planes[: len(self.texts), :3].T
        return int(np.argmax(np.abs(heights) if len(self.body.planes) == 4 else heights))

    def _up(self) -> Array:
        """(3,) the normal of the top face in the world; a tetrahedron's points to its tip."""
        rotation = self.pose.rotation
        if isinstance(self.body, Facets):
            up = rotation @ self.body.planes[self._top_facet(), :3]
            return np.asarray(up * np.sign(up[2]), np.float32)
        axis = int(np.argmax(np.abs(rotation[2])))
        return np.asarray(rotation[:, axis] * np.sign(rotation[2, axis]), np.float32)

    def top_face_mm(self) -> Array:
        """(4, 3) corners of the square of the top face, in order around it."""
        up = self._up()
        rotation = self.pose.rotation
        if isinstance(self.body, Facets):
            along = rotation[:, 0]
        else:
            axis = int(np.argmax(np.abs(rotation[2])))
            along = rotation[:, (axis + 1) % 3]
        across = np.cross(up, along)
        half = 0.5 * self.edge_mm
        corners = [
            self.pose.centre_mm + half * (up + a * along + b * across)
            for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]
        return np.array(corners, np.float32)

    def top_mm(self) -> Array:
        """(3,) the middle of the top face."""
        return np.asarray(self.pose.centre_mm + 0.5 * self.edge_mm * self._up(), np.float32)

    def hull_mm(self) -> Array:
        """(k, 3) points of the die whose convex hull is nearly the die."""
        local = self.body.corners() * np.float32(self.edge_mm)
        return np.asarray(local @ self.pose.rotation.T + self.pose.centre_mm, np.float32)

    def bounds_mm(self) -> Array:
        """(k, 3) points whose convex hull holds the die completely."""
        local = self.body.bounds() * np.float32(self.edge_mm)
        return np.asarray(local @ self.pose.rotation.T + self.pose.centre_mm, np.float32)

    def skin(self, points: Array, footprint: float) -> Skin:
        """Colour and normals at (3, n) points of its surface, in its own frame."""
        if isinstance(self.body, Facets):
            middle = (Print(n, text, self.body.mark_size) for n, text in enumerate(self.texts))
            return facet_skin(self.paint, self.body, self.prints or tuple(middle), points)
        return cube_skin(self.paint, self.body, points, footprint)

    def at(self, centre_mm: Sequence[float], rotation: Array) -> Die:
        """The same die elsewhere."""
        return replace(self, pose=Pose(np.array(centre_mm, np.float32), rotation))

    def resting(self, xy_mm: Sequence[float], rotation: Array, lift_mm: float = 0.0) -> Die:
        """The same die turned so, its lowest point on the table (or ``lift_mm`` above it)."""
        low = float((self.body.corners() @ rotation[2]).min()) * self.edge_mm
        return self.at((xy_mm[0], xy_mm[1], lift_mm - low), rotation)


def pip_die(
    value: int,
    xy_mm: Sequence[float],
    yaw: float = 0.0,
    paint: Paint | None = None,
    body: RoundedCube | None = None,
    edge_mm: float = 16.0,
    cocked: float = 0.0,
    towards: float = 0.0,
) -> Die:
    """A six-sided die with pips at rest on the table, ``value`` up.

    ``cocked``: radians by which it leans towards heading ``towards``, as on a rim.
    """
    paint = paint or Paint()
    rotation = showing(value, yaw, paint.faces)
    if cocked:
        rotation = leaning(cocked, towards) @ rotation
    origin = Pose(np.zeros(3, np.float32), rotation)
    kind = "d6"
    if paint.marks:
        kind = "d6_numeral" if all(m.isdigit() for m in paint.marks) else "symbol"
    return Die(kind, body or RoundedCube(), paint, origin, edge_mm).resting(xy_mm, rotation)


def barrel_rotation(value: int, yaw: float) -> Array:
    """(3, 3) rotation of a barrel that lies with ``value`` up."""
    side = BARREL_FACES.index(str(value))
    roll = {0: math.pi / 2, 1: -math.pi / 2, 2: 0.0, 3: math.pi}[side]
    return turned(yaw) @ about((1.0, 0.0, 0.0), roll)


def barrel_die(
    value: int,
    xy_mm: Sequence[float],
    yaw: float = 0.0,
    paint: Paint | None = None,
    edge_mm: float = 13.0,
) -> Die:
    """A four-sided barrel die with numerals, ``value`` up."""
    paint = paint or Paint(body=(0.55, 0.16, 0.02), pip=(0.9, 0.9, 0.9), glow=0.4)
    rotation = barrel_rotation(value, yaw)
    origin = Pose(np.zeros(3, np.float32), rotation)
    return Die("d4", barrel(), paint, origin, edge_mm, texts=BARREL_FACES).resting(xy_mm, rotation)


def _number(mark: str) -> int | str:
    return int(mark) if mark.isdigit() else mark
