"""What other machines may want done."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.links.commands import COMMANDS, obey
from companion.table.table import Table
from tests.links.playing import begin, play_to_the_end
from tests.table.fakes import (
    GAMES,
    PICTURE_SIZE,
    FakeBoards,
    FakeClock,
    MemoryJournal,
    climb,
    declare,
    die,
    doubtful,
    now,
    version,
)


@pytest.fixture
def table() -> Table:
    made = Table(MemoryJournal(), FakeBoards(low={"top": 5}), FakeClock(), GAMES)
    begin(made)
    return made


def _sent(**command: Any) -> bytes:
    return json.dumps(command).encode()


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"undo",
        b"[]",
        b"{}",
        b"\xff\xfe",
        b'{"command": "sell"}',
        b'{"command": ["undo"], "version": 1}',
        b'{"command": "undo"}',
        b'{"command": "undo", "version": "1"}',
        b'{"command": "undo", "version": true}',
        b'{"command": "undo", "version": 1, "match": 3}',
        b'{"command": "undo", "version": 1, "id": {}}',
        b"[" * 5000,
    ],
)
def test_what_is_no_command_is_refused_in_one_sentence(table: Table, payload: bytes) -> None:
    before = now(table)
    reply = obey(table, payload)
    assert (reply.ok, reply.code) == (False, "bad_request")
    assert reply.message.endswith(".")
    assert now(table) == before


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_for_a_table_that_has_moved_on_changes_nothing(
    table: Table, command: str
) -> None:
    climb(table, 2)
    before = now(table)
    for wrong in ({"version": before.version - 1}, {"version": before.version, "match": "9"}):
        reply = obey(table, _sent(command=command, **wrong))
        assert (reply.ok, reply.code, reply.version) == (False, "stale", before.version)
    assert now(table) == before


@pytest.mark.parametrize("command", COMMANDS)
def test_without_a_match_there_is_nothing_to_command(command: str) -> None:
    empty = Table(MemoryJournal(), FakeBoards(), FakeClock(), GAMES)
    assert obey(empty, _sent(command=command, version=1)).code == "stale"


def test_rolling_again_drops_the_question(table: Table) -> None:
    declare(table, 1)
    table.rolled(doubtful(die(4, 0.7, [(5, 0.3)])), PICTURE_SIZE, None)
    reply = obey(table, _sent(command="roll_again", version=version(table), id=7))
    assert (reply.ok, reply.id) == (True, 7)
    assert table.snapshot().tray.question is None
    assert obey(table, _sent(command="roll_again", version=version(table))).code == "no_question"
    assert obey(table, _sent(command="confirm", version=version(table))).code == "no_question"


def test_next_takes_a_choice_only_where_there_is_no_other(table: Table) -> None:
    assert obey(table, _sent(command="next", version=1)).code == "no_only_choice"
    declare(table, 1)
    assert obey(table, _sent(command="next", version=2)).code == "no_only_choice"
    table.rolled(doubtful(die(4, 0.7, [(5, 0.3)])), PICTURE_SIZE, None)
    assert obey(table, _sent(command="next", version=3)).code == "in_doubt"


def test_undo_takes_back_one_step_and_not_the_beginning(table: Table) -> None:
    assert obey(table, _sent(command="undo", version=1)).code == "nothing_to_undo"
    play_to_the_end(table)
    assert obey(table, _sent(command="undo", version=version(table))).ok
    assert not now(table).standings.over
