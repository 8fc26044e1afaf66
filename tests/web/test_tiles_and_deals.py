"""Dealing, the shapes of tiles, and leaving a game, on the page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import FileSystemBytecodeCache

from companion.boards.loading import PackagedBoards
from companion.games.protocol import Seat
from companion.runtime.dealer import SeededDealer
from companion.table.journal import SqliteJournal
from companion.table.table import Table
from tests.web import play
from tests.web.described import described
from tests.web.fakes import FakeClock, FakePictures, FakeRig
from web import create_app
from web.presenters.page import page_view


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with SqliteJournal(tmp_path / "journal.sqlite3") as journal:
        yield Table(journal, PackagedBoards(), FakeClock(), dealer=SeededDealer(5))


@pytest.fixture
def app(table: Table, compiled_templates: FileSystemBytecodeCache) -> Flask:
    made = create_app(table, FakePictures(), FakeRig(), PackagedBoards())
    made.jinja_env.bytecode_cache = compiled_templates
    return made


def test_the_table_screen_offers_to_deal_while_something_is_left_to_deal(
    client: FlaskClient, table: Table
) -> None:
    play.begin_wall(table)
    assert "/actions/deal" not in client.get("/").text
    play.begin_advanced(table)
    assert "/actions/deal" in client.get("/").text
    assert "/actions/deal" in client.get("/seat/0").text
    sent = play.ask(client, "/actions/deal", play.stamp(table))
    assert sent.json is not None
    assert sent.json["ok"] is True
    assert play.now(table).prompt_code == "draft"
    assert "/actions/deal" not in client.get("/").text


def test_a_deal_from_an_old_page_is_refused(client: FlaskClient, table: Table) -> None:
    play.begin_advanced(table)
    old = play.stamp(table)
    play.ask(client, "/actions/deal", old)
    hands = play.on_table(table.snapshot_for(Seat(0)).match).view["preparation"]["hand"]
    assert play.ask(client, "/actions/deal", old).status_code == 409
    again = play.on_table(table.snapshot_for(Seat(0)).match).view["preparation"]["hand"]
    assert again == hands


def test_programs_can_ask_for_a_deal(client: FlaskClient, table: Table) -> None:
    version = play.begin_advanced(table).version
    dealt = described(client.post("/api/v1/deal", json={"version": version}), "/deal", "post")
    assert dealt["snapshot"]["match"]["prompt_code"] == "draft"
    again = client.post("/api/v1/deal", json={"version": version + 1})
    assert described(again, "/deal", "post")["error"]["reason"] == "nothing_to_deal"


def test_the_shapes_of_tiles_are_shown_before_they_are_packed(table: Table) -> None:
    match = play.begin_advanced(table)
    table.deal(match.version, "page")
    now = page_view(table.snapshot_for(0), Seat(0)).now
    assert now is not None
    assert now.board is not None
    hand = now.board.content.hand
    assert len(hand.tiles) == 4
    stock = {
        t["tile"]: t["shape"]
        for t in PackagedBoards().load("roll_and_wall", "practice")["equipment"]["tiles"]
    }
    for tile in hand.tiles:
        drawn = "".join(stock[tile.id])
        assert len(tile.squares) == drawn.count("#")
        assert (tile.columns, tile.rows) == (len(stock[tile.id][0]), len(stock[tile.id]))


def test_a_tile_without_a_known_shape_is_a_name(client: FlaskClient, table: Table) -> None:
    match = play.begin_advanced(table)
    table.deal(match.version, "page")
    assert client.get("/seat/0").text.count('class="tile-shape"') >= 4
    assert 'class="tile-shape"' not in client.get("/").text


def test_who_packs_sees_whether_the_tiles_fit(table: Table) -> None:
    packing = _until_packing(table)
    match = table.on_table()
    assert match is not None
    seats = [seat for seat, done in enumerate(match.state.position.phase.done) if not done]
    assert packing
    for seat in seats:
        now = page_view(table.snapshot_for(seat), Seat(seat)).now
        assert now is not None
        assert now.board is not None
        hand = now.board.content.hand
        assert hand.squares is not None
        assert sum(len(tile.squares) for tile in hand.tiles) == hand.squares
        assert "9" in hand.hint


def _until_packing(table: Table) -> bool:
    """Deal and draft until somebody has to pack; with some deals nobody has to."""
    for _ in range(20):
        table.deal(play.begin_advanced(table).version, "page")
        while play.now(table).prompt_code == "draft":
            seat = play.now(table).prompt_seats[0]
            choice = play.on_table(table.snapshot_for(seat).match).choices[0]
            table.submit(choice.seat, choice.action, play.now(table).version, "page")
        if play.now(table).prompt_code == "pack":
            return True
    return False


def test_a_game_can_be_put_aside_and_taken_up_again(client: FlaskClient, table: Table) -> None:
    match = play.begin_free_roll(table)
    listed = client.get("/games").text
    assert 'action="/actions/leave"' in listed
    assert client.post("/actions/leave", data={}).status_code == 303
    assert table.snapshot().match is None
    assert 'action="/actions/leave"' not in client.get("/games").text
    client.post("/actions/resume", data={"match": match.info.id})
    assert play.now(table).info.id == match.info.id


def test_a_finished_game_can_be_cleared_from_the_table(client: FlaskClient, table: Table) -> None:
    match = play.begin_free_roll(table)
    table.submit(0, {"type": "Stop"}, match.version, "page")
    assert 'action="/actions/leave"' in client.get("/").text


def test_a_number_of_dice_shows_its_chance_without_and_with_tiles(table: Table) -> None:
    """Basic equipment: shoes turn a 2 into the 3 that is needed, chalk repeats the throw."""
    play.begin_wall(table)
    now = page_view(table.snapshot()).now
    assert now is not None
    assert now.board is not None
    target = next(t for t in now.board.content.targets if t.number == 3)
    one_die = target.rows[0][0]
    assert (one_die.white, one_die.percent, one_die.helped) == (1, "67 %", "97 %")
    assert one_die.label.endswith("67 %, with tiles 97 %")
