"""Exact counts of lines, and recorded matches."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.counting import counts_in, perft
from tests.games.high_risk.mountains import GAME, standing, start
from tests.games.high_risk.naive import lines, peopled
from tests.games.transcripts import replayed, transcripts

HERE = Path(__file__).parent
COUNTS = counts_in(HERE / "perft_start.txt")
RECORDED = transcripts(HERE / "transcripts")


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


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_a_recorded_match_replays_byte_for_byte(path: Path) -> None:
    text = path.read_text()
    assert replayed(GAME, text) == text


def test_a_recording_with_one_other_choice_does_not_replay_to_the_same() -> None:
    text = RECORDED[0].read_text()
    changed = text.replace('"value":"mountain"', '"value":"cloud"', 1)
    assert changed != text
    try:
        same = replayed(GAME, changed) == changed
    except ValueError:  # a later choice is not legal any more
        same = False
    assert not same


def test_matches_for_two_three_and_four_are_recorded() -> None:
    assert [path.stem for path in RECORDED] == ["four_players", "three_players", "two_players"]
