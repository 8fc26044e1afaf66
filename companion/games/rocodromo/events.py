"""What happens in Rocódromo.

Knows what the log tells, as values. Refuses to know how it is said.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.protocol import Seat
from companion.games.rocodromo.wall import Rope


@dataclass(frozen=True, slots=True)
class RopeTaken:
    """A rope came to the hand, with the carabiners that hung on it.

    ``skipped``: the shorter ropes that got a carabiner each. ``given_back``: what went to
    the supply first.
    """

    seat: Seat
    rope: Rope
    carabiners: int
    skipped: tuple[Rope, ...]
    given_back: Rope | None


@dataclass(frozen=True, slots=True)
class PutOnWall:
    """A climber came on the wall for its first climb."""

    seat: Seat
    hold: int


@dataclass(frozen=True, slots=True)
class DestinationDeclared:
    """Where a climber is to go."""

    seat: Seat
    source: int
    target: int


@dataclass(frozen=True, slots=True)
class RopeLaid:
    """The rope lies on the wall and the table is to judge.

    ``too_close``: the wall was measured, but it is too close to call.
    """

    seat: Seat
    rope: Rope
    too_close: bool


@dataclass(frozen=True, slots=True)
class ClimbValid:
    """The climber went up, along or down; the rope went back to the supply.

    ``placement``: the rope's corners in tenths of a millimetre; none where the table judged.
    """

    seat: Seat
    source: int
    target: int
    rope: Rope
    placement: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class BalanceLost:
    """The climb failed; the rope went back. ``off_the_wall``: it was the first climb.

    ``reason``: ``too_short``, ``apart``, ``leaves``, or ``table`` where the table judged.
    """

    seat: Seat
    source: int
    target: int
    rope: Rope
    reason: str
    off_the_wall: bool
    consoled: bool


@dataclass(frozen=True, slots=True)
class EndMeasured:
    """The table measured the way to the end."""

    seat: Seat
    near: bool


@dataclass(frozen=True, slots=True)
class EndTriggered:
    """The climber is less than a carabiner from the end: the round is played out."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """The turn went to this player."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """All have played as many turns."""

    winners: tuple[Seat, ...]


Event = (
    RopeTaken | PutOnWall | DestinationDeclared | RopeLaid | ClimbValid | BalanceLost
    | EndMeasured | EndTriggered | TurnStarted | MatchEnded
)  # fmt: skip
