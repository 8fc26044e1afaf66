"""Positions written by hand, and what is wrong with others."""

from __future__ import annotations

from typing import Any

import pytest

from companion.errors import CorruptState
from companion.games.protocol import Setup
from tests.games.high_risk.mountains import GAME, after, start
from tests.games.walking import board_of

SETUP = Setup(2, (), board_of(GAME))


def written(**changes: Any) -> dict[str, Any]:
    """A position as a person would write it, with climbers in any order."""
    position: dict[str, Any] = {
        "version": 1,
        "type": "Position",
        "turn": 1,
        "climbers": [[0, 5, 3, 0], [1, 2, 0, 10]],
        "phase": "choose",
        "ascension": 2,
        "weather": 1,
    }
    return {**position, **changes}


def test_a_position_written_by_hand_can_be_played_on() -> None:
    state = GAME.load_state(written(), SETUP)
    assert state.position.climbers == ((5, 3, 0, 0), (10, 2, 1, 0))
    assert [type(action).__name__ for _, action in GAME.legal_actions(state)] == [
        "Stop",
        "RollAgain",
    ]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"version": 2}, "version"),
        ({"climbers": [[0, 0, 0, 0]]}, "2 players"),
        ({"climbers": [[0, 0, 0], [0, 0, 0, 0]]}, "4 climbers"),
        ({"climbers": [[0, 0, 0, 11], [0, 0, 0, 0]]}, "zones go from 0 to 10"),
        ({"climbers": [[2, 0, 0, 0], [2, 0, 0, 0]]}, "cliff"),
        ({"turn": 2}, "not at the table"),
        ({"weather": -1}, "negative"),
        ({"ascension": 6}, "choice only"),
        ({"ascension": 0, "weather": 0}, "choice only"),
        ({"phase": "roll", "ascension": 3, "weather": 3}, "no die is left"),
        ({"phase": "advance", "ascension": 0}, "mountain aside"),
        ({"phase": "sleep"}, "phase"),
        ({"climbers": [[10, 10, 10, 10], [10, 10, 10, 10]]}, "both"),
        ({"climbers": [[0, 0, 0, 0], [10, 10, 10, 10]]}, "winner is at turn"),
    ],
)
def test_an_impossible_position_is_refused_with_its_fault(
    changes: dict[str, Any], words: str
) -> None:
    with pytest.raises(CorruptState, match=words):
        GAME.load_state(written(**changes), SETUP)


def test_a_match_needs_its_mountain() -> None:
    with pytest.raises(ValueError, match="choose one"):
        GAME.initial(Setup(2))


def test_equal_mountains_make_equal_states() -> None:
    again = GAME.load_state(GAME.dump_state(after(start(), "AAWDDD")), SETUP)
    assert again == after(start(), "AAWDDD")
    assert hash(again) == hash(after(start(), "AAWDDD"))
