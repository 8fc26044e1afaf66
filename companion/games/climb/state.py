"""What a match of Climb! is: terms that stay, a position that changes.

Knows the route, the fingers of the attempt under way and the attempts that are over.
Refuses to know what is allowed and who is next (``rounds``).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.games.climb.actions import Hand
from companion.games.climb.board import Deck, Finger, Place, Route
from companion.games.protocol import Seat

ROUNDS = 3


class JudgeMode(StrEnum):
    """What a breach in an observation leads to (CL17)."""

    OFF = "off"
    ADVISE = "advise"
    STRICT = "strict"


class Breach(StrEnum):
    """What can be wrong with an observation; the first four are the rulebook's falls."""

    NO_TOUCH = "no_touch"
    WRONG_COLOUR = "wrong_colour"
    RETURNED = "returned"
    CARD_MOVED = "card_moved"
    BESIDE = "beside"
    BACK_TO_BASE = "back_to_base"
    TWO_IN_ONE = "two_in_one"
    CLOSED_HOLD = "closed_hold"
    SUMMIT_TAKEN = "summit_taken"
    LIFT_MORE = "lift_more"
    SAME_REST = "same_rest"
    REST_LIFTED = "rest_lifted"
    HALF_DOUBLE = "half_double"


@dataclass(frozen=True, slots=True)
class Terms:
    """What stays the same. ``first``: the player with the longest fingers.

    ``closed_to_all``: a hold that was left is closed to every finger (CL6), else only to
    the finger that left it. ``shift_tenths_mm``: from here on a card has moved (CL18).
    ``cards``: the numbers in play, in order. ``free_solo``: one player, one route, as many
    attempts as wished.
    """

    deck: Deck
    seats: int
    first: Seat
    cards: tuple[int, ...]
    judge: JudgeMode
    expert: bool
    closed_to_all: bool
    one_in_summit: bool
    breach_is_fall: bool
    half_double_is_fall: bool
    shift_tenths_mm: int
    free_solo: bool


@dataclass(frozen=True, slots=True)
class Fault:
    """A breach with what it was about; None for what has no part in it."""

    breach: Breach
    finger: Finger | None = None
    place: Place | None = None
    card: int | None = None
    tenths_mm: int | None = None


@dataclass(frozen=True, slots=True)
class Attempt:
    """One climb under way.

    ``down``: fingers on the table with their places, from the thumb on. ``placed``: those of
    them that came down in this move; none between two moves. ``last_rest``: the finger that
    rested in the move before (more only where the judge is not strict). ``left``: holds that
    a finger has left, with that finger, in order. ``moves``: the number of fingers at the
    end of each finished move. ``notices``: breaches seen but not judged, in advise mode.
    """

    hand: Hand
    down: tuple[tuple[Finger, Place], ...] = ()
    placed: tuple[Finger, ...] = ()
    last_rest: tuple[Finger, ...] = ()
    left: tuple[tuple[Place, Finger], ...] = ()
    moves: tuple[int, ...] = ()
    notices: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """An attempt that is over: at the Summit, by a breach, or given up (both empty)."""

    seat: Seat
    hand: Hand
    moves: tuple[int, ...]
    summit: bool
    breach: Breach | None


@dataclass(frozen=True, slots=True)
class Building:
    """Cards are laid until the route has enough holds."""


@dataclass(frozen=True, slots=True)
class Extending:
    """Between two rounds: the ends are swapped, the starter adds a card."""


@dataclass(frozen=True, slots=True)
class Readying:
    """The climber chooses a hand."""


@dataclass(frozen=True, slots=True)
class Climbing:
    """An attempt is under way."""

    attempt: Attempt


@dataclass(frozen=True, slots=True)
class Judging:
    """A fall is called; the table lets it stand or overrules it.

    ``attempt`` is as it was before what was observed. ``judge``: who called, None for the
    referee itself.
    """

    attempt: Attempt
    fault: Fault
    judge: Seat | None


@dataclass(frozen=True, slots=True)
class Pausing:
    """Climbing alone: again, or enough."""


@dataclass(frozen=True, slots=True)
class Ended:
    """The match is over."""


Phase = Building | Extending | Readying | Climbing | Judging | Pausing | Ended


@dataclass(frozen=True, slots=True)
class Position:
    """What changes. ``starter`` begins the round; while building it is ``Terms.first``."""

    route: Route
    starter: Seat
    results: tuple[Result, ...]
    phase: Phase


@dataclass(frozen=True, slots=True)
class ClimbState:
    """A match: its terms and its position."""

    terms: Terms
    position: Position
