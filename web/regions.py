"""The table screen as named regions of HTML, rendered once for everybody.

Knows which regions there are and keeps the newest rendering. Refuses to know who asked.

All viewers of the table see the same, so one rendering serves every open page, and one more
the pages of a seat; a page receives only the regions that differ from what it shows.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Flask
from jinja2 import Environment

from companion.games.protocol import Game, Seat
from companion.table.snapshot import Snapshot
from web.presenters.page import PageView, page_view

COLUMNS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("head", ("banner", "prompt", "controls")),
    ("play", ("question", "choices")),
    ("tray", ("tray", "fix", "entry")),
    ("board", ("board",)),
    ("info", ("scores", "log")),
)
"""The regions in reading order, in the groups that are laid out together.

Each region has ``templates/regions/NAME.html``.
"""

_log = logging.getLogger(__name__)

NAMES = tuple(name for _, names in COLUMNS for name in names)

NOT_ON_A_SEAT = frozenset({"tray"})
"""What a player's own page leaves out: everybody sees the tray itself."""


def columns(seat: Seat | None) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The regions of the table screen, or of the page of a seat."""
    left_out = NOT_ON_A_SEAT if seat is not None else frozenset[str]()
    return tuple(
        (column, tuple(name for name in names if name not in left_out)) for column, names in COLUMNS
    )


@dataclass(frozen=True, slots=True, eq=False)
class Rendered:
    """The regions of one snapshot. ``title`` is for the browser's tab."""

    serial: int
    html: Mapping[str, str]
    title: str


class RegionCache:
    """Renders each snapshot once for the table and once a seat. Used from many threads."""

    def __init__(self, app: Flask, games: Iterable[Game[Any, Any]]) -> None:
        """``games`` are those that an empty table offers; they are gone through only then."""
        self._app = app
        self._games = games
        self._lock = threading.Lock()
        self._newest: dict[Seat | None, Rendered] = {}
        self._told: str | None = None

    def render(self, snapshot: Snapshot, seat: Seat | None = None) -> Rendered:
        """The regions of that snapshot, from memory where it is the newest one.

        For a ``seat`` the snapshot has to be the one for its eyes.
        """
        with self._lock:
            newest = self._newest.get(seat)
            if newest is not None and newest.serial == snapshot.serial:
                return newest
            rendered = self._rendered(snapshot, seat)
            if newest is None or snapshot.serial > newest.serial:
                self._newest[seat] = rendered
            return rendered

    def _rendered(self, snapshot: Snapshot, seat: Seat | None) -> Rendered:
        """With the game's own board, else with plain buttons: a board must not take prompt,
        dice and undo down with it."""
        try:
            return self._drawn(snapshot, page_view(snapshot, seat))
        except Exception as fault:
            if snapshot.match is None:
                raise
            # The same fault comes back with every change of the tray: once is enough.
            if self._told != repr(fault):
                self._told = repr(fault)
                _log.exception("The board of %s cannot be drawn.", snapshot.match.info.game)
            return self._drawn(snapshot, page_view(snapshot, seat, with_board=False))

    def _drawn(self, snapshot: Snapshot, page: PageView) -> Rendered:
        html = draw(self._app.jinja_env, page, self._games)
        title = snapshot.match.prompt_text if snapshot.match else "Table Companion"
        return Rendered(snapshot.serial, html, title)


def draw(
    environment: Environment, page: PageView, games: Iterable[Game[Any, Any]] = ()
) -> dict[str, str]:
    """The HTML of every region by its name; ``games`` are those that an empty table offers."""
    left_out = NOT_ON_A_SEAT if page.seat is not None else frozenset[str]()
    return {
        name: environment.get_template(f"regions/{name}.html")
        .render(page=page, games=games)
        .strip()
        for name in NAMES
        if name not in left_out
    }
