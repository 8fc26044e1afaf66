"""What a free-roll match is: states, actions and events.

Knows whose turn it is, which dice are wanted and what each player has thrown. Refuses to
know the game that these dice are thrown for.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.dice import DiceSpec, Rolled
from companion.games.protocol import Seat

MAX_OF_A_KIND = 10
"""Dice of one kind in one throw; a tray holds no more."""

MAX_DICE = 20
"""Dice in one throw."""

LOG_LENGTH = 100
"""Throws kept in the state; the journal keeps all of them."""


class Order(StrEnum):
    """Who throws: in seat order, or whoever takes the dice."""

    IN_TURN = "in_turn"
    ANYONE = "anyone"


class Ranking(StrEnum):
    """What wins."""

    HIGHEST = "highest"
    LOWEST = "lowest"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Terms:
    """What stays the same through the match. 0 rounds: endless; 0 throws a turn: no limit."""

    seats: int
    first: Seat
    order: Order
    ranking: Ranking
    rounds: int
    throws_per_turn: int


@dataclass(frozen=True, slots=True)
class Tally:
    """One player's sum of all dice and number of throws."""

    total: int = 0
    throws: int = 0


@dataclass(frozen=True, slots=True)
class Throw:
    """One throw in the log."""

    seat: Seat
    rolled: Rolled


@dataclass(frozen=True, slots=True)
class Position:
    """What changes. ``turns`` counts finished turns, ``thrown`` the throws of this turn.

    ``log`` holds the last throws, oldest first.
    """

    roller: Seat
    turns: int
    thrown: int
    dice: DiceSpec
    tallies: tuple[Tally, ...]
    log: tuple[Throw, ...]
    stopped: bool


@dataclass(frozen=True, slots=True)
class FreeRollState:
    """A match: its terms and its position."""

    terms: Terms
    position: Position


@dataclass(frozen=True, slots=True)
class SetDice:
    """From now on throw ``count`` dice of that kind; 0 puts them away."""

    kind: str
    count: int


@dataclass(frozen=True, slots=True)
class PassTurn:
    """Hand the dice to the next player."""


@dataclass(frozen=True, slots=True)
class TakeTurn:
    """The next throw is mine (only where anyone may throw)."""


@dataclass(frozen=True, slots=True)
class Stop:
    """End the match; any player may."""


Action = SetDice | Rolled | PassTurn | TakeTurn | Stop


@dataclass(frozen=True, slots=True)
class DiceChosen:
    """The dice for the next throws are these now."""

    seat: Seat
    dice: DiceSpec


@dataclass(frozen=True, slots=True)
class Thrown:
    """A throw, its sum and the player's new total."""

    seat: Seat
    rolled: Rolled
    sum: int
    total: int


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """The dice went to this player."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is over. ``winners`` is empty where nobody wins."""

    winners: tuple[Seat, ...]


Event = DiceChosen | Thrown | TurnStarted | MatchEnded
