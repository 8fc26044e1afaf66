"""The interface for programs does what the engine does, with the same codes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.boards.loading import PackagedBoards
from companion.engine import examples
from companion.games.registry import GAMES
from companion.table.journal import SqliteJournal
from companion.table.table import Table
from tests.engine.talking import Talk
from tests.web import play
from tests.web.described import described
from tests.web.fakes import FakeClock, FakePictures, FakeRig
from web import create_app

READING = ("odds", "legal", "view", "dump")


@pytest.mark.parametrize("verb", READING)
def test_without_a_match_there_is_nothing_to_tell(client: FlaskClient, verb: str) -> None:
    answer = client.get(f"/api/v1/{verb}")
    assert answer.status_code == 404
    assert described(answer, f"/{verb}", "get")["error"]["code"] == "no_game"


@pytest.mark.parametrize("verb", [verb for verb in READING if verb != "dump"])
@pytest.mark.parametrize("game", GAMES)
def test_what_is_read_is_what_the_engine_says(client: FlaskClient, game: str, verb: str) -> None:
    dump = examples.position(game)
    talk = Talk()
    assert talk.ask(load={"dump": dump})["ok"]
    assert client.post("/api/v1/load", json={"dump": dump}).status_code == 200
    for seat in (None, 0):
        path = f"/{verb}" if seat is None else f"/seats/{{seat}}/{verb}"
        told = described(client.get("/api/v1" + path.format(seat=seat)), path, "get")
        assert _unordered(told) == _unordered(talk.ask(**{verb: {"seat": seat}}))


def _unordered(value: Any) -> str:
    """The journal keeps a board without the order of its keys, and lists may follow that."""
    if isinstance(value, dict):
        return str(sorted((key, _unordered(each)) for key, each in value.items()))
    return str(sorted(map(_unordered, value))) if isinstance(value, list) else repr(value)


def test_throws_are_expanded_up_to_a_limit(client: FlaskClient, table: Table) -> None:
    play.begin_free_roll(table, "5d6")
    few = described(client.get("/api/v1/legal?expand=7"), "/legal", "get")
    throws = [each for each in few["actions"] if each["action"]["type"] == "Rolled"]
    assert len(throws) == 7
    assert few["complete"] is False


@pytest.mark.parametrize("query", ["expand=-1", "expand=x", "expand=999999999", "expand=1.0"])
def test_a_bad_limit_is_named(client: FlaskClient, table: Table, query: str) -> None:
    play.begin_free_roll(table, "5d6")
    answer = client.get(f"/api/v1/legal?{query}")
    assert answer.status_code == 400
    error = described(answer, "/legal", "get")["error"]
    assert error["code"] == "bad_request"
    assert "expand" in error["message"]


@pytest.mark.parametrize("verb", ["odds", "legal", "view"])
def test_nobody_sits_at_a_seat_that_is_not_there(
    client: FlaskClient, table: Table, verb: str
) -> None:
    play.begin_free_roll(table)
    answer = client.get(f"/api/v1/seats/7/{verb}")
    assert answer.status_code == 400
    path = f"/seats/{{seat}}/{verb}"
    assert described(answer, path, "get")["error"]["code"] == "bad_request"


def test_hidden_choices_are_listed_to_their_own_seat_only(
    client: FlaskClient, table: Table
) -> None:
    play.begin_advanced(table, until="draft")
    everybody = described(client.get("/api/v1/legal"), "/legal", "get")
    assert everybody["complete"] is False
    assert not [each for each in everybody["actions"] if each["action"]["type"] == "Keep"]
    path = "/seats/{seat}/legal"
    own = described(client.get("/api/v1/seats/1/legal"), path, "get")
    assert {each["seat"] for each in own["actions"]} == {1}
    assert [each for each in own["actions"] if each["action"]["type"] == "Keep"]


@pytest.mark.parametrize("game", GAMES)
def test_a_dump_is_loaded_by_table_and_engine_alike(client: FlaskClient, game: str) -> None:
    loaded = client.post("/api/v1/load", json={"dump": examples.position(game)})
    before = described(loaded, "/load", "post")["snapshot"]["match"]
    dump = described(client.get("/api/v1/dump"), "/dump", "get")["dump"]
    talk = Talk()
    assert talk.ask(load={"dump": dump})["ok"]
    assert talk.ask(dump={})["dump"] == dump
    again = described(client.post("/api/v1/load", json={"dump": dump}), "/load", "post")
    after = again["snapshot"]["match"]
    assert after["view"] == before["view"]
    assert after["info"]["id"] != before["info"]["id"]
    assert client.get("/api/v1/dump").json == {"ok": True, "dump": dump}


def test_a_loaded_match_is_played_on_undone_and_there_after_a_restart(tmp_path: Path) -> None:
    dump = examples.position("high_risk")
    path = tmp_path / "again.sqlite3"
    with SqliteJournal(path) as journal:
        table = Table(journal, PackagedBoards(), FakeClock())
        app = create_app(table, FakePictures(), FakeRig(), PackagedBoards())
        client = app.test_client()
        begun = client.post("/api/v1/load", json={"dump": dump}).json
        assert begun is not None
        listed = client.get("/api/v1/legal?expand=1").json
        assert listed is not None
        body = listed["actions"][0] | {"version": 1}
        assert client.post("/api/v1/act", json=body).status_code == 200
        undone = client.post("/api/v1/undo", json={"version": 2}).json
        assert undone is not None
        assert undone["snapshot"]["match"]["view"] == begun["snapshot"]["match"]["view"]
        refused = client.post("/api/v1/undo", json={"version": 3}).json
        assert refused is not None
        assert refused["error"]["code"] == "bad_request"
        last = client.get("/api/v1/dump").json
    with SqliteJournal(path) as journal:
        table = Table(journal, PackagedBoards(), FakeClock())
        app = create_app(table, FakePictures(), FakeRig(), PackagedBoards())
        assert app.test_client().get("/api/v1/dump").json == last


def test_players_of_a_dump_get_the_colours_that_are_asked_for(client: FlaskClient) -> None:
    dump = examples.position("high_risk")
    body = {"dump": dump, "colours": ["green", "white"]}
    told = described(client.post("/api/v1/load", json=body), "/load", "post")
    players = told["snapshot"]["match"]["info"]["players"]
    assert [player["colour"] for player in players] == ["green", "white"]
    plain = described(client.post("/api/v1/load", json={"dump": dump}), "/load", "post")
    colours = [p["colour"] for p in plain["snapshot"]["match"]["info"]["players"]]
    assert len(set(colours)) == len(colours) == 2


@pytest.mark.parametrize(
    ("change", "code", "status"),
    [
        ({"dump": None}, "corrupt", 422),
        ({"dump": []}, "corrupt", 422),
        ({"dump": {}}, "corrupt", 422),
        ({"game": "chess"}, "unknown_game", 404),
        ({"game": 3}, "corrupt", 422),
        ({"players": ["Ann"]}, "corrupt", 422),
        ({"players": ["Ann", "Ann"]}, "corrupt", 422),
        ({"players": ["A" * 999, "Ben"]}, "corrupt", 422),
        ({"state": {}}, "corrupt", 422),
        ({"board": "nowhere"}, "corrupt", 422),
        ({"board": {}}, "corrupt", 422),
        ({"board_digest": "0" * 64}, "corrupt", 422),
        ({"rules_version": 99}, "corrupt", 422),
        ({"options": {"nonsense": True}}, "corrupt", 422),
        ({"first": 7}, "corrupt", 422),
        ({"extra": 1}, "corrupt", 422),
        ({"colours": ["mauve", "red"]}, "bad_request", 422),
        ({"colours": ["red"]}, "bad_request", 400),
    ],
)
def test_what_cannot_be_loaded_changes_nothing(
    client: FlaskClient, table: Table, change: dict[str, Any], code: str, status: int
) -> None:
    position: dict[str, Any] = examples.position("high_risk") or {}
    body: dict[str, Any] = {"dump": position}
    for key, value in change.items():
        body = body | {key: value} if key in ("dump", "colours") else {"dump": position | change}
    answer = client.post("/api/v1/load", json=body)
    error = described(answer, "/load", "post")["error"]
    assert (error["code"], answer.status_code) == (code, status)
    assert error["message"].endswith(".")
    if "colours" not in change:
        assert Talk().code(load={"dump": body["dump"]}) == code
    assert table.snapshot().match is None
    assert table.matches() == ()


def test_refusals_have_the_codes_of_the_engine(client: FlaskClient, table: Table) -> None:
    nothing = client.post("/api/v1/act", json={"seat": 0, "action": {}, "version": 1})
    assert nothing.status_code == 404
    assert described(nothing, "/act", "post")["error"]["code"] == "no_game"
    match = play.begin_wall(table)
    stop = {"type": "EndTurn"}
    cases = [
        ({"seat": 0, "action": {"type": "Nonsense"}, "version": match.version}, "bad_request"),
        ({"seat": 9, "action": stop, "version": match.version}, "bad_request"),
        ({"seat": 1, "action": stop, "version": match.version}, "not_your_seat"),
        ({"seat": 0, "action": {"type": "Repeat"}, "version": match.version}, "bad_request"),
        ({"seat": 0, "action": stop, "version": 99}, "stale"),
    ]
    for body, code in cases:
        answer = client.post("/api/v1/act", json=body)
        assert described(answer, "/act", "post")["error"]["code"] == code


@pytest.mark.parametrize("body", [{}, {"board": None}, {"board": "practice"}])
@pytest.mark.parametrize("game", GAMES)
def test_without_a_board_the_practice_board_is_played_as_in_the_engine(
    client: FlaskClient, game: str, body: dict[str, Any]
) -> None:
    names = ["Ann", "Ben"]
    players = [
        {"name": name, "colour": colour}
        for name, colour in zip(names, ("red", "blue"), strict=True)
    ]
    begun = client.post("/api/v1/matches", json={"game": game, "players": players, **body})
    assert described(begun, "/matches", "post")["ok"]
    talk = Talk()
    talk.done(new={"game": game, "players": names, **body})
    dump = described(client.get("/api/v1/dump"), "/dump", "get")["dump"]
    assert dump["board_digest"] == talk.done(dump={})["dump"]["board_digest"]


def test_a_match_that_is_over_says_so(client: FlaskClient, table: Table) -> None:
    match = play.begin_free_roll(table)
    over = client.post(
        "/api/v1/act", json={"seat": 0, "action": {"type": "Stop"}, "version": match.version}
    ).json
    assert over is not None
    version = over["snapshot"]["match"]["version"]
    again = {"seat": 0, "action": {"type": "Stop"}, "version": version}
    answer = client.post("/api/v1/act", json=again)
    assert described(answer, "/act", "post")["error"]["code"] == "over"


@pytest.mark.parametrize("body", [b'{"dump": NaN}', b'{"dump": 1e999}', b'{"dump": 1, "dump": 2}'])
def test_json_is_read_as_strictly_as_by_the_engine(client: FlaskClient, body: bytes) -> None:
    answer = client.post("/api/v1/load", data=body, content_type="application/json")
    assert answer.status_code == 400
    assert described(answer, "/load", "post")["error"]["code"] == "bad_json"


def test_a_dump_holds_the_board_itself_where_its_file_is_another_by_now(tmp_path: Path) -> None:
    boards = Shelves({"ours": PackagedBoards().load("high_risk", "practice")})
    with SqliteJournal(tmp_path / "board.sqlite3") as journal:
        table = Table(journal, boards, FakeClock())
        client = create_app(table, FakePictures(), FakeRig(), boards).test_client()
        dump: dict[str, Any] = examples.position("high_risk") or {}
        body = {"dump": dump | {"board": "ours"}}
        assert client.post("/api/v1/load", json=body).status_code == 200
        same = client.get("/api/v1/dump").json
        assert same is not None
        assert same["dump"]["board"] == "ours"
        boards.files["ours"] = {"title": "another"}
        other = client.get("/api/v1/dump").json
        assert other is not None
        assert other["dump"]["board"]["title"] != "another"
        assert client.post("/api/v1/load", json={"dump": other["dump"]}).status_code == 200


class Shelves:
    """Boards by name, which can be changed."""

    def __init__(self, files: dict[str, dict[str, Any]]) -> None:
        self.files = files

    def names(self, game: str) -> tuple[str, ...]:
        return tuple(self.files)

    def load(self, game: str, name: str) -> dict[str, Any]:
        return self.files[name]
