"""Exact counts of lines, and recorded matches."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.games.counting import counts_in, perft
from tests.games.rocodromo.walls import GAME, start
from tests.games.transcripts.recording import Differs, recorded, replay

HERE = Path(__file__).parent
COUNTS = counts_in(HERE / "perft_start.txt")
MATCHES: dict[str, dict[str, Any]] = {
    "two_players": {"seats": 2, "first": 0, "seed": 1, "options": {}, "board": "practice"},
    "three_players": {
        "seats": 3,
        "first": 1,
        "seed": 5,
        "options": {"checking": "table", "level_climbers": "not_highest"},
        "board": "practice_pyramid",
    },
    "four_players": {
        "seats": 4,
        "first": 2,
        "seed": 3,
        "options": {"tiles": 5, "same_rope_again": False},
        "board": "practice_ledge",
    },
}


@pytest.mark.parametrize("depth", COUNTS)
def test_the_lines_from_the_start_are_as_many_as_derived(depth: int) -> None:
    assert perft(GAME, start(), depth) == COUNTS[depth]


def test_the_derived_counts_follow_from_their_derivation() -> None:
    ropes = sum(
        5 * (3 - k) - (1 if k == 0 and own == other else 0)
        for own in range(5)
        for k in range(3)
        for other in range(5)
        for _ in range(3)
    )
    assert (COUNTS[1], COUNTS[2], COUNTS[3]) == (15, 15**2, ropes + 4 * 3 * 15 * 4)


@pytest.mark.parametrize("name", MATCHES)
def test_a_recorded_match_gives_the_recorded_states(name: str) -> None:
    text = (HERE / "recorded" / f"{name}.jsonl").read_text()
    assert len(text.splitlines()) > 90
    replay(GAME, text)


@pytest.mark.parametrize("name", MATCHES)
def test_the_recording_can_be_made_again_byte_for_byte(name: str) -> None:
    text = (HERE / "recorded" / f"{name}.jsonl").read_text()
    assert recorded(GAME, MATCHES[name]) == text


def test_the_recordings_hold_every_kind_of_choice() -> None:
    texts = [(HERE / "recorded" / f"{name}.jsonl").read_text() for name in MATCHES]
    for kind in (
        "Prepare", "StartOn", "Declare", "ChooseRope", "JudgeClimb", "JudgeEnd", "EndTurn",
    ):  # fmt: skip
        assert any(f'"type": "{kind}"' in text for text in texts), kind


def test_a_recording_with_one_other_choice_is_noticed() -> None:
    text = (HERE / "recorded" / "two_players.jsonl").read_text()
    changed = text.replace('"skip": 0', '"skip": 1', 1)
    assert changed != text
    with pytest.raises(Differs):
        replay(GAME, changed)
