"""What players read and what a page is given."""

from __future__ import annotations

import json

import pytest

from companion.games.protocol import Mood
from companion.games.rocodromo.actions import (
    ChooseRope,
    Declare,
    EndTurn,
    JudgeClimb,
    JudgeEnd,
    Prepare,
    StartOn,
)
from companion.games.rocodromo.events import BalanceLost, ClimbValid, EndTriggered
from companion.games.rocodromo.reach import Reason
from companion.games.rocodromo.state import Climbed, Ended, JudgingEnd, RocodromoState
from companion.games.rocodromo.words import REASONS
from tests.games.rocodromo.walls import (
    ANN,
    COLOURS,
    GAME,
    NAMES,
    after,
    done,
    kit,
    placed,
    plain_drill,
    rope,
    start,
)

CLOSE = kit(
    plain_drill(ropes={"width_mm": 20, "lengths_mm": {c: [40, 80, 108, 230] for c in COLOURS}})
)
"""On this wall the third rope is too close to call from hold 0 to hold 1."""


def said(state: RocodromoState) -> str:
    return GAME.prompt_text(state, NAMES)


def test_prompts_follow_the_turn() -> None:
    assert said(start()) == "Ann, take a rope."
    state = placed(start(), ("blue1 blue3 red1", None), ("", 7))
    assert said(state) == "Ann, take a rope or climb."
    state = after(state, StartOn(0))
    assert said(state) == "Ann, say to which hold you climb; nobody measures yet."
    state = after(state, Declare(1))
    assert said(state) == "Ann, choose the blue rope for hold 2."
    state = after(state, ChooseRope(rope("blue3")))
    assert said(state) == "Ann, climb again or end your turn."
    state = after(state, Declare(3), ChooseRope(rope("blue1")))
    assert said(state) == "Ann, take a rope to end your turn, any but blue 1 of 4."
    close = placed(start(board=CLOSE), ("blue3", 0), ("", None))
    close = after(close, Declare(1), ChooseRope(rope("blue3")))
    assert said(close).startswith("Ann, too close to call: lay blue 3 of 4: can it cover your")
    table = placed(start(checking="table"), ("blue3", 0), ("", None), measured=(False, None))
    table = after(table, Declare(1), ChooseRope(rope("blue3")))
    assert said(table).startswith("Ann, lay blue 3 of 4: can it cover")
    assert "carabiner" in said(
        placed(start(end_point="hold"), ("", 8), ("", None), phase=JudgingEnd())
    )
    ended = placed(start(), ("", 9), ("", None), ending=True, phase=Ended())
    assert said(ended) == "The match is over: Ann wins."
    shared = placed(start(), ("", 9), ("", 8), ending=True, phase=Ended())
    assert said(shared) == "The match is over: Ann and Ben share the win."


def test_the_log_tells_ropes_climbs_and_lost_balance() -> None:
    def told(state: RocodromoState, *actions: object) -> list[str]:
        lines = []
        for action in actions:
            state, events = done(state, action)  # type: ignore[arg-type]
            lines += [GAME.event_text(event, NAMES) for event in events]
        return lines

    begin = placed(start(), ("", None), ("", None), carabiners=(2, 1), hanging={"red3": 1})
    assert told(begin, Prepare("red", 2, None))[0] == (
        "Ann takes red 3 of 4 with 1 carabiner, leaving a carabiner on red 1 of 4 and red 2 of 4."
    )
    full = placed(start(), ("red1 red2 red3", None), ("", None))
    assert told(full, Prepare("blue", 0, rope("red2")))[0] == (
        "Ann takes blue 1 of 4; red 2 of 4 goes back."
    )
    climb = placed(start(), ("blue3 blue1", None), ("", 7))
    assert told(
        climb, StartOn(0), Declare(1), ChooseRope(rope("blue3")), Declare(3),
        ChooseRope(rope("blue1")),
    ) == [
        "Ann comes on the wall at hold 1.",
        "Ann wants to climb from hold 1 to hold 2.",
        "Ann climbs from hold 1 to hold 2 with blue 3 of 4.",
        "Ann wants to climb from hold 2 to hold 4.",
        "Ann loses balance on the way to hold 4: the rope is too short, and blue 1 of 4 goes back.",
    ]  # fmt: skip
    highest = placed(start(), ("blue1", 4), ("", 0))
    assert told(highest, Declare(1), ChooseRope(rope("blue1")))[1].endswith(
        "goes back; the highest climber takes no rope."
    )
    first = placed(start(), ("blue1", None), ("", None))
    assert told(first, StartOn(0), Declare(1), ChooseRope(rope("blue1")))[2].endswith(
        "the climber leaves the wall."
    )
    close = placed(start(board=CLOSE), ("blue3", 0), ("", 7))
    assert told(close, Declare(1), ChooseRope(rope("blue3")), JudgeClimb(False))[1:] == [
        "Ann lays blue 3 of 4; that is too close to call.",
        "Ann loses balance on the way to hold 2: the table found no way to lay the rope,"
        " and blue 3 of 4 goes back.",
    ]
    end = placed(start(end_point="hold"), ("red1", 8), ("", None), phase=Climbed())
    assert told(end, EndTurn(), JudgeEnd(True)) == [
        "Ann is less than a carabiner from the end, measured by the table.",
        "Ann is nearly at the end: this round is played out.",
        "It is Ben's turn.",
    ]


def test_every_reason_for_lost_balance_is_said_in_words() -> None:
    assert REASONS.keys() == {*(reason.value for reason in Reason), "table"}


def test_choices_are_short_labels() -> None:
    state = placed(start(), ("blue3 red1 red4", 0), ("", None))
    labels = [
        GAME.action_text(state, action)
        for action in (
            Prepare("red", 0, None),
            Prepare("red", 1, rope("blue3")),
            Prepare("red", 9, None),
            StartOn(0),
            Declare(1),
            Declare(99),
            ChooseRope(rope("blue3")),
            JudgeClimb(True),
            JudgeEnd(False),
            EndTurn(),
        )
    ]
    assert labels == [
        "Take red 2 of 4",
        "Take red 3 of 4 for 1 carabiner, blue 3 of 4 goes back",
        "Take a red rope for 9 carabiners",
        "Start on hold 1",
        "Climb to hold 2 (blue)",
        "Climb to hold 100",
        "Lay blue 3 of 4",
        "It can be laid",
        "A carabiner or more",
        "End the turn",
    ]


def test_moods_follow_what_it_means_to_the_players() -> None:
    lost = BalanceLost(ANN, 0, 1, rope("blue1"), "leaves", False, True)
    assert GAME.event_mood(lost) is Mood.FALL
    assert GAME.event_mood(ClimbValid(ANN, 0, 1, rope("blue3"), ())) is Mood.SUCCESS
    assert GAME.event_mood(EndTriggered(ANN)) is Mood.SUCCESS
    assert GAME.event_mood("anything") is None


def test_the_view_holds_the_wall_climbers_ropes_and_carabiners_in_millimetres() -> None:
    state = placed(
        start(), ("blue3", 0), ("red2", None), carabiners=(1, 1), hanging={"red3": 2}
    )  # fmt: skip
    view = GAME.view(state, None)
    assert json.loads(json.dumps(view)) == view
    wall = view["wall"]
    assert (wall["width_mm"], wall["height_mm"]) == (400, 400)
    assert len(wall["sections"]) == 6
    assert wall["sections"][0]["outline_mm"] == [[0, 200], [100, 200], [100, 400], [0, 400]]
    assert wall["holds"][7] == {
        "hold": 7,
        "label": "8",
        "colour": "yellow",
        "section": 5,
        "place": 2,
        "centre_mm": [100.0, 150.0],
        "height_mm": 250.0,
        "disc_mm": [100.0, 150.0, 5.0],
    }
    climber = view["climbers"][0]
    assert climber["nose"] == {"disc_mm": [50.0, 370.0, 4.0]}
    assert climber["body"] == {"disc_mm": [50.0, 370.0, 9.0]}
    assert (climber["highest"], climber["near_end"], climber["gap_mm"]) == (True, False, 361.0)
    assert climber["way_to_end"] == "361 mm to the end; a carabiner has 40 mm"
    assert view["climbers"][1] == {"seat": 1, "hold": None, "highest": False}
    red = next(row for row in view["supply"] if row["colour"] == "red")
    assert [(slot["there"], slot["carabiners"]) for slot in red["slots"]] == [
        (True, 0), (False, 0), (True, 2), (True, 0),
    ]  # fmt: skip
    assert view["players"][0]["ropes"] == [
        {"colour": "blue", "length": 3, "length_mm": 120.0, "width_mm": 20.0}
    ]
    assert view["phase"] == {"name": "Choosing", "starts": [], "targets": [1, 3, 4]}


def test_a_close_call_is_shown_with_a_try_and_nothing_is_measured_before() -> None:
    state = placed(start(board=CLOSE), ("blue3", 0), ("", None))
    declared = after(state, Declare(1))
    assert GAME.view(declared, ANN)["phase"].keys() == {
        "name", "starts", "targets", "target", "first",
    }  # fmt: skip
    judging = after(declared, ChooseRope(rope("blue3")))
    tried = GAME.view(judging, None)["phase"]["try_mm"]
    assert len(tried) == 4
    assert max(x for x, _ in tried) == pytest.approx(154, abs=2)
