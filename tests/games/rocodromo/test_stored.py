"""Positions written by hand, and what is wrong with others."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.errors import CorruptState
from companion.games.protocol import Setup
from tests.games.rocodromo.walls import GAME, kit

SETUP = Setup(2, (), kit())
HOLD = Setup(2, (("end_point", "hold"),), kit())


def red(length: int) -> dict[str, Any]:
    return {"colour": "red", "length": length}


def written(**changes: Any) -> dict[str, Any]:
    """A sound position: Ann holds red 2 and stands on hold 0, Ben blue 1 and on hold 7."""
    return {
        "version": 1,
        "type": "Position",
        "turn": 0,
        "hands": [[red(2), red(1)], [{"colour": "blue", "length": 1}]],
        "carabiners": [1, 0],
        "hanging": [[{"colour": "green", "length": 2}, 2], [{"colour": "blue", "length": 3}, 1]],
        "holds": [0, 7],
        "measured": [None, None],
        "ending": False,
        "phase": {"type": "Choosing"},
        "last": None,
        **changes,
    }


def test_a_position_written_by_hand_loads_with_its_ropes_in_order() -> None:
    state = GAME.load_state(written(), SETUP)
    assert [rope.length for rope in state.position.hands[0]] == [1, 2]
    assert [rope.colour for rope, _ in state.position.hanging] == ["blue", "green"]
    plain = GAME.dump_state(state)
    assert GAME.load_state(json.loads(json.dumps(plain)), SETUP) == state


def phase(name: str, **fields: Any) -> dict[str, Any]:
    return {"phase": {"type": name, **fields}}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"version": 2}, "version"),
        ({"version": True}, "version"),
        ({"hands": [[]]}, "'hands' must hold 2 players"),
        ({"holds": [0]}, "'holds' must hold 2 players"),
        ({"measured": []}, "'measured' must hold 2"),
        ({"carabiners": [1, 0, 0]}, "'carabiners' must hold 2"),
        ({"turn": 2}, "not at the table"),
        ({"hands": [[red(5)], []]}, "no rope red 5"),
        ({"hands": [[red(1)], [red(1)]]}, "held twice"),
        ({"hands": [[red(1), red(2), red(3), red(4)], []]}, "more than 3"),
        ({"hanging": [[red(2), 3]]}, "only ropes of the supply"),
        ({"hanging": [[red(3), 1], [red(3), 2]]}, "names each rope once"),
        ({"carabiners": [-1, 2]}, "counted from 0"),
        ({"hanging": [[red(3), 3], [red(4), 0]]}, "counted from 0"),
        ({"carabiners": [2, 0]}, "4 carabiners"),
        ({"holds": [10, 7]}, "from 0 to 9"),
        ({"holds": [7, 7]}, "on one hold"),
        ({"holds": [None, 7], "measured": [False, None]}, "off the wall"),
        ({"measured": [None, True]}, "nobody measured"),
        ({"holds": [0, 9]}, "triggered the end"),
        ({"holds": [9, 7]}, "triggered the end"),
        ({"turn": 1, "holds": [9, 7]}, "triggered the end"),
        ({"turn": 1, "ending": True}, "still near it"),
        ({"ending": True, "holds": [9, 7]}, "still near it|triggered the end"),
        (phase("Consoling", barred=red(9)), "one of the others"),
        (phase("Consoling", barred=red(1)), "one of the others"),
        (phase("Consoling", barred={"colour": "blue", "length": 1}), "in the supply"),
        (phase("Consoling", barred={"colour": "green", "length": 2}), "carries no carabiners"),
        (
            {**phase("Consoling", barred=red(4)), "hands": [[red(1), red(2), red(3)], []]},
            "at most two",
        ),
        ({**phase("Consoling", barred=red(4)), "holds": [7, 0]}, "highest climber"),
        (phase("JudgingEnd"), "nothing to measure"),
        ({**phase("Started"), "holds": [5, 7]}, "lowest empty hold"),
        ({**phase("Started"), "holds": [None, 7]}, "lowest empty hold"),
        (
            {**phase("Started"), "hands": [[{"colour": "violet", "length": 1}], []]},
            "needs a destination",
        ),
        ({**phase("Climbed"), "holds": [None, 7]}, "a rope is left"),
        ({**phase("Climbed"), "hands": [[], []]}, "a rope is left"),
        (phase("Declared", hold=1, first=False), "empty hold for whose colour"),
        (phase("Declared", hold=77, first=False), "empty hold for whose colour"),
        ({**phase("Declared", hold=5, first=True), "holds": [4, 7]}, "lowest empty hold"),
        ({**phase("Declared", hold=5, first=False), "holds": [None, 7]}, "on the wall"),
        (
            phase("JudgingClimb", hold=5, first=False, rope={"colour": "blue", "length": 1}),
            "destination's colour",
        ),
        (phase("JudgingClimb", hold=5, first=False, rope=red(3)), "in the hand"),
        (phase("Ended"), "finished match"),
        ({**phase("Ended"), "ending": True, "holds": [9, 7], "turn": 1}, "finished match"),
        (phase("Sleeping"), "phase"),
    ],
)
def test_an_impossible_position_is_refused_with_its_fault(
    changes: dict[str, Any], words: str
) -> None:
    with pytest.raises(CorruptState, match=words):
        GAME.load_state(written(**changes), SETUP)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"turn": 1, "holds": [8, 7]}, "must have been measured"),
        ({"holds": [8, 7]}, "must have been measured"),
        ({**phase("Started"), "holds": [0, 8]}, "must have been measured"),
    ],
)
def test_who_stands_too_close_to_call_has_been_measured(
    changes: dict[str, Any], words: str
) -> None:
    with pytest.raises(CorruptState, match=words):
        GAME.load_state(written(**changes), HOLD)
    GAME.load_state(written(holds=[8, 7], measured=[False, None]), HOLD)


def test_who_has_just_come_on_the_wall_has_not_been_measured() -> None:
    table = Setup(2, (("checking", "table"),), kit())
    plain = written(**phase("Started"), measured=[False, False])
    with pytest.raises(CorruptState, match="not been measured"):
        GAME.load_state(plain, table)
    GAME.load_state({**plain, "measured": [None, False]}, table)


def test_a_match_needs_its_wall() -> None:
    with pytest.raises(ValueError, match="choose one"):
        GAME.initial(Setup(2))
