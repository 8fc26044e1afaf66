"""The journal on SQLite: every match, entry by entry, on the disk before anybody sees it.

Knows how to add entries so that a power cut at any instant leaves all that was
acknowledged, and that only one process writes. Refuses to know what the entries mean.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from companion.errors import CompanionError, JournalError, StaleVersion
from companion.table.entries import Entry
from companion.table.journal_lock import hold
from companion.table.journal_reader import (
    APPLICATION_ID,
    COMPLAINTS,
    SCHEMA_VERSION,
    JournalReader,
    explained,
    insertion,
    read_only,
    row_of,
)

PAGE_BYTES = 1024
"""Each step writes the whole of two or three pages to the log. SQLite's usual 4,096 bytes write
a third more to a memory card (docs/card.md). A journal that was begun with those keeps them."""
LOG_PAGES = 400
"""After so many pages the log is written back and begun again from its start: a file that does
not grow costs the file system less."""
LOG_BYTES = 1_000_000
"""A log that grew, because somebody read all the while, is cut to this when it is begun again."""

_SCHEMA = f"""
BEGIN IMMEDIATE;
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {SCHEMA_VERSION};
CREATE TABLE entry (
    position INTEGER PRIMARY KEY,
    match INTEGER NOT NULL,
    sequence INTEGER NOT NULL,
    kind TEXT NOT NULL,
    seat INTEGER,
    content TEXT NOT NULL,
    source TEXT NOT NULL,
    by_whom TEXT,
    evidence TEXT,
    reading TEXT,
    at TEXT NOT NULL,
    state TEXT NOT NULL,
    chain TEXT NOT NULL,
    UNIQUE (match, sequence)
) STRICT;
CREATE TRIGGER entry_is_never_changed BEFORE UPDATE ON entry
BEGIN SELECT raise(ABORT, 'entries are never changed'); END;
CREATE TRIGGER entry_is_never_deleted BEFORE DELETE ON entry
BEGIN SELECT raise(ABORT, 'entries are never deleted'); END;
COMMIT;
"""


class SqliteJournal:
    """A journal in one file. Safe to use from several threads; one process at a time.

    Opening it raises JournalError (folder cannot be written, another process has it),
    JournalTooNew, JournalDamaged or StorageFull. The file is never replaced or deleted.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._fault: CompanionError | None = None
        self._held = hold(path)
        try:
            self._connection = _connected(path)
        except BaseException:
            os.close(self._held)
            raise
        self._reader = JournalReader(self._connection, path)
        try:
            _prepare(self._connection, self._reader, path)
        except BaseException:
            self.close()
            raise

    def matches(self) -> tuple[str, ...]:
        """The ids of all matches, oldest first."""
        with self._lock:
            return self._reader.matches()

    def next_match(self) -> str:
        """An id that no match has yet."""
        with self._lock:
            return str(self._reader.highest_match() + 1)

    def entries(self, match: str) -> tuple[Entry, ...]:
        """All entries of a match in order. Raises JournalDamaged."""
        with self._lock:
            return self._reader.entries(match)

    def outline(self, match: str) -> tuple[Entry, Entry, int]:
        """First entry, last that bears on how the match stands, and the number of entries."""
        with self._lock:
            return self._reader.outline(match)

    def latest(self) -> Entry | None:
        """The entry written last, of whichever match."""
        with self._lock:
            return self._reader.latest()

    def append(self, entries: Sequence[Entry]) -> None:
        """Write all or none. Raises StorageFull, StaleVersion or JournalError."""
        with self._lock:
            try:
                self._connection.execute("BEGIN IMMEDIATE")
                for entry in entries:
                    self._insert(entry)
                self._connection.execute("COMMIT")
            except COMPLAINTS as error:
                self._roll_back()
                self._fault = explained(error, self._path)
                raise self._fault from error
            except BaseException:
                self._roll_back()
                raise
            self._fault = None

    def check_writable(self) -> None:
        """Return when entries can be written, as far as can be told without writing any.

        Costs the storage nothing, so it may be asked every few seconds. Raises what the last
        ``append`` raised and nothing has mended since, JournalError when another program holds
        the file, and StorageReadOnly. Does not return while a write does not. A full disk
        raises StorageFull.
        """
        with self._lock:
            if self._fault is not None:
                # Raised again and again: without this its traceback would grow each time.
                raise self._fault.with_traceback(None)
            try:
                self._connection.execute("BEGIN IMMEDIATE")
                self._connection.execute("ROLLBACK")
            except COMPLAINTS as error:
                self._roll_back()
                raise explained(error, self._path) from error
            if os.statvfs(self._path.parent).f_flag & os.ST_RDONLY:
                raise read_only(self._path)

    def close(self) -> None:
        """Let go of file and lock; may be called twice."""
        with self._lock:
            self._connection.close()
            if self._held >= 0:
                os.close(self._held)
                self._held = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _insert(self, entry: Entry) -> None:
        count, _ = self._reader.last_link(entry.match)
        if entry.sequence != count + 1:
            raise StaleVersion(
                f"Match {entry.match} has {count} entries, so number {entry.sequence} cannot be "
                f"added. Load the match again."
            )
        self._connection.execute(insertion(), row_of(entry))

    def _roll_back(self) -> None:
        with suppress(*COMPLAINTS):
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")


def _connected(path: Path) -> sqlite3.Connection:
    try:
        return sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    except COMPLAINTS as error:
        raise explained(error, path) from error


def _prepare(connection: sqlite3.Connection, reader: JournalReader, path: Path) -> None:
    known = reader.check_form()
    try:
        if not known:
            connection.execute(f"PRAGMA page_size = {PAGE_BYTES}")
        mode = connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
        if mode != "wal":
            raise JournalError(
                f"{path} is on storage that cannot keep a write-ahead log. Name a folder on a "
                f"local disk or memory card."
            )
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(f"PRAGMA wal_autocheckpoint = {LOG_PAGES}")
        connection.execute(f"PRAGMA journal_size_limit = {LOG_BYTES}")
        if not known:
            connection.executescript(_SCHEMA)
            _settle_name(path.parent)
    except COMPLAINTS as error:
        with suppress(*COMPLAINTS):
            connection.execute("ROLLBACK")
        raise explained(error, path) from error


def _settle_name(folder: Path) -> None:
    """Make sure that a new file is still found in its folder after a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
