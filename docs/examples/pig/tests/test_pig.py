"""Pig's own tests, as a plug-in should have them."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from importlib import resources
from random import Random

import pytest
from pig.game import Pig
from pig.rules import chance_to_finish
from pig.state import Hold, Lost, PigState

from companion.dice import Rolled
from companion.errors import BoardError, CorruptState
from companion.games.protocol import Seat, Setup

PIG = Pig()
ANN, BEN = Seat(0), Seat(1)
SETUP = Setup(2, (("goal", 20),))


def played(*throws: int) -> PigState:
    """A match in which these fell, one after the other."""
    state = PIG.initial(SETUP)
    for value in throws:
        state = PIG.apply(state, state.position.turn, Rolled.of("d6", (value,))).state
    return state


def test_points_are_collected_and_kept_by_holding() -> None:
    state = PIG.apply(played(4, 5), ANN, Hold()).state
    assert state.position.scores == (9, 0)
    assert state.position.turn == BEN


def test_a_1_loses_the_pot_and_the_turn() -> None:
    before = played(6, 6)
    step = PIG.apply(before, ANN, Rolled.of("d6", (1,)))
    assert step.events == (Lost(ANN, 12),)
    assert step.state.position.turn == BEN
    assert step.state.position.scores == (0, 0)


def test_the_first_with_the_goal_wins_by_holding() -> None:
    state = PIG.apply(played(6, 6, 6, 2), ANN, Hold()).state
    assert PIG.standings(state).winners == (ANN,)
    assert PIG.legal_actions(state) == ()


def test_nothing_is_held_before_the_first_throw() -> None:
    refusal = PIG.refusal(played(), ANN, Hold())
    assert refusal is not None
    assert PIG.refusal_text(refusal) == "There is nothing in the pot; throw the die first."


def test_every_listed_choice_is_accepted_and_survives_a_dump() -> None:
    chance = Random(1)
    state = PIG.initial(SETUP)
    while choices := PIG.legal_actions(state):
        for seat, action in choices:
            assert PIG.refusal(state, seat, action) is None
            assert PIG.load_action(PIG.dump_action(action)) == action
        assert PIG.load_state(PIG.dump_state(state), SETUP) == state
        state = PIG.apply(state, *chance.choice(choices)).state
    assert PIG.standings(state).over


def test_odds_follow_from_counting() -> None:
    assert chance_to_finish(2) == Fraction(5, 6)
    assert chance_to_finish(3) == Fraction(4, 6) + Fraction(1, 6) * Fraction(5, 6)


@pytest.mark.parametrize("damage", [{"pot": 1}, {"scores": [25, 0], "turn": 1}, {"scores": [0]}])
def test_a_position_that_cannot_be_is_refused(damage: dict[str, object]) -> None:
    with pytest.raises(CorruptState):
        PIG.load_state({**PIG.dump_state(played(3)), **damage}, SETUP)


def test_a_track_says_how_many_points_win() -> None:
    track = PIG.parse_board({"game": "pig", "format": 1, "title": "Yard", "goal": 30}, "yard")
    assert PIG.initial(Setup(2, (), track)).terms.goal == 30
    assert PIG.initial(Setup(2, (("goal", 60),), track)).terms.goal == 60
    assert PIG.initial(Setup(2)).terms.goal == 100


def test_every_fault_of_a_track_is_named() -> None:
    with pytest.raises(BoardError) as caught:
        PIG.parse_board({"goal": "far", "steps": 3, "title": 5}, "yard")
    assert len(caught.value.faults) == 3
    assert all(fault.endswith(".") for fault in caught.value.faults)


def test_a_goal_too_near_and_a_foreign_board_are_refused() -> None:
    for setup in (Setup(2, (("goal", 3),)), Setup(2, (), object())):
        with pytest.raises(ValueError, match=r"\.$"):
            PIG.initial(setup)


def test_the_tracks_that_ship_can_be_used() -> None:
    folder = resources.files("pig.boards") / "pig"
    goals = {
        file.name: PIG.parse_board(tomllib.loads(file.read_text("utf-8")), file.name)
        for file in folder.iterdir()
    }
    assert {name: track.goal for name, track in goals.items() if track} == {
        "long.toml": 100,
        "practice.toml": 50,
    }
