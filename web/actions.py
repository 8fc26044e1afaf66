"""What people do on the page: every form that changes something.

Knows which form calls which method of the table. Refuses to know any rule.

With the page's script a form is sent in the background and the answer holds what changed;
without it the browser posts the form and is sent back to the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.errors import UnknownGame
from companion.games.protocol import Game
from companion.table.ports import Boards
from companion.table.snapshot import Snapshot
from companion.table.table import Accepted, Refused, Table
from web import reading_forms as forms
from web.notices import Notice, attempt
from web.presenters.setup import MOST_PLAYERS, first_seat, read_options, setup_view
from web.screen import Screen

SOURCE = "page"


def blueprint(
    table: Table, boards: Boards, games: Mapping[str, Game[Any, Any]], screen: Screen
) -> Blueprint:
    """The routes of all forms."""
    routes = Blueprint("actions", __name__, url_prefix="/actions")

    def perform(step: Callable[[], Accepted | Refused | Snapshot]) -> ResponseReturnValue:
        return screen.answer(attempt(step))

    @routes.post("/submit")
    def submit() -> ResponseReturnValue:
        form = request.form
        return perform(
            lambda: table.submit(
                forms.whole_number(form, "seat"),
                forms.action(form),
                forms.whole_number(form, "version"),
                SOURCE,
            )
        )

    @routes.post("/roll")
    def roll() -> ResponseReturnValue:
        form = request.form
        return perform(
            lambda: table.submit(
                forms.whole_number(form, "seat"),
                forms.rolled(forms.dice(form)),
                forms.whole_number(form, "version"),
                SOURCE,
            )
        )

    @routes.post("/undo")
    def undo() -> ResponseReturnValue:
        form = request.form
        return perform(lambda: table.undo(forms.whole_number(form, "version"), SOURCE))

    @routes.post("/correct")
    def correct() -> ResponseReturnValue:
        form = request.form
        return perform(
            lambda: table.correct(
                forms.whole_number(form, "version"), forms.changed_dice(form), SOURCE
            )
        )

    @routes.post("/answer")
    def answer() -> ResponseReturnValue:
        form = request.form
        return perform(
            lambda: table.answer(
                forms.whole_number(form, "question"),
                forms.dice(form),
                forms.whole_number(form, "version"),
                SOURCE,
            )
        )

    @routes.post("/dismiss")
    def dismiss() -> ResponseReturnValue:
        form = request.form
        return perform(lambda: table.dismiss(forms.whole_number(form, "question")))

    @routes.post("/resume")
    def resume() -> ResponseReturnValue:
        return perform(lambda: table.resume(request.form.get("match", "")))

    @routes.post("/leave")
    def leave() -> ResponseReturnValue:
        return perform(table.leave)

    @routes.post("/new")
    def new() -> ResponseReturnValue:
        form = request.form
        game = games.get(form.get("game", ""))
        if game is None:
            return screen.answer(
                Notice(404, UnknownGame.code, "There is no such game. Choose one of the list.")
            )

        def start() -> Snapshot:
            players, rows = forms.players(form, MOST_PLAYERS)
            return table.new_match(
                game.name,
                players,
                read_options(game.options, form, rows),
                form.get("board") or None,
                first_seat(form, rows),
            )

        notice = attempt(start)
        if notice.ok:
            return redirect(url_for("pages.table_screen"), 303)
        view = setup_view(game, boards, table.matches(), form, notice.text)
        return render_template("new_game.html", setup=view), notice.status

    return routes
