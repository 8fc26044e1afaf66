"""How far another machine was told, over restarts, restored journals and damaged files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.links.backoff import Backoff
from companion.links.cursor import SAVED_EVERY_S, Cursor
from companion.links.results import Results
from companion.table.entries import Entry
from companion.table.journal_reader import Placed
from companion.table.table import Table
from tests.club.evening import result
from tests.links.playing import begin
from tests.table.fakes import GAMES, FakeBoards, FakeClock, MemoryJournal, climb


class MemoryRecord:
    """The record of a journal in memory."""

    def __init__(self, journal: MemoryJournal) -> None:
        self._journal = journal

    def after(self, position: int, limit: int) -> list[Placed]:
        return self._placed()[position : position + limit]

    def at(self, position: int) -> Placed | None:
        return next((p for p in self._placed() if p.position == position), None)

    def newest_position(self) -> int:
        return len(self._journal.written)

    def entries(self, match: str) -> tuple[Entry, ...]:
        return self._journal.entries(match)

    def _placed(self) -> list[Placed]:
        return [
            Placed(number, entry.match, entry.sequence, entry)
            for number, entry in enumerate(self._journal.written, start=1)
        ]


@pytest.fixture
def journal() -> MemoryJournal:
    """A journal with five entries."""
    made = MemoryJournal()
    table = Table(made, FakeBoards(low={"top": 5}), FakeClock(), GAMES)
    begin(table)
    climb(table, 1)
    climb(table, 2)
    return made


@pytest.fixture
def record(journal: MemoryJournal) -> MemoryRecord:
    return MemoryRecord(journal)


def _at(path: Path, record: MemoryRecord, position: int) -> Cursor:
    cursor = Cursor(path, record)
    cursor.position = position
    cursor.save(100.0)
    return cursor


def test_who_begins_to_listen_hears_of_what_comes(tmp_path: Path, record: MemoryRecord) -> None:
    cursor = Cursor(tmp_path / "links" / "c.json", record)
    assert cursor.position == 5
    assert cursor.back(100) == 5, "what was before the beginning is never sent"
    assert Cursor(tmp_path / "links" / "c.json", record).position == 5


def test_the_place_outlives_a_restart(tmp_path: Path, record: MemoryRecord) -> None:
    _at(tmp_path / "c.json", record, 3)
    assert Cursor(tmp_path / "c.json", record).position == 3


def test_a_place_beyond_a_restored_journal_is_its_end(
    tmp_path: Path, record: MemoryRecord, journal: MemoryJournal
) -> None:
    _at(tmp_path / "c.json", record, 5)
    del journal.written[3:]
    assert Cursor(tmp_path / "c.json", record).position == 3


def test_another_journal_is_told_from_its_beginning(tmp_path: Path, record: MemoryRecord) -> None:
    _at(tmp_path / "c.json", record, 5)
    other = MemoryJournal()
    table = Table(other, FakeBoards(low={"top": 5}), FakeClock(), GAMES)
    begin(table)
    for _ in range(3):
        climb(table, 1)
    assert Cursor(tmp_path / "c.json", MemoryRecord(other)).position == 0


@pytest.mark.parametrize("text", ["", "{", "[]", '{"position": "5"}', '{"position": true}', "\0"])
def test_a_damaged_file_is_as_none(tmp_path: Path, record: MemoryRecord, text: str) -> None:
    (tmp_path / "c.json").write_text(text, encoding="utf-8")
    assert Cursor(tmp_path / "c.json", record).position == 5


def test_a_card_is_spared(tmp_path: Path, record: MemoryRecord) -> None:
    cursor = _at(tmp_path / "c.json", record, 3)
    assert not cursor.due(1000.0), "nothing is new"
    cursor.advance(4)
    assert not cursor.due(100.0 + SAVED_EVERY_S - 1)
    assert cursor.due(100.0 + SAVED_EVERY_S)
    cursor.save(100.0 + SAVED_EVERY_S)
    assert json.loads((tmp_path / "c.json").read_text())["position"] == 4


def test_a_place_never_goes_back(tmp_path: Path, record: MemoryRecord) -> None:
    cursor = _at(tmp_path / "c.json", record, 4)
    cursor.advance(2)
    assert cursor.position == 4


def test_pauses_grow_and_differ_between_tables() -> None:
    late, early = Backoff(1.0, 10.0, lambda: 0.0), Backoff(1.0, 10.0, lambda: 1.0)
    assert [late.pause_s() for _ in range(6)] == [1.0, 2.0, 4.0, 8.0, 10.0, 10.0]
    assert [early.pause_s() for _ in range(3)] == [0.5, 1.0, 2.0]
    late.reset()
    assert late.pause_s() == 1.0


def test_the_newest_results_are_held_and_the_oldest_named(tmp_path: Path) -> None:
    held = Results(tmp_path / "r.json", most=2)
    assert held.add(result(("Ann", 1), match="1")) == ()
    assert held.add(result(("Ann", 1), match="2")) == ()
    assert held.add(result(("Ann", 1), match="3")) == ("1",)
    again = Results(tmp_path / "r.json", most=2)
    assert [each.match for each in again.all()] == ["2", "3"]
    assert again.drop("2")
    assert not again.drop("2")
    assert [each.match for each in Results(tmp_path / "r.json").all()] == ["3"]


def test_a_result_keeps_the_tournament_that_it_was_played_in(tmp_path: Path) -> None:
    Results(tmp_path / "r.json").add(result(("Ann", 1), tournament="Autumn cup"))
    found = Results(tmp_path / "r.json").of("1")
    assert found is not None
    assert found.tournament == "Autumn cup"


def test_results_that_cannot_be_read_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "r.json").write_text('["{}", 3, null]', encoding="utf-8")
    assert Results(tmp_path / "r.json").all() == ()
