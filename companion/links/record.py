"""The journal as those read it who tell other machines: behind the table's back.

Knows that a connection of its own reads while the table writes, so that the table never
waits. Refuses to write, and to know what entries mean.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Protocol

from companion.table.entries import Entry
from companion.table.journal_reader import JournalReader, Placed, open_read_only


class Record(Protocol):
    """All entries in the order in which they were written, whatever their match.

    Any call may raise JournalError.
    """

    def after(self, position: int, limit: int) -> Sequence[Placed]:
        """At most ``limit`` entries after that place, oldest first."""

    def at(self, position: int) -> Placed | None:
        """What was written at that place; None when nothing was yet."""

    def newest_position(self) -> int:
        """The place of the entry written last, 0 when there is none."""

    def entries(self, match: str) -> Sequence[Entry]:
        """All entries of a match. Raises JournalDamaged."""


class JournalRecord:
    """The record of a journal file. Opened for each question, for any thread.

    Opening costs less than a millisecond, and a connection that is held open between the
    throws of an evening would keep SQLite's log of writes from being shortened.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()

    def after(self, position: int, limit: int) -> Sequence[Placed]:
        """At most ``limit`` entries after that place. Raises JournalError."""
        with self._lock, closing(self._open()) as connection:
            return JournalReader(connection, self._path).after(position, limit)

    def at(self, position: int) -> Placed | None:
        """What was written at that place. Raises JournalError."""
        with self._lock, closing(self._open()) as connection:
            return JournalReader(connection, self._path).at(position)

    def newest_position(self) -> int:
        """The place of the newest entry. Raises JournalError."""
        with self._lock, closing(self._open()) as connection:
            return JournalReader(connection, self._path).newest_position()

    def entries(self, match: str) -> Sequence[Entry]:
        """All entries of a match. Raises JournalDamaged and JournalError."""
        with self._lock, closing(self._open()) as connection:
            return JournalReader(connection, self._path).entries(match)

    def _open(self) -> sqlite3.Connection:
        return open_read_only(self._path)
