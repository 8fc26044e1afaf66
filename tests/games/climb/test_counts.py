"""Exact counts of lines, and recorded matches."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.games.climb.actions import PlaceCard
from companion.games.climb.route import Side
from tests.games.climb.routes import GAME, chimney, climbing, start
from tests.games.counting import counts_in, perft
from tests.games.transcripts.recording import Differs, recorded, replay

HERE = Path(__file__).parent
ATTEMPT = counts_in(HERE / "perft_attempt.txt")
BUILDING = counts_in(HERE / "perft_building.txt")
MATCHES: dict[str, dict[str, Any]] = {
    "strict": {"seats": 3, "first": 1, "seed": 11, "options": {"breaches": "fall"}},
    "advise": {"seats": 2, "first": 0, "seed": 6, "options": {"judge": "advise"}},
    "off": {"seats": 4, "first": 3, "seed": 5, "options": {"judge": "off", "levels": "beginner"}},
    "solo": {"seats": 1, "first": 0, "seed": 21, "options": {"expert_variation": True}},
}


@pytest.mark.parametrize("depth", ATTEMPT)
def test_the_lines_of_an_attempt_are_as_many_as_derived(depth: int) -> None:
    assert perft(GAME, climbing(seats=1, route=chimney(2)), depth) == ATTEMPT[depth]


@pytest.mark.parametrize("depth", BUILDING)
def test_the_lines_of_building_are_as_many_as_derived(depth: int) -> None:
    assert perft(GAME, start(2), depth) == BUILDING[depth]


def test_the_third_card_may_lie_in_as_many_ways_as_derived() -> None:
    one = GAME.apply(start(1), start(1).terms.first, PlaceCard(1, Side.ABOVE, 0)).state
    counted = 0
    for side, ways in ((Side.ABOVE, 480), (Side.LEFT, 320), (Side.RIGHT, 320)):
        two = GAME.apply(one, one.terms.first, PlaceCard(2, side, 1)).state
        assert len(GAME.legal_actions(replace(two))) == ways
        counted += 41 * 4 * ways
    assert counted == 183_680


@pytest.mark.parametrize("name", MATCHES)
def test_a_recorded_match_gives_the_recorded_states(name: str) -> None:
    state = replay(GAME, (HERE / "recorded" / f"{name}.jsonl").read_text())
    assert GAME.standings(state).over


@pytest.mark.parametrize("name", MATCHES)
def test_the_recording_can_be_made_again_byte_for_byte(name: str) -> None:
    text = (HERE / "recorded" / f"{name}.jsonl").read_text()
    assert recorded(GAME, MATCHES[name]) == text


def test_a_recording_with_one_other_hand_is_noticed() -> None:
    text = (HERE / "recorded" / "strict.jsonl").read_text()
    changed = text.replace('"hand": "left"', '"hand": "right"', 1)
    assert changed != text
    with pytest.raises(Differs):
        replay(GAME, changed)
