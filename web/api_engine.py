"""The engine's requests to the match on the table: ``/api/v1/legal`` and its like.

Knows which address is which request of the engine. Refuses to know any rule.

What only its own seat may see is listed at the addresses of seats; a dump hides nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, request

from companion.engine import telling
from companion.engine.expanding import Listed, listed
from companion.engine.faults import Code, Fault
from companion.engine.opening import Opening, restored
from companion.engine.requests import EXPAND, Legal
from companion.errors import BoardError
from companion.games.optional import HidesChoices, TellsOdds
from companion.games.protocol import Game
from companion.table.match import Match
from companion.table.ports import Boards
from companion.table.setting_up import Beginning
from companion.table.snapshot import Player, Snapshot
from companion.table.table import Table
from web import api_types as t
from web.presenters.marks import SHAPES
from web.reading_forms import checked_players

AnyGame = Game[Any, Any]
Reply = dict[str, Any]


@dataclass(frozen=True, slots=True, eq=False)
class _Sitting:
    """The match on the table as the engine knows matches."""

    opening: Opening
    state: Any


def install(
    routes: Blueprint,
    table: Table,
    boards: Boards,
    reply: Callable[[Callable[[], Reply]], Any],
) -> None:
    """The addresses that only tell; ``reply`` makes an answer of what is told or raised."""

    def sitting() -> _Sitting:
        return _sitting(table.on_table(), boards)

    def told(rule: str, tell: Callable[[_Sitting, int | None], Reply]) -> None:
        routes.add_url_rule(f"/{rule}", rule, lambda: reply(lambda: tell(sitting(), None)))
        routes.add_url_rule(
            f"/seats/<int:seat>/{rule}",
            f"seat_{rule}",
            lambda seat: reply(lambda: tell(sitting(), seat)),
        )

    told("legal", _legal)
    told("odds", _odds)
    told("view", _view)
    routes.add_url_rule("/dump", "dump", lambda: reply(lambda: _dump(sitting())))


def begin(table: Table, boards: Boards, games: Mapping[str, AnyGame], sent: t.Load) -> Snapshot:
    """Begin a match from a dump. Raises Fault as the engine's ``load``, and ValueError."""
    opening, state = restored(games, boards, sent.dump)
    colours = tuple(SHAPES)[: len(opening.players)] if sent.colours is None else sent.colours
    if len(colours) != len(opening.players):
        raise Fault(Code.BAD_REQUEST, f"'colours' must name {len(opening.players)} colours.")
    players = [Player(*each) for each in zip(opening.players, colours, strict=True)]
    return table.begin(
        Beginning(
            opening.game.name,
            checked_players(players),
            dict(opening.setup.options),
            opening.board if isinstance(opening.board, str) else None,
            opening.content,
            opening.setup.first,
            opening.game.dump_state(state),
        )
    )


def nobody_plays() -> Fault:
    """The fault of a request that needs a match."""
    return Fault(Code.NO_GAME, "No match is on the table. Begin, load or resume one first.")


def _sitting(match: Match | None, boards: Boards) -> _Sitting:
    if match is None:
        raise nobody_plays()
    board = _board(match, boards)
    return _Sitting(
        Opening(match.game, match.setup, match.names, board, match.board, None), match.state
    )


def _board(match: Match, boards: Boards) -> str | Mapping[str, Any] | None:
    """The name of the board, or all of it where that name stands for another one by now."""
    name = match.info.board
    try:
        same = name is not None and boards.load(match.info.game, name) == match.board
    except BoardError:
        same = False
    return name if same or not match.board else match.board


def _legal(at: _Sitting, seat: int | None) -> Reply:
    opening, who = at.opening, at.opening.seat(seat)
    found = listed(opening.game, at.state, who, _expand())
    game = opening.game
    if who is None and isinstance(game, HidesChoices):
        seen = tuple(choice for choice in found.choices if not game.is_hidden(choice[1]))
        found = Listed(seen, found.complete and len(seen) == len(found.choices))
    return telling.actions(game, found)


def _odds(at: _Sitting, seat: int | None) -> Reply:
    game, who = at.opening.game, at.opening.seat(seat)
    figures = game.choice_odds(at.state) if isinstance(game, TellsOdds) else ()
    return {"odds": telling.odds(game, [each for each in figures if who in (None, each.seat)])}


def _view(at: _Sitting, seat: int | None) -> Reply:
    return {"view": telling.plain(at.opening.game.view(at.state, at.opening.seat(seat)))}


def _dump(at: _Sitting) -> Reply:
    return {"dump": at.opening.dump(at.state)}


def _expand() -> int:
    text = request.args.get("expand", str(Legal.__dataclass_fields__["expand"].default))
    digits = text.isascii() and text.isdecimal() and len(text) < 10
    if not digits or not EXPAND.fits(int(text)):
        raise Fault(Code.BAD_REQUEST, f"'expand' must be {EXPAND.wanted}.")
    return int(text)
