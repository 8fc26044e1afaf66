"""How entries become events."""

from __future__ import annotations

from typing import Any

import pytest

from companion.links.payloads import event
from companion.links.telling import EVENT_TYPES, Teller, Told
from companion.table.journal_reader import Placed
from companion.table.snapshot import Player
from companion.table.table import Table
from tests.links.playing import begin, play_to_the_end
from tests.links.test_cursor import MemoryRecord
from tests.table.fakes import (
    GAMES,
    PICTURE_SIZE,
    FakeBoards,
    FakeClock,
    MemoryJournal,
    climb,
    d6,
    declare,
    die,
    doubtful,
    now,
    version,
)


@pytest.fixture
def journal() -> MemoryJournal:
    return MemoryJournal()


@pytest.fixture
def table(journal: MemoryJournal) -> Table:
    made = Table(journal, FakeBoards(low={"top": 5}), FakeClock(), GAMES)
    begin(made)
    return made


def _told(journal: MemoryJournal, since: int = 0) -> list[Told]:
    record = MemoryRecord(journal)
    teller = Teller(record, GAMES, "table-1", "Table 1", "Winter cup")
    return [teller.tell(placed) for placed in record.after(since, 1000)]


def test_falls_that_are_taken_back_do_not_count(journal: MemoryJournal, table: Table) -> None:
    climb(table, 1)
    climb(table, 1)
    table.undo(version(table), "page")
    table.correct(version(table), d6(3), "page")
    assert [told.falls for told in _told(journal)] == [0, 0, 1, 1, 2, 1, 0]


def test_who_begins_in_the_middle_tells_the_same(journal: MemoryJournal, table: Table) -> None:
    climb(table, 1)
    climb(table, 2)
    table.new_match("ladder", [Player("Ann", "red")], {}, "low")
    climb(table, 1)
    whole = _told(journal)
    for since in range(len(whole)):
        assert _told(journal, since) == whole[since:]


def test_a_doubt_says_what_is_asked_and_its_answer_is_a_throw(
    journal: MemoryJournal, table: Table
) -> None:
    declare(table, 1)
    table.rolled(doubtful(die(4, 0.7, [(5, 0.3)])), PICTURE_SIZE, None)
    question = table.snapshot().tray.question
    assert question is not None
    table.answer(question.id, d6(4), version(table), "page")
    *_, doubt, answer = _told(journal)
    assert (doubt.event_type, doubt.text) == ("doubt", (question.text,))
    assert (answer.event_type, answer.dice) == ("success", (("d6", 4),))


def test_an_end_that_is_taken_back_says_so(journal: MemoryJournal, table: Table) -> None:
    play_to_the_end(table)
    table.undo(version(table), "page")
    *_, end, undo = _told(journal)
    assert end.result is not None
    assert end.result.tournament == "Winter cup"
    assert (undo.reopened, undo.result, undo.winners) == (True, None, ())


def test_an_entry_that_cannot_be_read_does_not_hold_up_the_next(
    journal: MemoryJournal, table: Table
) -> None:
    declare(table, 1)
    record = MemoryRecord(journal)
    teller = Teller(record, GAMES, "table-1", "Table 1", None)
    assert teller.tell(Placed(1, "9", 1, None)).event_type == "unreadable"
    unknown = Teller(record, {}, "table-1", "Table 1", None)
    assert [unknown.tell(p).event_type for p in record.after(0, 9)] == ["unreadable"] * 2


def test_every_event_is_one_of_those_that_are_announced(
    journal: MemoryJournal, table: Table
) -> None:
    play_to_the_end(table)
    table.leave()
    for told in _told(journal):
        assert told.event_type in EVENT_TYPES
        sent: dict[str, Any] = event(told, "table-1")
        assert (sent["table"], sent["entry"]) == ("table-1", told.position)


def test_the_state_of_the_table_is_not_touched_by_telling(
    journal: MemoryJournal, table: Table
) -> None:
    climb(table, 2)
    before = now(table)
    _told(journal)
    assert now(table) == before
