"""A copy of the journal as it is at one instant, also while the service writes.

Knows SQLite's way to copy a file that is in use. Refuses to judge what is in it.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from companion.table.journal_reader import COMPLAINTS, explained, open_read_only


def copy_journal(path: Path, to: Path) -> None:
    """Copy the journal to a file of its own, with nothing beside it.

    The writer is not kept waiting. Raises JournalError where there is no journal or it cannot
    be read, StorageFull where there is no room for the copy.
    """
    with closing(open_read_only(path)) as source:
        try:
            with closing(sqlite3.connect(to, isolation_level=None)) as target:
                # Whoever wants it on the disk for good waits for that when it is in its place.
                target.execute("PRAGMA synchronous = OFF")
                # In one step: a copy in several begins anew whenever somebody writes.
                source.backup(target, pages=-1)
                # The copy must be whole without a log beside it.
                target.execute("PRAGMA journal_mode = DELETE")
        except COMPLAINTS as error:
            raise explained(error, to) from error


def mark_of(path: Path) -> str:
    """What differs as soon as anything was written; empty for a journal without entries.

    Raises as ``copy_journal``.
    """
    with closing(open_read_only(path)) as connection:
        try:
            row = connection.execute(
                "SELECT position, chain FROM entry ORDER BY position DESC LIMIT 1"
            ).fetchone()
        except sqlite3.OperationalError:  # made, and cut off before its table was
            return ""
        except COMPLAINTS as error:
            raise explained(error, path) from error
    return "" if row is None else f"{row[0]} {row[1]}"
