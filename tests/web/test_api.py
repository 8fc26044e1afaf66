"""The interface for programs: what it does, and that it is what it says it is."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from openapi_spec_validator import validate

from companion.games.registry import GAMES
from companion.table.table import Table
from tests.web import play
from tests.web.described import described
from vision.values import Status
from web.openapi import document

NEW = {
    "game": "free_roll",
    "players": [{"name": "Lucy", "colour": "red"}, {"name": "Ralph", "colour": "blue"}],
    "options": {"dice": "2d6"},
}


def _dice(*values: int) -> list[dict[str, Any]]:
    return [{"kind": "d6", "value": v} for v in values]


def test_the_description_is_true_openapi() -> None:
    validate(document())


def test_every_route_is_described_and_every_description_has_a_route(app: Flask) -> None:
    routes = {
        (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule).removeprefix("/api/v1"), method.lower())
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/api/v1/")
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    described = {
        (path, method) for path, methods in document()["paths"].items() for method in methods
    }
    assert routes == described


def test_the_served_description_is_this_one(client: FlaskClient) -> None:
    assert client.get("/api/v1/openapi.json").json == document()


def test_a_snapshot_without_a_match_is_as_described(client: FlaskClient) -> None:
    sent = described(client.get("/api/v1/snapshot"), "/snapshot", "get")
    assert sent["ok"] is True
    assert sent["snapshot"]["match"] is None


def test_games_and_boards_are_as_described(client: FlaskClient) -> None:
    sent = described(client.get("/api/v1/games"), "/games", "get")
    assert [game["name"] for game in sent["games"]] == list(GAMES)
    boards = described(
        client.get("/api/v1/games/roll_and_wall/boards"), "/games/{game}/boards", "get"
    )
    assert "practice" in boards["boards"]


def test_a_program_can_play_a_match(client: FlaskClient, table: Table) -> None:
    begun = described(client.post("/api/v1/matches", json=NEW), "/matches", "post")
    version = begun["snapshot"]["match"]["version"]
    assert begun["snapshot"]["match"]["awaits"] == "2d6"
    thrown = described(
        client.post("/api/v1/throw", json={"dice": _dice(6, 5), "version": version}),
        "/throw",
        "post",
    )
    assert thrown["snapshot"]["match"]["view"]["players"][0]["total"] == 11
    assert any("11" in line["text"] for line in thrown["events"])
    mended = described(
        client.post("/api/v1/correct", json={"dice": _dice(6, 4), "version": version + 1}),
        "/correct",
        "post",
    )
    match = mended["snapshot"]["match"]
    assert match["view"]["players"][0]["total"] == 10
    assert match["last_roll"]["source"] == "api"
    undone = described(
        client.post("/api/v1/undo", json={"version": match["version"]}), "/undo", "post"
    )
    assert undone["snapshot"]["match"]["view"]["players"][0]["total"] == 0
    match = undone["snapshot"]["match"]
    stop = next(c for c in match["choices"] if c["action"]["type"] == "Stop")
    act = {"seat": stop["seat"], "action": stop["action"], "version": match["version"]}
    over = described(client.post("/api/v1/act", json=act), "/act", "post")
    assert over["snapshot"]["match"]["standings"]["over"] is True
    listed = described(client.get("/api/v1/matches"), "/matches", "get")
    assert listed["matches"][0]["ended"] is not None


def test_matches_are_left_and_resumed(client: FlaskClient, table: Table) -> None:
    match = play.begin_free_roll(table).info.id
    left = described(client.post("/api/v1/leave"), "/leave", "post")
    assert left["snapshot"]["match"] is None
    path = "/matches/{match}/resume"
    back = described(client.post(f"/api/v1/matches/{match}/resume"), path, "post")
    assert back["snapshot"]["match"]["info"]["id"] == match
    lost = client.post("/api/v1/matches/999/resume")
    assert lost.status_code == 404
    assert described(lost, path, "post")["error"]["code"] == "unknown_match"


def test_a_doubt_is_described_answered_and_dismissed(client: FlaskClient, table: Table) -> None:
    play.begin_free_roll(table, "2d6")
    for ending in ("answer", "dismiss"):
        table.rolled(
            play.throw_seen(play.die(3, 100), play.die(None, 300, 0.4), status=Status.UNSURE),
            play.PICTURE_SIZE,
            "roll-0001.jpg",
        )
        sent = described(client.get("/api/v1/snapshot"), "/snapshot", "get")["snapshot"]
        question = sent["tray"]["question"]
        assert question["expected"] == "2d6"
        body = {"dice": _dice(3, 6), "version": sent["match"]["version"]}
        answer = client.post(
            f"/api/v1/questions/{question['id']}/{ending}", json=body if ending == "answer" else {}
        )
        path = f"/questions/{{question}}/{ending}"
        after = described(answer, path, "post")
        assert after["snapshot"]["tray"]["question"] is None
    assert play.now(table).view["players"][0]["total"] == 9


def test_a_refusal_names_the_ruling(client: FlaskClient, table: Table) -> None:
    match = play.begin_wall(table)
    body = {"seat": 1, "action": match.choices[0].action, "version": match.version}
    answer = client.post("/api/v1/act", json=body)
    assert answer.status_code == 422
    error = described(answer, "/act", "post")["error"]
    assert error["code"] == "not_your_seat"
    assert error["reason"] == "not_your_turn"
    assert error["message"].endswith(".")


def test_an_old_version_is_stale(client: FlaskClient, table: Table) -> None:
    play.begin_free_roll(table, "2d6")
    answer = client.post("/api/v1/throw", json={"dice": _dice(1, 1), "version": 0})
    assert answer.status_code == 409
    assert described(answer, "/throw", "post")["error"]["code"] == "stale"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"{", "bad_json"),
        (b"\xff\xfe", "bad_json"),
        (b"[" * 30_000, "bad_json"),
        (b"[]", "bad_request"),
        (b'"text"', "bad_request"),
        (b'{"dice": [], "version": 1, "extra": 1}', "bad_request"),
        (b'{"dice": []}', "bad_request"),
        (b'{"dice": [], "version": true}', "bad_request"),
        (b'{"dice": [], "version": 1.0}', "bad_request"),
        (b'{"dice": {}, "version": 1}', "bad_request"),
        (b'{"dice": [{"kind": "d6"}], "version": 1}', "bad_request"),
        (b'{"dice": [{"kind": "d6", "value": null}], "version": 1}', "bad_request"),
        (b'{"dice": [], "version": 1, "by": "\\ud800"}', "bad_request"),
        (b'{"dice": [], "version": ' + b"9" * 5000 + b"}", "bad_json"),
    ],
)
def test_a_bad_body_gets_a_clear_error(
    client: FlaskClient, table: Table, body: bytes, code: str
) -> None:
    play.begin_free_roll(table, "2d6")
    answer = client.post("/api/v1/throw", data=body, content_type="application/json")
    assert answer.status_code == 400
    error = described(answer, "/throw", "post")["error"]
    assert error["code"] == code
    assert play.now(table).version == 1


def test_unknown_fields_are_named_with_those_that_exist(client: FlaskClient) -> None:
    answer = client.post("/api/v1/undo", json={"version": 1, "cuont": 2})
    error = described(answer, "/undo", "post")["error"]
    assert "'cuont'" in error["message"]
    assert "count" in error["message"]


@pytest.mark.parametrize(
    "change",
    [
        {"game": "chess"},
        {"players": []},
        {"players": [{"name": "Lucy", "colour": "red"}] * 2},
        {"players": [{"name": "L" * 5000, "colour": "red"}]},
        {"players": [{"name": "\u0000\u202e", "colour": "red"}]},
        {"players": [{"name": "Lucy", "colour": "mauve"}]},
        {"options": {"nonsense": True}},
        {"options": {"dice": "9999999d6"}},
        {"board": "../../etc/passwd"},
        {"board": "nowhere"},
        {"first": 7},
        {"first": -1},
    ],
)
def test_a_match_that_cannot_be_is_not_begun(
    client: FlaskClient, table: Table, change: dict[str, Any]
) -> None:
    answer = client.post("/api/v1/matches", json=NEW | change)
    assert answer.status_code in (404, 422)
    assert described(answer, "/matches", "post")["error"]["message"]
    assert table.snapshot().match is None
    assert table.matches() == ()


def test_a_form_is_not_taken_for_json(client: FlaskClient) -> None:
    answer = client.post("/api/v1/undo", data={"version": "1"})
    assert answer.status_code == 400
    assert "Content-Type" in described(answer, "/undo", "post")["error"]["message"]


@pytest.mark.parametrize(
    ("path", "method", "status"),
    [
        ("/api/v1/nowhere", "GET", 404),
        ("/api/v1/undo", "GET", 405),
        ("/api/v1/snapshot", "DELETE", 405),
        ("/api/v1/questions/x/answer", "POST", 404),
        ("/api/v1/tray.jpg", "POST", 405),
    ],
)
def test_errors_of_addresses_are_json_too(
    client: FlaskClient, path: str, method: str, status: int
) -> None:
    answer = client.open(path, method=method)
    assert answer.status_code == status
    assert answer.json is not None
    assert answer.json["ok"] is False
    assert set(answer.json["error"]) >= {"code", "rule", "message"}


def test_a_body_that_is_too_large_is_refused_as_json(client: FlaskClient) -> None:
    answer = client.post("/api/v1/undo", data=b" " * 200_000, content_type="application/json")
    assert answer.status_code == 413
    assert answer.json is not None
    assert answer.json["ok"] is False


def test_the_picture_is_offered_to_programs(client: FlaskClient) -> None:
    assert client.get("/api/v1/tray.jpg").mimetype == "image/jpeg"
