"""Fixtures for the table's tests: a clock, journals, and a table with a ladder match."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.table.journal import SqliteJournal
from companion.table.table import Table
from tests.table.fakes import GAMES, PLAYERS, FakeBoards, FakeClock, MemoryJournal


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def memory() -> MemoryJournal:
    return MemoryJournal()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


@pytest.fixture
def on_disk(path: Path) -> Iterator[SqliteJournal]:
    with SqliteJournal(path) as journal:
        yield journal


@pytest.fixture
def boards() -> FakeBoards:
    return FakeBoards(low={"top": 5}, broken={"top": "high"})


@pytest.fixture
def bare(memory: MemoryJournal, boards: FakeBoards, clock: FakeClock) -> Table:
    """A table without a match."""
    return Table(memory, boards, clock, GAMES)


@pytest.fixture
def table(bare: Table) -> Table:
    """A table with a match of Lucy and Ralph."""
    bare.new_match("ladder", PLAYERS, {}, None)
    return bare
