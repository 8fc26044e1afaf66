"""What a deck for Climb! is: cards with holds, and routes that somebody saved.

Knows colours, fingers, holds and cards, in millimetres. Refuses to know how a route is built
(``route``) and how a deck is written down (``board_file``).

The colours stand for fingers: black thumb, blue index, green middle, yellow ring, red little
finger (rulebook, Route Cards).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import NewType

CARDS = range(1, 43)
"""The numbers that a route card can have."""

HOLDS_OF_A_CARD = range(1, 4)

CARDS_OF_A_LEVEL = 14

ENOUGH_HOLDS = 10
"""A route is ready to climb once it has so many."""

FEWEST_CARDS = ENOUGH_HOLDS + 2
"""Cards of one hold make a route of ten, and two are added between the rounds."""

Place = NewType("Place", str)
"""Where a fingertip rests: a hold such as ``4a``, or one of the three places below."""

BASE = Place("base")
SUMMIT = Place("summit")
BESIDE = Place("beside")
"""On the table or on a card, but neither in a hold nor in the Base Camp nor in the Summit Zone."""


class Finger(StrEnum):
    """The five fingers, from the thumb on."""

    THUMB = "thumb"
    INDEX = "index"
    MIDDLE = "middle"
    RING = "ring"
    LITTLE = "little"


class Colour(StrEnum):
    """The colours of borders."""

    BLACK = "black"
    BLUE = "blue"
    GREEN = "green"
    YELLOW = "yellow"
    RED = "red"


FINGER_OF: Mapping[Colour, Finger] = MappingProxyType(dict(zip(Colour, Finger, strict=True)))


class Border(StrEnum):
    """How a hold is bordered: for one finger, for one or the other, for two together."""

    SINGLE = "single"
    EITHER = "either"
    DOUBLE = "double"


class Shape(StrEnum):
    """What a hole looks like."""

    ROUND = "round"
    SQUARE = "square"
    TRIANGLE = "triangle"
    HEXAGON = "hexagon"


class Level(StrEnum):
    """How hard a card is; its number tells."""

    BEGINNER = "beginner"
    INTERMEDIATE = "intermediate"
    EXPERT = "expert"

    @classmethod
    def of(cls, number: int) -> Level:
        """Cards 1 to 14, 15 to 28, 29 to 42."""
        return tuple(cls)[(number - 1) // CARDS_OF_A_LEVEL]


@dataclass(frozen=True, slots=True)
class Hold:
    """A hole of a card. The centre is seen from the upper left corner, x right, y down."""

    place: Place
    centre_mm: tuple[float, float]
    width_mm: float
    height_mm: float
    shape: Shape
    border: Border
    colours: tuple[Colour, ...]
    fingers: tuple[Finger, ...] = field(init=False, repr=False, compare=False)
    """The fingers whose colours border it, kept because the judge asks for them all the time."""

    def __post_init__(self) -> None:
        fingers = tuple(FINGER_OF[colour] for colour in self.colours)
        object.__setattr__(self, "fingers", fingers)


@dataclass(frozen=True, slots=True)
class Card:
    """A route card, as it lies with its number upright."""

    number: int
    holds: tuple[Hold, ...]


@dataclass(frozen=True, slots=True)
class Placed:
    """A card on the table: column to the right, row up, quarter turns clockwise."""

    card: int
    column: int
    row: int
    turn: int


Route = tuple[Placed, ...]
"""Cards in the order in which they were placed; after a round first and last are swapped."""


@dataclass(frozen=True, slots=True)
class SavedRoute:
    """A route to build again, with the points to reach, None if nobody said."""

    name: str
    cards: Route
    target: int | None


@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """Everything about one deck. Equal decks have equal ``fingerprint``; comparing uses it.

    ``gap_mm`` is the width of the empty space that is the Base Camp or the Summit Zone.
    """

    title: str
    note: str
    card_mm: float
    gap_mm: float
    cards: Mapping[int, Card]
    routes: Mapping[str, SavedRoute]
    fingerprint: str

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Deck) and self.fingerprint == other.fingerprint

    def __hash__(self) -> int:
        return hash(self.fingerprint)


def called(number: int, index: int) -> Place:
    """The name of a card's hold: its number and a, b or c."""
    return Place(f"{number}{'abc'[index]}")
