"""A match that begins from a position: it is journalled, resumed and checked like any other."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.errors import BadSetup, CorruptState, JournalDamaged
from companion.table.entries import EntryKind
from companion.table.journal import SqliteJournal
from companion.table.match import replay
from companion.table.outcome import Accepted, Refused
from companion.table.setting_up import Beginning
from companion.table.table import Table
from tests.table.fakes import GAMES, LADDER, PLAYERS, FakeBoards, FakeClock, MemoryJournal
from tests.table.ladder import LadderState

HALF_WAY = LADDER.dump_state(LadderState((7, 12), 1, 2, 30))
OVER = LADDER.dump_state(LadderState((30, 12), 0, 0, 30))


def half_way(**changes: Any) -> Beginning:
    found = Beginning("ladder", PLAYERS, {}, None, {}, 0, HALF_WAY)
    return replace(found, **changes)


def test_a_match_begins_from_a_position(bare: Table) -> None:
    now = bare.begin(half_way()).match
    assert now is not None
    assert now.view["heights"] == [7, 12]
    assert now.prompt_seats == (1,)
    assert now.awaits is not None
    assert now.awaits.total == 2


def test_the_log_says_that_it_began_from_a_position(bare: Table) -> None:
    now = bare.begin(half_way()).match
    assert now is not None
    assert [line.kind for line in now.log] == ["start"]
    assert "position" in now.log[0].text


def test_the_first_entry_holds_the_position(bare: Table, memory: MemoryJournal) -> None:
    bare.begin(half_way())
    entries = memory.entries("1")
    assert [entry.kind for entry in entries] == [EntryKind.START]
    assert entries[0].content["position"] == HALF_WAY


def test_steps_before_a_position_cannot_be_taken_back(bare: Table) -> None:
    now = bare.begin(half_way()).match
    assert now is not None
    assert not now.can_undo
    assert isinstance(bare.undo(1, "page"), Refused)
    assert isinstance(bare.throw([("d6", 3), ("d6", 4)], 1, "page"), Accepted)
    back = bare.undo(2, "page").snapshot.match
    assert back is not None
    assert back.view["heights"] == [7, 12]


def test_a_match_from_a_position_is_resumed_after_a_restart(path: Path, clock: FakeClock) -> None:
    with SqliteJournal(path) as journal:
        table = Table(journal, FakeBoards(), clock, GAMES)
        table.begin(half_way())
        table.throw([("d6", 3), ("d6", 4)], 1, "page")
    with SqliteJournal(path) as journal:
        now = Table(journal, FakeBoards(), clock, GAMES).snapshot().match
        assert now is not None
        assert now.view["heights"] == [7, 19]
        assert now.version == 2


def test_a_position_that_is_over_is_a_finished_match(bare: Table, memory: MemoryJournal) -> None:
    now = bare.begin(half_way(position=OVER)).match
    assert now is not None
    assert now.standings.over
    assert [e.kind for e in memory.entries("1")] == [EntryKind.START, EntryKind.END]
    assert bare.matches()[0].ended is not None


@pytest.mark.parametrize("position", [{}, {"heights": "high"}, {**HALF_WAY, "extra": 1}])
def test_what_is_no_position_begins_nothing(
    bare: Table, memory: MemoryJournal, position: dict[str, Any]
) -> None:
    with pytest.raises(CorruptState):
        bare.begin(half_way(position=position))
    assert bare.snapshot().match is None
    assert memory.matches() == ()


def test_players_are_checked_before_a_position(bare: Table) -> None:
    with pytest.raises(BadSetup):
        bare.begin(half_way(players=(PLAYERS[0], PLAYERS[0])))


def test_a_changed_position_is_found_when_it_is_replayed(
    bare: Table, memory: MemoryJournal
) -> None:
    bare.begin(half_way())
    entry = memory.entries("1")[0]
    higher = {**entry.content, "position": {**HALF_WAY, "heights": [29, 12]}}
    with pytest.raises(JournalDamaged, match="does not lead to the position"):
        replay(GAMES, [replace(entry, content=higher)])


def test_every_option_is_recorded_whether_it_was_chosen_or_not(
    bare: Table, memory: MemoryJournal
) -> None:
    bare.new_match("ladder", PLAYERS, {}, None)
    recorded = memory.entries("1")[0].content["options"]
    assert set(recorded) == {spec.name for spec in GAMES["ladder"].options}
