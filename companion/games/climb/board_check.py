"""Whether a deck for Climb! and its saved routes make sense.

Knows what must hold for cards, holds and routes, and says every fault in a player's words.
Refuses to mend anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, pairwise

from companion.games.climb.board import (
    CARDS,
    ENOUGH_HOLDS,
    FEWEST_CARDS,
    Border,
    Card,
    Hold,
    SavedRoute,
)
from companion.games.climb.route import side_of

MARGIN_MM = 0.5
"""Holds are measured by hand: one may stand out, or touch another, by this much."""


def missing_faults(cards: Sequence[Card], missing: Sequence[int]) -> Iterable[str]:
    """Every fault in the numbers of the cards."""
    numbers = Counter(card.number for card in cards)
    for number, n in numbers.items():
        if n > 1:
            yield f"Card {number}: it is in the file {n} times; keep one."
        if number in missing:
            yield f"Card {number}: it is in the file and also among the missing ones."
    lost = [number for number in CARDS if number not in numbers and number not in missing]
    if lost:
        listed = ", ".join(map(str, lost))
        yield f"The deck: enter card {listed} too, or write lost cards in 'missing'."
    if len(numbers) < FEWEST_CARDS:
        yield f"The deck: {len(numbers)} cards are too few for three rounds; it takes 12."


def deck_faults(cards: Sequence[Card], card_mm: float) -> Iterable[str]:
    """Every fault of cards whose fields are well formed by themselves."""
    for card in cards:
        for hold in card.holds:
            yield from _border_faults(hold)
            half = hold.width_mm / 2, hold.height_mm / 2
            for centre, reach in zip(hold.centre_mm, half, strict=True):
                if not reach - MARGIN_MM <= centre <= card_mm - reach + MARGIN_MM:
                    yield f"Hold {hold.place}: it does not lie wholly on its card."
                    break
        for one, other in combinations(card.holds, 2):
            if _overlap(one, other):
                yield f"Holds {one.place} and {other.place}: they lie over one another."


def route_faults(cards: Mapping[int, Card], routes: Sequence[SavedRoute]) -> Iterable[str]:
    """Every fault of the saved routes on a deck without faults."""
    for name, n in Counter(route.name for route in routes).items():
        if n > 1:
            yield f"Route {name}: {n} routes are called so; name them apart."
    for route in routes:
        yield from _faults_of(route, cards)


def _faults_of(route: SavedRoute, cards: Mapping[int, Card]) -> Iterable[str]:
    where = f"Route {route.name}"
    for number, n in Counter(each.card for each in route.cards).items():
        if n > 1:
            yield f"{where}: card {number} lies there {n} times."
        if number not in cards:
            yield f"{where}: the deck has no card {number}."
    for spot, n in Counter((each.column, each.row) for each in route.cards).items():
        if n > 1:
            yield f"{where}: {n} cards lie in column {spot[0]}, row {spot[1]}."
    for before, after in pairwise(route.cards):
        if side_of(before, after) is None:
            yield (
                f"{where}: card {after.card} must lie left of, right of or above"
                f" card {before.card}."
            )
    if route.cards and (route.cards[0].column, route.cards[0].row) != (0, 0):
        yield f"{where}: the first card lies in column 0, row 0."
    holds = sum(len(cards[each.card].holds) for each in route.cards if each.card in cards)
    if holds < ENOUGH_HOLDS:
        yield f"{where}: it has {holds} holds; a route has at least {ENOUGH_HOLDS}."


def _border_faults(hold: Hold) -> Iterable[str]:
    wanted = 1 if hold.border is Border.SINGLE else 2
    if len(hold.colours) != wanted:
        n = "one colour" if wanted == 1 else "two colours"
        yield (
            f"Hold {hold.place}: a border of the kind {hold.border.value} has {n},"
            f" not {len(hold.colours)}."
        )


def _overlap(one: Hold, other: Hold) -> bool:
    """By their surrounding rectangles: holds of a card lie well apart."""
    dx = abs(one.centre_mm[0] - other.centre_mm[0])
    dy = abs(one.centre_mm[1] - other.centre_mm[1])
    return (
        dx < (one.width_mm + other.width_mm) / 2 - MARGIN_MM
        and dy < (one.height_mm + other.height_mm) / 2 - MARGIN_MM
    )
