"""The page that tries lamps, buzzer and buttons one by one.

Knows addresses and forms. Refuses to know pins, and how a lamp is lit.
"""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.table.panel import Panel
from web.presenters.pins import pins_view

REFRESH_S = 2
"""How often the page looks for presses while it listens."""


def blueprint(panel: Panel) -> Blueprint:
    """The routes of that page."""
    routes = Blueprint("pins", __name__, url_prefix="/pins")

    @routes.get("")
    def page() -> str:
        view = pins_view(panel, request.args.get("tried", ""))
        return render_template("pins.html", view=view, refresh_s=REFRESH_S)

    @routes.post("/probe")
    def probe() -> ResponseReturnValue:
        name = request.form.get("name", "")
        if not panel.probe(name):
            abort(404, "Nothing of that name is wired. Look at the list again.")
        return redirect(url_for("pins.page", tried=name), 303)

    @routes.post("/listen")
    def listen() -> ResponseReturnValue:
        panel.listen()
        return redirect(url_for("pins.page", _anchor="buttons"), 303)

    return routes
