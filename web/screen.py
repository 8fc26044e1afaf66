"""How an answer is given: regions for the script, a whole page for a browser without it.

Knows both kinds of answer. Refuses to know what was asked.
"""

from __future__ import annotations

from flask import jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games.protocol import Seat
from companion.table.table import Table
from web.notices import Notice
from web.reading_forms import viewer
from web.regions import RegionCache, Rendered, columns
from web.stream import Streams, payload, snapshot_for


class Screen:
    """The table screen, as asked for by either kind of browser."""

    def __init__(self, table: Table, regions: RegionCache, streams: Streams) -> None:
        self._table = table
        self._regions = regions
        self._streams = streams

    def page(
        self, notice: Notice | None = None, seat: Seat | None = None, handed: bool = False
    ) -> str:
        """The whole table screen, or the page of a seat.

        ``handed``: the device was passed to that player and goes back after the choice.
        """
        rendered = self._rendered(seat)
        return render_template(
            "table.html",
            regions=rendered.html,
            columns=columns(seat),
            seat=seat,
            handed=handed,
            title=rendered.title,
            stream_id=f"{self._streams.run}-{rendered.serial}",
            notice=notice,
        )

    def answer(self, notice: Notice) -> ResponseReturnValue:
        """What came of a form; the fresh page is part of it, above all when refused."""
        seat = viewer(request.form)
        handed = notice.ok and "handed" in request.form and not self._has_secrets(seat)
        if wants_json():
            rendered = self._rendered(seat)
            body = payload({} if handed else rendered.html, rendered.title)
            body |= {"ok": notice.ok, "code": notice.code, "notice": notice.text}
            if handed:
                body["go"] = url_for("pages.table_screen")
            return jsonify(body), notice.status
        if notice.ok:
            back = url_for("pages.table_screen") if seat is None else f"/seat/{seat}"
            return redirect(back, 303)
        return self.page(notice, seat), notice.status

    def _rendered(self, seat: Seat | None) -> Rendered:
        return self._regions.render(snapshot_for(self._table, seat), seat)

    def _has_secrets(self, seat: Seat | None) -> bool:
        match = self._table.snapshot().match
        return match is not None and seat in match.secret


def wants_json() -> bool:
    """Whether the page's script asks (it names JSON; a browser on its own names HTML)."""
    return request.accept_mimetypes.best == "application/json"
