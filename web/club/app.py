"""The Flask application of a club: one page, its stream, and the same as JSON.

Knows addresses and templates. Refuses to know brokers, and to keep anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from flask import Flask, Response, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from companion.club.board import Board
from companion.club.tally import Tournament
from companion.table.ports import Clock
from web import guards
from web.club.stream import ClubStreams
from web.club.view import Card, ClubView, TournamentView, club_view, tournament_view
from web.presenters import drawing

TOURNAMENTS_HELD = 32
"""Anybody can ask for any name, and each would be held."""

NOT_FOUND = "There is no such page. Go back to the club."


def create_club_app(board: Board, clock: Clock, name: str, tournament: str | None) -> Flask:
    """The page of that board. ``app.extensions["streams"]`` ends its event streams.

    ``tournament`` is shown where nobody asks for another; None: that of the newest result.
    """
    app = Flask("web")
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    drawing.install(app.jinja_env)
    guards.install(app)
    streams = ClubStreams(lambda: board.serial, board.wait)
    app.extensions["streams"] = streams
    cards = _Cards(app)
    seen_tournaments = _Tournaments()

    def view(wanted: str | None) -> ClubView:
        now = board.now()
        chosen = seen_tournaments.view(board.tournament(wanted or tournament))
        return club_view(now, name, chosen, clock.wall())

    def parts(wanted: str | None) -> Mapping[str, str]:
        seen = view(wanted)
        rendered = {f"table-{each.table}": cards.html(each) for each in seen.cards}
        with app.app_context():
            for part in ("head", "standing", "results"):
                rendered[part] = render_template(f"club/{part}.html", club=seen)
        return {**rendered, "order": ",".join(each.table for each in seen.cards)}

    @app.get("/")
    def club_page() -> str:
        seen = view(request.args.get("tournament"))
        return render_template(
            "club/club.html", club=seen, cards=[(c.table, cards.html(c)) for c in seen.cards]
        )

    @app.get("/events")
    def events() -> ResponseReturnValue:
        wanted = request.args.get("tournament")
        gone: Callable[[], bool] = request.environ.get("waitress.client_disconnected", _never)
        stream = streams.events(lambda: parts(wanted), gone)
        return Response(stream, mimetype="text/event-stream", headers={"X-Accel-Buffering": "no"})

    @app.get("/api/v1/club")
    def as_json() -> dict[str, Any]:
        now = board.now()
        chosen = board.tournament(request.args.get("tournament") or tournament)
        return {
            "connected": now.connected,
            "unreadable": now.unreadable,
            "tables": [{**asdict(t), "here": t.table in now.here} for t in now.tables],
            "results": [asdict(result) for result in now.results],
            "tournament": chosen.name,
            "standings": [asdict(line) for line in chosen.standing],
        }

    @app.errorhandler(HTTPException)
    def failed(error: HTTPException) -> ResponseReturnValue:
        text = NOT_FOUND if error.code == 404 else (error.description or error.name)
        return render_template("club/error.html", text=text), error.code or 500

    return app


class _Cards:
    """Cards as HTML, drawn again only when they change."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._drawn: dict[str, tuple[Card, str]] = {}

    def html(self, card: Card) -> str:
        held = self._drawn.get(card.table)
        if held is not None and held[0] == card:
            return held[1]
        with self._app.app_context():
            html = render_template("club/card.html", card=card)
        self._drawn[card.table] = (card, html)
        return html


class _Tournaments:
    """Tournaments as drawn, drawn again only when a result changes."""

    def __init__(self) -> None:
        self._drawn: dict[str | None, tuple[Tournament, TournamentView]] = {}

    def view(self, now: Tournament) -> TournamentView:
        held = self._drawn.get(now.name)
        if held is not None and held[0] is now:
            return held[1]
        if len(self._drawn) >= TOURNAMENTS_HELD:
            self._drawn.clear()
        view = tournament_view(now)
        self._drawn[now.name] = (now, view)
        return view


def _never() -> bool:
    return False
