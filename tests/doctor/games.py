"""Journals with a few matches, and ways to spoil them."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from companion.config import journal_file
from companion.games.registry import GAMES
from companion.table.journal import SqliteJournal
from companion.table.snapshot import Player
from companion.table.table import Table
from tests.table.fakes import FakeBoards, FakeClock, d6, version

PLAYERS = (Player("Lucy", "red"), Player("Ralph", "blue"))
SPOILT = "UPDATE entry SET at = '2025-01-01T12:00:00+00:00' WHERE match = 2 AND sequence = 2"


def play(
    state: Path, matches: int = 2, throws: int = 2, players: Sequence[Player] = PLAYERS
) -> Path:
    """Play matches of free roll in that folder, after those that are there; the journal."""
    with SqliteJournal(journal_file(state)) as journal:
        table = Table(journal, FakeBoards(), FakeClock(), GAMES)
        for _ in range(matches):
            table.new_match("free_roll", players, {"dice": "2d6"}, None)
            for number in range(throws):
                dice = d6(1 + number % 6, 3)
                table.throw(dice, version(table), "page")
    return journal_file(state)


def spoil(path: Path, sql: str = SPOILT) -> None:
    """Change the journal behind its back."""
    with sqlite3.connect(path) as connection:
        connection.execute("DROP TRIGGER IF EXISTS entry_is_never_changed")
        connection.execute(sql)
    connection.close()
