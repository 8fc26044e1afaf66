"""Every game on the page: whatever happens in it can be drawn, and whatever is legal done."""

from __future__ import annotations

import os

import pytest
from flask import Flask

from companion.games.protocol import Seat
from companion.games.registry import GAMES
from companion.table.match import Match
from companion.table.shown import match_now, snapshot_of
from companion.table.snapshot import MatchNow, Snapshot
from companion.table.tray import TrayFacts
from tests.web import forms, walking
from web.presenters.boards import SEEN_BY_JUDGES
from web.presenters.page import page_view
from web.regions import draw

SEEDS = range(int(os.environ.get("PAGE_WALKS", "4")))
STEPS = 50
"""About 200 states a game in a usual run; ``PAGE_WALKS=50`` walks farther."""

STEPPED = "free_roll"
"""Its dice are added and taken away one by one, so a page offers the next ones only."""


def _shown(match: Match, viewer: Seat | None = None) -> Snapshot:
    return snapshot_of(1, match, match_now(match, viewer), TrayFacts(), None, None)


def _page(app: Flask, snapshot: Snapshot, seat: Seat | None) -> forms.Reader:
    """The page as read, found to be well formed."""
    html = draw(app.jinja_env, page_view(snapshot, seat))
    for region, text in html.items():
        assert "None" not in text, region
    page = forms.Reader("".join(html.values()))
    assert page.faults == []
    return page


def _examples(match: MatchNow) -> set[str]:
    """The distances that stand for all others in the choices of a judge."""
    actions = [choice.action for choice in match.choices]
    return {str(a["tenths_mm"] / 10) for a in actions if a["type"] == "CardMoved"}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", SEEDS)
def test_every_state_is_drawn_and_offers_exactly_what_is_legal(
    app: Flask, name: str, seed: int
) -> None:
    for match in walking.matches(GAMES[name], seed, STEPS):
        snapshot = _shown(match)
        assert snapshot.match is not None
        offered = forms.offered(_page(app, snapshot, None), millimetres=_examples(snapshot.match))
        legal = {(c.seat, forms.written(c.action)) for c in snapshot.match.choices}
        if name == STEPPED:
            assert offered <= legal
            assert {s["type"] for s in map(forms.read, offered)} == {
                c.action["type"] for c in snapshot.match.choices
            }
        else:
            assert offered == legal


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_seat_is_offered_its_own_choices_and_of_others_only_what_judges_see(
    app: Flask, name: str, seed: int
) -> None:
    for step, match in enumerate(walking.matches(GAMES[name], seed, STEPS)):
        acting = match.game.prompt(match.state).seats
        seat = acting[0] if acting and step % 2 else Seat(step % match.setup.seats)
        snapshot = _shown(match, seat)
        assert snapshot.match is not None
        offered = forms.offered(_page(app, snapshot, seat), millimetres=_examples(snapshot.match))
        watched = SEEN_BY_JUDGES.get(name, frozenset())
        own = {
            (c.seat, forms.written(c.action))
            for c in snapshot.match.choices
            if c.seat == seat or c.action["type"] in watched
        }
        assert offered <= own if name == STEPPED else offered == own
