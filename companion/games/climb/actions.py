"""What players, judges and the camera can tell the referee of Climb!.

Knows choices and observations as values. Refuses to know when they are allowed and whether
a camera or a tap gave them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.games.climb.board import Finger, Place
from companion.games.climb.route import Side


class Hand(StrEnum):
    """The hand that climbs."""

    LEFT = "left"
    RIGHT = "right"


class Rule(StrEnum):
    """The four rules that end an attempt, in the order of the rulebook (CL23)."""

    NO_TOUCH = "no_touch"
    WRONG_COLOUR = "wrong_colour"
    RETURNED = "returned"
    CARD_MOVED = "card_moved"


@dataclass(frozen=True, slots=True)
class PlaceCard:
    """Lay a card on that side of the last one, turned by quarters clockwise.

    The first card goes ``above`` the Base card.
    """

    card: int
    side: Side
    turn: int


@dataclass(frozen=True, slots=True)
class UseRoute:
    """Build a saved route again."""

    name: str


@dataclass(frozen=True, slots=True)
class ChooseHand:
    """Climb with that hand."""

    hand: Hand


@dataclass(frozen=True, slots=True)
class FingerDown:
    """Observed: a fingertip came down."""

    finger: Finger
    place: Place


@dataclass(frozen=True, slots=True)
class FingerUp:
    """Observed: a fingertip left the table."""

    finger: Finger


@dataclass(frozen=True, slots=True)
class CardMoved:
    """Observed: a card lies so many tenths of a millimetre from where it lay."""

    card: int
    tenths_mm: int


@dataclass(frozen=True, slots=True)
class Done:
    """The climber says that the move is finished."""


@dataclass(frozen=True, slots=True)
class GiveUp:
    """The climber finds no way on; this counts as a fall (CL15)."""


@dataclass(frozen=True, slots=True)
class CallFall:
    """A judge saw a rule broken."""

    rule: Rule


@dataclass(frozen=True, slots=True)
class AcceptFall:
    """The table lets the call of a fall stand."""


@dataclass(frozen=True, slots=True)
class Overrule:
    """The table strikes out the call of a fall, and what was observed with it."""


@dataclass(frozen=True, slots=True)
class ClimbAgain:
    """Climbing alone: another attempt on the same route."""


@dataclass(frozen=True, slots=True)
class Finish:
    """Climbing alone: enough for today."""


Action = (
    PlaceCard
    | UseRoute
    | ChooseHand
    | FingerDown
    | FingerUp
    | CardMoved
    | Done
    | GiveUp
    | CallFall
    | AcceptFall
    | Overrule
    | ClimbAgain
    | Finish
)
