"""What happens in High Risk.

Knows what the log tells, as values. Refuses to know how it is said.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.protocol import Seat


@dataclass(frozen=True, slots=True)
class DiceFell:
    """A roll: how many dice of each face, and all the mountains set aside in this turn."""

    seat: Seat
    danger: int
    ascension: int
    weather: int
    ascension_aside: int


@dataclass(frozen=True, slots=True)
class Fell:
    """Only Danger: the highest climber below the Summit falls."""

    seat: Seat
    source: int
    target: int


@dataclass(frozen=True, slots=True)
class NobodyFell:
    """Only Danger, but nobody is on the route."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Advanced:
    """A climber went up, to the Summit if ``summit``."""

    seat: Seat
    source: int
    target: int
    summit: bool


@dataclass(frozen=True, slots=True)
class KnockedOff:
    """A climber on a Cliff made room for another and fell to the next open zone."""

    seat: Seat
    source: int
    target: int


@dataclass(frozen=True, slots=True)
class Boosted:
    """All six dice are set aside: the same player has another turn."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """The dice went to this player."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """All climbers of this player are at the Summit."""

    winner: Seat


Event = DiceFell | Fell | NobodyFell | Advanced | KnockedOff | Boosted | TurnStarted | MatchEnded
