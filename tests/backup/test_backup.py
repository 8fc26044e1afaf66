"""A backup: whole, checked, made while the table is played at, and trusted only when it fits."""

from __future__ import annotations

import json
import random
import zipfile
from pathlib import Path

import pytest

from companion.backup import archive
from companion.backup.making import make
from companion.cli import main as cli
from companion.cli.backup_places import places_of
from companion.cli.trays import tray_file
from companion.config import Config, journal_file
from companion.errors import BackupUnusable, BackupUnwritable
from companion.games.registry import GAMES
from companion.table.journal import SqliteJournal
from companion.table.table import Table
from tests.backup.mounts import mounted
from tests.backup.tables import AT, BY, furnish, places, write
from tests.doctor.games import play, spoil
from tests.table.fakes import FakeBoards, FakeClock, d6, version

NAMES = {
    "journal.sqlite3",
    "settings.toml",
    "tray.json",
    "tray-0123456789abcdef.png",
    "boards/high_risk/mine.toml",
    "dice/clouds/set.toml",
    "dice/clouds/cloud-1.png",
}


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "state"


@pytest.fixture
def backup(state: Path, tmp_path: Path) -> Path:
    """A backup of a furnished table."""
    path = tmp_path / "games.zip"
    make(path, furnish(state), AT, BY, GAMES)
    return path


def rewritten(path: Path, changed: dict[str, bytes | None], listed: dict[str, object]) -> None:
    """The same backup with other files (None: left out) and another list."""
    with zipfile.ZipFile(path) as old:
        inside = {name: old.read(name) for name in old.namelist()}
    told = {**json.loads(inside[archive.LIST]), **listed}
    inside[archive.LIST] = json.dumps(told).encode()
    for name, content in changed.items():
        if content is None:
            del inside[name]
        else:
            inside[name] = content
    with zipfile.ZipFile(path, "w") as new:
        for name, content in inside.items():
            new.writestr(name, content)


class TestABackup:
    def test_holds_everything_but_pictures(self, backup: Path) -> None:
        contents = archive.check(backup)
        assert set(contents.files) == NAMES
        assert (contents.matches, contents.faults) == (2, ())
        assert (contents.made_at, contents.made_by) == (AT, BY)

    def test_holds_pictures_where_they_are_asked_for(self, state: Path, tmp_path: Path) -> None:
        furnish(state)
        made = make(tmp_path / "x.zip", places(state, pictures=True), AT, BY, GAMES)
        assert set(made.files) == NAMES - {"settings.toml"} | {"pictures/00000001-0123456789ab.jpg"}

    def test_can_be_read_by_its_owner_alone(self, backup: Path) -> None:
        assert backup.stat().st_mode & 0o777 == 0o600

    def test_of_the_same_games_has_the_same_content(self, state: Path, tmp_path: Path) -> None:
        everything = furnish(state)
        first = make(tmp_path / "1.zip", everything, AT, BY)
        second = make(tmp_path / "2.zip", everything, AT, BY)
        play(state, matches=1)
        third = make(tmp_path / "3.zip", everything, AT, BY)
        write(state / "boards/climb/new.toml", "x = 1")
        fourth = make(tmp_path / "4.zip", everything, AT, BY)
        assert first.content == second.content
        assert len({each.content for each in (second, third, fourth)}) == 3

    def test_of_a_table_without_anything_is_empty(self, state: Path, tmp_path: Path) -> None:
        made = make(tmp_path / "x.zip", places(state), AT, BY, GAMES)
        assert (made.files, made.matches) == ({}, 0)

    def test_is_made_while_the_table_is_played_at_and_keeps_nobody_waiting(
        self, state: Path, tmp_path: Path
    ) -> None:
        play(state)
        with SqliteJournal(journal_file(state)) as journal:
            table = Table(journal, FakeBoards(), FakeClock(), GAMES)
            for number in range(3):
                before = version(table)
                path = tmp_path / f"{number}.zip"
                made = make(path, places(state), AT, BY, GAMES)
                assert made.faults == ()
                table.throw(d6(1, 2), version(table), "page")
                assert version(table) == before + 1
                restored = tmp_path / str(number)
                archive_entries = unpacked_entries(path, restored)
                assert archive_entries == before

    def test_of_a_damaged_journal_is_made_and_says_so(self, state: Path, tmp_path: Path) -> None:
        spoil(play(state))
        made = make(tmp_path / "x.zip", places(state), AT, BY, GAMES)
        assert made.faults == ("match 2",)
        assert archive.check(tmp_path / "x.zip").faults == ("match 2",)

    def test_that_cannot_be_written_leaves_what_was_there(self, backup: Path, state: Path) -> None:
        before = backup.read_bytes()
        with pytest.raises(BackupUnwritable, match="cannot be written"):
            make(backup / "x.zip", places(state), AT, BY)
        assert backup.read_bytes() == before

    def test_on_a_full_disk_leaves_what_was_there(self, state: Path, tmp_path: Path) -> None:
        play(state, throws=40)
        small = tmp_path / "small"
        small.mkdir()
        with mounted(small, "48k"):
            kept = small / "x.zip"
            kept.write_bytes(b"old")
            with pytest.raises(OSError, match=r"Make room|no room"):
                make(kept, places(state), AT, BY)
            assert kept.read_bytes() == b"old"
            assert [path.name for path in small.iterdir()] == ["x.zip"]


class TestAFileThatIsNoBackup:
    @pytest.mark.parametrize("content", [b"", b"PK\x03\x04 not really", b"text" * 1000])
    def test_is_refused(self, tmp_path: Path, content: bytes) -> None:
        path = tmp_path / "x.zip"
        path.write_bytes(content)
        with pytest.raises(BackupUnusable, match="no backup"):
            archive.check(path)

    def test_is_refused_where_it_is_missing_or_has_no_list(self, tmp_path: Path) -> None:
        with pytest.raises(BackupUnusable, match="There is no file"):
            archive.check(tmp_path / "none.zip")
        with zipfile.ZipFile(tmp_path / "x.zip", "w") as other:
            other.writestr("holiday.jpg", b"x")
        with pytest.raises(BackupUnusable, match="no list"):
            archive.check(tmp_path / "x.zip")

    def test_is_refused_where_a_newer_version_wrote_it(self, backup: Path) -> None:
        rewritten(backup, {}, {"form": 2})
        with pytest.raises(BackupUnusable, match="Update Table Companion"):
            archive.check(backup)

    @pytest.mark.parametrize(
        ("changed", "listed"),
        [
            ({"tray.json": b"{}"}, {}),
            ({"tray.json": None}, {}),
            ({"more.txt": b"x"}, {}),
            ({"../x": b"x"}, {"files": {"../x": {"bytes": 1, "sha256": "x"}}}),
            ({"/etc/x": b"x"}, {"files": {"/etc/x": {"bytes": 1, "sha256": "x"}}}),
            ({}, {"files": {"boards/../../x": {"bytes": 1, "sha256": "x"}}}),
            ({}, {"files": 3}),
            ({}, {"made_at": "yesterday"}),
        ],
    )
    def test_is_refused_where_list_and_files_differ(
        self, backup: Path, changed: dict[str, bytes | None], listed: dict[str, object]
    ) -> None:
        rewritten(backup, changed, listed)
        with pytest.raises(BackupUnusable, match="damaged"):
            archive.check(backup)

    def test_is_refused_wherever_it_is_torn_or_spoilt(self, backup: Path, tmp_path: Path) -> None:
        chance = random.Random(7)
        whole = backup.read_bytes()
        refused = 0
        for number in range(120):
            path = tmp_path / f"spoilt-{number}.zip"
            at = chance.randrange(len(whole))
            bit = bytes([whole[at] ^ (1 << chance.randrange(8))])
            path.write_bytes(whole[:at] if number % 2 else whole[:at] + bit + whole[at + 1 :])
            try:
                contents = archive.check(path)
            except BackupUnusable:
                refused += 1
                continue
            # A time of a file or the like was spoilt: everything that counts is as it was.
            assert contents == archive.check(backup)
        assert refused > 100


def test_the_command_writes_a_file_and_does_not_write_over_one(
    state: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play(state)
    path = tmp_path / "games.zip"
    arguments = ["backup", str(path), "--state", str(state)]
    assert cli.main([*arguments, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["matches"] == 2
    assert cli.main(arguments) == 2
    assert "is there already" in capsys.readouterr().err
    spoil(journal_file(state))
    assert cli.main([*arguments, "--replace"]) == 1
    assert "damaged and was copied as it is: match 2" in capsys.readouterr().out
    assert cli.main(["backup", str(path), "--state", str(tmp_path / "no")]) == 2
    assert "nothing to copy" in capsys.readouterr().err


def unpacked_entries(path: Path, folder: Path) -> int:
    """How many entries the last match has in a backup."""
    folder.mkdir()
    archive.unpack(path, folder)
    with SqliteJournal(folder / archive.JOURNAL) as journal:
        return len(journal.entries(journal.matches()[-1]))


def test_the_tray_is_looked_for_where_it_is_kept() -> None:
    state = Path("/srv/t")
    assert places_of(Config(), state, None).tray == tray_file(state)
