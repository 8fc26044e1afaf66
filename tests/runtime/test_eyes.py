"""The camera's loop: what the table hears of the tray, and that nothing ends the loop."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pytest

from companion.errors import CameraLost
from companion.runtime.eyes import Eyes, Read
from companion.runtime.pictures import Keep, Shutter
from companion.table.cues import TrayState
from companion.table.table import Table
from tests.hardware.clocks import FakeClock
from tests.runtime.fakes import FakeGallery, FilmCamera
from tests.table.fakes import FakeBoards, MemoryJournal
from tests.vision.drawn import Die, Scene, true_reading, unsure
from vision.values import SettledRoll

LEFT, RIGHT, OTHER = Die(3, 220, 200), Die(5, 420, 300, 0.9), Die(6, 300, 380, 1.3)
EMPTY = Scene()
THROWN = Scene(dice=(LEFT, RIGHT))
ROLLING = [
    Scene(dice=(Die(1 + step % 6, 200 + 9 * step, 60 + 20 * step, step),)) for step in range(8)
]


class WatchedTable(Table):
    """The real table, remembering which states of the tray it was told."""

    states: list[TrayState]
    evidence: list[str | None]

    def tray(self, state: TrayState) -> None:
        self.states = [*getattr(self, "states", []), state]
        super().tray(state)

    def rolled(
        self, roll: SettledRoll, picture_size: tuple[int, int], evidence: str | None
    ) -> None:
        self.evidence = [*getattr(self, "evidence", []), evidence]
        super().rolled(roll, picture_size, evidence)


@dataclass
class Stand:
    """Eyes before a film, to be run to the end of it."""

    table: Table
    clock: FakeClock
    scenes: Sequence[Scene | Exception | None]
    read: Callable[[FilmCamera], Read] = lambda camera: camera.read
    gallery: FakeGallery = field(default_factory=FakeGallery)
    keeps: Keep = Keep.ALL

    def __post_init__(self) -> None:
        self.camera = FilmCamera(self.clock, self.scenes)
        shutter = Shutter(self.gallery, keeps=self.keeps)
        self.eyes = Eyes(self.table, self.camera, self.read(self.camera), shutter, self.clock)

    def run(self) -> None:
        """As the service's thread does, without ever waiting."""
        stop = PassingEvent(self.clock)
        self.eyes.run(stop)


class PassingEvent(threading.Event):
    """Waiting takes no real time."""

    def __init__(self, clock: FakeClock) -> None:
        super().__init__()
        self._clock = clock

    def wait(self, timeout: float | None = None) -> bool:
        assert timeout is not None
        self._clock.sleep_s(timeout)
        return self.is_set()


@pytest.fixture
def watched(journal: MemoryJournal, clock: FakeClock, table: Table) -> WatchedTable:
    return WatchedTable(journal, FakeBoards(), clock)


def last_values(table: Table) -> list[int | str] | None:
    match = table.snapshot().match
    assert match is not None
    return None if match.last_roll is None else [value for _, value in match.last_roll.dice]


def test_dice_that_are_thrown_and_awaited_count(table: Table, clock: FakeClock) -> None:
    Stand(table, clock, [*ROLLING, *[THROWN] * 12]).run()
    assert last_values(table) == [3, 5]


def test_a_throw_counts_once(table: Table, clock: FakeClock) -> None:
    hand = [Scene(dice=(LEFT, RIGHT), hand=(680.0 - 60 * step, 240)) for step in range(8)]
    film = [*ROLLING, *[THROWN] * 12, *hand, *reversed(hand), *[THROWN] * 30]
    match = table.snapshot().match
    assert match is not None
    before = match.version
    Stand(table, clock, film).run()
    after = table.snapshot().match
    assert after is not None
    assert after.version == before + 1


def test_the_states_of_a_throw_are_told_in_their_order(
    watched: WatchedTable, clock: FakeClock
) -> None:
    Stand(watched, clock, [*ROLLING, *[THROWN] * 12]).run()
    assert watched.states[0] is TrayState.WAITING
    assert TrayState.ROLLING in watched.states
    rolled = watched.states.index(TrayState.ROLLING)
    assert watched.states[rolled : rolled + 3] == [
        TrayState.ROLLING,
        TrayState.READING,
        TrayState.SETTLED,
    ]


def test_a_state_is_told_only_when_it_changes(watched: WatchedTable, clock: FakeClock) -> None:
    Stand(watched, clock, [*ROLLING, *[THROWN] * 40]).run()
    assert all(
        first is not second
        for first, second in zip(watched.states, watched.states[1:], strict=False)
    )


def test_dice_that_lay_there_before_the_start_are_no_throw(table: Table, clock: FakeClock) -> None:
    stand = Stand(table, clock, [THROWN] * 30)
    stand.camera._scenes = [THROWN] * 30
    stand.run()
    assert last_values(table) is None


def test_a_doubtful_throw_becomes_a_question_with_its_evidence(
    watched: WatchedTable, clock: FakeClock
) -> None:
    stand = Stand(
        watched,
        clock,
        [*ROLLING, *[THROWN] * 12],
        lambda camera: lambda image: unsure(true_reading(camera.shown)),
    )
    stand.run()
    question = watched.snapshot().tray.question
    assert question is not None
    assert question.evidence == "evidence-1"
    assert watched.evidence == ["evidence-1"]
    assert last_values(watched) is None


def sure(camera: FilmCamera) -> Read:
    return camera.read


def doubting(camera: FilmCamera) -> Read:
    return lambda image: unsure(true_reading(camera.shown))


@pytest.mark.parametrize(
    ("keeps", "read", "kept", "held", "stored"),
    [
        (Keep.ALL, sure, 1, 0, []),
        (Keep.DOUBTS, sure, 0, 1, []),
        (Keep.DOUBTS, doubting, 0, 1, ["held-1"]),
        (Keep.NONE, doubting, 0, 0, []),
    ],
)
def test_pictures_are_kept_as_the_settings_say(
    table: Table,
    clock: FakeClock,
    keeps: Keep,
    read: Callable[[FilmCamera], Read],
    kept: int,
    held: int,
    stored: list[str],
) -> None:
    stand = Stand(table, clock, [*ROLLING, *[THROWN] * 12], read, keeps=keeps)
    stand.run()
    gallery = stand.gallery
    assert (len(gallery.kept), len(gallery.held), gallery.stored) == (kept, held, stored)


def test_the_picture_of_a_throw_that_is_corrected_is_kept_after_all(
    table: Table, clock: FakeClock
) -> None:
    stand = Stand(table, clock, [*ROLLING, *[THROWN] * 20], keeps=Keep.DOUBTS)
    while last_values(table) is None:
        stand.eyes.look()
    stand.eyes.look()
    assert stand.gallery.stored == []
    match = table.snapshot().match
    assert match is not None
    table.correct(match.version, [("d6", 3), ("d6", 6)], "page")
    stand.eyes.look()
    assert stand.gallery.stored == ["held-1"]


def test_too_few_dice_are_asked_about_after_two_seconds(table: Table, clock: FakeClock) -> None:
    Stand(table, clock, [*ROLLING, *[Scene(dice=(LEFT,))] * 15]).run()
    assert table.snapshot().tray.question is None
    Stand(table, clock, [*ROLLING, *[Scene(dice=(LEFT,))] * 25]).run()
    question = table.snapshot().tray.question
    assert question is not None
    assert question.code == "wrong_count"


def test_a_lost_camera_is_named_and_the_game_goes_on_when_it_is_back(
    watched: WatchedTable, clock: FakeClock
) -> None:
    loss = CameraLost("The camera is gone. Check its cable.")
    stand = Stand(watched, clock, [loss, loss])
    for _ in range(10):
        stand.eyes.look()
    with pytest.raises(CameraLost):
        stand.eyes.look()
    assert watched.snapshot().tray.state is TrayState.CAMERA_LOST
    assert stand.eyes.health.message(clock.now_s()) == str(loss)
    again = Stand(watched, clock, [loss, loss, *[EMPTY] * 5, *ROLLING, *[THROWN] * 12])
    again.run()
    assert TrayState.CAMERA_LOST in watched.states
    assert last_values(watched) == [3, 5]
    assert watched.snapshot().message is None


def test_dice_thrown_while_the_camera_was_lost_are_seen_when_it_is_back(
    table: Table, clock: FakeClock
) -> None:
    Stand(table, clock, [*[CameraLost("gone")] * 3, *[THROWN] * 20]).run()
    assert last_values(table) == [3, 5]


def test_a_camera_that_falls_silent_is_named_lost(table: Table, clock: FakeClock) -> None:
    stand = Stand(table, clock, [None] * 30)
    for _ in range(25):
        stand.eyes.look()
    assert table.snapshot().tray.state is TrayState.CAMERA_LOST
    assert "gives no pictures" in stand.eyes.health.message(clock.now_s())


def test_pauses_grow_while_a_fault_lasts_and_no_fault_ends_the_loop(
    table: Table, clock: FakeClock, caplog: pytest.LogCaptureFixture
) -> None:
    started_s = clock.now_s()
    film: list[Scene | Exception | None] = [
        *[ValueError("a fault of ours")] * 7,
        *ROLLING,
        *[THROWN] * 12,
    ]
    Stand(table, clock, film).run()
    assert last_values(table) == [3, 5]
    assert table.snapshot().message is None
    assert clock.now_s() - started_s > 0.5 + 1 + 2 + 4 + 8 + 8 + 8
    assert "a fault of ours" in caplog.text


def test_a_reader_that_fails_is_said_on_the_page_and_tried_again(
    table: Table, clock: FakeClock
) -> None:
    messages: list[str | None] = []

    def read(camera: FilmCamera) -> Read:
        def fail_twice(image: object) -> object:
            messages.append(table.snapshot().message)
            if len(messages) in (2, 3):
                raise RuntimeError("no model")
            return true_reading(camera.shown)

        return fail_twice  # type: ignore[return-value]

    Stand(table, clock, [*ROLLING, *[THROWN] * 20], read).run()
    assert any(text and "no model" in text for text in messages)
    assert last_values(table) == [3, 5]


def test_a_full_disk_is_said_and_nothing_is_counted(
    table: Table, clock: FakeClock, journal: MemoryJournal
) -> None:
    journal.full = True
    Stand(table, clock, [*ROLLING, *[THROWN] * 12]).run()
    message = table.snapshot().message
    assert message is not None
    assert "not counted" in message
    assert last_values(table) is None


def test_the_end_of_a_recording_is_no_fault(table: Table, clock: FakeClock) -> None:
    stand = Stand(table, clock, [EMPTY])
    stand.run()
    assert table.snapshot().tray.state is TrayState.NO_CAMERA
    assert table.snapshot().message is None
    assert "ended" in stand.eyes.health.message(clock.now_s())


def test_the_page_gets_few_pictures_of_a_still_tray_and_at_most_five_a_second_of_a_throw(
    table: Table, clock: FakeClock
) -> None:
    still, moving = FakeGallery(), FakeGallery()
    Stand(table, clock, [EMPTY] * 90, gallery=still).run()
    Stand(table, clock, ROLLING * 10, gallery=moving).run()
    assert 4 <= len(still.shown) <= 8, "ten seconds"
    assert 36 <= len(moving.shown) <= 46, "nine seconds"


def test_evidence_is_the_picture_that_was_read(table: Table, clock: FakeClock) -> None:
    stand = Stand(table, clock, [*ROLLING, *[THROWN] * 12])
    stand.run()
    assert len(stand.gallery.kept) == 1
    assert stand.gallery.kept[0].shape == (480, 640, 3)
    # A pip in the middle of the five, and the body beside it.
    assert stand.gallery.kept[0][300, 420].max() < 90
    assert stand.gallery.kept[0][200, 240].min() > 150


def test_a_tower_left_over_the_tray_is_named_only_while_dice_are_awaited(
    table: Table, clock: FakeClock
) -> None:
    covered = [Scene(cover=True)] * 40
    asked = Stand(table, clock, covered)
    for _ in range(45):
        asked.eyes.look()
    assert table.snapshot().tray.state is TrayState.TOWER_DOWN
    table.leave()
    idle = Stand(table, clock, covered)
    for _ in range(45):
        idle.eyes.look()
    assert table.snapshot().tray.state is TrayState.HAND_IN_VIEW


def test_dice_that_nobody_awaits_are_shown_and_not_applied(table: Table, clock: FakeClock) -> None:
    table.leave()
    Stand(table, clock, [*ROLLING, *[THROWN] * 20]).run()
    assert [die.value for die in table.snapshot().tray.dice] == [3, 5]
    assert table.snapshot().match is None
