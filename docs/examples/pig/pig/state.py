"""What a match of Pig is, what can be done and what happens.

Knows values only. Refuses to know the rules (``rules``) and how anything is said (``words``).
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.dice import Rolled
from companion.games.protocol import Seat


@dataclass(frozen=True, slots=True)
class Terms:
    """What stays the same: the players, who began, and the points that win."""

    seats: int
    first: Seat
    goal: int


@dataclass(frozen=True, slots=True)
class Position:
    """What changes. ``pot``: points of this turn, not yet safe; 0 at its beginning."""

    turn: Seat
    scores: tuple[int, ...]
    pot: int


@dataclass(frozen=True, slots=True)
class PigState:
    """A match: its terms and its position."""

    terms: Terms
    position: Position


@dataclass(frozen=True, slots=True)
class Hold:
    """End the turn and keep its points."""


Action = Rolled | Hold


@dataclass(frozen=True, slots=True)
class Gained:
    """The die shows 2 or more: its points go into the pot."""

    seat: Seat
    points: int
    pot: int


@dataclass(frozen=True, slots=True)
class Lost:
    """The die shows 1: the pot is lost and the turn ends."""

    seat: Seat
    pot: int


@dataclass(frozen=True, slots=True)
class Held:
    """The pot is safe."""

    seat: Seat
    score: int


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """This player has the points that win."""

    winner: Seat


Event = Gained | Lost | Held | MatchEnded
