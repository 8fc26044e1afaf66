"""What everybody sees: the newest snapshot, what is noted beside it, and who waits for the next.

Knows when a snapshot must be made anew. Refuses to know what may be done at the table: it
is told of the match and the tray.
"""

from __future__ import annotations

import threading

from companion.table.cues import Cue
from companion.table.match import Match
from companion.table.ports import Clock
from companion.table.shown import match_now, seen_from, snapshot_of
from companion.table.snapshot import Snapshot
from companion.table.tray import TrayFacts

FLASH_S = 3.0
"""How long the lights speak of what just happened before they say whose turn it is."""


class Noticeboard:
    """The newest snapshot. Safe to read from several threads.

    ``changed`` is the lock of everything that changes what is shown, and wakes whoever waits;
    ``publish`` and ``note`` are called by who holds it. ``storage`` is what is amiss with the
    journal, None when nothing is.
    """

    def __init__(self, clock: Clock, match: Match | None, storage: str | None) -> None:
        self.changed = threading.Condition()
        self.storage = storage
        self._clock = clock
        self._flash: tuple[Cue, float] | None = None
        self._notes: dict[str, str | None] = {}
        self._serial = 0
        self._match, self._tray = match, TrayFacts()
        self._now = None if match is None else match_now(match)
        self._snapshot = self._made()

    def snapshot(self) -> Snapshot:
        """How everything is now; waits for the lock only when a flash has just passed."""
        flash = self._flash
        if flash is None or self._clock.now_s() < flash[1]:
            return self._snapshot
        with self.changed:
            return self.current()

    def snapshot_for(self, seat: int) -> Snapshot:
        """The same for the eyes of that seat."""
        with self.changed:
            return seen_from(self.current(), self._match, seat)

    def wait(self, after_serial: int, timeout_s: float) -> Snapshot | None:
        """The first snapshot with another serial, None when nothing changed in that time."""
        with self.changed:
            self.current()
            if self._serial == after_serial:
                for_s = timeout_s
                if self._flash is not None:
                    for_s = min(for_s, max(self._flash[1] - self._clock.now_s(), 0.0))
                self.changed.wait_for(lambda: self._serial != after_serial, for_s)
            now = self.current()
            return now if now.serial != after_serial else None

    def current(self) -> Snapshot:
        """The snapshot, made anew where a flash has passed."""
        if self._flash is not None and self._clock.now_s() >= self._flash[1]:
            self._flash = None
            self._show()
        return self._snapshot

    def flash(self, cue: Cue | None) -> None:
        """What the next snapshots say for a moment; None for nothing."""
        self._flash = None if cue is None else (cue, self._clock.now_s() + FLASH_S)

    def note(self, text: str | None, topic: str) -> bool:
        """Put up a note, one for each topic, or take it away with None; whether that is news."""
        if text == self._notes.get(topic):
            return False
        self._notes = {**self._notes, topic: text}
        return True

    def publish(self, match: Match | None, tray: TrayFacts) -> Snapshot:
        """Make the next snapshot and wake whoever waits for it."""
        if match is not self._match:
            self._match = match
            self._now = None if match is None else match_now(match)
        self._tray = tray
        return self._show()

    def _show(self) -> Snapshot:
        self._snapshot = self._made()
        self.changed.notify_all()
        return self._snapshot

    def _made(self) -> Snapshot:
        notes = [note for note in (*self._notes.values(), self.storage) if note]
        self._serial += 1
        return snapshot_of(
            self._serial,
            self._match,
            self._now,
            self._tray,
            self._flash[0] if self._flash else None,
            " ".join(notes) or None,
        )
