"""A table with everything that a backup holds."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

from companion.backup.making import Places
from companion.config import journal_file
from companion.games.registry import GAMES
from companion.table.journal import SqliteJournal
from companion.table.match import Match, replay
from tests.doctor.games import play

AT = datetime(2027, 3, 4, 20, 15, tzinfo=UTC)
BY = "table-companion of a test"
PASSWORD = 'password = "swordfish"'


def places(state: Path, settings: Path | None = None, pictures: bool = False) -> Places:
    """Where everything of a table in that folder lies."""
    return Places(
        journal_file(state),
        state / "boards",
        state / "dice",
        state / "tray.json",
        settings,
        state / "evidence" if pictures else None,
    )


def furnish(state: Path) -> Places:
    """Games, a board, a set of dice, a tray with its picture, settings, a picture of a throw."""
    play(state)
    write(state / "boards/high_risk/mine.toml", 'title = "Mine"')
    write(state / "dice/clouds/set.toml", "version = 1")
    write(state / "dice/clouds/cloud-1.png", "png")
    write(state / "tray.json", json.dumps({"reference": "tray-0123456789abcdef.png"}))
    write(state / "tray-0123456789abcdef.png", "picture")
    write(state / "evidence/00000001-0123456789ab.jpg", "throw")
    write(state / "settings/table-companion.toml", PASSWORD)
    return places(state, state / "settings/table-companion.toml")


def write(path: Path, text: str) -> None:
    """That text in that file, its folder made."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def matches(state: Path) -> dict[str, Match]:
    """The matches of a journal, each replayed."""
    with SqliteJournal(journal_file(state)) as journal:
        return {each: replay(GAMES, journal.entries(each)) for each in journal.matches()}


def below(folder: Path) -> dict[str, bytes]:
    """Every file of a folder with its content, but for what the journal's programs leave."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith("journal.sqlite3")
    }
