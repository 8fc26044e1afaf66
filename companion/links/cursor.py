"""How far another machine has acknowledged the journal.

Knows a place in the journal and how it outlives a restart. Refuses to know what is sent
and to whom.
"""

from __future__ import annotations

from pathlib import Path

from companion.links.keeping import keep, kept
from companion.links.record import Record

SAVED_EVERY_S = 5.0
"""A memory card is spared; after a power cut so many seconds' events are sent once more."""


class Cursor:
    """The newest entry that was acknowledged together with all before it."""

    def __init__(self, path: Path, record: Record) -> None:
        """Where it was left; at the journal's end where there was none yet.

        Whoever begins to listen wants to hear of what happens, not of years. Raises
        JournalError, and OSError when the place cannot be written.
        """
        self._path = path
        self._record = record
        self._saved: int | None = None
        self._saved_at_s = float("-inf")
        self._since = 0
        self.position = self._found(kept(path))
        if self._saved is None:
            self.save(0.0)

    def advance(self, position: int) -> None:
        """Everything up to that place is acknowledged."""
        self.position = max(self.position, position)

    def back(self, entries: int) -> int:
        """The place so many entries before, but not before the first that was ever sent."""
        return max(self.position - entries, min(self._since, self.position))

    def due(self, now_s: float) -> bool:
        """Whether the place should be saved at this monotonic time."""
        return self.position != self._saved and now_s - self._saved_at_s >= SAVED_EVERY_S

    def save(self, now_s: float) -> None:
        """Keep the place. Raises OSError; then the former one stays."""
        # The next try is only due after a while, also where this one fails.
        self._saved_at_s = now_s
        if self.position != self._saved:
            chain = self._chain(self.position)
            keep(self._path, {"position": self.position, "chain": chain, "since": self._since})
            self._saved = self.position

    def _found(self, content: object) -> int:
        """The kept place, checked against a journal that may have been restored since."""
        newest = self._record.newest_position()
        if not isinstance(content, dict) or type(content.get("position")) is not int:
            self._since = newest
            return newest
        position: int = content["position"]
        self._since = since if type(since := content.get("since")) is int else 0
        if position > newest:
            # An older journal was put back: all that it holds was sent in its time.
            return newest
        if position < 0 or content.get("chain") != self._chain(position):
            # Another journal lies here. Nothing of it is known to have been sent.
            self._since = 0
            return 0
        self._saved = position
        return position

    def _chain(self, position: int) -> str:
        placed = self._record.at(position)
        return placed.entry.chain if placed is not None and placed.entry is not None else ""
