"""A die that leans on something: asked by the house rule of the match."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.boards.loading import PackagedBoards
from companion.table.journal import SqliteJournal
from companion.table.outcome import Accepted
from companion.table.snapshot import Question
from companion.table.table import Table
from tests.web import play
from tests.web.fakes import FakeClock
from vision.values import SettledRoll, Status, TrayReading, Trouble, TroubleCode


def _leaning() -> SettledRoll:
    seen = (play.die(3, 100, 0.6),)
    trouble = (Trouble(TroubleCode.COCKED, (100.0, 230.0)),)
    return SettledRoll(10, 0.3, TrayReading(Status.UNSURE, 0.6, seen, trouble))


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with SqliteJournal(tmp_path / "journal.sqlite3") as journal:
        yield Table(journal, PackagedBoards(), FakeClock())


def _asked(table: Table, **options: str) -> Question:
    table.new_match("roll_and_wall", play.LUCY_AND_RALPH, options, "practice")
    form = next(c for c in play.now(table).choices if c.action.get("white") == 1)
    table.submit(form.seat, form.action, play.now(table).version, "page")
    table.rolled(_leaning(), play.PICTURE_SIZE, None)
    question = table.snapshot().tray.question
    assert question is not None
    assert question.code == "cocked"
    return question


def test_rw31_by_default_the_die_is_rolled_again_and_no_value_is_suggested(table: Table) -> None:
    question = _asked(table)
    assert "rolled again" in question.text
    assert question.suggestions == ()


def test_rw31_house_rule_people_say_what_it_shows(table: Table) -> None:
    question = _asked(table, cocked_die="as_it_lies")
    assert "say what counts" in question.text
    assert question.suggestions


@pytest.mark.parametrize("rule", ["roll_again", "as_it_lies"])
def test_rw31_people_can_type_the_throw_in_any_case(table: Table, rule: str) -> None:
    question = _asked(table, cocked_die=rule)
    done = table.answer(question.id, [("d6", 4)], play.now(table).version, "page")
    assert isinstance(done, Accepted)


def test_rw31_the_rule_is_recorded_and_asked_alike_after_a_restart(table: Table) -> None:
    question = _asked(table)
    assert dict(play.now(table).info.options)["cocked_die"] == "roll_again"
    again = table.resume(play.now(table).info.id).tray.question
    assert again == question
