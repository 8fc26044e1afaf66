"""A mountain of places with pieces on them: the boards of High Risk and Gipfelkraxler.

Knows their public views, in millimetres. Refuses to know their rules; choices are plain
buttons, which places of the mountain press, and dice to pick up for another roll.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from companion.table.snapshot import MatchNow
from web.presenters.board_view import BoardView
from web.presenters.choices import press_ids
from web.presenters.marks import Mark

PIECE_MM = 9.0
"""Radius of a piece; the smallest places of these boards are about 28 mm wide."""

_WIDE_MM = 60.0
"""A place as wide as this has room for its name inside."""

TAPPED = ("Move", "PushUp", "SetBack", "Advance")
"""Choices that a place of the mountain stands for."""

TASKS: dict[str, str] = {
    "two_pairs": "2+2",
    "full_house": "3+2",
    "three_of_a_kind": "3×",
    "four_of_a_kind": "4×",
    "five_of_a_kind": "5×",
    "three_of_123": "3× 1–3",
    "three_of_456": "3× 4–6",
    "small_straight": "4 in a row",
    "large_straight": "5 in a row",
}
"""Short signs for tasks on paths; the whole words are the path's title."""


@dataclass(frozen=True, slots=True)
class PlaceView:
    """A place: its centre and size, where its name is written, and the button that it presses."""

    name: str
    kind: str
    round: bool
    x: float
    y: float
    width: float
    height: float
    label_x: float
    label_y: float
    anchor: str
    press: str | None


@dataclass(frozen=True, slots=True)
class LineView:
    """A way between places, with what it asks for, if anything."""

    points: tuple[float, float, float, float]
    kind: str
    text: str
    title: str


@dataclass(frozen=True, slots=True)
class PiecesView:
    """All pieces of one player in one place."""

    mark: Mark
    count: int
    x: float
    y: float
    radius: float
    active: bool


@dataclass(frozen=True, slots=True)
class RerollView:
    """Dice of which any can be picked up and rolled again; ``roll`` of ``rolls`` were used."""

    seat: int
    dice: tuple[int, ...]
    roll: int
    rolls: int


@dataclass(frozen=True, slots=True)
class MountainView:
    """All that is drawn of the mountain."""

    width: float
    height: float
    title: str
    note: str
    lines: tuple[LineView, ...]
    places: tuple[PlaceView, ...]
    pieces: tuple[PiecesView, ...]
    summary: str
    reroll: RerollView | None = None


def high_risk(match: MatchNow, players: tuple[Mark, ...]) -> BoardView:
    """The mountain of High Risk: climbers in numbered zones."""
    board = match.view["board"]
    zones = {zone["zone"]: zone for zone in board["zones"]}
    standing = [(p["seat"], zone) for p in match.view["players"] for zone in p["climbers"]]
    return _board(match, players, zones, standing, ())


def gipfelkraxler(match: MatchNow, players: tuple[Mark, ...]) -> BoardView:
    """The mountain of Gipfelkraxler: ibexes in named spaces, paths with tasks, streams."""
    board = match.view["board"]
    spaces = {space["space"]: space for space in board["spaces"]}
    standing = [(p["seat"], space) for p in match.view["players"] for space in p["ibexes"]]
    lines = [_line(path, "path", path["task"], path["title"]) for path in board["paths"]]
    lines += [_line(stream, "stream", "", "stream") for stream in board["streams"]]
    shown = _board(match, players, spaces, standing, lines)
    reroll, used = _reroll(match)
    if reroll is None:
        return shown
    content = replace(shown.content, reroll=reroll)
    return replace(shown, content=content, used=used, choices_template="boards/reroll.html")


def _reroll(match: MatchNow) -> tuple[RerollView | None, frozenset[int]]:
    """The dice to tap, where every choice of some of them is legal; else they stay buttons."""
    chosen = {
        tuple(choice.action["values"]): index
        for index, choice in enumerate(match.choices)
        if choice.action.get("type") == "Reroll"
    }
    phase = match.view["phase"] or {}
    dice = tuple(sorted(phase.get("dice", ())))
    every = {each for n in range(1, len(dice) + 1) for each in combinations(dice, n)}
    if not chosen or set(chosen) != every:
        return None, frozenset()
    used = frozenset(chosen.values())
    seat = match.choices[min(used)].seat
    return RerollView(seat, dice, phase["roll"], phase["rolls"]), used


def _board(
    match: MatchNow,
    players: tuple[Mark, ...],
    places: Mapping[Any, Mapping[str, Any]],
    standing: Iterable[tuple[int, Any]],
    lines: Iterable[LineView],
) -> BoardView:
    board = match.view["board"]
    taps = press_ids(match.choices, ("target", "space", "zone"), TAPPED)
    counted = Counter(pair for pair in standing if pair[0] < len(players))
    content = MountainView(
        board["width_mm"],
        board["height_mm"],
        board["title"],
        board["note"],
        tuple(lines),
        tuple(_place(name, place, taps.get(name)) for name, place in places.items()),
        tuple(_pieces(match, players, places, counted)),
        _summary(players, places, counted),
    )
    return BoardView(content, template="boards/mountain.html")


def _place(name: Any, place: Mapping[str, Any], press: str | None) -> PlaceView:
    x, y = place["centre_mm"]
    width, height, is_round = place["width_mm"], place["height_mm"], place.get("shape") == "circle"
    if is_round:
        label = (x + width / 2 + 3, y + 3, "start")
    elif width >= _WIDE_MM:
        label = (x - width / 2 + 4, y + height / 2 - 4, "start")
    else:
        label = (x, y + height / 2 + 9, "middle")
    return PlaceView(
        place.get("name", str(name)), place["kind"], is_round, x, y, width, height, *label, press
    )


def _line(way: Mapping[str, Any], kind: str, text: str, title: str) -> LineView:
    (x0, y0), (x1, y1) = way["line_mm"]
    return LineView((x0, y0, x1, y1), kind, TASKS.get(text, text), title)


def _pieces(
    match: MatchNow,
    players: tuple[Mark, ...],
    places: Mapping[Any, Mapping[str, Any]],
    counted: Counter[tuple[int, Any]],
) -> Iterable[PiecesView]:
    """One mark a player and place, side by side within the place."""
    for name, place in places.items():
        here = sorted(seat for seat, where in counted if where == name)
        x, y = place["centre_mm"]
        step = min(2.4 * PIECE_MM, place["width_mm"] / max(len(here), 1))
        for i, seat in enumerate(here):
            yield PiecesView(
                players[seat],
                counted[seat, name],
                x + (i - (len(here) - 1) / 2) * step,
                y,
                min(PIECE_MM, step / 2.2),
                seat == match.view["turn"] and not match.standings.over,
            )


def _summary(
    players: tuple[Mark, ...],
    places: Mapping[Any, Mapping[str, Any]],
    counted: Counter[tuple[int, Any]],
) -> str:
    """The mountain for people who do not see it."""
    facts = []
    for mark in players:
        own = [
            f"{n} at {places[name].get('name', name)}"
            for (seat, name), n in sorted(counted.items(), key=str)
            if seat == mark.seat
        ]
        facts.append(f"{mark.name} has {', '.join(own) or 'nobody on it'}")
    return "The mountain. " + ". ".join(facts) + "."
