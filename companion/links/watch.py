"""The threads of all links, and the one that tells them of the table's changes.

Knows how they start and stop. Refuses to know what they do.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from types import TracebackType
from typing import Protocol, Self

from companion.table.snapshot import Snapshot

STOP_WITHIN_S = 2.5
"""A broker that hangs is not waited for any longer; what it missed stays in the journal."""
PULSE_S = 1.0


class Changing(Protocol):
    """What can be waited for: a table."""

    def snapshot(self) -> Snapshot:
        """How everything is now."""

    def wait(self, after_serial: int, timeout_s: float) -> Snapshot | None:
        """The next snapshot, None when nothing changed in that time."""


class Link(Protocol):
    """One link to another machine."""

    def notice(self) -> None:
        """Something changed. Never waits."""

    def run(self, stop: threading.Event) -> None:
        """Go on until ``stop`` is set."""


class Links:
    """Runs links while it is open."""

    def __init__(self, table: Changing, links: Sequence[Link]) -> None:
        self._table = table
        self._links = tuple(links)
        self._stop = threading.Event()
        loops = [(f"link {number}", link.run) for number, link in enumerate(self._links)]
        if loops:
            loops.append(("links", self._watch))
        # Daemons: a network that hangs must not keep the process from ending.
        self._threads = [
            threading.Thread(target=run, args=(self._stop,), name=name, daemon=True)
            for name, run in loops
        ]

    def start(self) -> None:
        """Start the links."""
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Stop the links within a deadline; may be called twice."""
        self._stop.set()
        for link in self._links:
            link.notice()
        for thread in self._threads:
            if thread.ident is not None:
                thread.join(STOP_WITHIN_S / len(self._threads))

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _watch(self, stop: threading.Event) -> None:
        serial = self._table.snapshot().serial
        for link in self._links:
            link.notice()
        while not stop.is_set():
            changed = self._table.wait(serial, PULSE_S)
            if changed is not None:
                serial = changed.serial
                for link in self._links:
                    link.notice()


class Listening:
    """Runs one link that nobody needs to wake, while it is open."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._stop = threading.Event()
        self._thread = threading.Thread(
            target=link.run, args=(self._stop,), name="link", daemon=True
        )

    def close(self) -> None:
        """Stop within a deadline; may be called twice."""
        self._stop.set()
        self._link.notice()
        if self._thread.ident is not None:
            self._thread.join(STOP_WITHIN_S)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
