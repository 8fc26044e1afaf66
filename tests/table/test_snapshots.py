"""What the table shows as time passes: cues, messages, the newest lines, and who waits for them."""

from __future__ import annotations

from companion.table.cues import Cue
from companion.table.noticeboard import FLASH_S
from companion.table.table import Table
from tests.table.fakes import (
    PLAYERS,
    FakeClock,
    accepted,
    climb,
    d6,
    declare,
    now,
    version,
)


class TestCues:
    def test_speak_of_a_fall_for_a_moment_and_then_of_the_turn(
        self, table: Table, clock: FakeClock
    ) -> None:
        climb(table, 1)
        assert table.snapshot().cue is Cue.FALL
        serial = table.snapshot().serial
        clock.t_s += FLASH_S
        later = table.snapshot()
        assert later.cue is Cue.YOUR_TURN
        assert later.serial > serial

    def test_speak_of_success_and_of_the_awaited_throw(self, table: Table) -> None:
        declare(table, 1)
        assert table.snapshot().cue is Cue.ROLL_NOW
        accepted(table.throw(d6(3), version(table), "page"))
        assert table.snapshot().cue is Cue.SUCCESS

    def test_speak_of_the_end(self, bare: Table, clock: FakeClock) -> None:
        assert bare.snapshot().cue is Cue.IDLE
        bare.new_match("ladder", PLAYERS, {}, "low")
        climb(bare, 6)
        clock.t_s += FLASH_S
        assert bare.snapshot().cue is Cue.GAME_OVER


class TestWaiting:
    def test_returns_at_once_when_something_changed(self, table: Table) -> None:
        serial = table.snapshot().serial
        declare(table, 1)
        changed = table.wait(serial, 0.0)
        assert changed is not None
        assert changed.serial > serial

    def test_returns_none_when_nothing_changed(self, table: Table) -> None:
        assert table.wait(table.snapshot().serial, 0.0) is None

    def test_takes_a_serial_of_an_earlier_run_for_what_it_is(self, table: Table) -> None:
        assert table.wait(table.snapshot().serial + 1000, 60.0) == table.snapshot()

    def test_tells_when_a_cue_has_had_its_moment(self, table: Table, clock: FakeClock) -> None:
        climb(table, 3)
        serial = table.snapshot().serial
        clock.t_s += FLASH_S
        changed = table.wait(serial, 60.0)
        assert changed is not None
        assert changed.cue is Cue.YOUR_TURN

    def test_messages_are_shown_until_taken_away(self, table: Table) -> None:
        table.message("The camera is gone.")
        assert table.snapshot().message == "The camera is gone."
        serial = table.snapshot().serial
        table.message("The camera is gone.")
        assert table.snapshot().serial == serial
        table.message(None)
        assert table.snapshot().message is None

    def test_messages_of_several_topics_stand_side_by_side(self, table: Table) -> None:
        table.message("The camera is gone.")
        table.message("No pictures are kept.", "evidence")
        assert table.snapshot().message == "The camera is gone. No pictures are kept."
        table.message(None)
        assert table.snapshot().message == "No pictures are kept."

    def test_a_log_of_many_lines_is_shown_from_its_end(self, table: Table) -> None:
        for _ in range(200):
            climb(table, 1)
        assert len(now(table).log) == 500
        assert now(table).log[-1].text == "Ralph fell to 0."
