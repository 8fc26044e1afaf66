"""A game whose board cannot be drawn is still played, with buttons."""

from __future__ import annotations

import html
import logging

import pytest
from flask.testing import FlaskClient

from companion.table.snapshot import MatchNow
from companion.table.table import Table
from tests.web import play
from web.presenters import boards
from web.presenters.board_view import BoardView
from web.presenters.marks import Mark
from web.presenters.page import NO_BOARD


def unexpected(match: MatchNow, players: tuple[Mark, ...]) -> BoardView:
    raise KeyError("section")


def undrawable(match: MatchNow, players: tuple[Mark, ...]) -> BoardView:
    return BoardView(None, template="boards/roll_and_wall.html", used=frozenset({0}))


@pytest.mark.parametrize("presenter", [unexpected, undrawable])
def test_a_board_that_fails_leaves_prompt_choices_and_undo(
    client: FlaskClient,
    table: Table,
    presenter: boards.Presenter,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = play.begin_wall(table)
    monkeypatch.setitem(boards.PRESENTERS, "roll_and_wall", presenter)
    answer = client.get("/")
    shown = html.unescape(answer.text)
    assert answer.status_code == 200
    assert NO_BOARD in shown
    assert match.prompt_text in shown
    assert [choice.label in shown for choice in match.choices] == [True] * len(match.choices)
    assert 'action="/actions/undo"' in shown


def test_a_board_that_fails_is_logged_once_however_often_the_tray_changes(
    client: FlaskClient,
    table: Table,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    play.begin_wall(table)
    monkeypatch.setitem(boards.PRESENTERS, "roll_and_wall", unexpected)
    with caplog.at_level(logging.ERROR, "web.regions"):
        for text in ("one", "two", None):
            table.message(text)
            assert client.get("/").status_code == 200
    assert [record.exc_info is not None for record in caplog.records] == [True]


def test_a_board_that_is_well_says_nothing(client: FlaskClient, table: Table) -> None:
    play.begin_wall(table)
    assert NO_BOARD not in html.unescape(client.get("/").text)
