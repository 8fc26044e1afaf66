"""The board of Roll & Wall: what the owner's box holds, and the wall made of three faces.

Knows faces, spaces and a wall put together. Refuses to know files, players and dice.

Lengths are millimetres; points have x to the right and y down.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NewType

from companion.games.fields import Point
from companion.games.roll_and_wall.backpack import Shape
from companion.games.roll_and_wall.tiles import Tile

SpaceId = NewType("SpaceId", str)
"""``start``, ``summit.left`` or face and space, such as ``1a.07``."""

START = SpaceId("start")

FACE_IDS = ("1a", "1b", "2a", "2b", "3a", "3b")
"""The faces of the three double-sided sections: section number and side."""

SPACES_PER_FACE = 13
LOWEST_NUMBER = 2
HIGHEST_NUMBER = 6
SUMMIT_NUMBER = 4


class Place(StrEnum):
    """Where on the wall a space lies."""

    LEFT = "left"
    CENTRE = "centre"
    RIGHT = "right"
    START = "start"


SECTION_PLACES = (Place.LEFT, Place.CENTRE, Place.RIGHT)


class Edge(StrEnum):
    """The inner edges: between the left and the centre section, between centre and right."""

    LEFT = "left"
    RIGHT = "right"


EDGES = (Edge.LEFT, Edge.RIGHT)


class FlagSection(StrEnum):
    """The three parts of an edge; a flag stands in each."""

    TOP = "top"
    MIDDLE = "middle"
    BOTTOM = "bottom"


FLAG_SECTIONS = (FlagSection.TOP, FlagSection.MIDDLE, FlagSection.BOTTOM)
FLAG_NUMBERS = (1, 2, 3, 4)


@dataclass(frozen=True, slots=True)
class FlagPlace:
    """A place where a flag can stand: edge, section of it, number from 1 to 4."""

    edge: Edge
    section: FlagSection
    number: int


@dataclass(frozen=True, slots=True)
class FaceSpace:
    """A space of one face; neighbours by their ids in that face.

    ``height_mm`` is measured upwards from the lower edge of the section to the centre.
    """

    id: str
    number: int
    ledge: bool
    above: tuple[str, ...]
    left: tuple[str, ...]
    right: tuple[str, ...]
    outline: tuple[Point, ...]
    height_mm: float


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a wall section. ``top`` spaces lead to the summit above the section."""

    id: str
    lowest: str
    top: tuple[str, ...]
    spaces: tuple[FaceSpace, ...]


@dataclass(frozen=True, slots=True)
class Join:
    """Which spaces touch across an inner edge, where the owner has listed them.

    ``flags``: section, number and the two spaces of flag places that are listed too.
    """

    left_face: str
    right_face: str
    pairs: tuple[tuple[str, str], ...]
    flags: tuple[tuple[FlagSection, int, str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class TileStock:
    """How many tiles of a kind are in the box, by colour. ``shape`` is None if not known."""

    tile: Tile
    green: int
    blue: int
    red: int
    shape: Shape | None


@dataclass(frozen=True, slots=True)
class Equipment:
    """The tiles of a box and what its owner calls them."""

    title: str
    stock: tuple[TileStock, ...]


@dataclass(frozen=True, slots=True)
class Frame:
    """Sizes of a section and of the parts of the board around the sections."""

    width_mm: float
    height_mm: float
    start_mm: float
    summit_mm: float
    campsite_mm: float


@dataclass(frozen=True, slots=True)
class BoardBox:
    """A whole board file: every face, and which faces lie where if nobody chooses.

    ``extra_summits``: the three summit spaces lie above the sections; otherwise the ``top``
    spaces of a face are themselves the summit (RW37). ``summits`` are the outlines of extra
    summit spaces, from left to right, seen from the top left corner of their place.
    ``flag_heights``: for each section of an edge from top to bottom, where its numbers 1 to 4
    stand, measured downwards from the top of the wall sections; None where not given.
    """

    title: str
    note: str
    usual: tuple[str, str, str]
    frame: Frame
    extra_summits: bool
    summits: tuple[tuple[Point, ...], ...]
    faces: tuple[Face, ...]
    joins: tuple[Join, ...]
    flag_heights: tuple[tuple[float, ...], ...] | None = None
    equipment: Equipment | None = None

    def face(self, face_id: str) -> Face | None:
        """The face of that id, None where the file does not hold it."""
        return next((face for face in self.faces if face.id == face_id), None)


@dataclass(frozen=True, slots=True)
class Space:
    """A space of the wall put together. ``outline`` starts from the board's top left corner."""

    id: SpaceId
    place: Place
    number: int
    ledge: bool
    summit: bool
    height_mm: float
    outline: tuple[Point, ...]
    centre_mm: Point


@dataclass(frozen=True, slots=True, eq=False)
class Wall:
    """The wall in play. Equal walls have equal ``fingerprint``; comparing and hashing use it.

    ``above``, ``left`` and ``right`` hold the neighbours of every space, ``exits`` all
    spaces that can be entered from it (RW1, RW2). ``level_mm``: two spaces whose heights
    differ by no more than this are on the same level (RW15). ``flag_places``: the spaces
    left and right of each place for a flag that is known; ``flag_points``: where it stands.
    """

    title: str
    note: str
    frame: Frame
    faces: tuple[str, str, str]
    spaces: Mapping[SpaceId, Space]
    above: Mapping[SpaceId, tuple[SpaceId, ...]]
    left: Mapping[SpaceId, tuple[SpaceId, ...]]
    right: Mapping[SpaceId, tuple[SpaceId, ...]]
    exits: Mapping[SpaceId, tuple[SpaceId, ...]]
    flag_places: Mapping[FlagPlace, tuple[SpaceId, SpaceId]]
    flag_points: Mapping[FlagPlace, Point]
    level_mm: float
    fingerprint: str

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Wall) and self.fingerprint == other.fingerprint

    def __hash__(self) -> int:
        return hash(self.fingerprint)
