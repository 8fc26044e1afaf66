"""The daily copy beside a table: begun late, told on the page, ended with the service."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from companion import config
from companion.cli import daily
from companion.table.table import Table
from tests.table.fakes import GAMES, FakeBoards, FakeClock, MemoryJournal

WITHIN_S = 60.0


class HeardTable(Table):
    """The real table; ``told`` is set when something is said about copies."""

    told: threading.Event

    def message(self, text: str | None, topic: str = "") -> None:
        super().message(text, topic)
        if topic == "copies":
            self.told.set()


@pytest.fixture
def table() -> HeardTable:
    made = HeardTable(MemoryJournal(), FakeBoards(), FakeClock(), GAMES)
    made.told = threading.Event()
    return made


def test_after_the_start_a_copy_is_looked_for(
    tmp_path: Path, table: HeardTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(daily, "FIRST_AFTER_S", 0.0)
    with daily.daily_copies(config.Config(), tmp_path, os.environ, FakeClock(), table):
        assert table.told.wait(WITHIN_S)


def test_until_then_it_waits_and_a_stop_does_not_wait_for_it(
    tmp_path: Path, table: HeardTable
) -> None:
    copies = daily.daily_copies(config.Config(), tmp_path, os.environ, FakeClock(), table)
    with copies:
        assert "daily copy" in [thread.name for thread in threading.enumerate()]
    assert "daily copy" not in [thread.name for thread in threading.enumerate()]
    assert not table.told.is_set()
