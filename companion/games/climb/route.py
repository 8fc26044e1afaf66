"""The route on the table: where cards may lie and which holds it has.

Knows the placing rules (CL1, CL2, CL20) on a grid of square cards. Refuses to know who
places a card, and millimetres (``layout``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType

from companion.games.climb.board import (
    ENOUGH_HOLDS,
    Deck,
    Hold,
    Place,
    Placed,
    Route,
)

TURNS = range(4)
"""Quarter turns clockwise in which a card can lie."""

Spot = tuple[int, int]
"""Column to the right and row up."""


class Side(StrEnum):
    """Where a card may touch the last one; never below it."""

    LEFT = "left"
    ABOVE = "above"
    RIGHT = "right"


STEPS: Mapping[Side, Spot] = MappingProxyType(
    {Side.LEFT: (-1, 0), Side.ABOVE: (0, 1), Side.RIGHT: (1, 0)}
)


def open_sides(route: Route) -> tuple[Side, ...]:
    """Where the next card may go; the first card goes above the Base card."""
    if not route:
        return (Side.ABOVE,)
    taken = {(each.column, each.row) for each in route}
    return tuple([side for side in STEPS if _spot(route, side) not in taken])


def with_card(route: Route, card: int, side: Side, turn: int) -> Route:
    """The route with one card more, on an open side of the last one."""
    column, row = _spot(route, side) if route else (0, 0)
    return (*route, Placed(card, column, row, turn))


def swapped(route: Route) -> Route:
    """The route with its first and last cards in each other's places, each as it lay (CL20)."""
    if len(route) < 2:
        return route
    first, last = route[0], route[-1]
    to_first = Placed(last.card, first.column, first.row, last.turn)
    to_last = Placed(first.card, last.column, last.row, first.turn)
    return (to_first, *route[1:-1], to_last)


def count_holds(deck: Deck, route: Sequence[Placed]) -> int:
    """How many holds these cards have; a hole for two fingers is one hold (CL2)."""
    return sum([len(deck.cards[each.card].holds) for each in route])


def is_enough(deck: Deck, route: Route) -> bool:
    """Whether the Summit card may be placed."""
    return count_holds(deck, route) >= ENOUGH_HOLDS


def holds_on(deck: Deck, route: Route) -> Mapping[Place, Hold]:
    """Every hold of the route by its name."""
    return _holds_of(deck, tuple([each.card for each in route]))


def side_of(before: Placed, after: Placed) -> Side | None:
    """On which side of one card the other lies; None if they do not touch so."""
    step = (after.column - before.column, after.row - before.row)
    return next((side for side, each in STEPS.items() if each == step), None)


@lru_cache(maxsize=256)
def _holds_of(deck: Deck, cards: tuple[int, ...]) -> Mapping[Place, Hold]:
    return MappingProxyType({hold.place: hold for card in cards for hold in deck.cards[card].holds})


def _spot(route: Route, side: Side) -> Spot:
    right, up = STEPS[side]
    return (route[-1].column + right, route[-1].row + up)
