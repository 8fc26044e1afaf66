"""The club's page without a browser."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.club.board import Board
from tests.club.evening import AT, evening, hear, result, table_now
from tests.web.fakes import FakeClock
from web.club.app import create_club_app
from web.club.stream import ClubStreams
from web.club.view import ClubView, club_view, tournament_view

NOW = datetime.fromisoformat(AT)


@pytest.fixture
def board() -> Board:
    return Board()


@pytest.fixture
def client(board: Board) -> FlaskClient:
    return create_club_app(board, FakeClock(), "Games club", None).test_client()


def test_an_empty_club_says_what_to_do(client: FlaskClient) -> None:
    page = client.get("/").text
    assert "No table has said anything yet" in page
    assert "The broker is not connected" in page


def test_every_table_has_a_card_with_its_players(client: FlaskClient, board: Board) -> None:
    evening(board)
    page = client.get("/").text
    for name in ("Table 1", "Table 2", "Table 3", "Table 4", "Window table", "Table 6"):
        assert f"<h3>{name}</h3>" in page
    assert "A throw is in doubt" in page
    assert "Not connected" in page
    assert "The broker is not connected" not in page


def test_the_standings_count_the_newest_tournament_alone(client: FlaskClient, board: Board) -> None:
    evening(board)
    told = client.get("/api/v1/club").get_json()
    assert told["tournament"] == "Winter cup"
    assert [(line["name"], line["points"]) for line in told["standings"]] == [
        ("Ben", 7),
        ("Monica", 6),
        ("Alex", 3),
        ("Ann", 2),
        ("Lucy", 2),
        ("Ralph", 2),
    ]
    other = client.get("/api/v1/club?tournament=Autumn+cup").get_json()
    assert [line["name"] for line in other["standings"]] == ["Ralph", "Lucy"]


def test_names_of_strangers_are_text(client: FlaskClient, board: Board) -> None:
    hear(board, table_now(name="<script>alert(1)</script>", scores={"<b>Ann": 1}))
    page = client.get("/").text
    assert "<script>alert" not in page
    assert "<b>Ann" not in page


def test_a_table_of_last_season_is_left_out() -> None:
    board = Board()
    hear(board, table_now("old", at="2029-06-01T20:00:00+00:00"), here=False)
    hear(board, table_now("odd", at="yesterday"), here=False)
    hear(board, table_now("recent", at="2030-01-01T20:00:00+00:00"), here=False)
    seen = _seen(board)
    assert [card.table for card in seen.cards] == ["recent"]


def test_whoever_plays_stands_before_the_idle_and_the_absent() -> None:
    board = Board()
    hear(board, table_now("a", "A", "idle"), table_now("c", "C"))
    hear(board, table_now("b", "B"), here=False)
    seen = _seen(board)
    assert [card.table for card in seen.cards] == ["c", "a", "b"]


def test_a_stream_sends_all_once_and_then_what_changed() -> None:
    board = Board()
    board.connection(True)
    hear(board, table_now())
    app = create_club_app(board, FakeClock(), "Club", None)
    stream = app.test_client().get("/events", buffered=False).iter_encoded()
    assert next(stream).startswith(b"retry:")
    first = _parts(next(stream))
    assert {"table-table-1", "head", "standing", "results", "order"} <= set(first["parts"])
    hear(board, table_now("table-2", "Table 2"))
    second = _parts(next(stream))
    assert set(second["parts"]) == {"table-table-2", "head", "order"}
    board.heard("table-2", ("state",), b"")
    third = _parts(next(stream))
    assert third["gone"] == ["table-table-2"]
    app.extensions["streams"].close()
    assert list(stream) == []


def test_a_page_too_many_is_sent_the_state_and_asked_to_come_again() -> None:
    streams = ClubStreams(lambda: 1, lambda serial, timeout_s: False, limit=0)
    assert len(list(streams.events(lambda: {"head": "x"}, lambda: False))) == 2


def test_there_is_no_other_page(client: FlaskClient) -> None:
    answer = client.get("/nowhere")
    assert answer.status_code == 404
    assert "There is no such page" in answer.text


def test_a_foreign_name_is_refused(client: FlaskClient) -> None:
    assert client.get("/", headers={"Host": "evil.example.com"}).status_code == 403


def test_the_results_are_newest_first(board: Board) -> None:
    hear(board, result(("Ann", 1), match="1"), result(("Ben", 1), match="2", ended="2031"))
    seen = _seen(board)
    assert [line.places[0][1] for line in seen.tournament.results] == ["Ben", "Ann"]


def _seen(board: Board) -> ClubView:
    return club_view(board.now(), "Club", tournament_view(board.tournament(None)), NOW)


def _parts(event: bytes) -> dict[str, Any]:
    parsed: dict[str, Any] = json.loads(event.decode().split("data: ")[1])
    return parsed


def test_standings_are_worked_out_again_only_when_a_result_changes() -> None:
    board = Board()
    hear(board, table_now(), result(("Ann", 1)))
    before = board.now().results
    hear(board, table_now(scores={"Ann": 9}), result(("Ann", 1)))
    assert board.now().results is before
    hear(board, result(("Ben", 1), match="2", ended="2031"))
    assert [each.match for each in board.now().results] == ["2", "1"]
    board.heard("table-1", ("result", "2"), b"")
    assert [each.match for each in board.now().results] == ["1"]
    board.connection(True)
    board.forget_unconfirmed()
    assert board.now().results == ()
