"""Server-sent events: each open page is told what changed.

Knows ids, resume, heartbeats and the limit on open streams. Refuses to know what the
regions hold.

Events, each a line of JSON: ``regions`` (with an id; those parts of the page that
differ), ``picture`` (the newest picture's number), ``lights`` (colours of the strip, red,
green, blue from 0 to 255) and ``beat`` (nothing but a sign of life).
An id is ``RUN-SERIAL``: serials start again with the service, so the run is part of it. A
page that comes back with the id of the newest snapshot is sent nothing that it has.
"""

from __future__ import annotations

import json
import secrets
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.protocol import Seat
from companion.table.ports import Rig, TrayPictures
from companion.table.snapshot import Snapshot
from companion.table.table import Table
from web.regions import RegionCache

PULSE_S = 0.1
"""How long a stream waits for the table before it looks at the picture and the lights.

Half of the shortest flash of the lights, so that the page shows their rhythm."""

BEAT_S = 15.0
"""A sign of life at least this often: half of the 30 s after which home routers may forget."""

MAX_STREAMS = 48
"""Open streams hold a thread each; a page above the limit is told to ask every few seconds."""

RETRY_MS = 2_000
BUSY_RETRY_MS = 5_000


@dataclass(frozen=True, slots=True)
class StreamId:
    """Where a page is: the run of the service and the snapshot's serial in it."""

    run: str
    serial: int

    def __str__(self) -> str:
        return f"{self.run}-{self.serial}"

    @classmethod
    def parse(cls, text: str | None) -> StreamId | None:
        """The inverse of ``str``; None for anything else."""
        run, dash, serial = (text or "").strip().rpartition("-")
        if not dash or not serial.isascii() or not serial.isdecimal() or len(serial) > 18:
            return None
        return cls(run, int(serial))


class Streams:
    """Every open stream of this service. ``close`` ends them all."""

    def __init__(
        self,
        table: Table,
        pictures: TrayPictures,
        rig: Rig,
        regions: RegionCache,
        limit: int = MAX_STREAMS,
    ) -> None:
        self.run = secrets.token_hex(4)
        self._table = table
        self._pictures = pictures
        self._rig = rig
        self._regions = regions
        self._limit = limit
        self._open = 0
        self._lock = threading.Lock()
        self._closing = threading.Event()

    @property
    def open_count(self) -> int:
        """How many streams are open now."""
        return self._open

    def newest_id(self, snapshot: Snapshot) -> StreamId:
        """The id that a page showing this snapshot holds."""
        return StreamId(self.run, snapshot.serial)

    def close(self) -> None:
        """End every stream within one pulse; may be called twice."""
        self._closing.set()

    def events(
        self, last: StreamId | None, gone: Callable[[], bool], seat: Seat | None = None
    ) -> Iterator[bytes]:
        """The stream for one page; ``gone`` tells that nobody listens any more.

        It is the table screen's, or that of the page of a ``seat``.

        Above the limit it ends at once, after the state of now and a request to come again:
        that page then asks instead of listening.
        """
        if not self._admit():
            yield f"retry: {BUSY_RETRY_MS}\n\n".encode()
            yield from self._changes(seat, {}, last)
            return
        try:
            yield f"retry: {RETRY_MS}\n\n".encode()
            yield from self._follow(last, gone, seat)
        finally:
            with self._lock:
                self._open -= 1

    def _admit(self) -> bool:
        with self._lock:
            if self._open >= self._limit:
                return False
            self._open += 1
            return True

    def _follow(
        self, last: StreamId | None, gone: Callable[[], bool], seat: Seat | None
    ) -> Iterator[bytes]:
        shown: dict[str, str] = {}
        picture: int | None = None
        lights: list[tuple[int, int, int]] | None = None
        quiet_s = 0.0
        serial = self._table.snapshot().serial
        yield from self._changes(seat, shown, last)
        while not self._closing.is_set() and not gone():
            sent = False
            newest = self._pictures.newest()
            if newest is not None and newest[0] != picture:
                picture = newest[0]
                yield _event("picture", picture)
                sent = True
            colours = list(self._rig.status().lights)
            if colours != lights:
                lights = colours
                yield _event("lights", lights)
                sent = True
            changed = self._table.wait(serial, PULSE_S)
            if changed is not None:
                serial = changed.serial
                yield from self._changes(seat, shown, None)
                sent = True
            quiet_s = 0.0 if sent else quiet_s + PULSE_S
            if quiet_s >= BEAT_S:
                quiet_s = 0.0
                yield _event("beat", None)

    def _changes(
        self, seat: Seat | None, shown: dict[str, str], last: StreamId | None
    ) -> Iterator[bytes]:
        """The regions that differ from what was sent; none at all when ``last`` is now."""
        snapshot = snapshot_for(self._table, seat)
        rendered = self._regions.render(snapshot, seat)
        here = self.newest_id(snapshot)
        fresh = {name: html for name, html in rendered.html.items() if shown.get(name) != html}
        shown.update(rendered.html)
        if last == here or not fresh:
            return
        yield _event("regions", payload(fresh, rendered.title), here)


def snapshot_for(table: Table, seat: Seat | None) -> Snapshot:
    """How everything is now for everybody's eyes, or for those of one seat."""
    return table.snapshot() if seat is None else table.snapshot_for(seat)


def payload(regions: Mapping[str, str], title: str) -> dict[str, Any]:
    """What the page needs to bring its regions up to date."""
    return {"regions": dict(regions), "title": title}


def _event(name: str, value: Any, id_: StreamId | None = None) -> bytes:
    lines = [f"event: {name}", f"data: {json.dumps(value, separators=(',', ':'))}"]
    if id_ is not None:
        lines.append(f"id: {id_}")
    return ("\n".join(lines) + "\n\n").encode()
