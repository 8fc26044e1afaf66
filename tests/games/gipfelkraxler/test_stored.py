"""Positions written by hand, and what is wrong with others."""

from __future__ import annotations

from typing import Any

import pytest

from companion.errors import CorruptState
from companion.games.protocol import Setup
from tests.games.gipfelkraxler.herds import GAME, START
from tests.games.walking import board_of

SETUP = Setup(2, (), board_of(GAME))
TAKEN = Setup(2, (("freed_space", "taken"),), board_of(GAME))


def herds(*places: str) -> list[str]:
    """Five ibexes there, the rest at the start."""
    return [*places, *[START] * (5 - len(places))]


def written(**changes: Any) -> dict[str, Any]:
    """A position as a person would write it, with ibexes and dice in any order."""
    position: dict[str, Any] = {
        "version": 1,
        "type": "Position",
        "turn": 1,
        "herds": [herds("Needle", "Grey Slab"), herds("Summit")],
        "arrivals": [0, 1],
        "phase": {"type": "Choosing", "rolls": 2, "dice": [6, 5, 5, 1, 1]},
    }
    return {**position, **changes}


def pushing(source: str, freed: str) -> dict[str, str]:
    return {"type": "Pushing", "source": source, "freed": freed}


def test_a_position_written_by_hand_can_be_played_on() -> None:
    state = GAME.load_state(written(), SETUP)
    assert state.position.herds[0] == ("Grey Slab", "Needle", START, START, START)
    moves = [GAME.action_text(state, action) for _, action in GAME.legal_actions(state)]
    assert "Start to Brook Meadow" in moves


def test_a_push_written_by_hand_can_be_played_on() -> None:
    plain = written(
        turn=0,
        herds=[herds("Grey Slab", "Grey Slab"), herds("Summit")],
        phase=pushing("Grey Slab", "Brook Meadow"),
    )
    assert len(GAME.legal_actions(GAME.load_state(plain, SETUP))) == 2


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"version": 2}, "version"),
        ({"herds": [herds()]}, "2 players"),
        ({"arrivals": [0, 1, 0]}, "2 players"),
        ({"turn": 5}, "not at the table"),
        ({"herds": [herds()[:4], herds("Summit")]}, "5 ibexes"),
        ({"herds": [herds("Kitchen"), herds("Summit")]}, "no space Kitchen"),
        ({"herds": [herds("Needle"), herds("Needle", "Summit")]}, "Needle is small"),
        ({"phase": {"type": "Choosing", "rolls": 4, "dice": [1] * 5}}, "from 1 to 3"),
        ({"phase": {"type": "Choosing", "rolls": 1, "dice": [1] * 4}}, "5 dice"),
        ({"phase": {"type": "Choosing", "rolls": 1, "dice": [1, 1, 1, 1, 7]}}, "1 to 6"),
        ({"phase": {"type": "Rolling", "rolls": 3, "kept": []}}, "from 0 to 2"),
        ({"phase": {"type": "Rolling", "rolls": 0, "kept": [1]}}, "first roll"),
        ({"phase": {"type": "Rolling", "rolls": 1, "kept": [1] * 5}}, "at least one die"),
        ({"phase": {"type": "Rolling", "rolls": 1, "kept": [0]}}, "1 to 6"),
        ({"phase": {"type": "Sleeping"}}, "phase"),
        ({"phase": pushing("Kitchen", "Start")}, "must be spaces"),
        ({"phase": pushing("Start", "Start")}, "from the start or the summit"),
        ({"phase": pushing("Fern Meadow", "Needle")}, "from below"),
        ({"phase": pushing("Grey Slab", "Start")}, "two own ibexes"),
        ({"phase": pushing("Fern Meadow", "Start")}, "more than 2 own"),
        ({"arrivals": [0, 3]}, "from 0 to 2"),
        ({"arrivals": [2, 2]}, "both have won"),
        ({"arrivals": [0, 0]}, "once somebody has arrived"),
        ({"arrivals": [1, 0]}, "without having arrived"),
        ({"herds": [herds(), herds()]}, "once somebody has arrived"),
        (
            {"herds": [herds("Summit"), herds("Summit")], "arrivals": [1, 1]},
            "only one ibex",
        ),
        ({"arrivals": [0, 2]}, "fresh turn"),
        (
            {"arrivals": [2, 1], "herds": [herds("Summit"), herds("Summit")]},
            "only the winner",
        ),
    ],
)
def test_an_impossible_position_is_refused_with_its_fault(
    changes: dict[str, Any], words: str
) -> None:
    with pytest.raises(CorruptState, match=words):
        GAME.load_state(written(**changes), SETUP)


def test_gk16_a_space_that_counts_as_taken_must_be_empty() -> None:
    plain = written(
        turn=0,
        herds=[herds("Raven Ledge", "Raven Ledge"), herds("Summit", "Grey Slab")],
        phase=pushing("Raven Ledge", "Grey Slab"),
    )
    GAME.load_state(plain, SETUP)
    with pytest.raises(CorruptState, match="counts as taken"):
        GAME.load_state(plain, TAKEN)


def test_a_match_needs_its_mountain() -> None:
    with pytest.raises(ValueError, match="choose one"):
        GAME.initial(Setup(2))
