"""The daily copy: when it is made, which ones are kept, and that it harms nobody."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.backup import archive, daily
from companion.backup.daily import DailyCopies, copies_in
from companion.config import journal_file
from companion.loops import Loops
from tests.backup.mounts import mounted
from tests.backup.tables import BY, furnish, places
from tests.doctor.games import play, spoil

PLENTY = 1 << 40


class Days:
    """A clock that the test moves on."""

    def __init__(self) -> None:
        self.at = datetime(2027, 3, 4, 20, 15, tzinfo=UTC)

    def now_s(self) -> float:
        return self.at.timestamp()

    def wall(self) -> datetime:
        return self.at

    def pass_on(self, **time: float) -> None:
        self.at += timedelta(**time)


class Keeper:
    """Daily copies of a table in one folder, and what they said."""

    def __init__(self, state: Path, keep: int = 7, free: int = PLENTY) -> None:
        self.state, self.clock, self.folder = state, Days(), state / "copies"
        self.said: list[str | None] = []
        self.copies = DailyCopies(
            self.folder, keep, places(state), BY, self.clock, self.said.append, lambda _: free
        )

    def names(self) -> list[str]:
        return [copy.path.name for copy in copies_in(self.folder)]


@pytest.fixture
def keeper(tmp_path: Path) -> Keeper:
    furnish(tmp_path)
    return Keeper(tmp_path)


def test_a_copy_is_made_once_a_day_where_something_was_played(keeper: Keeper) -> None:
    assert keeper.copies.look() is not None
    keeper.clock.pass_on(hours=23)
    play(keeper.state, matches=1)
    assert keeper.copies.look() is None
    keeper.clock.pass_on(hours=2)
    assert keeper.copies.look() is not None
    keeper.clock.pass_on(days=9)
    assert keeper.copies.look() is None
    assert keeper.names() == ["00001-2027-03-04.zip", "00002-2027-03-05.zip"]
    assert archive.check(keeper.folder / keeper.names()[1]).matches == 3
    assert keeper.said == [None] * 4


def test_where_nothing_was_played_yet_there_is_nothing_to_copy(tmp_path: Path) -> None:
    keeper = Keeper(tmp_path)
    assert keeper.copies.look() is None
    assert not keeper.folder.exists()


def test_a_week_of_them_is_kept(keeper: Keeper) -> None:
    for _ in range(12):
        play(keeper.state, matches=1, throws=1)
        assert keeper.copies.look() is not None
        keeper.clock.pass_on(days=1)
    assert [name[:5] for name in keeper.names()] == [f"{n:05d}" for n in range(6, 13)]


def test_the_newest_sound_one_is_kept_however_old(keeper: Keeper) -> None:
    keeper.copies.look()
    spoil(journal_file(keeper.state))
    for _ in range(9):
        keeper.clock.pass_on(days=1)
        play(keeper.state, matches=1, throws=1)
        assert keeper.copies.look() is not None
    there = copies_in(keeper.folder)
    assert [copy.number for copy in there] == [1, *range(4, 11)]
    assert [copy.sound for copy in there] == [True] + [False] * 7


def test_a_clock_that_was_wrong_neither_stops_copies_nor_loses_one(keeper: Keeper) -> None:
    keeper.copies.look()
    keeper.clock.at = datetime(1970, 1, 1, tzinfo=UTC)
    play(keeper.state, matches=1)
    assert keeper.copies.look() is not None
    assert keeper.copies.look() is None
    keeper.clock.at = datetime(2027, 3, 5, 20, tzinfo=UTC)
    assert keeper.copies.look() is None, "nothing was played since"
    play(keeper.state, matches=1)
    assert keeper.copies.look() is not None
    assert [copy.number for copy in copies_in(keeper.folder)] == [1, 2, 3]


def test_a_copy_that_cannot_be_read_is_followed_by_a_new_one(keeper: Keeper) -> None:
    made = keeper.copies.look()
    assert made is not None
    made.write_bytes(b"torn")
    keeper.clock.at = datetime.now(UTC) + timedelta(days=2)
    assert keeper.copies.look() is not None


def test_too_little_room_is_said_on_the_page_and_taken_back(tmp_path: Path) -> None:
    furnish(tmp_path)
    keeper = Keeper(tmp_path, free=1_000_000)
    assert keeper.copies.look() is None
    assert "1 MB are free" in (keeper.said[-1] or "")
    assert "The game goes on." in (keeper.said[-1] or "")
    assert keeper.names() == []
    roomy = Keeper(tmp_path)
    roomy.copies.look()
    assert roomy.said == [None]


def test_a_disk_that_is_full_after_all_costs_the_copy_only(tmp_path: Path) -> None:
    play(tmp_path, throws=60)
    keeper = Keeper(tmp_path)
    keeper.folder.mkdir()
    with mounted(keeper.folder, "32k"):
        assert keeper.copies.look() is None
        assert "not made" in (keeper.said[-1] or "")
        assert list(keeper.folder.iterdir()) == []


def test_a_fault_of_ours_is_said_and_never_ends_the_service(
    keeper: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*arguments: object) -> str:
        raise RuntimeError("oops")

    monkeypatch.setattr(daily, "content_of", broken)
    assert keeper.copies.look() is None
    assert "oops" in (keeper.said[-1] or "")


def test_what_a_power_cut_left_is_cleared(keeper: Keeper) -> None:
    (keeper.folder / ".copying-x").mkdir(parents=True)
    (keeper.folder / ".copying-x" / "journal.sqlite3").write_bytes(b"x")
    (keeper.folder / ".00001-2027-03-04.zip.part").write_bytes(b"x")
    (keeper.folder / "holiday.zip").write_bytes(b"x")
    keeper.copies.look()
    assert sorted(path.name for path in keeper.folder.iterdir()) == [
        "00001-2027-03-04.zip",
        "holiday.zip",
    ]


def test_the_thread_makes_the_first_copy_by_itself_and_ends(
    keeper: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = threading.Event()
    real = keeper.copies.look

    def look() -> Path | None:
        made = real()
        done.set()
        return made

    monkeypatch.setattr(keeper.copies, "look", look)
    with Loops([("daily copy", keeper.copies.run)], 60.0):
        assert done.wait(60.0)
    assert len(keeper.names()) == 1
    assert "daily copy" not in [thread.name for thread in threading.enumerate()]
