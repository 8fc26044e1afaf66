"""Set-up shows every house rule with its default, and what was chosen is recorded."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from companion.games.registry import GAMES
from companion.table.table import Table
from tests.web import play

CHOOSABLE = [(game.name, spec.name) for game in GAMES.values() for spec in game.options]


@pytest.mark.parametrize(("game", "option"), CHOOSABLE)
def test_every_option_is_on_the_page_with_its_words_and_ruling(
    client: FlaskClient, game: str, option: str
) -> None:
    spec = next(spec for spec in GAMES[game].options if spec.name == option)
    page = client.get(f"/new/{game}").text.replace("&#39;", "'")
    at = page.index(f'name="option-{option}"')
    around = page[page.rindex('<div class="option">', 0, at) : page.index("</div>", at)]
    assert spec.title in around
    assert spec.explanation in around
    assert (spec.ruling or "") in around
    match spec.kind:
        case "choice":
            assert f'<option value="{spec.default}" selected>' in around
        case "bool":
            assert ("checked" in around) is spec.default
        case "int":
            assert f'value="{spec.default}"' in around
        case _:
            assert "<input" in around


@pytest.mark.parametrize("game", GAMES)
def test_a_match_records_every_option_also_when_nothing_was_chosen(table: Table, game: str) -> None:
    seats = max(2, GAMES[game].seats[0])
    boards = {"free_roll": None}
    table.new_match(game, play.LUCY_AND_RALPH[:seats], {}, boards.get(game, "practice"))
    recorded = dict(play.now(table).info.options)
    assert recorded == {spec.name: spec.default for spec in GAMES[game].options}
