"""What players read and what a page is given."""

from __future__ import annotations

import json

from companion.games.gipfelkraxler.actions import Move, Pass, PushUp, Reroll, SetBack
from companion.games.gipfelkraxler.events import Arrived, MatchEnded, Moved, SentHome, Washed
from companion.games.gipfelkraxler.state import IbexState
from companion.games.gipfelkraxler.tasks import Task
from companion.games.gipfelkraxler.words import TASKS
from companion.games.protocol import Mood
from tests.games.gipfelkraxler.herds import (
    BROOK,
    CHOUGH,
    GAME,
    GREY,
    LEFT,
    LUCY,
    NAMES,
    NEEDLE,
    RALPH,
    RAVEN,
    START,
    SUMMIT,
    WHITE,
    after,
    done,
    standing,
    start,
)


def said(state: IbexState) -> str:
    return GAME.prompt_text(state, NAMES)


def test_prompts_follow_the_turn() -> None:
    assert said(start()) == "Lucy, roll all 5 dice."
    fits = after(start(), "1-2-3-4-4")
    assert said(fits) == "Lucy, move an ibex, or roll again."
    assert said(after(fits, Reroll((4,)))) == "Lucy, roll 1 die for roll 2 of 3."
    assert said(after(start(), "6-6-6-6-6")).startswith("Lucy, five of a kind: move")
    nothing = after(standing([LEFT], []), "1-3-4-4-6")
    assert said(nothing) == "Lucy, nothing fits: set an ibex back to the start, or roll again."
    assert "pass" in said(after(start(), "1-3-4-4-6"))
    pushing = after(standing([BROOK, GREY], []), "3-3-3-5-5", Move(BROOK, GREY))
    assert said(pushing) == "Lucy, choose where your ibex on Grey Slab is pushed up to."
    won = standing([NEEDLE, SUMMIT], [], arrivals=(1, 0))
    assert "wins" in said(after(won, "6-6-6-6-6", Move(NEEDLE, SUMMIT)))


def test_the_log_tells_moves_pushes_streams_and_arrivals() -> None:
    state = after(standing([BROOK, GREY], [CHOUGH]), "3-3-3-5-5")
    state, moved = done(state, Move(BROOK, GREY))
    _, pushed = done(state, PushUp(CHOUGH))
    assert [GAME.event_text(event, NAMES) for event in (*moved, *pushed)] == [
        "Lucy moves from Brook Meadow to Grey Slab by a full house.",
        "Lucy pushes an own ibex up from Grey Slab to Chough Ledge.",
        "An ibex of Ralph goes down the stream from Chough Ledge to White Slab.",
        "The dice go to Ralph.",
    ]
    first, second = Arrived(LUCY, 1), Arrived(LUCY, 2)
    assert "turns the marker" in GAME.event_text(first, NAMES)
    assert "second time" in GAME.event_text(second, NAMES)
    assert "the joker" in GAME.event_text(Moved(LUCY, NEEDLE, SUMMIT, None), NAMES)
    _, events = done(start(), "4-1-3-6-4")
    assert GAME.event_text(events[0], NAMES) == "Lucy has 1-3-4-4-6 after roll 1."


def test_choices_are_short_labels() -> None:
    labels = [
        GAME.action_text(start(), action)
        for action in (
            Move(START, LEFT),
            PushUp(RAVEN),
            SetBack(LEFT),
            Reroll((6, 1)),
            Pass(),
        )
    ]
    assert labels == [
        "Start to Left Pasture",
        "Push up to Raven Ledge",
        "Set back from Left Pasture",
        "Roll 1-6 again",
        "Pass",
    ]


def test_every_sign_is_said_in_words() -> None:
    assert TASKS.keys() == set(Task)
    assert len(set(TASKS.values())) == 17


def test_moods_follow_what_it_means_to_the_players() -> None:
    assert GAME.event_mood(Washed(RALPH, GREY, WHITE)) is Mood.FALL
    assert GAME.event_mood(SentHome(RALPH)) is Mood.FALL
    assert GAME.event_mood(Arrived(LUCY, 1)) is Mood.SUCCESS
    assert GAME.event_mood(MatchEnded(LUCY)) is Mood.SUCCESS
    assert GAME.event_mood(Moved(LUCY, START, LEFT, None)) is None


def test_the_view_holds_places_paths_streams_and_what_the_dice_allow() -> None:
    state = after(standing([LEFT, GREY], [WHITE]), "1-2-2-3-3")
    view = GAME.view(state, None)
    assert json.loads(json.dumps(view)) == view
    phase = view["phase"]
    assert phase["name"] == "choosing"
    assert phase["dice"] == [1, 2, 2, 3, 3]
    assert set(phase["tasks"]) == {"15-", "13-", "11-", "two_pairs"}
    assert {"source": "Grey Slab", "target": "Raven Ledge"} in phase["moves"]
    board = view["board"]
    places = {space["space"]: space["centre_mm"] for space in board["spaces"]}
    assert len(board["spaces"]) == 19
    assert len(board["streams"]) == 10
    for arrow in (*board["paths"], *board["streams"]):
        assert arrow["line_mm"] == [places[arrow["source"]], places[arrow["target"]]]
    pushing = after(standing([BROOK, GREY], []), "3-3-3-5-5", Move(BROOK, GREY))
    assert GAME.view(pushing, None)["phase"] == {
        "name": "pushing",
        "source": "Grey Slab",
        "targets": ["Raven Ledge", "Chough Ledge"],
    }
    assert GAME.view(start(), None)["phase"]["to_roll"] == 5


def test_standings_count_arrivals_first_and_then_height() -> None:
    lines = GAME.standings(standing([SUMMIT], [LEFT, LEFT, GREY], arrivals=(1, 0))).lines
    assert [(line.rank, line.score) for line in lines] == [(1, 1), (2, 0)]
    assert lines[1].note == "6 paths climbed"
