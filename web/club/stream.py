"""Server-sent events for the club's page: every open page is told what changed.

Knows pulses, signs of life and the limit on open streams. Refuses to know what the parts of
the page hold. Each event holds the parts that differ from what this page was sent.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping

PULSE_S = 0.5
"""A club of two hundred tables changes a hundred times a second; a page need not."""
BEAT_S = 15.0
RETRY_MS = 2_000
MAX_STREAMS = 48

Parts = Callable[[], Mapping[str, str]]
"""The parts of a page as they are now: names and HTML."""


class ClubStreams:
    """Every open stream. ``close`` ends them all."""

    def __init__(
        self,
        serial: Callable[[], int],
        wait: Callable[[int, float], bool],
        limit: int = MAX_STREAMS,
    ) -> None:
        """``serial`` numbers the newest change; ``wait`` waits for another, up to some seconds."""
        self._serial = serial
        self._wait = wait
        self._limit = limit
        self._open = 0
        self._lock = threading.Lock()
        self._closing = threading.Event()

    def close(self) -> None:
        """End every stream within one pulse; may be called twice."""
        self._closing.set()

    def events(self, parts: Parts, gone: Callable[[], bool]) -> Iterator[bytes]:
        """The stream for one page; ``gone`` tells that nobody listens any more.

        Above the limit it ends after the state of now, and the page asks again.
        """
        yield f"retry: {RETRY_MS}\n\n".encode()
        shown: dict[str, str] = {}
        with self._lock:
            admitted = self._open < self._limit
            self._open += admitted
        # Numbered before it is drawn: what changes meanwhile is drawn once more, not missed.
        serial = self._serial()
        try:
            yield from self._changes(parts, shown)
            if admitted:
                yield from self._follow(serial, parts, shown, gone)
        finally:
            with self._lock:
                self._open -= admitted

    def _follow(
        self, serial: int, parts: Parts, shown: dict[str, str], gone: Callable[[], bool]
    ) -> Iterator[bytes]:
        quiet_s = 0.0
        while not self._closing.is_set() and not gone():
            # Whoever watches a busy club gets two pictures a second, not a hundred.
            self._closing.wait(PULSE_S)
            if self._wait(serial, 0.0):
                serial, quiet_s = self._serial(), 0.0
                yield from self._changes(parts, shown)
            else:
                quiet_s += PULSE_S
            if quiet_s >= BEAT_S:
                quiet_s = 0.0
                yield b"event: beat\ndata: null\n\n"

    def _changes(self, parts: Parts, shown: dict[str, str]) -> Iterator[bytes]:
        now = parts()
        changed = {name: html for name, html in now.items() if shown.get(name) != html}
        gone = [name for name in shown if name not in now]
        if not changed and not gone:
            return
        shown.clear()
        shown.update(now)
        told = json.dumps({"parts": changed, "gone": gone}, separators=(",", ":"))
        yield f"event: parts\ndata: {told}\n\n".encode()
