"""The climb that was tried last: remembered as it was declared, measured anew for the view."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
import shapely
from shapely.geometry import Point, Polygon

from companion.errors import CorruptState
from companion.games.protocol import Setup
from companion.games.rocodromo.actions import (
    ChooseRope,
    Declare,
    EndTurn,
    JudgeClimb,
    Prepare,
    StartOn,
)
from companion.games.rocodromo.state import RocodromoState, Tried
from tests.games.rocodromo.walls import (
    ANN,
    BEN,
    COLOURS,
    GAME,
    after,
    kit,
    placed,
    plain_drill,
    rope,
    start,
)


def climbed() -> RocodromoState:
    """Ann went from hold 1 to hold 2 with blue 3 and has another rope."""
    state = placed(start(), ("blue3 red1", 0), ("", None))
    return after(after(state, Declare(1)), ChooseRope(rope("blue3")))


def last(state: RocodromoState) -> dict[str, Any]:
    view = GAME.view(state, None)
    assert json.loads(json.dumps(view)) == view
    told: dict[str, Any] = view["last"]
    return told


def test_before_any_climb_there_is_none() -> None:
    assert GAME.view(start(), None)["last"] is None


def test_after_a_clear_yes_the_view_holds_the_rope_and_what_it_touches() -> None:
    told = last(climbed())
    assert (told["seat"], told["source"], told["target"]) == (ANN, 0, 1)
    assert (told["valid"], told["measured"], told["reason"]) == (True, "yes", None)
    assert told["touched"] == [{"disc_mm": [50.0, 370.0, 4.0]}, {"disc_mm": [150.0, 370.0, 5.0]}]


def test_the_rope_that_is_shown_covers_nose_and_hold_and_has_its_size() -> None:
    told = last(climbed())
    laid = Polygon(told["placement_mm"])
    for touched in told["touched"]:
        x, y, radius = touched["disc_mm"]
        assert laid.buffer(0.02).covers(Point(x, y).buffer(radius))
    assert laid.area == pytest.approx(120 * 20, rel=1e-3)
    red_and_blue = shapely.box(0, 200, 200, 400)
    assert red_and_blue.buffer(0.02).covers(laid)


def test_it_stays_through_the_next_turns_until_another_climb_is_tried() -> None:
    state = climbed()
    shown = last(state)
    state = after(state, EndTurn())
    state = after(state, Prepare("red", 0, None))
    assert last(state) == shown
    state = after(state, Declare(0))
    assert last(state) == shown
    state = after(state, ChooseRope(rope("red1")))
    assert last(state) != shown
    assert (last(state)["valid"], last(state)["reason"]) == (False, "too_short")
    assert last(state)["placement_mm"] is None


def test_a_climb_that_ends_the_turn_is_remembered_too() -> None:
    state = placed(start(), ("blue3", 0), ("", None))
    state = after(after(state, Declare(1)), ChooseRope(rope("blue3")))
    assert state.position.turn == BEN
    assert last(state)["placement_mm"]


def test_a_first_climb_that_fails_is_remembered_off_the_wall() -> None:
    state = placed(start(), ("blue2", None), ("", None))
    state = after(after(state, StartOn(0)), Declare(1))
    state = after(state, ChooseRope(rope("blue2")))
    assert state.position.holds[ANN] is None
    assert last(state)["valid"] is False
    assert GAME.load_state(GAME.dump_state(state), setup()) == state


def test_what_was_too_close_to_call_shows_the_best_try() -> None:
    lengths = {colour: [40, 80, 108, 230] for colour in COLOURS}
    box = kit(plain_drill(ropes={"width_mm": 20, "lengths_mm": lengths}))
    state = placed(start(board=box), ("blue3", 0), ("", None))
    state = after(after(state, Declare(1)), ChooseRope(rope("blue3")))
    told = last(after(state, JudgeClimb(True)))
    assert (told["valid"], told["measured"]) == (True, "close")
    assert len(told["placement_mm"]) == 4


def test_nothing_is_measured_where_the_table_checks() -> None:
    state = placed(start(checking="table"), ("blue3 red1", 0), ("", None), measured=(False, None))
    state = after(after(state, Declare(1)), ChooseRope(rope("blue3")))
    told = last(after(state, JudgeClimb(True)))
    assert (told["valid"], told["measured"], told["placement_mm"]) == (True, None, None)


def setup() -> Setup:
    return Setup(2, (), kit(), ANN)


def test_a_position_comes_back_with_it_and_may_not_leave_it_out() -> None:
    state = climbed()
    dump = GAME.dump_state(state)
    assert GAME.load_state(dump, setup()) == state
    without = {key: value for key, value in dump.items() if key != "last"}
    with pytest.raises(CorruptState, match="last"):
        GAME.load_state(without, setup())


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"seat": 2}, "not at the table"),
        ({"seat": -1}, "not at the table"),
        ({"source": 99}, "one hold of the wall to another"),
        ({"target": -1}, "one hold of the wall to another"),
        ({"source": 1}, "one hold of the wall to another"),
        ({"rope": rope("red3")}, "colour of its destination"),
        ({"rope": replace(rope("blue3"), length=9)}, "colour of its destination"),
        ({"seat": 1}, "stands where that climb led"),
        ({"valid": False}, "wall says otherwise"),
        ({"rope": rope("blue2")}, "wall says otherwise"),
    ],
)
def test_a_last_climb_that_cannot_be_is_named(changes: dict[str, Any], fault: str) -> None:
    state = climbed()
    tried = state.position.last
    assert isinstance(tried, Tried)
    wrong = replace(state, position=replace(state.position, last=replace(tried, **changes)))
    with pytest.raises(CorruptState, match=fault):
        GAME.load_state(GAME.dump_state(wrong), setup())
