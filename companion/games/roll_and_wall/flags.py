"""Flags on the inner edges of the wall.

Knows their colours, where they can stand, and which a climber passes or could reach.
Refuses to know how they were placed and what they are good for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from companion.games.roll_and_wall.board import (
    EDGES,
    FLAG_SECTIONS,
    Edge,
    FlagPlace,
    FlagSection,
    SpaceId,
    Wall,
)


class Colour(StrEnum):
    """The colours of flags."""

    BLACK = "black"
    ORANGE = "orange"
    WHITE = "white"


COLOURS = tuple(Colour)


@dataclass(frozen=True, slots=True)
class Flag:
    """A wooden flag in its place."""

    place: FlagPlace
    colour: Colour


def slots() -> tuple[tuple[Edge, FlagSection], ...]:
    """The six sections of the two edges in the order in which flags are placed."""
    return tuple((edge, section) for edge in EDGES for section in FLAG_SECTIONS)


def colours_left(flags: Sequence[Flag], edge: Edge) -> tuple[Colour, ...]:
    """The colours that the edge does not have yet (RW25)."""
    there = {flag.colour for flag in flags if flag.place.edge is edge}
    return tuple(colour for colour in COLOURS if colour not in there)


def between(wall: Wall, flags: Sequence[Flag], one: SpaceId, other: SpaceId) -> tuple[Colour, ...]:
    """The colours of the flags that stand between two spaces, in order."""
    places = _places_between(wall, one, other)
    return tuple(sorted([f.colour for f in flags if f.place in places])) if places else ()


@lru_cache(maxsize=4096)
def _places_between(wall: Wall, one: SpaceId, other: SpaceId) -> tuple[FlagPlace, ...]:
    pair = {one, other}
    return tuple(place for place, sides in wall.flag_places.items() if set(sides) == pair)


def beside(wall: Wall, flags: Sequence[Flag], space: SpaceId) -> tuple[Colour, ...]:
    """The colours of the flags directly left or right of a space, each once, in order."""
    return tuple(sorted({f.colour for f in flags if space in wall.flag_places[f.place]}))
