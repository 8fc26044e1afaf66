"""The Flask application: puts the parts of the page together.

Knows which part gets what. Refuses to know which camera, lights and journal are behind
the ports.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Flask, jsonify, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from companion.games.protocol import Game
from companion.games.registry import GAMES
from companion.table.panel import Panel
from companion.table.ports import Boards, Rig, TrayPictures
from companion.table.table import Table
from companion.table.teaching import Teacher
from web import actions, api, guards, pages, picture_routes, pin_routes, teach_routes
from web.presenters import drawing
from web.regions import RegionCache
from web.screen import Screen, wants_json
from web.stream import Streams

SENTENCES = {
    404: "There is no such page. Go back to the table.",
    405: "That address does not take this kind of request.",
    413: "That is more than this page takes at once. Send less.",
    415: "That format is not understood here. Send JSON.",
    500: "Something went wrong in the service; the game is safe. Reload the page.",
}
"""What to say for errors whose own text is written for programmers."""


def create_app(
    table: Table,
    pictures: TrayPictures,
    rig: Rig,
    boards: Boards,
    games: Mapping[str, Game[Any, Any]] = GAMES,
    teacher: Teacher | None = None,
    panel: Panel | None = None,
) -> Flask:
    """The page for that table. ``app.extensions["streams"]`` ends its event streams.

    ``teacher`` None: dice cannot be taught here, for there is no camera. ``panel`` None: this
    table has no way to lamps and buttons.
    """
    app = Flask(__name__)
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    drawing.install(app.jinja_env)
    guards.install(app)
    regions = RegionCache(app, games.values())
    streams = Streams(table, pictures, rig, regions)
    screen = Screen(table, regions, streams)
    app.extensions["streams"] = streams
    app.register_blueprint(pages.blueprint(table, boards, rig, games, screen, streams))
    app.register_blueprint(actions.blueprint(table, boards, games, screen))
    app.register_blueprint(api.blueprint(table, boards, games))
    app.register_blueprint(picture_routes.blueprint(pictures))
    app.jinja_env.globals["teaches"] = teacher is not None
    if teacher is not None:
        app.register_blueprint(teach_routes.blueprint(teacher))
    app.jinja_env.globals["tries_pins"] = panel is not None
    if panel is not None:
        app.register_blueprint(pin_routes.blueprint(panel))
    app.register_error_handler(HTTPException, _http_error)
    return app


def _http_error(error: HTTPException) -> ResponseReturnValue:
    status = error.code or 500
    custom = error.description if status in (400, 403) or error.response is None else None
    text = SENTENCES.get(status, custom) or error.name
    if status == 404 and error.description and not error.description.startswith("The requested"):
        text = error.description
    if wants_json() or request.path.startswith("/api/"):
        body = {"ok": False, "error": {"code": _code(error), "rule": None, "message": text}}
        return jsonify(body), status
    return render_template("error.html", text=text, status=status), status


def _code(error: HTTPException) -> str:
    return error.name.lower().replace(" ", "_")
