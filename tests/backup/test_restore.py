"""Putting a backup back: the same games, nothing replaced unasked, nothing lost on the way."""

from __future__ import annotations

import json
import os
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.backup import archive
from companion.backup.making import make
from companion.backup.restoring import restore
from companion.cli import main as cli
from companion.config import journal_file
from companion.errors import BackupUnusable, BackupUnwritable, JournalError, RestoreRefused
from companion.games.registry import GAMES
from companion.table.journal import SqliteJournal
from tests.backup.tables import AT, BY, below, furnish, matches, places, write
from tests.doctor.games import play, spoil

NOW = datetime(2027, 3, 5, 9, 0, tzinfo=UTC)


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """The folder of a furnished table."""
    return tmp_path / "old"


@pytest.fixture
def backup(old: Path, tmp_path: Path) -> Path:
    path = tmp_path / "games.zip"
    furnish(old)
    make(path, places(old, old / "settings/table-companion.toml", pictures=True), AT, BY, GAMES)
    return path


def test_on_another_machine_everything_is_as_it_was(
    backup: Path, old: Path, tmp_path: Path
) -> None:
    new = tmp_path / "new"
    settings = new / "settings" / "table-companion.toml"
    done = restore(backup, new, places(new, settings, pictures=True), GAMES, NOW, False)
    assert (done.aside, done.faults) == (None, ())
    assert matches(new) == matches(old)
    assert below(new) == below(old)
    assert [path.name for path in new.iterdir() if path.name.startswith(".")] == []


def test_a_table_that_was_only_started_counts_as_empty(backup: Path, tmp_path: Path) -> None:
    new = tmp_path / "new"
    SqliteJournal(journal_file(new)).close()
    restore(backup, new, places(new), GAMES, NOW, False)
    assert len(matches(new)) == 2


def test_games_that_are_there_are_not_touched_unasked(backup: Path, tmp_path: Path) -> None:
    new = tmp_path / "new"
    play(new, matches=3)
    before = matches(new)
    with pytest.raises(RestoreRefused, match="--replace"):
        restore(backup, new, places(new), GAMES, NOW, False)
    assert matches(new) == before
    assert [path for path in new.iterdir() if path.is_dir()] == []


@pytest.mark.parametrize("name", ["boards/high_risk/other.toml", "dice/x/set.toml", "tray.json"])
def test_boards_dice_and_tray_are_not_touched_unasked_either(
    backup: Path, tmp_path: Path, name: str
) -> None:
    new = tmp_path / "new"
    write(new / name, "mine")
    with pytest.raises(RestoreRefused):
        restore(backup, new, places(new), GAMES, NOW, False)
    assert (new / name).read_text("utf-8") == "mine"
    assert not journal_file(new).exists()


def test_what_is_replaced_is_kept_aside_whole(backup: Path, old: Path, tmp_path: Path) -> None:
    new = tmp_path / "new"
    play(new, matches=3)
    write(new / "boards/climb/mine.toml", "title = 'mine'")
    before = matches(new)
    done = restore(backup, new, places(new), GAMES, NOW, True)
    assert matches(new) == matches(old)
    assert not (new / "boards/climb/mine.toml").exists()
    assert done.aside == new / "before-restore-20270305-090000"
    assert matches(done.aside) == before
    assert (done.aside / "boards/climb/mine.toml").read_text("utf-8") == "title = 'mine'"
    play(new, matches=1)
    again = restore(backup, new, places(new), GAMES, NOW, True)
    assert again.aside == new / "before-restore-20270305-090000-2"


def test_a_log_of_the_old_journal_does_not_get_into_the_new_one(
    backup: Path, old: Path, tmp_path: Path
) -> None:
    """As after a power cut: the newest entries of the old one lie in its log alone."""
    new = tmp_path / "new"
    with SqliteJournal(journal_file(new)):
        play_into = tmp_path / "played"
        play(play_into, matches=1)
    running = SqliteJournal(journal_file(play_into))
    entries = running.entries("1")
    for more in ("", "-wal", "-shm"):
        name = journal_file(new).name + more
        beside = journal_file(play_into).with_name(name)
        if beside.exists():
            (new / name).write_bytes(beside.read_bytes())
    running.close()
    done = restore(backup, new, places(new), GAMES, NOW, True)
    assert matches(new) == matches(old)
    assert done.aside is not None
    with SqliteJournal(journal_file(done.aside)) as kept:
        assert kept.entries("1") == entries


def test_a_journal_too_damaged_to_be_opened_is_kept_aside_too(
    backup: Path, old: Path, tmp_path: Path
) -> None:
    new = tmp_path / "new"
    write(journal_file(new), "dear diary " * 500)
    done = restore(backup, new, places(new), GAMES, NOW, True)
    assert matches(new) == matches(old)
    assert done.aside is not None
    assert (done.aside / "journal.sqlite3").read_text("utf-8") == "dear diary " * 500


def test_games_that_are_being_played_are_refused(backup: Path, tmp_path: Path) -> None:
    new = tmp_path / "new"
    with (
        SqliteJournal(journal_file(new)),
        pytest.raises(JournalError, match="Another Table Companion is using"),
    ):
        restore(backup, new, places(new), GAMES, NOW, True)
    assert not (new / "boards").exists()


def test_a_damaged_backup_changes_nothing(backup: Path, tmp_path: Path) -> None:
    new = tmp_path / "new"
    play(new)
    before = matches(new)
    torn = tmp_path / "torn.zip"
    content = bytearray(backup.read_bytes())
    content[len(content) // 3] ^= 0xFF
    torn.write_bytes(content)
    with pytest.raises(BackupUnusable):
        restore(torn, new, places(new), GAMES, NOW, True)
    assert matches(new) == before
    assert [path for path in new.iterdir() if path.is_dir()] == []


def test_a_backup_of_a_damaged_journal_is_put_back_and_says_so(tmp_path: Path) -> None:
    old, new, path = tmp_path / "old", tmp_path / "new", tmp_path / "x.zip"
    spoil(play(old))
    make(path, places(old), AT, BY, GAMES)
    done = restore(path, new, places(new), GAMES, NOW, False)
    assert len(done.faults) == 1
    with SqliteJournal(journal_file(new)) as journal:
        assert len(journal.entries("1")) == 3


@pytest.mark.parametrize("step", ["settle", "digest_of"])
@pytest.mark.parametrize("number", range(1, 6))
def test_a_power_cut_at_any_step_loses_neither_old_nor_new(
    backup: Path, old: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, number: int
) -> None:
    new = tmp_path / "new"
    play(new, matches=3)
    write(new / "boards/climb/mine.toml", "title = 'mine'")
    before = matches(new)
    calls = []
    real = getattr(archive, step)

    def cut(path: Path) -> object:
        calls.append(path)
        if len(calls) == number:
            raise KeyboardInterrupt
        return real(path)

    monkeypatch.setattr(archive, step, cut)
    try:
        restore(backup, new, places(new), GAMES, NOW, True)
    except KeyboardInterrupt:
        assert len(calls) == number
    monkeypatch.undo()
    aside = list(new.glob("before-restore-*"))
    there = matches(new) if journal_file(new).exists() else {}
    kept = [matches(each) for each in aside if journal_file(each).exists()]
    assert there == before or (before in kept and there in ({}, matches(old)))
    restore(backup, new, places(new), GAMES, NOW, True)
    assert matches(new) == matches(old)


def test_no_room_is_said_before_anything_is_changed(
    backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = tmp_path / "new"
    play(new)
    before = matches(new)

    class Full:
        free = 10

    monkeypatch.setattr(shutil, "disk_usage", lambda folder: Full())
    with pytest.raises(BackupUnwritable, match="Make room"):
        restore(backup, new, places(new), GAMES, NOW, True)
    assert matches(new) == before


def test_what_the_superuser_puts_back_belongs_to_the_owner_of_the_folder(
    backup: Path, tmp_path: Path
) -> None:
    if os.geteuid() != 0:
        pytest.skip("only the superuser can give files away")
    new = tmp_path / "new"
    new.mkdir()
    os.chown(new, 1234, 1234)
    write(new / "boards/climb/mine.toml", "x = 1")
    restore(backup, new, places(new), GAMES, NOW, True)
    foreign = [path for path in new.rglob("*") if path.stat().st_uid != 1234]
    assert foreign == []
    assert journal_file(new).with_name("journal.sqlite3.lock").stat().st_uid == 1234


def test_the_command_puts_back_and_says_where_the_old_is(
    backup: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    new = tmp_path / "new"
    arguments = ["restore", str(backup), "--state", str(new)]
    assert cli.main(arguments) == 0
    assert "--settings FILE puts them back" in capsys.readouterr().out
    assert cli.main(arguments) == 0, "all of it is there already"
    assert "lies in" not in capsys.readouterr().out
    play(new, matches=1)
    assert cli.main(arguments) == 2
    assert "Nothing was changed" in capsys.readouterr().err
    settings = tmp_path / "settings.toml"
    assert cli.main([*arguments, "--replace", "--settings", str(settings), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert Path(told["aside"]).is_dir()
    assert "swordfish" in settings.read_text("utf-8")
    assert cli.main(["restore", str(tmp_path / "no.zip"), "--state", str(new)]) == 2
