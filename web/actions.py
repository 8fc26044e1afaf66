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

from companion.errors import StaleVersion, UnknownGame
from companion.games.protocol import Game
from companion.table.outcome import Outcome
from companion.table.ports import Boards
from companion.table.snapshot import Snapshot
from companion.table.table import Table
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

    def perform(step: Callable[[], Outcome | Snapshot]) -> ResponseReturnValue:
        return screen.answer(attempt(step))

    @routes.post("/submit")
    def submit() -> ResponseReturnValue:
        def step() -> Outcome:
            saw = forms.stamp(request.form)
            seat, action = forms.whole_number(request.form, "seat"), forms.action(request.form)
            return table.submit(seat, action, saw.version, SOURCE, match=saw.match)

        return perform(step)

    @routes.post("/roll")
    def roll() -> ResponseReturnValue:
        def step() -> Outcome:
            saw = forms.stamp(request.form)
            return table.throw(forms.dice(request.form), saw.version, SOURCE, match=saw.match)

        return perform(step)

    @routes.post("/undo")
    def undo() -> ResponseReturnValue:
        def step() -> Outcome:
            saw = forms.stamp(request.form)
            return table.undo(saw.version, SOURCE, match=saw.match)

        return perform(step)

    @routes.post("/correct")
    def correct() -> ResponseReturnValue:
        def step() -> Outcome:
            saw = forms.stamp(request.form)
            dice = forms.changed_dice(request.form)
            return table.correct(saw.version, dice, SOURCE, match=saw.match)

        return perform(step)

    @routes.post("/answer")
    def answer() -> ResponseReturnValue:
        def step() -> Outcome:
            saw = forms.stamp(request.form)
            question = forms.whole_number(request.form, "question")
            dice = forms.dice(request.form)
            return table.answer(question, dice, saw.version, SOURCE, match=saw.match)

        return perform(step)

    @routes.post("/dismiss")
    def dismiss() -> ResponseReturnValue:
        def step() -> Snapshot:
            saw = forms.stamp(request.form)
            expect_match(table, saw.match)
            return table.dismiss(forms.whole_number(request.form, "question"))

        return perform(step)

    @routes.post("/resume")
    def resume() -> ResponseReturnValue:
        return perform(lambda: table.resume(request.form.get("match", "")))

    @routes.post("/leave")
    def leave() -> ResponseReturnValue:
        def step() -> Snapshot:
            expect_match(table, request.form.get("match") or None)
            return table.leave()

        return perform(step)

    @routes.post("/deal")
    def deal() -> ResponseReturnValue:
        def step() -> Outcome:
            saw = forms.stamp(request.form)
            return table.deal(saw.version, SOURCE, match=saw.match)

        return perform(step)

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
            options, first = read_options(game.options, form, rows), first_seat(form, rows)
            return table.new_match(game.name, players, options, form.get("board") or None, first)

        notice = attempt(start)
        if notice.ok:
            return redirect(url_for("pages.table_screen"), 303)
        view = setup_view(game, boards, table.matches(), form, notice.text)
        return render_template("new_game.html", setup=view), notice.status

    return routes


def expect_match(table: Table, match: str | None) -> None:
    """Raises StaleVersion when another match is on the table than the person saw."""
    on_table = table.snapshot().match
    if match is not None and (on_table is None or on_table.info.id != match):
        raise StaleVersion("Another match is on the table now. Look again before you act.")
