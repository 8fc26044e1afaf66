"""What a match of Roll & Wall is: terms that stay, a position that changes.

Knows climbers, dice in hand and the phase of a turn. Refuses to know what is allowed.

Nothing is stored that follows from the rest: whose turn it is follows from the number of
finished turns, the dice left from those set aside, the end from who stands on the summit.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from companion.dice import DiceSpec, Rolled
from companion.games.protocol import Seat
from companion.games.roll_and_wall.board import SpaceId, Wall

WHITE, BLUE = "d6", "d4"
WHITE_DICE = 6
PITONS = 3
YOUNG_PITONS = 4


class Tile(StrEnum):
    """The equipment of the basic variant."""

    SHOES = "shoes"
    CHALK = "chalk"
    ENERGY_BAR = "energy_bar"


BASIC_TILES = (Tile.CHALK, Tile.ENERGY_BAR, Tile.SHOES)
"""What every backpack holds at the start, in the order of their names."""


@dataclass(frozen=True, slots=True)
class Handful:
    """Some white and blue dice."""

    white: int = 0
    blue: int = 0

    @property
    def total(self) -> int:
        """How many dice."""
        return self.white + self.blue

    @property
    def spec(self) -> DiceSpec:
        """The same dice as the tray knows them."""
        return _spec(self.white, self.blue)

    @classmethod
    def from_spec(cls, spec: DiceSpec) -> Handful:
        """The inverse of ``spec``."""
        return cls(spec.count(WHITE), spec.count(BLUE))


@dataclass(frozen=True, slots=True)
class Terms:
    """What stays the same through the match.

    ``pitons``: how many each seat owns. ``level_mm``: heights that differ by no more are on
    one level. ``doubled_pitons``: a second own piton may go into a space.
    """

    wall: Wall
    seats: int
    first: Seat
    pitons: tuple[int, ...]
    level_mm: float
    doubled_pitons: bool


@dataclass(frozen=True, slots=True)
class Climber:
    """One player: where the pawn is, own pitons in the wall, tiles left, all in order.

    ``tea``: the blue die is theirs in the turn that runs or, between turns, in the next
    one. ``topped_with``: dice used in the turn that reached the summit, None before.
    """

    space: SpaceId
    pitons: tuple[SpaceId, ...]
    tiles: tuple[Tile, ...]
    tea: bool
    topped_with: int | None


@dataclass(frozen=True, slots=True)
class Free:
    """The player may climb, place a piton or end the turn."""


@dataclass(frozen=True, slots=True)
class Throwing:
    """These dice are to be thrown for that space."""

    target: SpaceId
    dice: Handful


@dataclass(frozen=True, slots=True)
class Missed:
    """The last throw failed and a tile could still help."""


@dataclass(frozen=True, slots=True)
class Made:
    """The last throw succeeded and an energy bar could bring its dice back."""


@dataclass(frozen=True, slots=True)
class Falling:
    """Several pitons on one level could catch the fall: the player chooses."""


Phase = Free | Throwing | Missed | Made | Falling


@dataclass(frozen=True, slots=True)
class Judged:
    """The last throw of the match: who, for which space, what fell, and shoes added."""

    seat: Seat
    target: SpaceId
    rolled: Rolled
    shoes: int

    @property
    def best(self) -> int:
        """The highest number that counts."""
        return max(int(value) for value in self.rolled.values) + self.shoes


@dataclass(frozen=True, slots=True)
class Position:
    """What changes. ``turns`` counts finished turns; ``aside`` the dice spent in this one."""

    turns: int
    climbers: tuple[Climber, ...]
    aside: Handful
    phase: Phase
    last: Judged | None


@dataclass(frozen=True, slots=True)
class WallState:
    """A match: its terms and its position."""

    terms: Terms
    position: Position


@lru_cache(maxsize=64)
def _spec(white: int, blue: int) -> DiceSpec:
    return DiceSpec.of({WHITE: white, BLUE: blue})


def mover(terms: Terms, position: Position) -> Seat:
    """Whose turn it is; clockwise from the first player."""
    return Seat((terms.first + position.turns) % terms.seats)


def dice_left(terms: Terms, position: Position) -> Handful:
    """The dice not yet spent or thrown in this turn.

    Dice of a throw that is not settled yet are neither left nor aside.
    """
    climber = position.climbers[mover(terms, position)]
    white, blue = WHITE_DICE - position.aside.white, int(climber.tea) - position.aside.blue
    thrown = dice_in_play(position)
    return Handful(white - thrown.white, blue - thrown.blue)


def dice_in_play(position: Position) -> Handful:
    """The dice that are being thrown or judged now."""
    match position.phase:
        case Throwing(_, dice):
            return dice
        case Missed() | Made():
            assert position.last is not None
            return Handful.from_spec(position.last.rolled.spec)
        case Free() | Falling():
            return Handful()


def is_final_round(position: Position) -> bool:
    """Whether somebody has reached the summit."""
    return any(climber.topped_with is not None for climber in position.climbers)


def is_over(terms: Terms, position: Position) -> bool:
    """Whether the round in which somebody reached the summit is complete (RW19)."""
    return position.turns % terms.seats == 0 and is_final_round(position)


def winners(terms: Terms, position: Position) -> tuple[Seat, ...]:
    """Those at the summit with the fewest dice used in their last turn (RW18, RW20)."""
    if not is_over(terms, position):
        return ()
    used = {Seat(i): c.topped_with for i, c in enumerate(position.climbers)}
    fewest = min(n for n in used.values() if n is not None)
    return tuple(seat for seat, n in used.items() if n == fewest)
