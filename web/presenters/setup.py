"""The form for a new game: games, players, boards and house rules.

Knows what to offer and how to read the answers as option values. Refuses to know what an
option does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.games.protocol import Game, OptionSpec, OptionValue, Seat
from companion.table.ports import Boards
from companion.table.snapshot import MatchInfo, Player
from web.presenters.marks import SHAPES

MOST_PLAYERS = 8
"""Rows of names are never more than there are colours."""


@dataclass(frozen=True, slots=True)
class RowView:
    """One row for a player. ``needed``: the game cannot start without it."""

    index: int
    name: str
    colour: str
    needed: bool


@dataclass(frozen=True, slots=True)
class SetupView:
    """The form for one game. ``chosen`` are values to show again after a mistake."""

    game: str
    title: str
    least: int
    most: int
    rows: tuple[RowView, ...]
    colours: tuple[tuple[str, str], ...]
    boards: tuple[str, ...]
    options: tuple[OptionSpec, ...]
    chosen: Mapping[str, Any]
    first_row: int
    board: str | None
    problem: str | None = None


def setup_view(
    game: Game[Any, Any],
    boards: Boards,
    recent: Sequence[MatchInfo],
    sent: MultiDict[str, str] | None = None,
    problem: str | None = None,
) -> SetupView:
    """The form, with the players of the last game of that kind, or of any, filled in."""
    count = min(MOST_PLAYERS, game.seats.stop - 1)
    remembered = _remembered(game.name, recent)
    names = boards.names(game.name)
    return SetupView(
        game.name,
        game.title,
        game.seats.start,
        count,
        tuple(_row(i, game.seats.start, remembered, sent) for i in range(count)),
        tuple(SHAPES.items()),
        names,
        game.options,
        _chosen(game.options, sent),
        _first_row(sent),
        sent.get("board") if sent else (names[0] if names else None),
        problem,
    )


def read_options(
    specs: Sequence[OptionSpec], form: MultiDict[str, str], rows: Sequence[int]
) -> dict[str, OptionValue]:
    """The options as sent. ``rows`` are the form's rows of the seats.

    Raises ValueError with what to mend.
    """
    return {spec.name: _read(spec, form, rows) for spec in specs}


def first_seat(form: MultiDict[str, str], rows: Sequence[int]) -> Seat:
    """Who begins; the first seat where nobody was chosen or the row is empty."""
    row = _first_row(form)
    return Seat(rows.index(row)) if row in rows else Seat(0)


def _read(spec: OptionSpec, form: MultiDict[str, str], rows: Sequence[int]) -> OptionValue:
    field = f"option-{spec.name}"
    if spec.kind == "bool":
        return form.get(field) == "yes"
    if spec.kind == "seats":
        sent = {text for text in form.getlist(field) if text.isdecimal()}
        return tuple(seat for seat, row in enumerate(rows) if str(row) in sent)
    text = form.get(field, str(spec.default)).strip()
    if spec.kind == "int":
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdecimal() and len(digits) < 9):
            raise ValueError(f"{spec.title} wants a whole number.")
        if not spec.low <= int(text) <= spec.high:
            raise ValueError(f"{spec.title} can be {spec.low} to {spec.high}, not {text}.")
        return int(text)
    if spec.kind == "dice":
        return text.replace(" ", "").lower()
    if text not in spec.choices:
        raise ValueError(f"{spec.title} has no choice {text[:40]!r}. Please pick one of the list.")
    return text


def _remembered(game: str, recent: Sequence[MatchInfo]) -> tuple[Player, ...]:
    same = next((m.players for m in recent if m.game == game), None)
    return same or next((m.players for m in recent), ())


def _row(
    index: int, least: int, players: Sequence[Player], sent: MultiDict[str, str] | None
) -> RowView:
    colours = list(SHAPES)
    taken = [p.colour for p in players]
    spare = [c for c in colours if c not in taken]
    if sent is not None:
        name, colour = sent.get(f"name-{index}", ""), sent.get(f"colour-{index}", "")
    elif index < len(players):
        name, colour = players[index].name, players[index].colour
    else:
        name, colour = "", spare[(index - len(players)) % len(spare)] if spare else colours[0]
    return RowView(index, name, colour, index < least)


def _chosen(specs: Sequence[OptionSpec], sent: MultiDict[str, str] | None) -> dict[str, Any]:
    if sent is None:
        return {spec.name: spec.default for spec in specs}
    shown: dict[str, Any] = {}
    for spec in specs:
        field = f"option-{spec.name}"
        if spec.kind == "bool":
            shown[spec.name] = sent.get(field) == "yes"
        elif spec.kind == "seats":
            shown[spec.name] = tuple(int(t) for t in sent.getlist(field) if t.isdecimal())
        else:
            shown[spec.name] = sent.get(field, spec.default)
    return shown


def _first_row(sent: MultiDict[str, str] | None) -> int:
    text = sent.get("first", "0") if sent else "0"
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 3 else 0
