"""The pages that people open, and the stream that keeps them fresh.

Knows addresses and templates. Refuses to know rules, cameras and pins.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, Response, abort, render_template, request
from flask.typing import ResponseReturnValue

from companion.games.protocol import Game
from companion.table.ports import Boards, Rig
from companion.table.table import Table
from web.presenters.matches import matches_view
from web.presenters.setup import setup_view
from web.screen import Screen
from web.stream import StreamId, Streams


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
        stream = streams.events(StreamId.parse(asked), gone)
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


def _never() -> bool:
    return False
