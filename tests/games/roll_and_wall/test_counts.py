"""Exact counts of lines and recorded matches of the advanced variant."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.games.protocol import Setup
from companion.games.roll_and_wall.handful import Handful
from companion.games.roll_and_wall.state import WallState
from companion.games.roll_and_wall.tiles import Tile
from tests.games.counting import counts_in, perft
from tests.games.roll_and_wall.advanced import climber, match
from tests.games.roll_and_wall.test_preparation import dealt
from tests.games.roll_and_wall.walls import GAME
from tests.games.transcripts.recording import Differs, recorded, replay
from tests.games.walking import board_of

HERE = Path(__file__).parent
S, C, H, G = Tile.SHOES, Tile.CHALK, Tile.HELMET, Tile.GRABBER

STATES: dict[str, WallState] = {
    "perft_preparation": GAME.initial(Setup(2, (("variant", "advanced"),), board_of(GAME))),
    "perft_draft": dealt((S, S, C, C), (H, H, G, G)).state,
    "perft_turn": match(
        climber("2a.b2", Tile.CRYSTAL_BALL, Tile.TALISMAN), aside=Handful(5, 0)
    ).state,
}
COUNTS = {name: counts_in(HERE / f"{name}.txt") for name in STATES}
CASES = [(name, depth) for name, counts in COUNTS.items() for depth in counts]

MATCHES: dict[str, dict[str, Any]] = {
    "advanced_two": {"seats": 2, "first": 1, "seed": 5, "options": {"variant": "advanced"}},
    "advanced_four": {
        "seats": 4,
        "first": 0,
        "seed": 6,
        "options": {"variant": "advanced", "summit": "open", "voodoo_order": "any_order"},
    },
}


def file_of(name: str) -> Path:
    return HERE / "recorded" / f"{name}.jsonl"


@pytest.mark.parametrize(("name", "depth"), CASES)
def test_the_lines_are_as_many_as_derived(name: str, depth: int) -> None:
    assert perft(GAME, STATES[name], depth) == COUNTS[name][depth]


def test_a_wrong_count_would_be_noticed() -> None:
    later = GAME.apply(STATES["perft_turn"], *GAME.legal_actions(STATES["perft_turn"])[0]).state
    assert perft(GAME, later, 1) != COUNTS["perft_turn"][1]


@pytest.mark.parametrize("name", MATCHES)
def test_a_recorded_match_gives_the_recorded_states(name: str) -> None:
    text = file_of(name).read_text(encoding="utf-8")
    assert len(text.splitlines()) > 100
    assert replay(GAME, text) is not None
    assert recorded(GAME, MATCHES[name]) == text


@pytest.mark.parametrize("name", MATCHES)
def test_a_changed_record_is_noticed(name: str) -> None:
    lines = file_of(name).read_text(encoding="utf-8").splitlines()
    lines[40], lines[41] = lines[41], lines[40]
    with pytest.raises(Differs):
        replay(GAME, "\n".join(lines))


if __name__ == "__main__":  # python -m tests.games.roll_and_wall.test_counts records anew
    (HERE / "recorded").mkdir(exist_ok=True)
    for each, what in MATCHES.items():
        file_of(each).write_text(recorded(GAME, what), encoding="utf-8")
