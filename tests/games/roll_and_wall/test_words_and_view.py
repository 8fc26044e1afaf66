"""The sentences and the picture that the page gets."""

from __future__ import annotations

import json

import pytest

from companion.dice import DiceSpec, chance_of_reaching
from companion.games.protocol import Mood
from companion.games.roll_and_wall import events as e
from companion.games.roll_and_wall.actions import (
    AcceptFailure,
    Action,
    Declare,
    EndTurn,
    KeepEnergyBar,
    PlacePiton,
    Rest,
    StopAndFall,
    UseTile,
)
from companion.games.roll_and_wall.board import SpaceId
from companion.games.roll_and_wall.tiles import BASIC_TILES, Tile
from tests.games.roll_and_wall.walls import GAME, Play, example_state, placed, white, with_aside

NAMES = ["Lucy", "Ralph", "Monica"]


def prompt(play: Play) -> str:
    return GAME.prompt_text(play.state, NAMES)


def test_the_prompt_says_who_does_what() -> None:
    play = Play(example_state())
    assert prompt(play) == (
        "Lucy, choose a space and how many of your 6 white dice to throw, or end your turn."
    )
    play.do(Declare(SpaceId("1a.low"), 2, 0))
    assert prompt(play) == "Lucy, throw 2 white dice for the 3 on the left."
    play.do(white(2, 2))
    assert prompt(play) == "Lucy, 2 is not enough for 3: use a tile or accept it."
    play.do(UseTile(Tile.SHOES))
    assert "energy bar" in prompt(play)


def test_the_prompt_follows_hold_dice_and_tea() -> None:
    ledge = Play(placed(example_state(), 0, "3a.b1"))
    assert prompt(ledge).endswith("or rest.")
    bare = placed(example_state(), 0, "2a.b1")
    assert prompt(Play(bare)).endswith("or place a piton or fall.")
    spent = Play(with_aside(bare, white=6))
    assert prompt(spent) == "Lucy, you have no dice left: place a piton or fall."
    no_piton = placed(example_state(), 0, "2a.b4", pitons=("2a.b1", "2a.b2", "2a.b3"))
    assert prompt(Play(no_piton)).endswith("or stop and fall.")
    tea = Play(placed(example_state(), 0, "start", tea=True))
    assert "6 white dice and 1 blue die" in prompt(tea)
    falling = Play(placed(example_state(), 0, "2a.b2", pitons=("2a.a1", "2a.b1")))
    assert "which of your pitons" in prompt(falling.do(StopAndFall()))


def test_every_event_is_one_sentence() -> None:
    state = placed(example_state(), 0, "2a.b1", tiles=BASIC_TILES)
    play, seen = Play(state), []
    for action in (
        PlacePiton(),
        Declare(SpaceId("2a.b2"), 1, 0),
        white(3),
        UseTile(Tile.SHOES),
        UseTile(Tile.ENERGY_BAR),
        StopAndFall(),
    ):
        play.do(action)
        seen += [GAME.event_text(event, NAMES) for event in play.events]
    assert seen == [
        "Lucy hammers a piton into the 2 in the centre; 2 pitons are left.",
        "Lucy tries the 4 in the centre with 1 white die.",
        "Lucy has 3 and needs 4: missed.",
        "Lucy uses the climbing shoes.",
        "Lucy has 4 and needs 4: made.",
        "Lucy uses the energy bar.",
        "Lucy gets 1 white die back.",
        "Lucy climbs to the 4 in the centre.",
        "Lucy falls to the 2 in the centre.",
        "Lucy's turn is over.",
        "It is Ralph's turn.",
    ]


def test_choices_have_short_labels() -> None:
    state = placed(example_state(), 0, "2a.b1")
    labels: dict[Action, str] = {
        Declare(
            SpaceId("2a.b2"), 3, 1
        ): "Climb to the 4 in the centre with 3 white dice and 1 blue die",
        white(2, 1): "Threw 1, 2",
        UseTile(Tile.CHALK): "Use the chalk",
        AcceptFailure(): "Accept and fall",
        KeepEnergyBar(): "Keep the energy bar",
        PlacePiton(): "Place a piton",
        Rest(): "Rest",
        StopAndFall(): "Stop and fall",
        EndTurn(): "End the turn",
    }
    for action, label in labels.items():
        assert GAME.action_text(state, action) == label
    assert GAME.action_text(example_state(), AcceptFailure()) == "Accept the failure"


def test_a_made_throw_is_a_success_and_a_fall_is_a_fall() -> None:
    play = Play(placed(example_state(), 0, "2a.b1")).do(Declare(SpaceId("2a.b2"), 1, 0), white(4))
    assert [GAME.event_mood(event) for event in play.events] == [Mood.SUCCESS, None]
    play.do(StopAndFall())
    assert GAME.event_mood(play.events[0]) is Mood.FALL


def test_the_view_is_json_and_shows_the_exact_odds() -> None:
    view = GAME.view(example_state(), None)
    assert json.loads(json.dumps(view)) == view
    target = next(t for t in view["turn"]["targets"] if t["space"] == "2a.low")
    chances = {(c["white"], c["blue"]): c["chance"] for c in target["chances"]}
    assert set(chances) == {(n, 0) for n in range(1, 7)}
    for (n, _), chance in chances.items():
        assert chance == pytest.approx(1 - (1 / 2) ** n, abs=1e-6)


def test_the_odds_of_mixed_dice_are_exact() -> None:
    view = GAME.view(placed(example_state(), 0, "start", tea=True), None)
    for target in view["turn"]["targets"]:
        for each in target["chances"]:
            spec = DiceSpec.of({"d6": each["white"], "d4": each["blue"]})
            exact = float(chance_of_reaching(target["number"], spec))
            assert each["chance"] == pytest.approx(exact, abs=1e-6)


def test_the_view_shows_the_last_throw_also_after_the_turn() -> None:
    play = Play(placed(example_state(), 0, "2a.b1")).do(Declare(SpaceId("2a.b2"), 1, 0), white(1))
    last = GAME.view(play.state, None)["last"]
    assert last == {
        "seat": 0,
        "target": "2a.b2",
        "dice": [["d6", 1]],
        "shoes": 0,
        "best": 1,
        "needed": 4,
        "success": False,
        "talisman": False,
    }


def test_the_view_of_a_finished_match_awaits_nobody() -> None:
    state = example_state(seats=2)
    for seat in (0, 1):
        state = placed(state, seat, "1a.b4")
    top = Declare(SpaceId("summit.left"), 1, 0)
    play = Play(state).do(top, white(4), top, white(5))
    view = GAME.view(play.state, None)
    assert (view["turn"], view["over"], view["winners"], view["round"]) == (None, True, [0, 1], 1)
    assert prompt(play) == "The match is over: Lucy and Ralph share the win."
    assert isinstance(play.events[-1], e.MatchEnded)


def test_every_space_lies_on_the_board_that_the_view_describes() -> None:
    board = GAME.view(example_state(), None)["board"]
    width, height = board["size_mm"]
    assert (width, height) == (270, 140)
    for space in board["spaces"]:
        assert all(0 <= x <= width and 0 <= y <= height for x, y in space["outline_mm"])
    assert [section["place"] for section in board["sections"]] == ["left", "centre", "right"]


def test_with_one_die_left_nobody_is_asked_how_many() -> None:
    play = Play(with_aside(example_state(), 5))
    assert prompt(play) == "Lucy, choose a space to throw your last die for, or end your turn."
