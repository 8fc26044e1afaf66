"""A torn or spoilt journal: said clearly, never a wrong position, nothing else lost."""

from __future__ import annotations

import random
import shutil
import sqlite3
from pathlib import Path

import pytest

from companion.errors import JournalDamaged, JournalError
from companion.table.entries import Entry
from companion.table.journal import SqliteJournal
from companion.table.snapshot import MatchNow
from companion.table.table import Table
from tests.table.fakes import GAMES, PLAYERS, FakeBoards, FakeClock
from tests.table.killed import step
from tests.table.ladder import Ladder

SPOILT_FILES = 150
STEPS = 60


def play(path: Path, steps: int, seed: int) -> None:
    chance = random.Random(seed)
    with SqliteJournal(path) as journal:
        table = Table(journal, FakeBoards(), FakeClock(), GAMES)
        for _ in range(steps):
            step(table, chance)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A closed journal of several matches."""
    path = tmp_path_factory.mktemp("played") / "journal.sqlite"
    play(path, STEPS * 3, seed=1)
    return path


def stored(path: Path) -> dict[str, tuple[Entry, ...]]:
    with SqliteJournal(path) as journal:
        return {match: journal.entries(match) for match in journal.matches()}


def test_a_log_torn_anywhere_gives_a_position_that_once_was(tmp_path: Path) -> None:
    """As after a power cut: the write-ahead log ends somewhere, or is spoilt from there on."""
    path = tmp_path / "journal.sqlite"
    chance = random.Random(2)
    with SqliteJournal(path) as journal:
        table = Table(journal, FakeBoards(), FakeClock(), GAMES)
        for _ in range(STEPS):
            step(table, chance)
        truth = {match: journal.entries(match) for match in journal.matches()}
        file, log = path.read_bytes(), path.with_name("journal.sqlite-wal").read_bytes()
    assert len(log) > 50_000
    lengths = set()
    for number in range(60):
        torn = tmp_path / f"torn{number}" / "journal.sqlite"
        torn.parent.mkdir()
        torn.write_bytes(file)
        end = chance.randrange(len(log))
        spoilt = bytes([log[end] ^ (1 << chance.randrange(8))]) + log[end + 1 :]
        rest = spoilt if number % 2 else b""
        torn.with_name("journal.sqlite-wal").write_bytes(log[:end] + rest)
        found = stored(torn)
        for match, entries in found.items():
            assert entries == truth[match][: len(entries)]
        lengths.add(sum(map(len, found.values())))
        play(torn, 3, seed=number)
    assert len(lengths) > 10


def test_a_spoilt_file_is_never_taken_for_another_position(played: Path, tmp_path: Path) -> None:
    chance = random.Random(3)
    truth = stored(played)
    whole = played.read_bytes()
    told = usable = 0
    for number in range(SPOILT_FILES):
        path = tmp_path / str(number) / "journal.sqlite"
        path.parent.mkdir()
        content = bytearray(whole)
        at = chance.randrange(len(content))
        length = chance.choice((1, 1, 16, 512))
        content[at : at + length] = chance.randbytes(len(content[at : at + length]))
        path.write_bytes(content)
        faults, sound = _read_all(path, truth)
        told += faults > 0
        usable += sound > 0
        assert path.exists()
    # The share of spoilt places that hold anything, and that leave other matches usable.
    assert told > SPOILT_FILES // 3
    assert usable > SPOILT_FILES // 2


def _read_all(path: Path, truth: dict[str, tuple[Entry, ...]]) -> tuple[int, int]:
    """How many matches are told to be damaged and how many are as they were."""
    try:
        journal = SqliteJournal(path)
    except JournalError:
        return len(truth), 0
    faults = sound = 0
    with journal:
        for match, entries in truth.items():
            try:
                found = journal.entries(match)
            except JournalDamaged:
                faults += 1
                continue
            assert found == entries, f"match {match} was read as something else"
            sound += 1
    return faults, sound


class TestADamagedMatch:
    @pytest.fixture
    def spoilt(self, played: Path, tmp_path: Path) -> Path:
        """The last match, which would be on the table, is changed in its second entry."""
        path = tmp_path / "journal.sqlite"
        shutil.copy(played, path)
        last = list(stored(path))[-1]
        with sqlite3.connect(path) as raw:
            raw.execute("DROP TRIGGER entry_is_never_changed")
            raw.execute(
                "UPDATE entry SET seat = 1 - seat WHERE match = ? AND sequence = 2", (last,)
            )
        raw.close()
        return path

    def test_leaves_the_others_usable(self, spoilt: Path) -> None:
        with SqliteJournal(spoilt) as journal:
            table = Table(journal, FakeBoards(), FakeClock(), GAMES)
            listed = table.matches()
            damaged = listed[0]
            assert damaged.damage is not None
            assert all(info.damage is None for info in listed[1:])
            snapshot = table.snapshot()
            assert f"Match {damaged.id} cannot be continued: entry 2" in (snapshot.message or "")
            running = [info.id for info in listed if info.ended is None and not info.damage]
            assert (snapshot.match.info.id if snapshot.match else None) == (
                running[0] if running else None
            )
            with pytest.raises(JournalDamaged):
                table.resume(damaged.id)
            assert table.resume(listed[1].id).match is not None
            assert table.new_match("ladder", damaged.players, {}, None).match is not None
            assert table.snapshot().message is None

    def test_is_not_deleted(self, spoilt: Path) -> None:
        with SqliteJournal(spoilt) as journal:
            damaged = journal.matches()[-1]
            table = Table(journal, FakeBoards(), FakeClock(), GAMES)
            table.new_match("ladder", PLAYERS, {}, None)
            assert damaged in journal.matches()
            with pytest.raises(JournalDamaged):
                journal.entries(damaged)


def last_match(path: Path) -> MatchNow:
    with SqliteJournal(path) as journal:
        shown = Table(journal, FakeBoards(), FakeClock(), GAMES).snapshot().match
    assert shown is not None
    return shown


def test_a_match_of_other_rules_is_kept_but_not_continued(played: Path, tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    shutil.copy(played, path)
    with SqliteJournal(path) as journal:
        newer = {"ladder": Ladder(rules_version=2)}
        table = Table(journal, FakeBoards(), FakeClock(), newer)
        assert "version 1 of the rules of Ladder" in (table.snapshot().message or "")
        assert table.snapshot().match is None
    assert last_match(path).version > 1


def test_a_match_of_a_game_that_is_gone_is_kept_and_listed(played: Path, tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    shutil.copy(played, path)
    with SqliteJournal(path) as journal:
        table = Table(journal, FakeBoards(), FakeClock(), {})
        listed = table.matches()
        assert len(listed) == len(journal.matches())
        assert all("does not know its game 'ladder'" in (info.damage or "") for info in listed)
    assert last_match(path).version > 1


def test_an_entry_that_leads_elsewhere_is_found(played: Path, tmp_path: Path) -> None:
    """Rules that changed without a new version number are told by the digest of the state."""

    class Steeper(Ladder):
        def parse_board(self, data: object, source: str) -> int:
            return 29

    path = tmp_path / "journal.sqlite"
    shutil.copy(played, path)
    with SqliteJournal(path) as journal:
        table = Table(journal, FakeBoards(), FakeClock(), {"ladder": Steeper()})
        assert "entry 1 does not lead to the position" in (table.snapshot().message or "")
