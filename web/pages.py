"""The pages that people open, and the stream that keeps them fresh.

Knows addresses and templates. Refuses to know rules, cameras and pins.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, Response, abort, render_template, request
from flask.typing import ResponseReturnValue

from companion.games.protocol import Game, Seat
from companion.table.ports import Boards, Rig
from companion.table.table import Table
from web.presenters.marks import marks
from web.presenters.matches import matches_view
from web.presenters.setup import setup_view
from web.reading_forms import SEATS
from web.screen import Screen
from web.stream import StreamId, Streams

NOBODY = "Nobody sits there. Choose one of the players of this game."


def blueprint(
    table: Table,
    boards: Boards,
    rig: Rig,
    games: Mapping[str, Game[Any, Any]],
    screen: Screen,
    streams: Streams,
) -> Blueprint:
    """The routes of all pages."""
    routes = Blueprint("pages", __name__)

    @routes.get("/")
    def table_screen() -> str:
        return screen.page()

    @routes.get("/seat")
    def seats() -> str:
        match = table.snapshot().match
        return render_template("seats.html", players=marks(match.info.players) if match else ())

    @routes.get("/seat/<seat>")
    def seat_page(seat: str) -> str:
        return screen.page(seat=_seat(seat), handed="handed" in request.args)

    @routes.get("/pass/<seat>")
    def hand_over(seat: str) -> str:
        match, wanted = table.snapshot().match, _seat(seat)
        if match is None or wanted >= len(match.info.players):
            abort(404, NOBODY)
        return render_template("pass.html", mark=marks(match.info.players)[wanted])

    @routes.get("/games")
    def games_list() -> str:
        current = table.snapshot().match
        view = matches_view(table.matches(), games, current.info.id if current else None)
        return render_template("games.html", matches=view)

    @routes.get("/new")
    def choose_game() -> str:
        return render_template("choose_game.html", games=list(games.values()))

    @routes.get("/new/<game>")
    def new_game(game: str) -> str:
        found = games.get(game)
        if found is None:
            abort(404, "There is no such game. Choose one of the list.")
        return render_template("new_game.html", setup=setup_view(found, boards, table.matches()))

    @routes.get("/events")
    def events() -> ResponseReturnValue:
        asked = request.headers.get("Last-Event-ID") or request.args.get("after")
        gone: Callable[[], bool] = request.environ.get("waitress.client_disconnected", _never)
        seat = _seat(request.args["seat"]) if request.args.get("seat") else None
        stream = streams.events(StreamId.parse(asked), gone, seat)
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        return Response(stream, mimetype="text/event-stream", headers=headers)

    @routes.get("/healthz")
    def health() -> ResponseReturnValue:
        status = rig.status()
        snapshot = table.snapshot()
        return {
            "ok": True,
            "camera": status.camera,
            "camera_ok": status.camera_ok,
            "frame_age_s": status.frame_age_s,
            "serial": snapshot.serial,
            "match": snapshot.match.info.id if snapshot.match else None,
            "streams": streams.open_count,
        }

    return routes


def _seat(text: str) -> Seat:
    if text not in SEATS:
        abort(404, NOBODY)
    return Seat(int(text))


def _never() -> bool:
    return False
