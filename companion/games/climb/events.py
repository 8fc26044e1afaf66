"""What happens in a match of Climb!, for the log.

Knows the events as values. Refuses to know how they are told.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.climb.actions import Hand
from companion.games.climb.board import Finger, Place
from companion.games.climb.route import Side
from companion.games.climb.state import Breach, Fault
from companion.games.protocol import Seat


@dataclass(frozen=True, slots=True)
class CardLaid:
    """A card lies on that side of the last one; the route has so many holds now."""

    seat: Seat
    card: int
    side: Side
    holds: int


@dataclass(frozen=True, slots=True)
class RouteUsed:
    """A saved route was built again."""

    seat: Seat
    name: str
    holds: int


@dataclass(frozen=True, slots=True)
class SummitPlaced:
    """The Summit card lies above that card, with a space between them."""

    card: int


@dataclass(frozen=True, slots=True)
class EndsSwapped:
    """The first and the last card have changed places; ``seat`` begins the next round."""

    seat: Seat
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class HandChosen:
    """A climber gets ready."""

    seat: Seat
    hand: Hand


@dataclass(frozen=True, slots=True)
class FingerPlaced:
    """A fingertip rests there now."""

    seat: Seat
    finger: Finger
    place: Place


@dataclass(frozen=True, slots=True)
class FingerLifted:
    """A fingertip left that place."""

    seat: Seat
    finger: Finger
    place: Place


@dataclass(frozen=True, slots=True)
class ShiftMeasured:
    """A card lies so far from where it lay; ``moved``: far enough to count (CL18)."""

    seat: Seat
    card: int
    tenths_mm: int
    moved: bool


@dataclass(frozen=True, slots=True)
class MoveFinished:
    """A move with so many fingers; ``total``: the points of the attempt."""

    seat: Seat
    fingers: int
    points: int
    total: int


@dataclass(frozen=True, slots=True)
class Noticed:
    """The referee saw a breach and leaves it to the judges."""

    seat: Seat
    fault: Fault


@dataclass(frozen=True, slots=True)
class FallCalled:
    """A fall is called; ``judge`` None: by the referee."""

    seat: Seat
    fault: Fault
    judge: Seat | None


@dataclass(frozen=True, slots=True)
class Overruled:
    """``judge`` struck out the call; the climb goes on."""

    judge: Seat
    seat: Seat
    fault: Fault


@dataclass(frozen=True, slots=True)
class Fell:
    """The attempt is over by a fall, and counts ``points``."""

    seat: Seat
    breach: Breach
    points: int


@dataclass(frozen=True, slots=True)
class GaveUp:
    """The attempt was given up, and counts ``points``."""

    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class SummitReached:
    """The attempt is over at the Summit, and counts ``points``."""

    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """This player climbs next."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The highest totals; several share the glory. Alone: the best attempt."""

    winners: tuple[Seat, ...]
    points: int


Event = (
    CardLaid
    | RouteUsed
    | SummitPlaced
    | EndsSwapped
    | HandChosen
    | FingerPlaced
    | FingerLifted
    | ShiftMeasured
    | MoveFinished
    | Noticed
    | FallCalled
    | Overruled
    | Fell
    | GaveUp
    | SummitReached
    | TurnStarted
    | MatchEnded
)
