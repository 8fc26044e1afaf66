"""What happens in Gipfelkraxler.

Knows what the log tells, as values. Refuses to know how it is said.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.gipfelkraxler.board import SpaceId
from companion.games.gipfelkraxler.tasks import Dice, Task
from companion.games.protocol import Seat


@dataclass(frozen=True, slots=True)
class DiceFell:
    """Roll ``roll`` of this turn; ``dice`` are all five."""

    seat: Seat
    roll: int
    dice: Dice


@dataclass(frozen=True, slots=True)
class Moved:
    """An ibex went up by a task, or by the joker if ``task`` is None."""

    seat: Seat
    source: SpaceId
    target: SpaceId
    task: Task | None


@dataclass(frozen=True, slots=True)
class PushedUp:
    """An own ibex was pushed one space up."""

    seat: Seat
    source: SpaceId
    target: SpaceId


@dataclass(frozen=True, slots=True)
class Washed:
    """An ibex of ``seat`` was pushed one space down the stream."""

    seat: Seat
    source: SpaceId
    target: SpaceId


@dataclass(frozen=True, slots=True)
class Arrived:
    """An ibex of ``seat`` reached the summit; ``arrivals`` counts this one."""

    seat: Seat
    arrivals: int


@dataclass(frozen=True, slots=True)
class SentHome:
    """The ibex that stood on the summit went back to the start."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class WasSetBack:
    """Nothing fitted: an ibex went back to the start."""

    seat: Seat
    source: SpaceId


@dataclass(frozen=True, slots=True)
class NothingFitted:
    """Nothing fitted, and no ibex was under way."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """The dice went to this player."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """This player has reached the summit twice."""

    winner: Seat


Event = (
    DiceFell
    | Moved
    | PushedUp
    | Washed
    | Arrived
    | SentHome
    | WasSetBack
    | NothingFitted
    | TurnStarted
    | MatchEnded
)
