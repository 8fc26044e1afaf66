"""Climb! on the page: the route to tap, the fingers, and what judges may call.

Knows the public view of Climb!, in millimetres. Refuses to know its rules: what may be
observed or called comes from the legal choices.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.protocol import Seat
from companion.table.snapshot import MatchNow
from web.presenters.board_view import BoardView
from web.presenters.marks import Mark
from web.presenters.together import Together, Whoever, put_together, whoever

FINGERS: Mapping[str, str] = {
    "thumb": "T",
    "index": "I",
    "middle": "M",
    "ring": "R",
    "little": "L",
}
"""A letter for each finger, so that a hold's colour is never the only sign."""

SIDES: Mapping[str, int] = {"square": 4, "triangle": 3, "hexagon": 6}
BREACHES: Mapping[str, str] = {
    "no_touch": "no finger touched",
    "wrong_colour": "a hold of another colour",
    "returned": "back in a hold that was left",
    "card_moved": "a card moved",
}
NAMED_PLACES: Mapping[str, str] = {
    "base": "Base",
    "summit": "Summit",
    "beside": "beside every hold",
}
_JOINED = {"single": "", "either": "/", "double": "+"}


@dataclass(frozen=True, slots=True)
class HoldView:
    """A hold: its outline, its one or two colours, and the letters of its fingers.

    ``open_to`` are the fingers that may go there now; ``down`` the letters of those in it.
    """

    place: str
    shape: str
    x: float
    y: float
    width: float
    height: float
    turn: float
    colours: tuple[str, ...]
    letters: str
    label: str
    open_to: tuple[str, ...]
    down: str
    left_by: str
    press: str | None


@dataclass(frozen=True, slots=True)
class CardView:
    """A card with its holds; ``box`` is left, top, width, height."""

    number: int
    level: str
    box: tuple[float, float, float, float]
    holds: tuple[HoldView, ...] = ()


@dataclass(frozen=True, slots=True)
class SpotView:
    """Base or Summit."""

    place: str
    name: str
    box: tuple[float, float, float, float]
    down: str
    open_to: tuple[str, ...]
    press: str | None


@dataclass(frozen=True, slots=True, eq=False)
class RouteView:
    """All that is drawn of the route, and what can be done."""

    width: float
    height: float
    title: str
    note: str
    cards: tuple[CardView, ...]
    holds: tuple[HoldView, ...]
    spots: tuple[SpotView, ...]
    laying: tuple[Together, ...]
    spare: tuple[CardView, ...]
    finger_down: tuple[Together, ...]
    card_moved: tuple[Together, ...]
    rows: tuple[Whoever, ...]
    facts: tuple[str, ...]
    summary: str


def present(match: MatchNow, players: tuple[Mark, ...]) -> BoardView:
    """The route and its choices."""
    view, choices = match.view, match.choices
    laying, used = put_together(choices, "PlaceCard", ("card", "side", "turn"))
    down, used_down = put_together(choices, "FingerDown", ("finger", "place"), every=False)
    moved, used_moved = put_together(choices, "CardMoved", ("card", "tenths_mm"))
    rows: list[Whoever] = []
    for kind in ("CallFall", "AcceptFall", "Overrule"):
        found, indices = whoever(choices, kind)
        rows += found
        used |= indices
    can_press = {part.value for form in down for part in form.parts["place"]}
    route = view["route"]
    content = RouteView(
        route["size_mm"][0],
        route["size_mm"][1],
        route["title"],
        route["note"],
        tuple(CardView(c["card"], c["level"], tuple(c["box_mm"])) for c in route["cards"]),
        tuple(_hold(hold, view["attempt"], can_press) for hold in route["holds"]),
        tuple(_spots(view, can_press)),
        laying,
        tuple(map(_spare, view["laying"]["cards"])) if laying else (),
        down,
        moved,
        tuple(rows),
        tuple(_facts(view)),
        _summary(view, players),
    )
    return BoardView(
        content,
        template="boards/climb.html",
        choices_template="boards/climb_choices.html",
        more_template="boards/climb_more.html",
        used=used | used_down | used_moved,
        extras={Seat(p["seat"]): tuple(_attempts(p)) for p in view["players"]},
    )


def place_id(place: str) -> str:
    """The id of the button that puts a finger there."""
    return f"place-{place}"


def place_name(place: str) -> str:
    """A place as people call it."""
    return NAMED_PLACES.get(place, f"hold {place}")


def _hold(
    hold: Mapping[str, Any], attempt: Mapping[str, Any] | None, can_press: Iterable[str]
) -> HoldView:
    place, letters = hold["place"], [FINGERS[f] for f in hold["fingers"]]
    joined = _JOINED[hold["border"]]
    words = {"either": " or ", "double": " and "}.get(hold["border"], "").join(hold["fingers"])
    return HoldView(
        place,
        hold["shape"],
        hold["centre_mm"][0],
        hold["centre_mm"][1],
        hold["width_mm"],
        hold["height_mm"],
        hold["turn_deg"],
        tuple(hold["colours"]),
        joined.join(letters),
        f"Hold {place} for {words}",
        _open_to(place, attempt),
        _down(place, attempt),
        "".join(FINGERS[e["finger"]] for e in attempt["left"] if e["place"] == place)
        if attempt
        else "",
        place_id(place) if place in can_press else None,
    )


def _spare(card: Mapping[str, Any]) -> CardView:
    size = card["size_mm"]
    holds = tuple(_hold(hold, None, ()) for hold in card["holds"])
    return CardView(card["card"], card["level"], (0.0, 0.0, size, size), holds)


def _spots(view: Mapping[str, Any], can_press: Iterable[str]) -> Iterable[SpotView]:
    for place in ("base", "summit"):
        box = view["route"][f"{place}_mm"]
        if box is not None:
            yield SpotView(
                place,
                NAMED_PLACES[place],
                tuple(box),
                _down(place, view["attempt"]),
                _open_to(place, view["attempt"]),
                place_id(place) if place in can_press else None,
            )


def _down(place: str, attempt: Mapping[str, Any] | None) -> str:
    if attempt is None:
        return ""
    return "".join(FINGERS[e["finger"]] for e in attempt["down"] if e["place"] == place)


def _open_to(place: str, attempt: Mapping[str, Any] | None) -> tuple[str, ...]:
    if attempt is None:
        return ()
    return tuple(e["finger"] for e in attempt["open"] if e["place"] == place)


def _facts(view: Mapping[str, Any]) -> Iterable[str]:
    """What judges and climber want to know, as short sentences."""
    yield f"{view['holds']} holds on the route."
    if view["rounds"]:
        yield f"Round {view['round']} of {view['rounds']}."
    attempt = view["attempt"]
    if attempt is None:
        return
    down = [f"{e['finger']} in {place_name(e['place'])}" for e in attempt["down"]]
    yield f"{attempt['hand'].capitalize()} hand, down: {', '.join(down) or 'no finger'}."
    moves = [f"{m['fingers']} fingers {m['points']}" for m in attempt["moves"]]
    yield f"{attempt['points']} points so far{' (' + ', '.join(moves) + ')' if moves else ''}."
    if attempt["worth_now"]:
        yield f"This move is worth {attempt['worth_now']} when it is done."
    if attempt["may_not_rest"]:
        yield f"May not rest again: {', '.join(attempt['may_not_rest'])}."
    for notice in attempt["notices"]:
        yield f"The referee advises: {_breach(notice)}."
    if view["verdict"] is not None:
        yield f"Called: {_breach(view['verdict'])}."


def _breach(fault: Mapping[str, Any]) -> str:
    breach: str = fault["breach"]
    words = BREACHES.get(breach, breach.replace("_", " "))
    if fault["finger"]:
        words += f", {fault['finger']} finger" if fault["finger"] != "thumb" else ", thumb"
    if fault["place"]:
        words += f", {place_name(fault['place'])}"
    if fault["card"] is not None:
        words += f", card {fault['card']}"
    if fault["shift_mm"] is not None:
        words += f" by {fault['shift_mm']:g} mm"
    return words


def _attempts(player: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    for number, result in enumerate(player["attempts"], 1):
        end = "Summit" if result["summit"] else BREACHES.get(result["breach"] or "", "gave up")
        yield f"Attempt {number}", f"{result['points']} ({result['hand']} hand, {end})"


def _summary(view: Mapping[str, Any], players: tuple[Mark, ...]) -> str:
    """The route for people who do not see it."""
    cards = len(view["route"]["cards"])
    told = f"The route: {cards} cards, {view['holds']} holds."
    attempt = view["attempt"]
    if attempt is not None and attempt["seat"] < len(players):
        down = [f"{e['finger']} in {place_name(e['place'])}" for e in attempt["down"]]
        told += f" {players[attempt['seat']].name} climbs: {', '.join(down) or 'no finger down'}."
    return told
