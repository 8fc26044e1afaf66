"""Rocódromo on the page: the rope by which somebody climbed, and the places that it covers."""

from __future__ import annotations

from flask.testing import FlaskClient

from companion.engine import examples
from companion.games.registry import GAMES
from companion.table.shown import match_now
from companion.table.snapshot import MatchNow
from companion.table.table import Table
from tests.web import walking
from web.presenters import rocodromo
from web.presenters.marks import marks


def _climbed() -> MatchNow:
    """The first clear yes of some random matches."""
    for seed in range(60):
        for match in walking.matches(GAMES["rocodromo"], seed, 80):
            now = match_now(match)
            last = now.view["last"]
            if last and last["valid"] and last["measured"] == "yes":
                return now
    raise AssertionError("nobody climbs in these matches")


def test_after_a_clear_yes_the_rope_is_drawn_with_the_two_places_that_it_covers() -> None:
    now = _climbed()
    content = rocodromo.present(now, marks(now.info.players)).content
    assert content.laid is not None
    assert content.laid.sure
    assert len(content.laid.points.split()) == 4
    assert len(content.laid.touched) == 2
    target = now.view["wall"]["holds"][now.view["last"]["target"]]
    assert content.laid.title.endswith(f"to hold {target['label']}")
    assert any("It covers the two ringed places." in fact for fact in content.facts)


def test_the_rope_is_gone_while_the_next_climb_is_declared() -> None:
    now = _climbed()
    phase = {**now.view["phase"], "name": "Declared", "target": 3, "first": False}
    view = {**now.view, "phase": phase}
    assert rocodromo._laid(view, marks(now.info.players)) is None


def test_a_wall_on_which_nobody_has_climbed_shows_no_rope(
    client: FlaskClient, table: Table
) -> None:
    assert examples.position("rocodromo") is not None
    client.post("/api/v1/load", json={"dump": examples.position("rocodromo")})
    assert 'class="laid' not in client.get("/").text
