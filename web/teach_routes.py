"""The page that teaches dice: tap a die on the picture of the tray, then tap what it shows.

Knows addresses and forms. Refuses to know how dice are found, compared and kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flask import (
    Blueprint,
    Response,
    abort,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue

from companion.errors import CompanionError
from companion.table.teaching import Teacher
from web.presenters.teaching import teaching_view

LONGEST_FIELD = 80
LONGEST_NUMBER = 12

_GONE = "That picture is no longer kept. Look at the tray again."


def blueprint(teacher: Teacher) -> Blueprint:
    """The routes of the page that teaches dice."""
    routes = Blueprint("teach", __name__, url_prefix="/teach")

    def shown(said: str = "", status: int = 200) -> ResponseReturnValue:
        number, die = _number(request.values, "look"), _number(request.values, "die")
        look = teacher.looked_at(number) if number is not None else None
        if look is None:
            look, die = teacher.look(), None
        view = teaching_view(look, die, teacher.sets(), _field(request.values, "set"))
        advice = None
        if view.chosen is not None and "check" in request.args:
            advice = teacher.advice(view.chosen.name)
        return render_template("teach.html", view=view, said=said, advice=advice), status

    def done(step: Callable[[], None], look: int | None) -> ResponseReturnValue:
        try:
            step()
        except CompanionError as error:
            return shown(str(error), 422)
        name = _field(request.form, "set")
        return redirect(url_for("teach.page", set=name, look=look), 303)

    @routes.get("")
    def page() -> ResponseReturnValue:
        return shown()

    @routes.get("/<int:number>.jpg")
    def picture(number: int) -> Response:
        jpeg = teacher.picture(number)
        if jpeg is None:
            abort(404, _GONE)
        response = make_response(jpeg)
        response.headers["Content-Type"] = "image/jpeg"
        return response

    @routes.post("/face")
    def face() -> ResponseReturnValue:
        number, die = _number(request.form, "look"), _number(request.form, "die")
        if number is None or die is None:
            return shown("Tap a die first, then what it shows.", 422)
        # A tapped name; else what was typed, also where Enter ended it.
        label = _field(request.form, "label") or _field(request.form, "other")
        name = _field(request.form, "set")
        return done(lambda: teacher.teach(number, die, name, label), number)

    @routes.post("/forget")
    def forget() -> ResponseReturnValue:
        name, label = _field(request.form, "set"), _field(request.form, "label")
        return done(lambda: teacher.forget(name, label), _number(request.form, "look"))

    return routes


def _field(values: Mapping[str, str], key: str) -> str:
    return values.get(key, "").strip()[:LONGEST_FIELD]


def _number(values: Mapping[str, str], key: str) -> int | None:
    text = values.get(key, "")
    return int(text) if text.isdecimal() and text.isascii() and len(text) < LONGEST_NUMBER else None
