"""The journal: what every back end must do, and what the one on SQLite must withstand."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.errors import (
    JournalDamaged,
    JournalError,
    JournalTooNew,
    StaleVersion,
    StorageFull,
)
from companion.table.entries import Draft, Entry, EntryKind, broken_link, seal, unsealed
from companion.table.journal import SqliteJournal
from companion.table.journal_reader import JournalReader, open_read_only
from companion.table.ports import Journal
from companion.table.table import Table
from tests.table.fakes import (
    GAMES,
    PLAYERS,
    FakeBoards,
    FakeClock,
    MemoryJournal,
    accepted,
    declare,
    version,
)

AT = "2030-01-02T03:04:05+00:00"


def entries(match: str, count: int, after: Entry | None = None) -> list[Entry]:
    """The next entries of a match."""
    made: list[Entry] = []
    for _ in range(count):
        sequence = after.sequence + 1 if after else 1
        kind = EntryKind.START if sequence == 1 else EntryKind.ACTION
        draft = Draft(
            kind,
            {"action": {"n": sequence, "naïve": [1.5, None, True]}},
            "page",
            seat=sequence % 2,
            by="Lucy",
            evidence="00000001-0123456789ab.jpg",
            reading={"dice": [], "confidence": 0.1 + 0.2},
        )
        after = seal(
            unsealed(match, sequence, draft, AT), f"s{sequence}", after.chain if after else ""
        )
        made.append(after)
    return made


@pytest.fixture(params=["memory", "sqlite"])
def journal(request: pytest.FixtureRequest, path: Path) -> Iterator[Journal]:
    if request.param == "memory":
        yield MemoryJournal()
    else:
        with SqliteJournal(path) as opened:
            yield opened


class TestAnyJournal:
    def test_is_empty_at_first(self, journal: Journal) -> None:
        assert journal.matches() == ()
        assert journal.latest() is None
        assert journal.entries("1") == ()
        assert journal.next_match() == "1"
        with pytest.raises(LookupError):
            journal.outline("1")

    def test_gives_back_what_was_written(self, journal: Journal) -> None:
        first, second = entries("1", 3), entries("2", 1)
        journal.append(first)
        journal.append(second)
        assert journal.matches() == ("1", "2")
        assert journal.entries("1") == tuple(first)
        assert journal.entries("2") == tuple(second)
        assert journal.next_match() == "3"

    def test_knows_the_entry_written_last_of_whichever_match(self, journal: Journal) -> None:
        first, second = entries("1", 1), entries("2", 1)
        journal.append(first)
        journal.append(second)
        more = entries("1", 1, after=first[-1])
        journal.append(more)
        assert journal.latest() == more[0]

    def test_outlines_a_match(self, journal: Journal) -> None:
        written = entries("1", 3)
        note = Draft(EntryKind.NOTE, {"note": "left"}, "page")
        written.append(seal(unsealed("1", 4, note, AT), "s", written[-1].chain))
        journal.append(written)
        assert journal.outline("1") == (written[0], written[2], 4)

    def test_orders_ten_matches_by_number(self, journal: Journal) -> None:
        for n in range(1, 12):
            journal.append(entries(str(n), 1))
        assert journal.matches() == tuple(str(n) for n in range(1, 12))

    @pytest.mark.parametrize("skip", [0, 2])
    def test_refuses_what_does_not_follow(self, journal: Journal, skip: int) -> None:
        written = entries("1", 4)
        journal.append(written[:1])
        with pytest.raises(StaleVersion):
            journal.append([written[1], written[skip and 3]])
        assert journal.entries("1") == (written[0],)
        journal.append(written[1:])
        assert journal.entries("1") == tuple(written)


class TestTheChain:
    def test_holds_over_what_was_written(self) -> None:
        assert broken_link(entries("1", 5)) is None

    @pytest.mark.parametrize(
        ("column", "value"),
        [
            ("seat", 0),
            ("source", "camera"),
            ("by_whom", "Ralph"),
            ("evidence", None),
            ("at", "2031-01-02T03:04:05+00:00"),
            ("state", "s4"),
            ("kind", "undo"),
            ("content", '{"action":{"n":4}}'),
            ("content", "[]"),
            ("content", "{"),
            ("reading", None),
            ("kind", "dance"),
            ("chain", "0" * 64),
        ],
    )
    def test_shows_any_change(self, path: Path, column: str, value: object) -> None:
        with SqliteJournal(path) as journal:
            journal.append(entries("1", 4))
            journal.append(entries("2", 2))
        with sqlite3.connect(path) as raw:
            raw.execute("DROP TRIGGER entry_is_never_changed")
            raw.execute(f"UPDATE entry SET {column} = ? WHERE match = 1 AND sequence = 3", (value,))
        raw.close()
        with SqliteJournal(path) as journal:
            with pytest.raises(JournalDamaged, match=r"Match 1 .* entry 3 "):
                journal.entries("1")
            assert len(journal.entries("2")) == 2

    def test_shows_a_missing_entry(self, path: Path) -> None:
        with SqliteJournal(path) as journal:
            journal.append(entries("1", 4))
        with sqlite3.connect(path) as raw:
            raw.execute("DROP TRIGGER entry_is_never_deleted")
            raw.execute("DELETE FROM entry WHERE sequence = 2")
        raw.close()
        with (
            SqliteJournal(path) as journal,
            pytest.raises(JournalDamaged, match="entry 2 is missing"),
        ):
            journal.entries("1")


class TestOnSqlite:
    def test_survives_closing(self, path: Path) -> None:
        written = entries("1", 3)
        with SqliteJournal(path) as journal:
            journal.append(written)
            journal.close()
        with SqliteJournal(path) as journal:
            assert journal.entries("1") == tuple(written)

    def test_writes_ahead_and_waits_for_the_disk(self, path: Path) -> None:
        with SqliteJournal(path) as journal:
            ask = journal._connection.execute
            assert ask("PRAGMA journal_mode").fetchone() == ("wal",)
            assert ask("PRAGMA synchronous").fetchone() == (2,)

    @pytest.mark.parametrize("statement", ["UPDATE entry SET seat = 1", "DELETE FROM entry"])
    def test_never_changes_an_entry(self, path: Path, statement: str) -> None:
        with SqliteJournal(path) as journal:
            journal.append(entries("1", 1))
        with sqlite3.connect(path) as raw, pytest.raises(sqlite3.IntegrityError, match="never"):
            raw.execute(statement)
        raw.close()

    def test_lets_one_process_write(self, path: Path) -> None:
        with (
            SqliteJournal(path),
            pytest.raises(JournalError, match="Another Table Companion is using"),
        ):
            SqliteJournal(path)
        SqliteJournal(path).close()

    def test_keeps_out_a_second_process(self, path: Path) -> None:
        script = (
            "import sys; from pathlib import Path\n"
            "from companion.table.journal import SqliteJournal\n"
            "try: SqliteJournal(Path(sys.argv[1]))\n"
            "except OSError as error: print(error)\n"
        )
        with SqliteJournal(path):
            done = subprocess.run(
                [sys.executable, "-c", script, path], capture_output=True, text=True, check=True
            )
        assert "Stop that one, or name another folder" in done.stdout

    def test_can_be_read_while_it_is_written(self, path: Path) -> None:
        with SqliteJournal(path) as journal:
            journal.append(entries("1", 2))
            connection = open_read_only(path)
            reader = JournalReader(connection, path)
            assert len(reader.entries("1")) == 2
            journal.append(entries("2", 1))
            assert reader.matches() == ("1", "2")
            with pytest.raises(sqlite3.OperationalError):
                connection.execute("DROP TABLE entry")
            connection.close()

    def test_that_grows_between_two_looks_is_not_damaged(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Who follows the games reads while the table writes."""
        written, rows = entries("1", 6), JournalReader._rows
        with SqliteJournal(path) as journal, closing(open_read_only(path)) as connection:
            journal.append(written[:2])
            ours, left = JournalReader(connection, path), iter(written[2:])

            def meanwhile(
                reader: JournalReader, sql: str, values: tuple[object, ...] = ()
            ) -> list[object]:
                found = rows(reader, sql, values)
                if reader is ours:
                    journal.append([next(left)])
                return found

            monkeypatch.setattr(JournalReader, "_rows", meanwhile)
            assert ours.entries("1") == tuple(written[:2])

    def test_from_a_newer_version_is_left_alone(self, path: Path) -> None:
        SqliteJournal(path).close()
        raw = sqlite3.connect(path)
        raw.execute("PRAGMA user_version = 2")
        raw.close()
        before = path.read_bytes()
        with pytest.raises(JournalTooNew, match="Update Table Companion"):
            SqliteJournal(path)
        assert path.read_bytes() == before

    @pytest.mark.parametrize(
        "content",
        [b"not a database at all", b"SQLite format 3\x00" + b"\xff" * 5000, b"\x00" * 4096],
        ids=["text", "torn", "zeros"],
    )
    def test_that_is_no_database_is_left_alone(self, path: Path, content: bytes) -> None:
        path.write_bytes(content)
        with pytest.raises(JournalDamaged, match=r"(Move|move) (it|this file) away"):
            SqliteJournal(path)
        assert path.read_bytes() == content

    def test_of_another_program_is_left_alone(self, path: Path) -> None:
        raw = sqlite3.connect(path)
        raw.execute("CREATE TABLE songs (title)")
        raw.close()
        before = path.read_bytes()
        with pytest.raises(JournalDamaged, match="not a journal of Table Companion"):
            SqliteJournal(path)
        assert path.read_bytes() == before

    def test_that_was_cut_off_at_birth_is_begun_again(self, path: Path) -> None:
        path.touch()
        with SqliteJournal(path) as journal:
            journal.append(entries("1", 1))

    def test_below_a_file_says_what_to_do(self, path: Path) -> None:
        path.touch()
        with pytest.raises(JournalError, match="right to write in that folder"):
            SqliteJournal(path / "deeper" / "journal.sqlite")

    def test_in_a_folder_that_cannot_be_written_says_what_to_do(self, shared_path: Path) -> None:
        SqliteJournal(shared_path).close()
        shared_path.with_name(shared_path.name + ".lock").unlink()
        said = _without_rights(shared_path, "SqliteJournal(path)")
        assert "right to write in that folder" in said

    def test_that_cannot_be_written_says_what_to_do(self, shared_path: Path) -> None:
        SqliteJournal(shared_path).close()
        shared_path.with_name(shared_path.name + ".lock").chmod(0o666)
        said = _without_rights(shared_path, "SqliteJournal(path)")
        assert "cannot be written" in said

    def test_in_a_folder_that_cannot_be_written_can_be_read(self, shared_path: Path) -> None:
        with SqliteJournal(shared_path) as journal:
            journal.append(entries("1", 2))
        read = "print(len(JournalReader(open_read_only(path), path).entries('1')))"
        assert _without_rights(shared_path, read) == "2"

    def test_that_is_not_there_cannot_be_read(self, path: Path) -> None:
        with pytest.raises(JournalError, match="no journal at"):
            open_read_only(path)

    def test_with_a_full_disk_writes_all_or_nothing(
        self, path: Path, boards: FakeBoards, clock: FakeClock
    ) -> None:
        with SqliteJournal(path) as journal:
            table = Table(journal, boards, clock, GAMES)
            table.new_match("ladder", PLAYERS, {}, None)
            pages = journal._connection.execute("PRAGMA page_count").fetchone()[0]
            journal._connection.execute(f"PRAGMA max_page_count = {pages}")
            with pytest.raises(StorageFull, match="Free some space"):
                _play_until_full(table)
            shown = table.snapshot()
            assert shown.match is not None
            assert len(journal.entries("1")) == shown.match.version
            assert "no room" in (shown.message or "")
            with pytest.raises(StorageFull):
                _step(table)
            assert table.snapshot().match == shown.match
            journal._connection.execute("PRAGMA max_page_count = 100000")
            _step(table)
            assert table.snapshot().message is None
            assert version(table) == shown.match.version + 1
            assert len(journal.entries("1")) == version(table)
            shown = table.snapshot()
        with SqliteJournal(path) as journal:
            assert Table(journal, boards, clock, GAMES).snapshot().match == shown.match


def _step(table: Table) -> None:
    """Declare, or take the declaration back."""
    match = table.snapshot().match
    assert match is not None
    if match.awaits is None:
        declare(table, 1)
    else:
        accepted(table.undo(match.version, "page"))


def _play_until_full(table: Table) -> None:
    """Raises StorageFull sooner or later."""
    for _ in range(10_000):
        _step(table)


@pytest.fixture
def shared_path() -> Iterator[Path]:
    """A journal where a process of another user can get at it."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder) / "journal.sqlite"


def _without_rights(path: Path, call: str) -> str:
    """What a process prints that may read but not write where the journal is.

    Root may write anywhere, so that process first stops being root.
    """
    script = (
        "import os, sys; from pathlib import Path\n"
        "from companion.table.journal import SqliteJournal\n"
        "from companion.table.journal_reader import JournalReader, open_read_only\n"
        "path = Path(sys.argv[1])\n"
        "if os.geteuid() == 0: os.setuid(65534)\n"
        f"try: {call}\n"
        "except OSError as error: print(error)\n"
    )
    path.chmod(0o444)
    path.parent.chmod(0o555)
    try:
        done = subprocess.run(
            [sys.executable, "-c", script, path], capture_output=True, text=True, check=True
        )
    finally:
        path.parent.chmod(0o755)
    return done.stdout.strip()
