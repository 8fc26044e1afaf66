"""From a parsed board file to a deck, and a route back to a board file.

Knows the form of a Climb! board file, described in docs/boards/climb.md. Refuses to know
whether deck and routes make sense (``board_check``) and where the file lies.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from companion.errors import BoardError
from companion.games.climb.board import (
    CARDS,
    Border,
    Card,
    Colour,
    Deck,
    Hold,
    Place,
    Placed,
    Route,
    SavedRoute,
    Shape,
    called,
)
from companion.games.climb.board_check import deck_faults, missing_faults, route_faults
from companion.games.climb.route import TURNS
from companion.games.fields import Faults, Fields

FORMAT = 1

SMALLEST_CARD_MM = 20.0
SMALLEST_HOLD_MM = 4.0
"""A child's little finger has to find it."""

FARTHEST_SPOT = 42
MOST_POINTS = 1000

_CHOSEN = ("colours", "border", "shape")


def parse_board(plain: Mapping[str, Any], source: str) -> Deck:
    """The deck of a parsed file. Raises BoardError that names every fault."""
    faults = Faults()
    fields = Fields(plain, "The deck", faults)
    fields.only(
        "game", "format", "title", "note", "card_mm", "gap_mm", "missing", "cards", "routes"
    )
    fields.choice("game", ("climb",))
    fields.whole("format", FORMAT, FORMAT)
    title, note = fields.text("title"), fields.text("note", "-")
    card_mm = fields.length_mm("card_mm", SMALLEST_CARD_MM)
    gap_mm = fields.length_mm("gap_mm", SMALLEST_CARD_MM / 2)
    missing = _numbers(fields, "missing")
    cards = tuple(_card(each) for each in fields.tables("cards"))
    routes = tuple(_route(each) for each in fields.tables("routes", needed=False))
    if not faults.found:
        faults.found.extend(missing_faults(cards, missing))
        faults.found.extend(deck_faults(cards, card_mm))
    if not faults.found:
        faults.found.extend(route_faults({card.number: card for card in cards}, routes))
    if faults.found:
        raise BoardError(source, tuple(faults.found))
    content = repr((title, note, card_mm, gap_mm, cards, routes))
    return Deck(
        title=title,
        note=note,
        card_mm=card_mm,
        gap_mm=gap_mm,
        cards=MappingProxyType({card.number: card for card in sorted(cards, key=_number)}),
        routes=MappingProxyType({route.name: route for route in routes}),
        fingerprint=hashlib.sha256(content.encode()).hexdigest(),
    )


def route_text(name: str, route: Route) -> str:
    """A route as a table to paste into the deck's file. Raises ValueError for a bad name."""
    if not 0 < len(name) <= 200 or not name.isprintable() or '"' in name or "\\" in name:
        raise ValueError("Give the route a short name without quotation marks or backslashes.")
    lines = [
        f"  {{ card = {p.card}, column = {p.column}, row = {p.row}, turn = {p.turn} }},"
        for p in route
    ]
    return "\n".join(["[[routes]]", f'name = "{name}"', "cards = [", *lines, "]", ""])


def _number(card: Card) -> int:
    return card.number


def _numbers(fields: Fields, name: str) -> tuple[int, ...]:
    value = fields.plain.get(name, [])
    if type(value) is list and all(type(each) is int and each in CARDS for each in value):
        return tuple(value)
    fields.faults.add(fields.where, f"{name!r} must be a list of card numbers from 1 to 42.")
    return ()


def _card(fields: Fields) -> Card:
    fields.only("number", "holds")
    number = fields.whole("number", CARDS.start, CARDS.stop - 1)
    named = f"Card {number}" if fields.plain.get("number") == number else fields.where
    tables = fields.called(named).tables("holds")
    holds = tuple(
        _hold(each.called(f"{named}, hold {'abc'[i]}"), called(number, i))
        for i, each in enumerate(tables[:3])
    )
    if not 1 <= len(tables) <= 3:
        fields.faults.add(named, f"a card has 1 to 3 holds, not {len(tables)}.")
    return Card(number, holds)


def _hold(fields: Fields, place: Place) -> Hold:
    fields.only("x_mm", "y_mm", "width_mm", "height_mm", *_CHOSEN)
    names = fields.names("colours")
    known = [colour.value for colour in Colour]
    strange = [name for name in names if name not in known]
    if strange:
        fields.faults.add(
            fields.where, f"{strange[0]!r} is no colour of a border; use {', '.join(known)}."
        )
    return Hold(
        place=place,
        centre_mm=(fields.length_mm("x_mm"), fields.length_mm("y_mm")),
        width_mm=fields.length_mm("width_mm", SMALLEST_HOLD_MM),
        height_mm=fields.length_mm("height_mm", SMALLEST_HOLD_MM),
        shape=Shape(fields.choice("shape", tuple(shape.value for shape in Shape))),
        border=Border(fields.choice("border", tuple(border.value for border in Border))),
        colours=tuple(colour for colour in Colour if colour.value in names),
    )


def _route(fields: Fields) -> SavedRoute:
    name = fields.text("name")
    fields = fields.called(f"Route {name}") if name else fields
    fields.only("name", "cards", "target")
    target = fields.whole("target", 1, MOST_POINTS) if "target" in fields.plain else None
    return SavedRoute(name, tuple(_placed(each) for each in fields.tables("cards")), target)


def _placed(fields: Fields) -> Placed:
    fields.only("card", "column", "row", "turn")
    return Placed(
        fields.whole("card", CARDS.start, CARDS.stop - 1),
        fields.whole("column", -FARTHEST_SPOT, FARTHEST_SPOT),
        fields.whole("row", 0, FARTHEST_SPOT),
        fields.whole("turn", TURNS.start, TURNS.stop - 1),
    )
