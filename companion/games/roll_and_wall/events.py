"""What happens in Roll & Wall, for the log, the lights and the page.

Knows the closed set of events. Refuses to know how they are worded.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.protocol import Seat
from companion.games.roll_and_wall.board import Place, Space, SpaceId
from companion.games.roll_and_wall.state import Handful, Tile


@dataclass(frozen=True, slots=True)
class Spot:
    """A space as people call it."""

    id: SpaceId
    place: Place
    number: int
    summit: bool

    @classmethod
    def of(cls, space: Space) -> Spot:
        """The spot of a space."""
        return cls(space.id, space.place, space.number, space.summit)


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """A turn begins; ``tea``: with the blue die."""

    seat: Seat
    tea: bool


@dataclass(frozen=True, slots=True)
class Declared:
    """A climb was declared."""

    seat: Seat
    target: Spot
    dice: Handful


@dataclass(frozen=True, slots=True)
class RollJudged:
    """A throw, or a throw with shoes, was judged: ``best`` counts against ``needed``."""

    seat: Seat
    target: Spot
    success: bool
    best: int
    needed: int


@dataclass(frozen=True, slots=True)
class TileUsed:
    """A tile was used and went back to the box."""

    seat: Seat
    tile: Tile


@dataclass(frozen=True, slots=True)
class DiceReturned:
    """The dice of the last throw can be used again."""

    seat: Seat
    dice: Handful


@dataclass(frozen=True, slots=True)
class Moved:
    """A pawn climbed."""

    seat: Seat
    origin: Spot
    target: Spot


@dataclass(frozen=True, slots=True)
class PitonPlaced:
    """A piton went into the wall; ``left``: still in the backpack."""

    seat: Seat
    space: Spot
    left: int


@dataclass(frozen=True, slots=True)
class Rested:
    """A player rests; ``ledge``: on a ledge, else at an own piton."""

    seat: Seat
    space: Spot
    ledge: bool


@dataclass(frozen=True, slots=True)
class FailedOnGround:
    """A throw on the ground failed: no fall; ``left``: dice left in this turn."""

    seat: Seat
    left: int


@dataclass(frozen=True, slots=True)
class Fell:
    """A player fell to an own piton or to the ground."""

    seat: Seat
    origin: Spot
    target: Spot


@dataclass(frozen=True, slots=True)
class TeaOwed:
    """A player who fell to the ground gets the blue die in the next turn."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SummitReached:
    """A player is at the top, with so many dice used in this turn."""

    seat: Seat
    dice_used: int


@dataclass(frozen=True, slots=True)
class FinalRound:
    """The first player is at the top: the round is played to its end."""


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A turn is over."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is over."""

    winners: tuple[Seat, ...]


Event = (
    TurnStarted
    | Declared
    | RollJudged
    | TileUsed
    | DiceReturned
    | Moved
    | PitonPlaced
    | Rested
    | FailedOnGround
    | Fell
    | TeaOwed
    | SummitReached
    | FinalRound
    | TurnEnded
    | MatchEnded
)
