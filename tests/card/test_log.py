"""The journal's pages and log: small, short, and gone at the end."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from companion.table.entries import Entry
from companion.table.journal import SqliteJournal
from tests.table.test_journal import entries


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


def test_a_journal_keeps_its_log_short_and_clears_it_away_at_the_end(path: Path) -> None:
    log = path.with_name(path.name + "-wal")
    longest = 0
    with SqliteJournal(path) as journal:
        written: list[Entry] = []
        for _ in range(1500):
            written.extend(entries("1", 1, after=written[-1] if written else None))
            journal.append(written[-1:])
            longest = max(longest, log.stat().st_size)
    assert 100_000 < longest < 600_000
    assert not log.exists()
    with SqliteJournal(path) as journal:
        assert journal.entries("1") == tuple(written)


def test_a_journal_writes_little_pages_but_reads_large_ones_too(path: Path) -> None:
    with SqliteJournal(path) as journal:
        ask = journal._connection.execute
        assert ask("PRAGMA page_size").fetchone() == (1024,)
    raw = sqlite3.connect(path.with_name("old"), isolation_level=None)
    raw.execute("PRAGMA page_size = 4096")
    with sqlite3.connect(path) as new:
        raw.executescript(
            ";".join(
                row[0] for row in new.execute("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")
            )
        )
        marks = [
            new.execute(f"PRAGMA {each}").fetchone()[0]
            for each in ("application_id", "user_version")
        ]
    new.close()
    raw.execute(f"PRAGMA application_id = {marks[0]}")
    raw.execute(f"PRAGMA user_version = {marks[1]}")
    raw.close()
    written = entries("1", 3)
    with SqliteJournal(path.with_name("old")) as journal:
        journal.append(written)
        assert journal._connection.execute("PRAGMA page_size").fetchone() == (4096,)
        assert journal.entries("1") == tuple(written)
