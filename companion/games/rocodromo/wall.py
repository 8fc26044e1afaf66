"""What a box of Rocódromo holds, and the wall that is built from it.

Knows tiles, ropes, climbers and layouts as values. Refuses to know files, players and turns.

Lengths are millimetres; points have x to the right and y down from the top left corner of
the board, as in a photograph of the wall.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from companion.games.fields import Point
from companion.games.rocodromo.planar import Box, Shape

COLOURS = 5
LENGTHS = 4
"""The supply: every colour in every length, once each (ruling A.2)."""

TILES = 8
SIDES = ("a", "b")

SHAPES: Mapping[str, tuple[int, ...]] = MappingProxyType(
    {
        "base": (2, 2, 2),
        "la_cornisa": (3, 2, 2),
        "la_piramide": (1, 2, 3),
        "el_everest": (1, 1, 2, 1, 2),
    }
)
"""Tiles in each level of the rulebook's walls, from the top down; any other wall is ``own``."""

OWN_SHAPE = "own"

LEVELS_ON_SUPPORT = 3
FIRST_LEVEL_ON_SUPPORT = 2
"""More than this does not stand: the wall is laid flat on the table (RO22)."""


@dataclass(frozen=True, slots=True, order=True)
class Rope:
    """A rope by its colour and its place in ascending order of length, from 1."""

    colour: str
    length: int


@dataclass(frozen=True, slots=True)
class RopeBox:
    """The 20 ropes: for each colour its lengths in ascending order. All have one width."""

    colours: tuple[str, ...]
    lengths_mm: tuple[tuple[float, ...], ...]
    width_mm: float

    def length_mm(self, rope: Rope) -> float:
        """How long that rope is."""
        return self.lengths_mm[self.colours.index(rope.colour)][rope.length - 1]

    def holds(self, rope: Rope) -> bool:
        """Whether there is such a rope."""
        return rope.colour in self.colours and 1 <= rope.length <= LENGTHS


@dataclass(frozen=True, slots=True)
class FaceSection:
    """A section of one colour on a face, from the face's top left corner."""

    colour: str
    outline: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class FaceHold:
    """A hold on a face; ``section`` is the index of the section in which it lies."""

    shape: Shape
    section: int


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a stage tile."""

    tile: int
    side: str
    sections: tuple[FaceSection, ...]
    holds: tuple[FaceHold, ...]


@dataclass(frozen=True, slots=True)
class Placed:
    """A tile in its place: the side shown and its quarter turns clockwise."""

    tile: int
    side: str
    quarters: int


@dataclass(frozen=True, slots=True)
class Token:
    """A climber's token. Nose and body lie around the centre of the hold it stands on."""

    nose: Shape
    body: Shape


@dataclass(frozen=True, slots=True)
class Layout:
    """Where tiles go. ``levels``: from the first level up, the left edge of each tile.

    ``top_mm``: where the highest level begins; ``gap_mm``: between two levels. ``finish``:
    the finish line tiles; none means the top edge of the wall.
    """

    shape: str
    tile_width_mm: float
    tile_height_mm: float
    levels: tuple[tuple[float, ...], ...]
    gap_mm: float
    top_mm: float
    finish: tuple[Box, ...]

    @property
    def lies_flat(self) -> bool:
        """Whether the wall is too large for the support (RO22)."""
        return len(self.levels) > LEVELS_ON_SUPPORT or (
            len(self.levels[0]) > FIRST_LEVEL_ON_SUPPORT
        )

    @property
    def quarters(self) -> tuple[int, ...]:
        """The turns a tile may have: any for a square, half turns for another rectangle."""
        return (0, 1, 2, 3) if self.tile_width_mm == self.tile_height_mm else (0, 2)

    def corner(self, level: int, column: int) -> Point:
        """The top left corner of a place; ``level`` counts from 0, the first level."""
        from_top = len(self.levels) - 1 - level
        y = self.top_mm + from_top * (self.tile_height_mm + self.gap_mm)
        return (self.levels[level][column], y)

    def places(self) -> tuple[tuple[int, int], ...]:
        """Every place as level and column, the first level first, left to right."""
        return tuple(
            (level, column)
            for level, lefts in enumerate(self.levels)
            for column in range(len(lefts))
        )


@dataclass(frozen=True, slots=True, eq=False)
class Kit:
    """A whole board file: the box, the layout, and how the tiles are usually placed.

    ``placed`` follows ``layout.places()``. Equal kits have equal ``fingerprint``.
    """

    title: str
    note: str
    layout: Layout
    faces: tuple[Face, ...]
    placed: tuple[Placed, ...]
    ropes: RopeBox
    token: Token
    carabiner_mm: float
    fingerprint: str

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Kit) and self.fingerprint == other.fingerprint

    def __hash__(self) -> int:
        return hash(self.fingerprint)


@dataclass(frozen=True, slots=True)
class Section:
    """A section on the wall. Sections with one ``area`` count as one section."""

    place: int
    colour: str
    outline: tuple[Point, ...]
    area: int


@dataclass(frozen=True, slots=True)
class Hold:
    """A hold on the wall; ``section`` and ``place`` are indexes, place 0 the first level's left."""

    shape: Shape
    centre: Point
    section: int
    place: int


@dataclass(frozen=True, slots=True, eq=False)
class Wall:
    """The wall as built. A hold's number is its index; 0 is the lowest.

    Equal walls have equal ``fingerprint``; comparing and hashing use it.
    """

    kit: Kit
    placed: tuple[Placed, ...]
    sections: tuple[Section, ...]
    holds: tuple[Hold, ...]
    fingerprint: str

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Wall) and self.fingerprint == other.fingerprint

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    def colour(self, hold: int) -> str:
        """The colour of the section in which the hold lies."""
        return self.sections[self.holds[hold].section].colour

    def area(self, hold: int) -> int:
        """The area in which the hold lies."""
        return self.sections[self.holds[hold].section].area
