"""Exact counts of lines, and recorded matches."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement
from pathlib import Path
from typing import Any

import pytest

from companion.games.gipfelkraxler.tasks import Dice, Task, fulfils, is_joker
from tests.games.counting import counts_in, perft
from tests.games.gipfelkraxler.herds import GAME, start
from tests.games.transcripts.recording import Differs, recorded, replay

HERE = Path(__file__).parent
COUNTS = counts_in(HERE / "perft_start.txt")
MATCHES: dict[str, dict[str, Any]] = {
    "two_players": {"seats": 2, "first": 0, "seed": 1, "options": {}},
    "three_players": {"seats": 3, "first": 1, "seed": 2, "options": {"freed_space": "taken"}},
    "four_players": {"seats": 4, "first": 2, "seed": 3, "options": {}},
}


@pytest.mark.parametrize("depth", COUNTS)
def test_the_lines_from_the_start_are_as_many_as_derived(depth: int) -> None:
    assert perft(GAME, start(), depth) == COUNTS[depth]


def test_the_lines_to_depth_four_counted_by_handfuls_are_as_many() -> None:
    """No game is played here: only multisets of dice and the five first signs are counted."""

    def handfuls(n: int) -> list[Dice]:
        return list(combinations_with_replacement(range(1, 7), n))

    def picked_up(dice: Dice) -> set[Dice]:
        return {kept for n in range(1, 6) for kept in combinations(dice, n)}

    def signs(dice: Dice) -> int:
        """Moves from the start, or one pass."""
        first = (Task.AT_MOST_15, Task.THREE_LOW, Task.TWO_PAIRS, Task.THREE_HIGH)
        fitting = [fulfils(dice, task) for task in (*first, Task.AT_LEAST_20)]
        return 5 if is_joker(dice) else max(1, sum(fitting))

    endings = {dice: signs(dice) for dice in handfuls(5)}
    choices = {dice: len(picked_up(dice)) + endings[dice] for dice in endings}
    again = 0
    for dice in endings:
        for handful in picked_up(dice):
            kept = list(dice)
            for value in handful:
                kept.remove(value)
            again += sum(
                choices[tuple(sorted((*kept, *fallen)))] for fallen in handfuls(len(handful))
            )
    assert again + sum(endings.values()) * sum(choices.values()) == COUNTS[4]


@pytest.mark.parametrize("name", MATCHES)
def test_a_recorded_match_gives_the_recorded_states(name: str) -> None:
    text = (HERE / "recorded" / f"{name}.jsonl").read_text()
    assert len(text.splitlines()) > 400
    replay(GAME, text)


@pytest.mark.parametrize("name", MATCHES)
def test_the_recording_can_be_made_again_byte_for_byte(name: str) -> None:
    text = (HERE / "recorded" / f"{name}.jsonl").read_text()
    assert recorded(GAME, MATCHES[name]) == text


def test_the_recordings_hold_every_kind_of_choice() -> None:
    texts = [(HERE / "recorded" / f"{name}.jsonl").read_text() for name in MATCHES]
    for kind in ("Rolled", "Reroll", "Move", "PushUp", "SetBack", "Pass"):
        assert any(f'"type": "{kind}"' in text for text in texts), kind


def test_a_recording_with_one_other_number_is_noticed() -> None:
    text = (HERE / "recorded" / "two_players.jsonl").read_text()
    changed = text.replace('"value": 2', '"value": 3', 1)
    assert changed != text
    with pytest.raises(Differs):
        replay(GAME, changed)
