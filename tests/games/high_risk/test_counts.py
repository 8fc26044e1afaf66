"""Exact counts of lines, and recorded matches."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.games.counting import counts_in, perft
from tests.games.high_risk.mountains import GAME, THREE_WALLS, TWO_WALLS, standing, start
from tests.games.high_risk.naive import lines, peopled
from tests.games.transcripts.recording import Differs, recorded, replay

HERE = Path(__file__).parent
COUNTS = counts_in(HERE / "perft_start.txt")
MATCHES: dict[str, dict[str, Any]] = {
    "two_players": {"seats": 2, "first": 0, "seed": 2, "options": {}, "board": TWO_WALLS},
    "three_players": {"seats": 3, "first": 1, "seed": 3, "options": {}, "board": THREE_WALLS},
    "four_players": {"seats": 4, "first": 2, "seed": 4, "options": {}, "board": TWO_WALLS},
}


@pytest.mark.parametrize("depth", COUNTS)
def test_the_lines_from_the_start_are_as_many_as_derived(depth: int) -> None:
    assert perft(GAME, start(), depth) == COUNTS[depth]


@pytest.mark.parametrize("teams", [((0,) * 4, (0,) * 4), ((9, 6, 5, 2), (8, 4, 3, 1))])
@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_a_naive_count_that_walks_every_line_agrees(
    teams: tuple[tuple[int, ...], ...], depth: int
) -> None:
    state = standing(*teams)
    kinds = [zone.kind.value for zone in state.terms.mountain.zones]
    assert perft(GAME, state, depth) == lines(kinds, peopled(kinds, teams), 2, depth)


@pytest.mark.parametrize("name", MATCHES)
def test_a_recorded_match_gives_the_recorded_states(name: str) -> None:
    state = replay(GAME, (HERE / "recorded" / f"{name}.jsonl").read_text())
    assert GAME.standings(state).over


@pytest.mark.parametrize("name", MATCHES)
def test_the_recording_can_be_made_again_byte_for_byte(name: str) -> None:
    text = (HERE / "recorded" / f"{name}.jsonl").read_text()
    assert recorded(GAME, MATCHES[name]) == text


def test_a_recording_with_one_other_face_is_noticed() -> None:
    text = (HERE / "recorded" / "two_players.jsonl").read_text()
    changed = text.replace('"value": "mountain"', '"value": "cloud"', 1)
    assert changed != text
    with pytest.raises(Differs):
        replay(GAME, changed)
