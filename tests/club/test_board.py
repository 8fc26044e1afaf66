"""What a club makes of the messages of its tables."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.club.board import Board
from companion.club.messages import Result, TableNow, read_result, read_table, written
from tests.club.evening import evening, hear, result, table_now


def test_messages_come_back_as_they_were_written() -> None:
    said = table_now("t", "Tisch Ümläut", "doubt", question="Which?")
    assert read_table(written(said)) == said
    ended = result(("Lucy", 1), ("Ralph", 2))
    assert read_result(written(ended)) == ended


def test_a_newer_table_may_say_more() -> None:
    said = table_now()
    more = {**json.loads(written(said)), "light": "blue"}
    assert read_table(json.dumps(more).encode()) == said


@pytest.mark.parametrize(
    "payload",
    [b"", b"{", b"[]", b"null", b'{"table": 3}', b"\xff", b"[" * 70_000, b"1" * 70_000],
)
def test_what_is_no_message_is_counted_and_left_aside(payload: bytes) -> None:
    board = Board()
    hear(board, table_now())
    before = board.now()
    board.heard("table-2", ("result", "1"), payload or b"x")
    now = board.now()
    assert (now.tables, now.results, now.unreadable) == (before.tables, (), 1)


@given(st.binary(max_size=200), st.sampled_from(["state", "availability", "result", "event"]))
def test_no_message_breaks_the_board(payload: bytes, about: str) -> None:
    board = Board()
    board.heard("t", (about, "1"), payload)
    board.heard("t", (about,), payload)
    assert board.now().tables == ()


def test_a_table_cannot_speak_for_another() -> None:
    board = Board()
    board.heard("table-2", ("state",), written(table_now("table-1")))
    board.heard("table-2", ("result", "9"), written(result(("Ann", 1), table="table-2")))
    assert (board.now().tables, board.now().results) == ((), ())


def test_the_same_message_twice_is_no_change() -> None:
    board = Board()
    hear(board, table_now())
    serial = board.serial
    hear(board, table_now())
    assert board.serial == serial
    assert not board.wait(serial, 0.0)


def test_an_empty_message_takes_a_result_back() -> None:
    board = Board()
    hear(board, result(("Ann", 1)))
    assert len(board.now().results) == 1
    board.heard("table-1", ("result", "1"), b"")
    assert board.now().results == ()


def test_what_the_broker_does_not_say_again_is_forgotten() -> None:
    board = Board()
    evening(board)
    board.connection(False)
    assert len(board.now().tables) == 6
    board.connection(True)
    hear(board, table_now(), result(("Lucy", 1), ("Ann", 2), table="table-1"))
    board.forget_unconfirmed()
    now = board.now()
    assert [t.table for t in now.tables] == ["table-1"]
    assert [(r.table, r.match) for r in now.results] == [("table-1", "1")]
    assert now.here == {"table-1"}


def test_the_board_is_the_same_in_whatever_order_it_was_told() -> None:
    one, other = Board(), Board()
    said: list[TableNow | Result] = [
        table_now(),
        replace(table_now("table-2"), name="Z"),
        result(("Ann", 1)),
    ]
    hear(one, *said)
    hear(other, *reversed(said))
    assert (one.now().tables, one.now().results) == (other.now().tables, other.now().results)
