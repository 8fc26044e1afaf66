"""What can be done at the table, and what the snapshot then says."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.errors import (
    BadSetup,
    BoardError,
    CorruptState,
    StaleVersion,
    StorageFull,
    UnknownGame,
    UnknownMatch,
)
from companion.table.cues import Cue
from companion.table.entries import EntryKind
from companion.table.snapshot import Player
from companion.table.table import Outcome, Refused, Table
from tests.table.fakes import (
    GAMES,
    PLAYERS,
    FakeBoards,
    FakeClock,
    MemoryJournal,
    accepted,
    climb,
    d6,
    declare,
    now,
    version,
)


class TestNewMatch:
    def test_shows_prompt_choices_and_first_line(self, table: Table) -> None:
        match = now(table)
        assert match.version == 1
        assert match.prompt_text == "Lucy, declare."
        assert match.prompt_seats == (0,)
        assert match.awaits is None
        assert [choice.label for choice in match.choices] == ["1 dice", "2 dice", "3 dice"]
        assert [(line.kind, line.text) for line in match.log] == [
            ("start", "Ladder with Lucy and Ralph.")
        ]
        assert not match.can_undo
        assert match.last_roll is None
        assert table.snapshot().cue is Cue.YOUR_TURN

    def test_honours_the_first_player_and_the_board(self, bare: Table) -> None:
        bare.new_match("ladder", PLAYERS, {}, "low", first=1)
        climb(bare, 5)
        match = now(bare)
        assert match.standings.over
        assert match.info.winners == (1,)

    def test_keeps_the_board_as_it_was_when_the_match_began(
        self, bare: Table, memory: MemoryJournal, boards: FakeBoards, clock: FakeClock
    ) -> None:
        bare.new_match("ladder", PLAYERS, {}, "low")
        climb(bare, 5)
        boards.boards["low"] = {"top": 1000}
        again = Table(memory, boards, clock, GAMES)
        assert now(again) == now(bare)

    def test_of_an_unknown_game_names_the_games(self, bare: Table) -> None:
        with pytest.raises(UnknownGame, match="The games are ladder"):
            bare.new_match("chess", PLAYERS, {}, None)

    def test_with_a_broken_board_says_so(self, bare: Table) -> None:
        with pytest.raises(BoardError, match="top must be a whole number"):
            bare.new_match("ladder", PLAYERS, {}, "broken")

    @pytest.mark.parametrize(
        ("players", "said"),
        [
            ((), "1 to 4 players, got 0"),
            ((Player(" ", "red"),), "needs a name"),
            ((Player("Ann", "red"), Player("ann ", "blue")), "same name"),
            ((Player("A" * 41, "red"),), "at most 40"),
        ],
    )
    def test_with_bad_players_says_so_and_writes_nothing(
        self, bare: Table, memory: MemoryJournal, players: tuple[Player, ...], said: str
    ) -> None:
        with pytest.raises(BadSetup, match=said):
            bare.new_match("ladder", players, {}, None)
        assert memory.written == []
        assert bare.snapshot().match is None


class TestSubmit:
    def test_applies_and_tells_what_it_added_to_the_log(self, table: Table) -> None:
        declare(table, 2)
        outcome = accepted(table.throw(d6(3, 5), version(table), "page", by="Lucy"))
        assert [(line.kind, line.text) for line in outcome.events] == [
            ("roll", "Lucy rolled 3, 5."),
            ("event", "Lucy climbed to 8."),
        ]
        assert outcome.snapshot.match == now(table)
        assert now(table).view == {"heights": [8, 0], "declared": 0}

    def test_that_the_rules_refuse_changes_nothing(
        self, table: Table, memory: MemoryJournal
    ) -> None:
        before = table.snapshot()
        outcome = table.submit(1, {"type": "Declare", "count": 2}, 1, "page")
        assert isinstance(outcome, Refused)
        assert (outcome.code, outcome.rule) == ("not_your_turn", "L1")
        assert outcome.text == "That is not allowed: not_your_turn."
        assert outcome.snapshot == before
        assert len(memory.written) == 1

    @pytest.mark.parametrize("seen", [0, 1, 3, -1])
    def test_of_another_version_is_refused_before_anything_is_written(
        self, table: Table, memory: MemoryJournal, seen: int
    ) -> None:
        declare(table, 1)
        attempts: tuple[Callable[[], Outcome], ...] = (
            lambda: table.submit(0, {"type": "Declare", "count": 1}, seen, "page"),
            lambda: table.throw(d6(3), seen, "page"),
            lambda: table.undo(seen, "page"),
            lambda: table.correct(seen, d6(3), "page"),
            lambda: table.answer(1, d6(3), seen, "page"),
        )
        for stale in attempts:
            with pytest.raises(StaleVersion, match="moved on"):
                stale()
        assert len(memory.written) == 2

    def test_for_another_match_of_the_same_version_is_refused(self, table: Table) -> None:
        table.new_match("ladder", PLAYERS, {}, None)
        with pytest.raises(StaleVersion, match="Another match"):
            table.submit(0, {"type": "Declare", "count": 1}, 1, "page", match="1")
        accepted(table.submit(0, {"type": "Declare", "count": 1}, 1, "page", match="2"))

    def test_without_a_match_is_refused(self, bare: Table) -> None:
        with pytest.raises(StaleVersion, match="no match on the table"):
            bare.submit(0, {"type": "Declare", "count": 1}, 0, "page")

    @pytest.mark.parametrize(
        ("seat", "action"),
        [
            (0, {}),
            (0, {"type": "Fly"}),
            (0, {"type": "Declare", "count": "2"}),
            (2, {"type": "Declare", "count": 2}),
            (-1, {"type": "Declare", "count": 2}),
            (True, {"type": "Declare", "count": 2}),
        ],
    )
    def test_of_what_is_no_action_raises_and_writes_nothing(
        self, table: Table, memory: MemoryJournal, seat: int, action: dict[str, object]
    ) -> None:
        with pytest.raises(CorruptState):
            table.submit(seat, action, 1, "page")
        assert len(memory.written) == 1

    def test_with_a_full_disk_applies_nothing_and_works_again_when_there_is_room(
        self, table: Table, memory: MemoryJournal
    ) -> None:
        before = now(table)
        memory.full = True
        with pytest.raises(StorageFull):
            table.submit(0, {"type": "Declare", "count": 2}, 1, "page")
        assert now(table) == before
        assert "no room" in (table.snapshot().message or "")
        memory.full = False
        declare(table, 2)
        assert table.snapshot().message is None

    def test_that_ends_the_match_is_journalled_with_the_end(
        self, bare: Table, memory: MemoryJournal
    ) -> None:
        bare.new_match("ladder", PLAYERS, {}, "low")
        climb(bare, 2, 4)
        kinds = [entry.kind for entry in memory.written]
        assert kinds == [EntryKind.START, EntryKind.ACTION, EntryKind.ACTION, EntryKind.END]
        assert now(bare).log[-1].text == "The match is over. Lucy won."
        assert now(bare).info.ended is not None
        assert now(bare).prompt_seats == ()

    def test_keeps_who_entered_it_even_with_half_a_character(
        self, table: Table, memory: MemoryJournal
    ) -> None:
        table.submit(0, {"type": "Declare", "count": 1}, 1, "page", by="Al\ud800ex")
        assert memory.written[-1].by == "Al?ex"


class TestUndo:
    def test_stays_visible_in_the_log(self, table: Table) -> None:
        climb(table, 3, 5)
        outcome = accepted(table.undo(version(table), "page", 2))
        struck = [(line.text, line.undone) for line in now(table).log]
        assert struck == [
            ("Ladder with Lucy and Ralph.", False),
            ("Lucy: 2 dice", True),
            ("Lucy rolled 3, 5.", True),
            ("Lucy climbed to 8.", True),
            ("Taken back: Lucy: 2 dice / Lucy rolled 3, 5.", False),
        ]
        assert [line.kind for line in outcome.events] == ["undo"]
        assert now(table).view["heights"] == [0, 0]
        assert not now(table).can_undo

    @pytest.mark.parametrize("count", [0, -1, 3])
    def test_of_steps_that_are_not_there_is_refused(
        self, table: Table, memory: MemoryJournal, count: int
    ) -> None:
        climb(table, 3)
        outcome = table.undo(version(table), "page", count)
        assert isinstance(outcome, Refused)
        assert outcome.code == "nothing_to_undo"
        assert len(memory.written) == 3

    def test_reopens_a_match_that_was_over(self, bare: Table) -> None:
        bare.new_match("ladder", PLAYERS, {}, "low")
        climb(bare, 6)
        assert bare.matches()[0].ended is not None
        accepted(bare.undo(version(bare), "page"))
        assert now(bare).info.ended is None
        assert bare.matches()[0].ended is None
        assert bare.matches()[0].winners == ()
        ends = [line for line in now(bare).log if line.kind == "end"]
        assert [line.undone for line in ends] == [True]

    def test_of_a_correction_leads_to_before_the_throw(self, table: Table) -> None:
        climb(table, 3)
        accepted(table.correct(version(table), d6(4), "page"))
        accepted(table.undo(version(table), "page"))
        assert now(table).view == {"heights": [0, 0], "declared": 1}


class TestCorrect:
    def test_is_one_entry_with_both_readings(self, table: Table, memory: MemoryJournal) -> None:
        climb(table, 3, 5)
        before = version(table)
        outcome = accepted(table.correct(before, d6(2, 5), "page", by="Ralph"))
        assert version(table) == before + 1
        entry = memory.written[-1]
        assert entry.kind is EntryKind.CORRECTION
        assert entry.content["was"] == [["d6", 3], ["d6", 5]]
        assert entry.content["undone"] == [3]
        assert [die["value"] for die in entry.content["action"]["dice"]] == [2, 5]
        assert entry.by == "Ralph"
        assert [line.text for line in outcome.events] == [
            "Corrected: 3, 5 became 2, 5.",
            "Lucy rolled 2, 5.",
            "Lucy climbed to 7.",
        ]
        assert now(table).view["heights"] == [7, 0]

    def test_takes_back_what_came_after_the_throw(self, table: Table) -> None:
        climb(table, 3)
        declare(table, 2)
        assert now(table).last_roll is not None
        accepted(table.correct(version(table), d6(1), "page"))
        assert now(table).view == {"heights": [0, 0], "declared": 0}
        undone = [line.text for line in now(table).log if line.undone]
        assert undone == ["Lucy rolled 3.", "Lucy climbed to 3.", "Ralph: 2 dice"]

    def test_with_dice_that_do_not_fit_changes_nothing(
        self, table: Table, memory: MemoryJournal
    ) -> None:
        climb(table, 3)
        for dice in (d6(3, 3), d6(7), [("d4", 3)], []):
            outcome = table.correct(version(table), dice, "page")
            assert isinstance(outcome, Refused)
            assert outcome.code == "wrong_dice"
        assert len(memory.written) == 3

    def test_without_a_throw_is_refused(self, table: Table) -> None:
        declare(table, 1)
        outcome = table.correct(version(table), d6(3), "page")
        assert isinstance(outcome, Refused)
        assert outcome.code == "no_roll"

    def test_of_garbage_raises(self, table: Table) -> None:
        climb(table, 3)
        with pytest.raises(CorruptState, match="A die is a kind and the face"):
            table.correct(version(table), [("d6", 2.5)], "page")  # type: ignore[list-item]


class TestSeveralMatches:
    def test_are_listed_newest_first_and_can_be_resumed(self, table: Table) -> None:
        climb(table, 4)
        table.new_match("ladder", [Player("Ann", "green")], {"kind": "d6"}, "low")
        climb(table, 6)
        listed = table.matches()
        assert [(info.id, info.ended is None) for info in listed] == [("2", False), ("1", True)]
        assert listed[0].winners == (0,)
        assert listed[0].options == (("kind", "d6"),)
        table.resume("1")
        assert now(table).view["heights"] == [4, 0]
        assert now(table).prompt_text == "Ralph, declare."

    def test_an_unknown_one_is_no_match(self, table: Table) -> None:
        for name in ("7", "no", "-1", "", "٣"):
            with pytest.raises(UnknownMatch):
                table.resume(name)
        assert now(table).info.id == "1"

    def test_after_a_restart_the_table_is_as_it_was(
        self, table: Table, memory: MemoryJournal, boards: FakeBoards, clock: FakeClock
    ) -> None:
        climb(table, 4)
        table.new_match("ladder", PLAYERS, {}, None)
        table.resume("1")
        assert now(Table(memory, boards, clock, GAMES)) == now(table)
        table.leave()
        assert Table(memory, boards, clock, GAMES).snapshot().match is None

    def test_a_full_disk_keeps_nobody_from_resuming(
        self, table: Table, memory: MemoryJournal
    ) -> None:
        table.new_match("ladder", PLAYERS, {}, None)
        memory.full = True
        assert table.resume("1").match is not None
        assert now(table).info.id == "1"
        assert table.leave().match is None
