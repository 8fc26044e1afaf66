"""Pages, pictures and what every answer carries."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.games.registry import GAMES
from companion.table.snapshot import Player
from companion.table.table import Table
from tests.web import play
from tests.web.fakes import JPEG, FakePictures

PAGES = ("/", "/new", "/new/free_roll", "/new/roll_and_wall", "/games")
WEB = Path(__file__).parents[2] / "web"


@pytest.mark.parametrize("path", PAGES)
def test_every_page_answers_with_a_strict_policy(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert "data:" not in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("path", PAGES)
def test_no_page_holds_inline_script_or_style_or_foreign_addresses(
    client: FlaskClient, table: Table, path: str
) -> None:
    play.begin_wall(table)
    html = client.get(path).text
    assert not re.search(r"<script(?![^>]*\bsrc=)", html)
    assert "<style" not in html
    assert not re.search(r"\sstyle=|\son[a-z]+=", html)
    assert not re.search(r"(?:src|href|action)=[\"'](?:https?:)?//", html)


def test_static_files_name_no_address_on_the_internet() -> None:
    for path in (WEB / "static").iterdir():
        text = path.read_text()
        assert not re.search(r"https?://(?!www\.w3\.org/)", text), path


def test_the_table_without_a_match_offers_every_game(client: FlaskClient) -> None:
    html = client.get("/").text
    assert "Nothing is on the table yet." in html
    for name in GAMES:
        assert html.count(f'href="/new/{name}"') == 1


def test_the_table_says_the_prompt_in_a_plain_sentence(client: FlaskClient, table: Table) -> None:
    match = play.begin_wall(table)
    html = client.get("/").text
    assert match.prompt_text in html
    assert 'aria-live="polite"' in html


def test_a_hostile_name_is_shown_as_text(client: FlaskClient, table: Table) -> None:
    name = "<script>alert(1)</script>"
    table.new_match("free_roll", [Player(name, "red"), Player('" onx="', "blue")], {}, None)
    for path in ("/", "/games", "/new/free_roll"):
        html = client.get(path).text
        assert name not in html
        assert "&lt;script&gt;" in html
        assert '" onx="' not in html


def test_every_game_can_be_set_up(client: FlaskClient) -> None:
    listed = client.get("/new").text
    for name, game in GAMES.items():
        assert f"/new/{name}" in listed
        html = client.get(f"/new/{name}").text
        for option in game.options:
            assert f'name="option-{option.name}"' in html


def test_an_unknown_page_gets_a_sentence_and_a_way_back(client: FlaskClient) -> None:
    answer = client.get("/nowhere")
    assert answer.status_code == 404
    assert "There is no such page." in answer.text
    assert 'href="/"' in answer.text


def test_a_wrong_method_gets_a_sentence(client: FlaskClient) -> None:
    answer = client.get("/actions/undo")
    assert answer.status_code == 405
    assert "does not take this kind of request" in answer.text


def test_the_newest_picture_is_sent_once(client: FlaskClient, pictures: FakePictures) -> None:
    first = client.get("/tray.jpg")
    assert first.data == JPEG
    assert first.mimetype == "image/jpeg"
    again = client.get("/tray.jpg", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
    pictures.picture = (2, JPEG)
    newer = client.get("/tray.jpg", headers={"If-None-Match": first.headers["ETag"]})
    assert newer.status_code == 200


def test_another_picture_of_the_same_number_is_told_apart(
    client: FlaskClient, pictures: FakePictures
) -> None:
    first = client.get("/tray.jpg")
    pictures.picture = (1, JPEG + b"after a restart")
    again = client.get("/tray.jpg", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 200


def test_no_picture_yet_is_said(client: FlaskClient, pictures: FakePictures) -> None:
    pictures.picture = None
    answer = client.get("/tray.jpg")
    assert answer.status_code == 404
    assert "no picture of the tray yet" in answer.text


def test_a_kept_picture_is_found_by_its_name(client: FlaskClient) -> None:
    assert client.get("/evidence/roll-0001.jpg").data == JPEG
    assert client.get("/evidence/roll-0002.jpg").status_code == 404


@pytest.mark.parametrize(
    "name", ["..", "../journal", "%2e%2e%2fjournal", ".hidden", "a/b", "a\\b", "x" * 200, "a..b"]
)
def test_a_name_that_is_no_picture_is_never_looked_up(
    client: FlaskClient, pictures: FakePictures, name: str
) -> None:
    pictures.kept = {name: b"secret", "journal": b"secret", "../journal": b"secret"}
    answer = client.get(f"/evidence/{name}")
    assert answer.status_code in (404, 308, 200)
    assert b"secret" not in answer.data


def test_health_tells_of_camera_and_match(client: FlaskClient, table: Table) -> None:
    match = play.begin_free_roll(table)
    health = client.get("/healthz").json
    assert health is not None
    assert health["ok"] is True
    assert health["camera_ok"] is True
    assert health["match"] == match.info.id


def test_the_players_of_the_last_game_are_remembered(client: FlaskClient, table: Table) -> None:
    play.begin_free_roll(table)
    html = client.get("/new/roll_and_wall").text
    assert 'value="Lucy"' in html
    assert 'value="Ralph"' in html


def test_running_and_finished_games_are_listed_and_opened(
    client: FlaskClient, table: Table
) -> None:
    first = play.begin_free_roll(table)
    client.post("/actions/submit", data=play.choose(table, type="Stop"))
    second = play.begin_free_roll(table)
    html = client.get("/games").text
    places = [f'name="match" value="{match.info.id}"' for match in (second, first)]
    assert html.index("Running") < html.index(places[0]) < html.index("Finished")
    assert html.index("Finished") < html.index(places[1])
    client.post("/actions/resume", data={"match": first.info.id})
    assert play.now(table).info.id == first.info.id
