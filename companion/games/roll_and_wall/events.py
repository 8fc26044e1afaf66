"""What happens in Roll & Wall, for the log, the lights and the page.

Knows the closed set of events. Refuses to know how they are worded.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.protocol import Seat
from companion.games.roll_and_wall.board import Place, Space, SpaceId
from companion.games.roll_and_wall.flags import Colour, Flag
from companion.games.roll_and_wall.handful import Handful
from companion.games.roll_and_wall.tiles import Tile


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
class FlagNumberRolled:
    """The blue die says which number of its section the next flag goes to."""

    number: int


@dataclass(frozen=True, slots=True)
class FlagPlaced:
    """A wooden flag stands on an inner edge."""

    flag: Flag


@dataclass(frozen=True, slots=True)
class FirstRolled:
    """A player rolled for the first player marker."""

    seat: Seat
    total: int


@dataclass(frozen=True, slots=True)
class FirstTied:
    """These players have the highest total and roll again."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class FirstFound:
    """A player receives the first player marker."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TileDealt:
    """A tile went face down to a player; which one is not said."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TileKept:
    """A player chose a tile of the hand; which one is not said."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HandsPassed:
    """All have chosen; the rest of each hand went to the left."""


@dataclass(frozen=True, slots=True)
class TileDiscarded:
    """A tile did not fit into a backpack and went to the box."""

    seat: Seat
    tile: Tile


@dataclass(frozen=True, slots=True)
class BackpackPacked:
    """A backpack is packed with these tiles; ``pitons``: how many its owner has."""

    seat: Seat
    tiles: tuple[Tile, ...]
    pitons: int


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """A turn begins; ``tea``: with the blue die."""

    seat: Seat
    tea: bool


@dataclass(frozen=True, slots=True)
class DiceLost:
    """Dice are set aside for sand and wind before the turn."""

    seat: Seat
    dice: Handful


@dataclass(frozen=True, slots=True)
class Hindered:
    """These players will have two dice fewer in their next turn."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class QuietBegan:
    """Nobody may place a piton until the end of that player's next turn."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ThrownFirst:
    """Dice are thrown before a space is chosen: crystal ball."""

    seat: Seat
    dice: Handful


@dataclass(frozen=True, slots=True)
class Foreseen:
    """A crystal ball's throw shows so much; a space may be chosen."""

    seat: Seat
    best: int


@dataclass(frozen=True, slots=True)
class FlagTaken:
    """A player has the token of a colour."""

    seat: Seat
    colour: Colour


@dataclass(frozen=True, slots=True)
class HeldByAxe:
    """A falling player's axe held on a ledge."""

    seat: Seat
    origin: Spot
    ledge: Spot


@dataclass(frozen=True, slots=True)
class GoesOn:
    """A player fell with a helmet and goes on; ``left``: dice left."""

    seat: Seat
    left: int


@dataclass(frozen=True, slots=True)
class Stranded:
    """A player is at the top without all flags and cannot win from there."""

    seat: Seat


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
    FlagNumberRolled
    | FlagPlaced
    | FirstRolled
    | FirstTied
    | FirstFound
    | TileDealt
    | TileKept
    | HandsPassed
    | TileDiscarded
    | BackpackPacked
    | TurnStarted
    | DiceLost
    | Hindered
    | QuietBegan
    | Declared
    | ThrownFirst
    | Foreseen
    | RollJudged
    | TileUsed
    | DiceReturned
    | Moved
    | FlagTaken
    | PitonPlaced
    | Rested
    | FailedOnGround
    | Fell
    | HeldByAxe
    | GoesOn
    | TeaOwed
    | SummitReached
    | Stranded
    | FinalRound
    | TurnEnded
    | MatchEnded
)
