"""A player's own page: what only that seat may see, and a device that is passed around."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from companion.games.protocol import Seat
from companion.table.table import Accepted, Table
from tests.web import play
from web.reading_forms import action
from web.stream import Streams

HAND = ("talisman", "grabber", "helmet", "sand")
"""What Lucy is dealt; nothing else on the page speaks of these."""

RALPHS = ("axe", "quickdraw", "voodoo_doll", "wind_amulet")


def _tiles(table: Table, seat: int, tiles: tuple[str, ...]) -> None:
    for tile in tiles:
        _send(table, seat, {"type": "Dealt", "tile": tile})


def _send(table: Table, seat: int, action: dict[str, str]) -> None:
    assert isinstance(table.submit(seat, action, play.now(table).version, "page"), Accepted)


@pytest.fixture
def dealt(table: Table) -> Table:
    """The draft of advanced Roll & Wall: Lucy has chosen the first tile to keep."""
    play.begin_advanced(table)
    _tiles(table, 0, HAND)
    _tiles(table, 1, RALPHS)
    _send(table, 0, {"type": "Keep", "tile": "talisman"})
    return table


def _told(client: FlaskClient, address: str) -> list[str]:
    """The tiles that stand there; among data as values, since options are named after tiles."""
    text = client.get(address).get_data(as_text=True)
    mark = '"' if address.startswith("/api/") else ""
    return [tile for tile in HAND if f"{mark}{tile}{mark}" in text]


def test_tiles_stand_on_their_own_seats_page_only(client: FlaskClient, dealt: Table) -> None:
    assert _told(client, "/seat/0") == list(HAND)
    assert _told(client, "/") == []
    assert _told(client, "/seat/1") == []
    for address, told in (("snapshot", []), ("seats/0/snapshot", list(HAND))):
        assert _told(client, f"/api/v1/{address}") == told
    assert _told(client, "/api/v1/seats/1/snapshot") == []


@pytest.mark.usefixtures("dealt")
def test_the_table_says_who_chooses_unseen_and_offers_to_pass_the_device(
    client: FlaskClient,
) -> None:
    page = client.get("/").get_data(as_text=True)
    assert "Ralph chooses unseen" in page
    assert 'href="/pass/1"' in page
    assert 'href="/pass/0"' not in page
    cover = client.get("/pass/1").get_data(as_text=True)
    assert "For Ralph alone" in cover
    assert "quickdraw" not in cover


def test_a_passed_device_goes_back_when_nothing_is_left_to_choose(
    client: FlaskClient, dealt: Table
) -> None:
    assert "data-handed" in client.get("/seat/1?handed=1").get_data(as_text=True)
    fields = play.stamp(dealt) | {
        "viewer": "1",
        "handed": "1",
        "seat": "1",
        "action": '{"type": "Keep", "tile": "grabber"}',
    }
    refused = play.ask(client, "/actions/submit", fields).get_json()
    assert "go" not in refused
    assert "choices" in refused["regions"]
    fields["action"] = '{"type": "Keep", "tile": "axe"}'
    dealt.undo(play.now(dealt).version, "page")  # else all would have chosen, and hands pass
    fields |= play.stamp(dealt)
    answer = play.ask(client, "/actions/submit", fields).get_json()
    assert answer["go"] == "/"
    assert answer["regions"] == {}


def test_a_form_of_a_seat_is_answered_with_that_seats_page(
    client: FlaskClient, dealt: Table
) -> None:
    fields = play.stamp(dealt) | {"viewer": "1", "seat": "1"}
    fields["action"] = '{"type": "Keep", "tile": "sand"}'
    regions = play.ask(client, "/actions/submit", fields).get_json()["regions"]
    assert "tray" not in regions
    assert 'name="viewer" value="1"' in regions["choices"]
    plain = client.post("/actions/submit", data=fields)
    assert plain.status_code == 422
    assert 'data-seat="1"' in plain.get_data(as_text=True)


def test_the_stream_of_a_seat_tells_its_own_tiles_and_no_others(app: Flask, dealt: Table) -> None:
    streams: Streams = app.extensions["streams"]
    for seat, sees in ((None, False), (Seat(0), True), (Seat(1), False)):
        stream = streams.events(None, lambda: False, seat)
        first = next(chunk for chunk in stream if chunk.startswith(b"event: regions"))
        assert (b"grabber" in first) is sees
    assert dealt.snapshot().match is not None


def test_an_action_can_be_put_together_from_several_fields() -> None:
    sent = MultiDict(
        [
            ("action", '{"type": "Reroll"}'),
            ("add-values", "3"),
            ("add-values", "5"),
            ("with-a", '{"target": "x"}'),
        ]
    )
    assert action(sent) == {"type": "Reroll", "values": [3, 5], "target": "x"}


@pytest.mark.parametrize("address", ["/seat/x", "/seat/-1", "/seat/99", "/events?seat=99"])
def test_a_seat_that_cannot_be_is_not_found(client: FlaskClient, address: str) -> None:
    assert client.get(address).status_code == 404


def test_a_seat_nobody_sits_on_says_so(client: FlaskClient, table: Table) -> None:
    play.begin_wall(table)
    assert "Nobody sits here" in client.get("/seat/4").get_data(as_text=True)
    assert client.get("/pass/4").status_code == 404
    assert "Lucy" in client.get("/seat").get_data(as_text=True)
