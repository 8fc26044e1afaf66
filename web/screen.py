"""How an answer is given: regions for the script, a whole page for a browser without it.

Knows both kinds of answer. Refuses to know what was asked.
"""

from __future__ import annotations

from flask import jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.table.table import Table
from web.notices import Notice
from web.regions import COLUMNS, RegionCache
from web.stream import Streams, payload


class Screen:
    """The table screen, as asked for by either kind of browser."""

    def __init__(self, table: Table, regions: RegionCache, streams: Streams) -> None:
        self._table = table
        self._regions = regions
        self._streams = streams

    def page(self, notice: Notice | None = None) -> str:
        """The whole table screen."""
        rendered = self._regions.render(self._table.snapshot())
        return render_template(
            "table.html",
            regions=rendered.html,
            columns=COLUMNS,
            title=rendered.title,
            stream_id=f"{self._streams.run}-{rendered.serial}",
            notice=notice,
        )

    def answer(self, notice: Notice) -> ResponseReturnValue:
        """What came of a form; the fresh table is part of it, above all when refused."""
        if wants_json():
            rendered = self._regions.render(self._table.snapshot())
            body = payload(rendered.html, rendered.title)
            body |= {"ok": notice.ok, "code": notice.code, "notice": notice.text}
            return jsonify(body), notice.status
        if notice.ok:
            return redirect(url_for("pages.table_screen"), 303)
        return self.page(notice), notice.status


def wants_json() -> bool:
    """Whether the page's script asks (it names JSON; a browser on its own names HTML)."""
    return request.accept_mimetypes.best == "application/json"
