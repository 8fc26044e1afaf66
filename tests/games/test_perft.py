"""Exact counts of legal lines to a small depth, against counts derived by hand.

``tests/games/perft/<game>.txt`` holds the counts with their derivation.
"""

from __future__ import annotations

import re
from math import comb
from pathlib import Path
from typing import Any

import pytest

from companion.dice import Rolled, count_throws, throws
from companion.games.protocol import Setup
from companion.games.registry import GAMES
from tests.games.walking import AnyGame, board_of

FOLDER = Path(__file__).with_name("perft")
ROLL_AND_WALL = GAMES["roll_and_wall"]
FREE_ROLL = GAMES["free_roll"]


def lines(game: AnyGame, state: Any, depth: int) -> int:
    """How many legal lines of that length start here; different throws count once each."""
    dice = game.prompt(state).dice
    choices = [choice for choice in game.legal_actions(state) if not isinstance(choice[1], Rolled)]
    if depth == 1:
        return len(choices) + (count_throws(dice) if dice else 0)
    if dice:
        seat = game.prompt(state).seats[0]
        choices += [(seat, rolled) for rolled in throws(dice)]
    return sum(lines(game, game.apply(state, *choice).state, depth - 1) for choice in choices)


def kept(name: str) -> dict[int, int]:
    """The counts of a game's file by depth."""
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    found = re.findall(r"^depth (\d+): ([\d,]+)$", text, flags=re.MULTILINE)
    return {int(depth): int(count.replace(",", "")) for depth, count in found}


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_roll_and_wall_has_exactly_the_kept_number_of_lines(depth: int) -> None:
    state = ROLL_AND_WALL.initial(Setup(2, (), board_of(ROLL_AND_WALL, "practice")))
    assert lines(ROLL_AND_WALL, state, depth) == kept("roll_and_wall")[depth]


@pytest.mark.parametrize("depth", [1, 2])
def test_free_roll_has_exactly_the_kept_number_of_lines(depth: int) -> None:
    state = FREE_ROLL.initial(Setup(2, (("dice", "1d4"),)))
    assert lines(FREE_ROLL, state, depth) == kept("free_roll")[depth]


def test_the_counts_of_roll_and_wall_follow_from_their_derivation() -> None:
    throws_of = {w: comb(w + 5, 5) for w in range(1, 7)}
    first = 3 * 6 + 1
    second = 3 * sum(throws_of.values()) + first

    def below(number: int, dice: int) -> int:
        """Throws of which no die reaches that number."""
        return comb(dice + number - 2, dice)

    one_short = sum(below(t, w) - below(t - 1, w) for t in (3, 4, 3) for w in range(1, 7))
    third = 3 * 2 * sum(throws_of.values()) + one_short + second
    assert kept("roll_and_wall") == {1: first, 2: second, 3: third}


def test_the_counts_of_free_roll_follow_from_their_derivation() -> None:
    first = 4 + 7 * 10 + 1 + 2
    no_dice = [first - 4]
    only_d4 = [comb(n + 3, 3) + 73 for n in range(2, 11)]
    two_kinds = [
        4 * comb(n + faces - 1, n) + 73 - 5 * (n == 10)
        for faces in (6, 6, 8, 10, 12, 20)
        for n in range(1, 11)
    ]
    second = 5 * first + sum(no_dice) + sum(only_d4) + sum(two_kinds)
    assert kept("free_roll") == {1: first, 2: second}


def test_a_wrong_count_would_be_noticed() -> None:
    state = ROLL_AND_WALL.initial(Setup(2, (), board_of(ROLL_AND_WALL, "practice")))
    throwing = ROLL_AND_WALL.apply(state, *ROLL_AND_WALL.legal_actions(state)[0]).state
    assert lines(ROLL_AND_WALL, throwing, 1) != kept("roll_and_wall")[1]
