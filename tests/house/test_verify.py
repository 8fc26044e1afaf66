"""``companion verify``: sound journals, and every way in which one can be wrong."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from companion.cli import main as cli
from companion.config import journal_file
from companion.dice import Rolled
from companion.games.registry import GAMES
from companion.table.entries import Draft, EntryKind, seal
from companion.table.journal import SqliteJournal
from companion.table.match import begin, extend, opening
from companion.table.snapshot import Player

AT = "2026-01-01T12:00:00+00:00"
PLAYERS = (Player("Lucy", "red"), Player("Ralph", "blue"))


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """A folder with a journal of two matches of free roll, one throw in each."""
    game = GAMES["free_roll"]
    with SqliteJournal(journal_file(tmp_path)) as journal:
        for match in ("1", "2"):
            begun = begin(GAMES, match, opening(game, PLAYERS, {}, None, {}, 0), AT)
            journal.append([begun.last])
            for action in ({"type": "SetDice", "kind": "d6", "count": 3}, _throw()):
                draft = Draft(EntryKind.ACTION, {"action": action}, "page", seat=0)
                begun = extend(begun, draft, AT)
                journal.append([begun.last])
    return tmp_path


def _throw() -> dict[str, object]:
    dumped: dict[str, object] = GAMES["free_roll"].dump_action(Rolled.of("d6", (3, 5, 5)))
    return dumped


def _change(state: Path, sql: str) -> None:
    with sqlite3.connect(journal_file(state)) as connection:
        connection.execute("DROP TRIGGER IF EXISTS entry_is_never_changed")
        connection.execute("DROP TRIGGER IF EXISTS entry_is_never_deleted")
        assert connection.execute(sql).rowcount != 0
    connection.close()


def test_a_sound_journal_is_status_0_and_is_not_changed(
    state: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = journal_file(state).read_bytes()
    assert cli.main(["verify", str(state)]) == 0
    assert journal_file(state).read_bytes() == before
    shown = capsys.readouterr().out
    assert "match 1: Free roll, Lucy, Ralph, 3 entries" in shown
    assert "3 sound, 0 with a fault" in shown


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE entry SET content = replace(content, '5', '6') WHERE match = 2 AND sequence = 3",
        "UPDATE entry SET at = '2025-01-01T12:00:00+00:00' WHERE match = 2 AND sequence = 2",
        "DELETE FROM entry WHERE match = 2 AND sequence = 2",
        "UPDATE entry SET content = 'x' WHERE match = 2 AND sequence = 3",
    ],
)
def test_a_changed_match_is_named_and_the_other_is_still_sound(
    state: Path, sql: str, capsys: pytest.CaptureFixture[str]
) -> None:
    _change(state, sql)
    assert cli.main(["verify", "--json", str(state)]) == 1
    findings = json.loads(capsys.readouterr().out)["findings"]
    assert [(f["match"], f["fault"] is None) for f in findings] == [
        (None, True),
        ("1", True),
        ("2", False),
    ]


def test_a_chain_that_holds_but_leads_to_another_position_is_found(
    state: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    begun = begin(GAMES, "3", opening(GAMES["free_roll"], PLAYERS, {}, None, {}, 0), AT)
    forged = seal(replace(begun.last, chain=""), state="0" * 64, chain_before="")
    with SqliteJournal(journal_file(state)) as journal:
        journal.append([forged])
    assert cli.main(["verify", str(state)]) == 1
    assert "does not lead to the position" in capsys.readouterr().out


def test_a_file_that_is_no_journal_is_found_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games"
    path.write_bytes(b"not a database at all" * 100)
    assert cli.main(["verify", str(path)]) == 1
    assert "FAULT" in capsys.readouterr().out


def test_a_missing_journal_is_one_sentence_and_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["verify", str(tmp_path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "There is no journal" in err


def test_a_journal_of_a_newer_version_is_status_2(
    state: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _change(state, "PRAGMA user_version = 999")
    assert cli.main(["verify", str(state)]) == 2
    assert "newer version" in capsys.readouterr().err


def test_the_journal_of_the_settings_is_taken_when_none_is_named(
    state: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = tmp_path / "settings.toml"
    settings.write_text(f'state = "{state}"', encoding="utf-8")
    assert cli.main(["verify", "--config", str(settings)]) == 0
    assert str(journal_file(state)) in capsys.readouterr().out
