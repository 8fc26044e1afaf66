"""A throw that the camera saw meets the match on the table."""

from __future__ import annotations

import pytest

from companion.errors import StaleVersion
from companion.table.cues import Cue, TrayState
from companion.table.entries import EntryKind
from companion.table.snapshot import MatchNow, Question
from companion.table.table import Refused, Table
from tests.table.fakes import (
    GAMES,
    PICTURE_SIZE,
    FakeBoards,
    FakeClock,
    MemoryJournal,
    accepted,
    d6,
    declare,
    die,
    doubtful,
    settled,
    version,
)
from vision.values import DieKind, SettledRoll, Status, TroubleCode


def now(table: Table) -> MatchNow:
    match = table.snapshot().match
    assert match is not None
    return match


def question(table: Table) -> Question:
    asked = table.snapshot().tray.question
    assert asked is not None
    return asked


def rolled(table: Table, roll: SettledRoll, evidence: str | None = "00000001-a.jpg") -> None:
    table.rolled(roll, PICTURE_SIZE, evidence)


class TestASureThrow:
    def test_counts_for_the_player_whose_throw_it_is(
        self, table: Table, memory: MemoryJournal
    ) -> None:
        declare(table, 2)
        rolled(table, settled(die(5), die(3)))
        assert now(table).view["heights"] == [8, 0]
        entry = memory.written[-1]
        assert (entry.kind, entry.source, entry.seat) == (EntryKind.ACTION, "camera", 0)
        assert entry.evidence == "00000001-a.jpg"
        last = now(table).last_roll
        assert last is not None
        assert last.dice == (("d6", 3), ("d6", 5))
        assert [seen.value for seen in last.seen] == [5, 3]
        assert last.source == "camera"

    def test_is_kept_as_the_camera_saw_it_even_after_a_correction(
        self, table: Table, memory: MemoryJournal
    ) -> None:
        declare(table, 1)
        rolled(table, settled(die(5, 0.999, [(6, 0.001)])))
        accepted(table.correct(version(table), d6(6), "page"))
        reading = memory.written[-1].reading
        assert reading == memory.written[-2].reading
        assert memory.written[-1].evidence == "00000001-a.jpg"
        assert reading is not None
        assert reading["picture_size"] == [640, 480]
        assert (reading["frame"], reading["t_s"], reading["status"]) == (118, 3.93, "ok")
        assert reading["dice"] == [
            {
                "kind": "d6",
                "value": 5,
                "confidence": 0.999,
                "alternatives": [{"value": 6, "confidence": 0.001}],
                "centre_px": [319.5, 239.5],
                "box_px": [299.5, 219.5, 339.5, 259.5],
            }
        ]
        last = now(table).last_roll
        assert last is not None
        assert last.dice == (("d6", 6),)
        assert [seen.value for seen in last.seen] == [5]

    def test_shows_its_dice_as_fractions_of_the_picture(self, table: Table) -> None:
        declare(table, 1)
        rolled(table, settled(die(5)))
        seen = table.snapshot().tray.dice[0]
        assert seen.centre == (0.5, 0.5)
        assert seen.box == (300 / 640, 220 / 480, 340 / 640, 260 / 480)

    def test_with_a_full_disk_is_not_counted_and_says_so(
        self, table: Table, memory: MemoryJournal
    ) -> None:
        declare(table, 1)
        memory.full = True
        rolled(table, settled(die(5)))
        snapshot = table.snapshot()
        assert snapshot.match is not None
        assert snapshot.match.version == 2
        assert [seen.value for seen in snapshot.tray.dice] == [5]
        assert "not counted" in (snapshot.message or "")
        memory.full = False
        accepted(table.throw(d6(5), version(table), "page"))
        assert table.snapshot().message is None

    def test_of_numbers_that_are_none_is_still_written(self, table: Table) -> None:
        rolled(table, settled(die(5), confidence=float("nan")))
        assert now(table).log[-1].kind == "unasked"


class TestADoubtfulThrow:
    @pytest.fixture
    def asked(self, table: Table) -> Table:
        declare(table, 1)
        rolled(table, doubtful(die(5, 0.6, [(6, 0.39)])))
        return table

    def test_becomes_a_question_and_changes_nothing(
        self, asked: Table, memory: MemoryJournal
    ) -> None:
        assert now(asked).view == {"heights": [0, 0], "declared": 1}
        assert question(asked).code == "low_confidence"
        assert question(asked).suggestions[0].dice == (("d6", 5),)
        assert question(asked).suggestions[1].dice == (("d6", 6),)
        assert memory.written[-1].kind is EntryKind.DOUBT
        assert asked.snapshot().tray.state is TrayState.DOUBT
        assert asked.snapshot().cue is Cue.DOUBT

    def test_is_answered_once(self, asked: Table, memory: MemoryJournal) -> None:
        asked_id = question(asked).id
        outcome = accepted(asked.answer(asked_id, d6(6), version(asked), "page"))
        assert outcome.snapshot.tray.question is None
        assert now(asked).view["heights"] == [6, 0]
        entry = memory.written[-1]
        assert entry.kind is EntryKind.ANSWER
        assert entry.content["question"] == asked_id
        assert entry.reading == memory.written[-2].reading
        assert entry.evidence == "00000001-a.jpg"
        again = asked.answer(asked_id, d6(6), version(asked), "page")
        assert isinstance(again, Refused)
        assert again.code == "no_question"

    def test_may_be_answered_with_what_the_camera_did_not_think_of(self, asked: Table) -> None:
        accepted(asked.answer(question(asked).id, d6(2), version(asked), "page"))
        assert now(asked).view["heights"] == [2, 0]

    def test_keeps_its_question_when_the_answer_does_not_fit(self, asked: Table) -> None:
        refused = asked.answer(question(asked).id, d6(2, 3), version(asked), "page")
        assert isinstance(refused, Refused)
        assert question(asked).code == "low_confidence"

    def test_survives_a_restart(
        self, asked: Table, memory: MemoryJournal, boards: FakeBoards, clock: FakeClock
    ) -> None:
        again = Table(memory, boards, clock, GAMES)
        assert question(again) == question(asked)
        assert again.snapshot().tray.state is TrayState.DOUBT

    def test_is_dropped_for_a_new_throw(self, asked: Table, memory: MemoryJournal) -> None:
        asked_id = question(asked).id
        assert asked.dismiss(asked_id).tray.question is None
        written = len(memory.written)
        asked.dismiss(asked_id)
        assert len(memory.written) == written
        rolled(asked, settled(die(4)))
        assert now(asked).view["heights"] == [4, 0]

    def test_is_settled_by_a_sure_one(self, asked: Table) -> None:
        rolled(asked, settled(die(4)))
        assert asked.snapshot().tray.question is None
        assert now(asked).view["heights"] == [4, 0]

    def test_makes_a_tab_that_did_not_see_it_stale(self, asked: Table) -> None:
        with pytest.raises(StaleVersion):
            asked.throw(d6(4), version(asked) - 1, "page")

    @pytest.mark.parametrize(
        ("roll", "code", "state", "cue"),
        [
            (settled(die(5), die(4)), "wrong_count", TrayState.WRONG_COUNT, Cue.WRONG_COUNT),
            (settled(die(3, kind=DieKind.D4)), "wrong_kind", TrayState.DOUBT, Cue.DOUBT),
            (
                settled(die(5), trouble=[TroubleCode.COCKED]),
                "cocked",
                TrayState.COCKED_DIE,
                Cue.COCKED,
            ),
        ],
    )
    def test_says_what_is_to_be_mended(
        self, table: Table, roll: SettledRoll, code: str, state: TrayState, cue: Cue
    ) -> None:
        declare(table, 1)
        rolled(table, roll)
        assert question(table).code == code
        assert table.snapshot().tray.state is state
        assert table.snapshot().cue is cue

    def test_does_not_hide_that_the_dice_are_moving_again(self, asked: Table) -> None:
        asked.tray(TrayState.ROLLING)
        assert asked.snapshot().tray.state is TrayState.ROLLING
        assert question(asked).code == "low_confidence"


class TestAThrowThatNobodyAwaits:
    def test_is_shown_and_logged_and_not_applied(self, table: Table, memory: MemoryJournal) -> None:
        rolled(table, settled(die(5), die(None, 0.5)))
        assert now(table).view == {"heights": [0, 0], "declared": 0}
        assert memory.written[-1].kind is EntryKind.UNASKED
        assert now(table).log[-1].text == "A roll that nobody awaited, not counted: 5, ?."
        assert table.snapshot().tray.state is TrayState.UNASKED_ROLL
        assert table.snapshot().cue is Cue.UNASKED

    def test_is_forgotten_when_the_next_one_starts(self, table: Table) -> None:
        rolled(table, settled(die(5)))
        table.tray(TrayState.SETTLED)
        assert table.snapshot().tray.state is TrayState.UNASKED_ROLL
        table.tray(TrayState.ROLLING)
        table.tray(TrayState.WAITING)
        assert table.snapshot().tray.state is TrayState.WAITING

    def test_is_shown_without_a_match(self, bare: Table, memory: MemoryJournal) -> None:
        rolled(bare, settled(die(5)))
        assert [seen.value for seen in bare.snapshot().tray.dice] == [5]
        assert bare.snapshot().tray.state is TrayState.UNASKED_ROLL
        assert memory.written == []

    def test_an_empty_tray_is_no_throw(self, table: Table, memory: MemoryJournal) -> None:
        rolled(table, settled(die(5)))
        declare(table, 1)
        rolled(table, settled(status=Status.EMPTY))
        assert [entry.kind for entry in memory.written][-1] is EntryKind.ACTION
        assert table.snapshot().tray.dice == ()
        assert table.snapshot().tray.question is None


class TestAThrowEnteredByHand:
    def test_while_the_dice_roll_is_not_counted_again(self, table: Table) -> None:
        declare(table, 1)
        table.tray(TrayState.ROLLING)
        accepted(table.throw(d6(5), version(table), "page"))
        declare(table, 1)
        rolled(table, settled(die(5)))
        assert now(table).view == {"heights": [5, 0], "declared": 1}
        assert now(table).log[-1].kind == "unasked"
        rolled(table, settled(die(4)))
        assert now(table).view["heights"] == [5, 4]

    def test_and_taken_back_leaves_the_throw_to_the_camera(self, table: Table) -> None:
        declare(table, 1)
        table.tray(TrayState.ROLLING)
        accepted(table.throw(d6(5), version(table), "page"))
        accepted(table.undo(version(table), "page"))
        rolled(table, settled(die(6)))
        assert now(table).view["heights"] == [6, 0]

    @pytest.mark.parametrize("state", [TrayState.SETTLED, TrayState.READING])
    def test_before_the_dice_at_rest_are_read_is_not_counted_again(
        self, table: Table, state: TrayState
    ) -> None:
        declare(table, 1)
        table.tray(TrayState.ROLLING)
        table.tray(state)
        accepted(table.throw(d6(5), version(table), "page"))
        declare(table, 1)
        rolled(table, settled(die(5)))
        assert now(table).view == {"heights": [5, 0], "declared": 1}

    def test_beside_dice_that_were_read_leaves_the_next_throw_to_the_camera(
        self, table: Table
    ) -> None:
        table.tray(TrayState.ROLLING)
        rolled(table, settled(die(2)))
        table.tray(TrayState.SETTLED)
        declare(table, 1)
        accepted(table.throw(d6(5), version(table), "page"))
        declare(table, 1)
        rolled(table, settled(die(6)))
        assert now(table).view["heights"] == [5, 6]

    def test_for_dice_that_were_bumped_leaves_the_next_throw_to_the_camera(
        self, table: Table
    ) -> None:
        """Dice that moved and came to rest unchanged are not reported again."""
        declare(table, 1)
        table.tray(TrayState.ROLLING)
        table.tray(TrayState.SETTLED)
        accepted(table.throw(d6(5), version(table), "page"))
        declare(table, 1)
        table.tray(TrayState.ROLLING)
        rolled(table, settled(die(6)))
        assert now(table).view["heights"] == [5, 6]

    def test_of_a_throw_that_was_taken_out_leaves_the_next_one_to_the_camera(
        self, table: Table
    ) -> None:
        declare(table, 1)
        table.tray(TrayState.ROLLING)
        accepted(table.throw(d6(5), version(table), "page"))
        table.tray(TrayState.WAITING)
        declare(table, 1)
        table.tray(TrayState.ROLLING)
        rolled(table, settled(die(6)))
        assert now(table).view["heights"] == [5, 6]

    def test_at_a_quiet_tray_leaves_the_next_throw_to_the_camera(self, table: Table) -> None:
        declare(table, 1)
        table.tray(TrayState.WAITING)
        accepted(table.throw(d6(5), version(table), "page"))
        declare(table, 1)
        rolled(table, settled(die(5)))
        assert now(table).view["heights"] == [5, 5]

    def test_may_be_of_dice_that_stand_for_others(self, table: Table) -> None:
        declare(table, 1)
        accepted(table.throw([("d6_numeral", 5)], version(table), "page"))
        assert now(table).view["heights"] == [5, 0]


def test_a_tray_state_said_twice_is_no_news(table: Table) -> None:
    table.tray(TrayState.HAND_IN_VIEW)
    serial = table.snapshot().serial
    table.tray(TrayState.HAND_IN_VIEW)
    assert table.snapshot().serial == serial
