"""What forms do: to the table, to a browser with the script and to one without."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.table.snapshot import MatchNow
from companion.table.table import Table
from tests.web import play
from vision.values import Status


def _new_game(**changes: str) -> dict[str, str]:
    form = {
        "game": "roll_and_wall",
        "board": "practice",
        "name-0": "Lucy",
        "colour-0": "red",
        "name-1": "  ",
        "colour-1": "blue",
        "name-2": "Ralph",
        "colour-2": "green",
        "first": "2",
        "option-young_players": "2",
    }
    return form | changes


def _match(table: Table) -> MatchNow:
    return play.now(table)


def test_a_new_game_takes_players_board_options_and_who_begins(
    client: FlaskClient, table: Table
) -> None:
    answer = client.post("/actions/new", data=_new_game())
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    match = _match(table)
    assert [(p.name, p.colour) for p in match.info.players] == [("Lucy", "red"), ("Ralph", "green")]
    assert match.prompt_seats == (1,)
    assert match.view["climbers"][1]["pitons_left"] == 4
    assert match.view["climbers"][0]["pitons_left"] == 3


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"name-2": "lucy"}, "Two players are called"),
        ({"colour-2": "red"}, "Two players are red"),
        ({"colour-2": "mauve"}, "choose a colour for Ralph"),
        ({"name-0": "L" * 40}, "A name may have"),
        ({"name-0": "", "name-2": ""}, "Nobody plays yet"),
        ({"name-2": ""}, "2 to 5 players"),
        ({"board": "nowhere"}, "nowhere"),
        ({"option-same_level": "wobbly"}, "has no choice"),
    ],
)
def test_a_set_up_that_cannot_be_is_shown_again_with_what_was_typed(
    client: FlaskClient, table: Table, changes: dict[str, str], sentence: str
) -> None:
    answer = client.post("/actions/new", data=_new_game(**changes))
    assert answer.status_code == 422
    assert sentence in answer.text
    assert 'role="alert"' in answer.text
    assert table.snapshot().match is None


def test_an_unknown_game_is_refused(client: FlaskClient) -> None:
    assert client.post("/actions/new", data=_new_game(game="chess")).status_code == 404


def test_a_choice_is_made_and_the_browser_sent_back_to_the_table(
    client: FlaskClient, table: Table
) -> None:
    play.begin_wall(table)
    answer = client.post("/actions/submit", data=play.choose(table, type="Declare", white=2))
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    assert str(_match(table).awaits) == "2d6"


def test_with_the_script_the_answer_holds_the_fresh_regions(
    client: FlaskClient, table: Table
) -> None:
    play.begin_wall(table)
    answer = play.ask(client, "/actions/submit", play.choose(table, type="Declare", white=2))
    assert answer.json is not None
    assert answer.json["ok"] is True
    assert _match(table).prompt_text in answer.json["regions"]["prompt"]
    assert answer.json["title"] == _match(table).prompt_text


def test_typed_dice_count_like_seen_ones(client: FlaskClient, table: Table) -> None:
    play.begin_free_roll(table)
    play.ask(client, "/actions/roll", play.stamp(table) | play.dice_fields([6, 2, 5]))
    match = _match(table)
    assert match.view["players"][0]["total"] == 13
    assert match.last_roll is not None
    assert match.last_roll.source == "page"


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"kind": ["d6"] * 3, "value": ["7", "1", "1"]}, "Die 1 can show 1 to 6"),
        ({"kind": ["d6"] * 3, "value": ["1", "x", "1"]}, "Die 2 can show 1 to 6"),
        ({"kind": ["d6"] * 3, "value": ["1", "1"]}, "needs a kind and a value"),
        ({"kind": ["d6"] * 99, "value": ["1"] * 99}, "At most 30 dice"),
    ],
)
def test_dice_that_cannot_be_are_named(
    client: FlaskClient, table: Table, fields: dict[str, Any], sentence: str
) -> None:
    play.begin_free_roll(table)
    answer = play.ask(client, "/actions/roll", play.stamp(table) | fields)
    assert answer.status_code == 400
    assert answer.json is not None
    assert sentence in answer.json["notice"]
    assert _match(table).version == 1


def test_what_the_rules_forbid_is_refused_with_a_sentence(
    client: FlaskClient, table: Table
) -> None:
    play.begin_free_roll(table)
    answer = play.ask(client, "/actions/roll", play.stamp(table) | play.dice_fields([1, 2]))
    assert answer.status_code == 422
    assert answer.json is not None
    assert answer.json["notice"].startswith("Throw ")
    assert _match(table).version == 1


def test_a_stale_tab_is_refused_and_shown_how_it_stands(client: FlaskClient, table: Table) -> None:
    play.begin_free_roll(table)
    old = play.stamp(table)
    play.ask(client, "/actions/roll", old | play.dice_fields([6, 2, 5]))
    answer = play.ask(client, "/actions/roll", old | play.dice_fields([1, 1, 1]))
    assert answer.status_code == 409
    assert answer.json is not None
    assert "moved on" in answer.json["notice"]
    assert _match(table).prompt_text in answer.json["regions"]["prompt"]
    assert _match(table).view["players"][0]["total"] == 13
    plain = client.post("/actions/roll", data=old | play.dice_fields([1, 1, 1]))
    assert plain.status_code == 409
    assert "moved on" in plain.text
    assert _match(table).prompt_text in plain.text


def test_a_tab_of_another_match_at_the_same_version_is_stale(
    client: FlaskClient, table: Table
) -> None:
    play.begin_free_roll(table)
    old = play.stamp(table)
    play.begin_free_roll(table)
    assert _match(table).version == int(old["version"])
    for path, fields in (
        ("/actions/roll", play.dice_fields([1, 1, 1])),
        ("/actions/undo", {}),
        ("/actions/dismiss", {"question": "2"}),
    ):
        assert play.ask(client, path, old | fields).status_code == 409


def test_undo_takes_back_and_the_log_keeps_it(client: FlaskClient, table: Table) -> None:
    play.begin_free_roll(table)
    play.ask(client, "/actions/roll", play.stamp(table) | play.dice_fields([6, 2, 5]))
    play.ask(client, "/actions/undo", play.stamp(table))
    assert _match(table).view["players"][0]["total"] == 0
    html = client.get("/").text
    assert "<del>" in html
    assert "(undone)" in html


def test_undo_of_nothing_is_refused(client: FlaskClient, table: Table) -> None:
    play.begin_free_roll(table)
    assert play.ask(client, "/actions/undo", play.stamp(table)).status_code == 422


def test_one_die_of_the_last_roll_is_changed_by_one_button(
    client: FlaskClient, table: Table
) -> None:
    play.begin_free_roll(table)
    table.rolled(
        play.throw_seen(play.die(3, 100), play.die(5, 300), play.die(1, 500)),
        play.PICTURE_SIZE,
        "roll-0001.jpg",
    )
    assert _match(table).view["players"][0]["total"] == 9
    html = client.get("/").text
    values = play.last_values(table)
    place = values.index(5)
    assert f'name="change" value="{place}:6"' in html
    fields = play.dice_fields(values)
    answer = play.ask(
        client, "/actions/correct", play.stamp(table) | fields | {"change": f"{place}:6"}
    )
    assert answer.status_code == 200
    assert _match(table).view["players"][0]["total"] == 10
    assert "kind-correction" in client.get("/").text
    assert "/evidence/roll-0001.jpg" in client.get("/").text


def test_a_doubt_shows_what_was_expected_and_seen_and_takes_an_answer(
    client: FlaskClient, table: Table
) -> None:
    play.begin_free_roll(table)
    table.rolled(
        play.throw_seen(
            play.die(3, 100), play.die(None, 300, 0.4), play.die(1, 500), status=Status.UNSURE
        ),
        play.PICTURE_SIZE,
        "roll-0001.jpg",
    )
    question = table.snapshot().tray.question
    assert question is not None
    assert _match(table).view["players"][0]["total"] == 0
    html = client.get("/").text
    assert "Expected: <strong>three six-sided dice</strong>" in html
    assert "3, one not read, 1" in html
    assert "/evidence/roll-0001.jpg" in html
    values = [int(v) for _, v in question.suggestions[0].dice]
    form = play.stamp(table) | play.dice_fields(values) | {"question": str(question.id)}
    assert play.ask(client, "/actions/answer", form).status_code == 200
    assert _match(table).view["players"][0]["total"] == sum(values)


def test_a_die_left_out_of_an_answer_is_not_counted(client: FlaskClient, table: Table) -> None:
    play.begin_free_roll(table, "2d6")
    table.rolled(
        play.throw_seen(play.die(3, 100), play.die(4, 300), play.die(1, 500)),
        play.PICTURE_SIZE,
        None,
    )
    question = table.snapshot().tray.question
    assert question is not None
    form = play.stamp(table) | {
        "question": str(question.id),
        "kind": ["d6"] * 4,
        "value": ["3", "", "1", ""],
    }
    assert play.ask(client, "/actions/answer", form).status_code == 200
    assert _match(table).view["players"][0]["total"] == 4


def test_every_die_that_is_missing_can_be_added_to_an_answer(
    client: FlaskClient, table: Table
) -> None:
    play.begin_free_roll(table, "5d6")
    table.rolled(play.throw_seen(play.die(3, 100), play.die(4, 300)), play.PICTURE_SIZE, None)
    question = table.snapshot().tray.question
    assert question is not None
    assert question.code == "wrong_count"
    region = play.ask(client, "/actions/undo", {}).json["regions"]["question"]  # type: ignore[index]
    assert region.count('name="value"') == 5
    form = play.stamp(table) | play.dice_fields([3, 4, 1, 1, 1]) | {"question": str(question.id)}
    assert play.ask(client, "/actions/answer", form).status_code == 200
    assert _match(table).view["players"][0]["total"] == 10


def test_rolling_again_drops_the_question(client: FlaskClient, table: Table) -> None:
    play.begin_free_roll(table)
    table.rolled(play.throw_seen(play.die(3, 100), play.die(4, 300)), play.PICTURE_SIZE, None)
    question = table.snapshot().tray.question
    assert question is not None
    play.ask(client, "/actions/dismiss", play.stamp(table) | {"question": str(question.id)})
    assert table.snapshot().tray.question is None
    assert _match(table).view["players"][0]["total"] == 0


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "http://elsewhere.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:9999"},
    ],
)
def test_a_form_from_another_site_changes_nothing(
    client: FlaskClient, table: Table, headers: dict[str, str]
) -> None:
    play.begin_free_roll(table)
    form = play.stamp(table) | play.dice_fields([6, 6, 6])
    answer = client.post("/actions/roll", data=form, headers=headers)
    assert answer.status_code == 403
    assert "another site" in answer.text
    assert client.post("/api/v1/leave", headers=headers).status_code == 403
    assert _match(table).version == 1


def test_a_form_of_the_page_itself_passes(client: FlaskClient, table: Table) -> None:
    play.begin_free_roll(table)
    form = play.stamp(table) | play.dice_fields([6, 6, 6])
    headers = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}
    assert client.post("/actions/roll", data=form, headers=headers).status_code == 303


MALFORMED: tuple[dict[str, str], ...] = (
    {},
    {"version": "x", "match": "y"},
    {"version": "9" * 400},
    {"version": "1", "seat": "zero", "action": "{}"},
    {"version": "1", "seat": "0", "action": "["},
    {"version": "1", "seat": "0", "action": "[" * 9000},
    {"version": "1", "seat": "99", "action": '{"type": "Nonsense"}'},
    {"version": "1", "question": "²"},
    {"version": "1", "change": "99:6", "kind": "d6", "value": "3"},
    {"version": "1", "kind": "nonsense", "value": "<b>"},
)


@pytest.mark.parametrize(
    "path", ["submit", "roll", "undo", "correct", "answer", "dismiss", "resume", "new"]
)
def test_a_malformed_form_is_refused_and_never_an_error_of_ours(
    client: FlaskClient, table: Table, path: str
) -> None:
    play.begin_free_roll(table)
    before = _match(table).version
    for form in MALFORMED:
        answer = play.ask(client, f"/actions/{path}", form)
        assert 400 <= answer.status_code < 500, form
        assert _match(table).version == before, form


def test_a_form_that_is_too_large_is_refused(client: FlaskClient, table: Table) -> None:
    answer = client.post("/actions/new", data={"game": "x" * 200_000})
    assert answer.status_code == 413
    assert "Send less" in answer.text


def test_the_end_of_a_game_shows_the_winner(client: FlaskClient, table: Table) -> None:
    play.begin_free_roll(table)
    play.ask(client, "/actions/roll", play.stamp(table) | play.dice_fields([6, 6, 6]))
    play.ask(client, "/actions/submit", play.choose(table, type="Stop"))
    html = client.get("/").text
    assert "Lucy wins" in html
    assert "Play again" in html
