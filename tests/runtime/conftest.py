"""A table with free roll on it, for the loops' tests."""

from __future__ import annotations

import pytest

from companion.games.registry import GAMES
from companion.table.snapshot import Player
from companion.table.table import Table
from tests.hardware.clocks import FakeClock
from tests.table.fakes import FakeBoards, MemoryJournal

PLAYERS = (Player("Monica", "red"), Player("Alex", "blue"))


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def journal() -> MemoryJournal:
    return MemoryJournal()


@pytest.fixture
def table(journal: MemoryJournal, clock: FakeClock) -> Table:
    """Monica and Alex throw two dice in turn."""
    made = Table(journal, FakeBoards(), clock, GAMES)
    made.new_match("free_roll", PLAYERS, {"dice": "2d6"}, None)
    return made
