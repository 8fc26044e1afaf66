"""When the good word is kept back, and when it is not."""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.cli.supervised import OnlyANewProcess, Page, journal_hangs, page_hangs, watched_over
from companion.errors import CompanionError, JournalError, StorageFull, StorageReadOnly
from companion.games.registry import GAMES
from companion.runtime.hands import Hands
from companion.runtime.health import HUNG_AFTER_S, STUCK_AFTER_S, CameraHealth
from companion.runtime.service import STUCK_AFTER_S as LOOP_STUCK_AFTER_S
from companion.runtime.service import Service
from companion.runtime.watch import LONGEST_S, Watch
from companion.table.journal import SqliteJournal
from companion.table.table import Table
from hardware.buttons import NoButtons
from hardware.lights.simulated import SimulatedLights
from tests.hardware.clocks import FakeClock
from tests.table.fakes import FakeBoards, MemoryJournal
from tests.vision.drawn import Scene, draw

PATIENCE_S = 30.0


class NotedSupervisor:
    """Writes down what it is told; ``heard`` is set by each good word."""

    def __init__(self, within_s: float | None = None) -> None:
        self._within_s = within_s
        self.words: list[str] = []
        self.heard = threading.Event()

    @property
    def within_s(self) -> float | None:
        return self._within_s

    def ready(self, status: str) -> None:
        self.words.append(f"ready: {status}")

    def well(self) -> None:
        self.words.append("well")
        self.heard.set()

    def status(self, text: str) -> None:
        self.words.append(text)

    def stopping(self) -> None:
        self.words.append("stopping")


def test_all_answers_must_be_good() -> None:
    listening = NotedSupervisor(30.0)
    answers = {"camera": "", "journal": ""}
    watch = Watch(
        listening, (lambda: answers["camera"], lambda: answers["journal"]), lambda: "all well"
    )
    assert watch.ask()
    answers["journal"] = "The journal hangs."
    assert not watch.ask()
    answers["journal"] = ""
    assert watch.ask()
    assert listening.words == ["well", "all well", "The journal hangs.", "well", "all well"]


def test_a_question_that_fails_is_no_good_answer(caplog: pytest.LogCaptureFixture) -> None:
    def broken() -> str:
        raise ZeroDivisionError

    listening = NotedSupervisor()
    with caplog.at_level(logging.ERROR):
        assert not Watch(listening, (broken,), str).ask()
    assert "well" not in listening.words
    assert "ZeroDivisionError" in caplog.text


@pytest.mark.parametrize(("within_s", "every_s"), [(30.0, 7.5), (0.4, 0.1), (3600.0, LONGEST_S)])
def test_three_words_may_be_late(within_s: float, every_s: float) -> None:
    assert Watch(NotedSupervisor(within_s), (), str).every_s == pytest.approx(every_s)


def test_systemd_hears_of_the_start_of_the_work_and_of_the_end_in_order() -> None:
    listening = NotedSupervisor(0.04)
    with watched_over(listening, (), lambda: "up"):
        assert listening.heard.wait(PATIENCE_S)
    assert listening.words[0] == "ready: up"
    assert listening.words[-1] == "stopping"


def test_a_question_that_never_comes_back_ends_the_good_words_but_not_the_stop() -> None:
    listening, let_go, asked = NotedSupervisor(0.04), threading.Event(), threading.Event()

    def hangs() -> str:
        asked.set()
        let_go.wait(PATIENCE_S)
        return "It hung."

    with watched_over(listening, (hangs,), lambda: "up"):
        assert asked.wait(PATIENCE_S)
    assert listening.words == ["ready: up", "stopping"]
    let_go.set()


def seen(at_s: float) -> CameraHealth:
    health = CameraHealth(0.0)
    health.saw(draw(Scene(), 0), at_s)
    health.turned(at_s)
    return health


def test_a_loop_of_the_camera_that_stands_still_needs_a_new_process() -> None:
    health = seen(10.0)
    assert health.hangs(10.0 + STUCK_AFTER_S - 1) == ""
    assert "stood still" in health.hangs(10.0 + STUCK_AFTER_S + 1)
    assert "stood still" in CameraHealth(0.0).hangs(STUCK_AFTER_S + 1)


def test_a_driver_that_hangs_after_pictures_needs_a_new_process() -> None:
    health = seen(10.0)
    health.turned(10.0 + HUNG_AFTER_S)
    assert health.hangs(10.0 + HUNG_AFTER_S - 1) == ""
    assert "neither a picture nor an error" in health.hangs(10.0 + HUNG_AFTER_S + 1)


def test_a_camera_that_was_unplugged_leaves_the_game_alone() -> None:
    health = seen(10.0)
    health.lost = "The camera is gone."
    health.turned(500.0)
    assert health.hangs(501.0) == ""


def test_a_camera_that_never_gave_a_picture_is_not_started_again_and_again() -> None:
    health = CameraHealth(0.0)
    health.turned(500.0)
    assert health.hangs(501.0) == ""


def test_the_end_of_a_recording_is_no_fault() -> None:
    health = seen(10.0)
    health.ended = True
    assert health.hangs(1000.0) == ""


def test_a_journal_that_can_be_written_is_well_and_is_not_written_to(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    with SqliteJournal(path) as journal:
        before = {file.name: file.read_bytes() for file in tmp_path.glob("*sqlite3*")}
        assert journal_hangs(journal.check_writable) == ""
        after = {file.name: file.read_bytes() for file in tmp_path.glob("*sqlite3*")}
    assert before == {**after, "journal.sqlite3-shm": before["journal.sqlite3-shm"]}


def test_a_journal_that_another_program_holds_is_not_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "journal.sqlite3"
    with SqliteJournal(path) as journal:
        journal._connection.execute("PRAGMA busy_timeout = 1")
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        assert "does not answer" in journal_hangs(journal.check_writable)
        other.execute("ROLLBACK")
        other.close()
        assert journal_hangs(journal.check_writable) == ""


def test_a_journal_whose_file_system_became_read_only_is_named_and_not_started_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import os

    class ReadOnly:
        f_flag = os.ST_RDONLY

    with SqliteJournal(tmp_path / "journal.sqlite3") as journal:
        monkeypatch.setattr(os, "statvfs", lambda path: ReadOnly())
        with pytest.raises(StorageReadOnly, match="is read-only"):
            journal.check_writable()
        assert journal_hangs(journal.check_writable) == ""


@pytest.mark.parametrize(
    ("fault", "well"),
    [
        (StorageFull("full"), True),
        (StorageReadOnly("worn out"), True),
        (JournalError("torn out"), False),
    ],
)
def test_a_full_disk_is_the_pages_business_and_a_broken_one_systemds(
    fault: CompanionError, well: bool
) -> None:
    def check() -> None:
        raise fault

    assert (journal_hangs(check) == "") is well


def test_a_page_that_nobody_serves_is_not_well(free: Callable[[], int]) -> None:
    assert "does not answer" in page_hangs(Page("0.0.0.0", free()))


@pytest.fixture
def free() -> Callable[[], int]:
    from tests.runtime.served import free_port

    return free_port


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("0.0.0.0", "http://127.0.0.1:8080/"),
        ("::", "http://[::1]:8080/"),
        ("192.168.1.7", "http://192.168.1.7:8080/"),
    ],
)
def test_the_page_is_asked_where_it_listens(host: str, address: str) -> None:
    assert Page(host, 8080).address == address


def test_what_only_a_new_process_mends_stays_said() -> None:
    beyond = OnlyANewProcess()
    assert beyond.hangs() == ""
    beyond.tell("The driver does not return.")
    beyond.tell("It still does not.")
    assert beyond.hangs() == "The driver does not return."


def test_loops_that_stand_still_need_a_new_process(table: Table) -> None:
    clock = FakeClock()
    hands = Hands(table, SimulatedLights(1), NoButtons(), clock)
    service = Service(table, None, hands, clock, lambda: "no camera", lambda: ())
    clock.sleep_s(LOOP_STUCK_AFTER_S - 1)
    assert service.hangs() == ""
    clock.sleep_s(2.0)
    assert "Lights and buttons" in service.hangs()
    hands.turned_s = clock.now_s()
    assert service.hangs() == ""


@pytest.fixture
def table() -> Table:
    return Table(MemoryJournal(), FakeBoards(), FakeClock(), GAMES)
