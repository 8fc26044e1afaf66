"""The interface for programs, ``/api/v1``: what the page can do, as JSON.

Knows which address calls which method of the table. Refuses to know any rule.

Every answer is an object with ``ok``; when that is false ``error`` holds a stable code, the
ruling if there is one, and a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from flask import Blueprint, jsonify, request
from flask.typing import ResponseReturnValue

from companion.engine.faults import Code, Fault
from companion.engine.opening import board_meant
from companion.errors import CorruptState, UnknownGame
from companion.games.protocol import Game
from companion.table.outcome import Accepted, Outcome
from companion.table.ports import Boards
from companion.table.snapshot import Player, Snapshot
from companion.table.table import Table
from web import api_engine
from web import api_types as t
from web.actions import expect_match
from web.as_json import as_json
from web.bodies import BadBody, read
from web.notices import Notice, attempt, notice_of
from web.reading_forms import Dice, checked_players

SOURCE = "api"
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Api:
    """What the routes work with."""

    table: Table
    boards: Boards
    games: Mapping[str, Game[Any, Any]]


def blueprint(table: Table, boards: Boards, games: Mapping[str, Game[Any, Any]]) -> Blueprint:
    """The routes for programs."""
    routes = Blueprint("api", __name__, url_prefix="/api/v1")
    api = _Api(table, boards, games)
    _reading(routes, api)
    api_engine.install(routes, table, boards, _told)
    _matches(routes, api)
    _playing(routes, api)
    return routes


def _reading(routes: Blueprint, api: _Api) -> None:
    @routes.get("/openapi.json")
    def openapi() -> ResponseReturnValue:
        # Seldom asked for, and made from the types of every body.
        from web.openapi import document

        return jsonify(document())

    @routes.get("/snapshot")
    def snapshot() -> ResponseReturnValue:
        return jsonify(as_json(t.Done(True, api.table.snapshot())))

    @routes.get("/seats/<int:seat>/snapshot")
    def snapshot_for(seat: int) -> ResponseReturnValue:
        return jsonify(as_json(t.Done(True, api.table.snapshot_for(seat))))

    @routes.get("/games")
    def games() -> ResponseReturnValue:
        infos = tuple(_game_info(game, api.boards) for game in api.games.values())
        return jsonify(as_json(t.Games(True, infos)))

    @routes.get("/games/<game>/boards")
    def boards(game: str) -> ResponseReturnValue:
        if game not in api.games:
            return _failed(_unknown_game(game, api))
        return jsonify(as_json(t.BoardsOfGame(True, api.boards.names(game))))


def _matches(routes: Blueprint, api: _Api) -> None:
    table = api.table

    @routes.get("/matches")
    def matches() -> ResponseReturnValue:
        return jsonify(as_json(t.Matches(True, table.matches())))

    @routes.post("/matches")
    def new() -> ResponseReturnValue:
        def step(sent: t.NewMatch) -> Snapshot:
            players = checked_players([Player(p.name, p.colour) for p in sent.players])
            options = sent.options or {}
            board = board_meant(api.boards, sent.game, sent.board)
            return table.new_match(sent.game, players, options, board, sent.first)

        return _do(api, t.NewMatch, step)

    @routes.post("/load")
    def load() -> ResponseReturnValue:
        def step(sent: t.Load) -> Snapshot:
            return api_engine.begin(table, api.boards, api.games, sent)

        return _do(api, t.Load, step)

    @routes.post("/matches/<match>/resume")
    def resume(match: str) -> ResponseReturnValue:
        return _do(api, t.Nothing, lambda _: table.resume(match))

    @routes.post("/leave")
    def leave() -> ResponseReturnValue:
        return _do(api, t.Nothing, lambda _: table.leave())


def _playing(routes: Blueprint, api: _Api) -> None:
    table = api.table

    @routes.post("/act")
    def act() -> ResponseReturnValue:
        def step(sent: t.Act) -> Outcome:
            return table.submit(
                sent.seat, sent.action, sent.version, SOURCE, sent.by, match=sent.match
            )

        return _play(api, t.Act, step)

    @routes.post("/throw")
    def throw() -> ResponseReturnValue:
        def step(sent: t.SentDice) -> Outcome:
            return table.throw(_dice(sent.dice), sent.version, SOURCE, sent.by, match=sent.match)

        return _play(api, t.SentDice, step)

    @routes.post("/deal")
    def deal() -> ResponseReturnValue:
        def step(sent: t.Deal) -> Outcome:
            return table.deal(sent.version, SOURCE, sent.by, match=sent.match)

        return _play(api, t.Deal, step)

    @routes.post("/undo")
    def undo() -> ResponseReturnValue:
        def step(sent: t.Undo) -> Outcome:
            return table.undo(sent.version, SOURCE, sent.count, match=sent.match)

        return _play(api, t.Undo, step)

    @routes.post("/correct")
    def correct() -> ResponseReturnValue:
        def step(sent: t.SentDice) -> Outcome:
            return table.correct(sent.version, _dice(sent.dice), SOURCE, sent.by, match=sent.match)

        return _play(api, t.SentDice, step)

    @routes.post("/questions/<int:question>/answer")
    def answer(question: int) -> ResponseReturnValue:
        def step(sent: t.Answer) -> Outcome:
            return table.answer(question, _dice(sent.dice), sent.version, SOURCE, match=sent.match)

        return _play(api, t.Answer, step)

    @routes.post("/questions/<int:question>/dismiss")
    def dismiss(question: int) -> ResponseReturnValue:
        def step(sent: t.Dismiss) -> Snapshot:
            expect_match(table, sent.match)
            return table.dismiss(question)

        return _do(api, t.Dismiss, step)


def _play(api: _Api, kind: type[T], step: Callable[[T], Outcome]) -> ResponseReturnValue:
    """The same for a step of the match: that must be there, and the action one of its game."""

    def checked(sent: T) -> Outcome:
        if api.table.snapshot().match is None:
            raise api_engine.nobody_plays()
        try:
            return step(sent)
        except CorruptState as error:
            raise Fault(Code.BAD_REQUEST, str(error)) from error

    return _do(api, kind, checked)


def _do(api: _Api, kind: type[T], step: Callable[[T], Outcome | Snapshot]) -> ResponseReturnValue:
    """Read the body, do the step, answer with the table as it is then."""
    done: list[Outcome | Snapshot] = []

    def checked() -> Outcome | Snapshot:
        if request.mimetype != "application/json" and request.content_length:
            raise BadBody("Send JSON, with Content-Type: application/json.")
        outcome = step(read(kind, request.get_data()))
        done.append(outcome)
        return outcome

    notice = attempt(checked)
    if not notice.ok:
        return _failed(notice)
    outcome = done[0]
    if isinstance(outcome, Accepted):
        return jsonify(as_json(t.Done(True, outcome.snapshot, outcome.events)))
    return jsonify(as_json(t.Done(True, api.table.snapshot())))


def _told(step: Callable[[], dict[str, Any]]) -> ResponseReturnValue:
    """What a request that changes nothing is answered with."""
    try:
        return jsonify({"ok": True, **step()})
    except Fault as fault:
        return _failed(notice_of(fault))


def _failed(notice: Notice) -> ResponseReturnValue:
    fault = t.Fault(notice.code, notice.text, notice.rule, notice.reason)
    return jsonify(as_json(t.Failed(False, fault))), notice.status


def _unknown_game(game: str, api: _Api) -> Notice:
    known = ", ".join(sorted(api.games))
    return Notice(404, UnknownGame.code, f"There is no game {game[:40]!r}. The games are: {known}.")


def _dice(sent: tuple[t.SentDie, ...]) -> Dice:
    return tuple((die.kind, die.value) for die in sent)


def _game_info(game: Game[Any, Any], boards: Boards) -> t.GameInfo:
    return t.GameInfo(
        game.name,
        game.title,
        game.rules_version,
        game.seats.start,
        game.seats.stop - 1,
        game.options,
        boards.names(game.name),
    )
