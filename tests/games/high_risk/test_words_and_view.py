"""What players read and what a page is given."""

from __future__ import annotations

import json

from companion.games.high_risk.actions import Advance, RollAgain, Stop
from companion.games.high_risk.events import Advanced, Boosted, Fell, KnockedOff, TurnStarted
from companion.games.protocol import Mood
from tests.games.high_risk.mountains import ANN, BEN, GAME, NAMES, after, done, standing, start


def said(state: object) -> str:
    return GAME.prompt_text(state, NAMES)  # type: ignore[arg-type]


def test_prompts_name_the_player_the_dice_and_the_risk() -> None:
    choosing = after(start(), "AAWDDD")
    assert said(start()) == "Ann, roll all 6 dice."
    assert said(choosing) == "Ann, you have 2 mountains: stop, or roll 3 again at 1 in 8 to fall."
    assert said(after(choosing, RollAgain())).startswith("Ann, roll 3 dice again")
    assert said(after(choosing, Stop())) == "Ann, choose the climber that goes up 2 zones."
    assert "wins" in said(standing([10] * 4, [0] * 4))


def test_the_log_tells_rolls_falls_advances_and_knocks() -> None:
    state = after(standing([1, 0, 0, 0], [3, 0, 0, 0]), "AADDDD", Stop())
    _, events = done(state, Advance(1))
    told = [GAME.event_text(event, NAMES) for event in events]
    assert told == [
        "Ann goes up from zone 1 to zone 3.",
        "Ben is knocked off zone 3 and drops to zone 2.",
        "The dice go to Ben.",
    ]
    _, events = done(standing([5, 0, 0, 0], [0] * 4), "DDDDDD")
    told = [GAME.event_text(event, NAMES) for event in events]
    assert told[:2] == [
        "Ann rolled 6 lightning; mountains set aside: 0.",
        "Nothing but lightning: Ann falls from zone 5 to the Basecamp.",
    ]


def test_choices_say_who_would_be_knocked_where() -> None:
    state = after(standing([1, 0, 0, 0], [3, 0, 0, 0]), "AADDDD")
    assert (
        GAME.action_text(state, Advance(1))
        == "Lower Bivouac to Cliff 2, knocking one down to Cliff 1"
    )
    assert GAME.action_text(state, RollAgain()) == "Roll 4 dice again"
    assert GAME.action_text(state, Advance(99)) == "Climber in zone 99"


def test_moods_follow_what_it_means_to_the_players() -> None:
    assert GAME.event_mood(Fell(ANN, 5, 0)) is Mood.FALL
    assert GAME.event_mood(KnockedOff(BEN, 3, 2)) is Mood.FALL
    assert GAME.event_mood(Boosted(ANN)) is Mood.SUCCESS
    assert GAME.event_mood(Advanced(ANN, 8, 10, True)) is Mood.SUCCESS
    assert GAME.event_mood(Advanced(ANN, 1, 2, False)) is None
    assert GAME.event_mood(TurnStarted(BEN)) is None


def test_the_view_holds_zones_with_places_climbers_dice_and_previews() -> None:
    state = after(standing([5, 1, 0, 0], [3, 0, 0, 0]), "AAWDDD")
    view = GAME.view(state, None)
    assert json.loads(json.dumps(view)) == view
    assert view["dice"] == {"to_roll": 0, "danger": 3, "ascension": 2, "weather": 1}
    assert view["players"][0] == {"seat": 0, "climbers": [5, 1, 0, 0], "at_summit": 0}
    assert view["advances"] == [
        {"zone": 5, "target": 7, "knocked": None},
        {"zone": 1, "target": 3, "knocked": {"seat": 1, "target": 2}},
        {"zone": 0, "target": 2, "knocked": None},
    ]
    assert view["fall"] == {"source": 5, "target": 0}
    zones = view["board"]["zones"]
    assert [zone["kind"] for zone in zones].count("cliff") == 6
    assert all(len(zone["centre_mm"]) == 2 for zone in zones)
    assert "check against your board" in view["board"]["note"]


def test_standings_count_climbers_at_the_summit_first() -> None:
    lines = GAME.standings(standing([10, 0, 0, 0], [9, 9, 9, 9])).lines
    assert [(line.rank, line.score) for line in lines] == [(1, 1), (2, 0)]
    assert [line.rank for line in GAME.standings(start()).lines] == [1, 1]
