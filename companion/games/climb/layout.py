"""Where everything of a route lies on the table, in millimetres.

Knows how cards are turned and where Base Camp and Summit Zone are. Refuses to know rules.
x goes to the right and y down, from the upper left corner of the smallest rectangle around
the route with its Base and Summit cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from companion.games.climb.board import Deck, Hold, Placed, Route

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, width, height."""


@dataclass(frozen=True, slots=True)
class LaidHold:
    """A hold on the table; width and height as they appear there, ``turn_deg`` clockwise."""

    hold: Hold
    centre_mm: Point
    width_mm: float
    height_mm: float
    turn_deg: int


@dataclass(frozen=True, slots=True)
class Layout:
    """A whole route on the table; without a card there is only the Base card."""

    size_mm: tuple[float, float]
    base_mm: Box
    camp_mm: Box
    cards: tuple[tuple[Placed, Box], ...]
    holds: tuple[LaidHold, ...]
    zone_mm: Box | None
    summit_mm: Box | None


@lru_cache(maxsize=64)
def laid_out(deck: Deck, route: Route) -> Layout:
    """The places of everything. The Summit stands above the last card, if there is one."""
    side, gap = deck.card_mm, deck.gap_mm
    columns = [each.column for each in route] or [0]
    rows = [each.row for each in route] or [0]
    left, top_row = min(columns), max(rows)
    over = side + gap if route else -side
    boxes = tuple(
        (each, ((each.column - left) * side, over + (top_row - each.row) * side, side, side))
        for each in route
    )
    first_x = ((route[0].column if route else 0) - left) * side
    camp_y = over + (top_row + 1) * side
    zone, summit = None, None
    if route:
        last_x, last_y, _, _ = boxes[-1][1]
        zone, summit = (last_x, last_y - gap, side, gap), (last_x, last_y - gap - side, side, side)
    return Layout(
        size_mm=((max(columns) - left + 1) * side, camp_y + gap + side),
        base_mm=(first_x, camp_y + gap, side, side),
        camp_mm=(first_x, camp_y, side, gap),
        cards=boxes,
        holds=tuple(
            _laid(hold, box, each.turn)
            for each, box in boxes
            for hold in deck.cards[each.card].holds
        ),
        zone_mm=zone,
        summit_mm=summit,
    )


def _laid(hold: Hold, box: Box, turn: int) -> LaidHold:
    x, y = hold.centre_mm
    left, top, side, _ = box
    for _ in range(turn):
        x, y = side - y, x
    size = (hold.width_mm, hold.height_mm)
    width, height = size if turn % 2 == 0 else size[::-1]
    return LaidHold(hold, (left + x, top + y), width, height, 90 * turn)
