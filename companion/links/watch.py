"""The threads of all links, and the one that tells them of the table's changes.

Knows how they start and stop. Refuses to know what they do.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Protocol

from companion.loops import Loops
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


def told_of(table: Changing, links: Sequence[Link]) -> Loops:
    """Those links, each told whenever the table changes."""

    def wake() -> None:
        for link in links:
            link.notice()

    def watch(stop: threading.Event) -> None:
        serial = table.snapshot().serial
        wake()
        while not stop.is_set():
            changed = table.wait(serial, PULSE_S)
            if changed is not None:
                serial = changed.serial
                wake()

    loops = [(f"link {number}", link.run) for number, link in enumerate(links)]
    if loops:
        loops.append(("links", watch))
    return Loops(loops, STOP_WITHIN_S, wake)


def listening(link: Link) -> Loops:
    """A link that nobody needs to wake but at its end."""
    return Loops([("link", link.run)], STOP_WITHIN_S, link.notice)
