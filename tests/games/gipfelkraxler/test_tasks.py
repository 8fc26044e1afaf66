"""The seventeen tasks: exact counts over all rolls, worked rolls, and edge cases."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from companion.games.gipfelkraxler.tasks import Dice, Task, fulfilled, fulfils, is_joker

COUNTS = {
    Task.AT_MOST_15: 2373,
    Task.AT_MOST_13: 1182,
    Task.AT_MOST_11: 457,
    Task.AT_MOST_9: 126,
    Task.AT_LEAST_20: 2373,
    Task.AT_LEAST_22: 1182,
    Task.AT_LEAST_24: 457,
    Task.AT_LEAST_26: 126,
    Task.THREE_LOW: 828,
    Task.THREE_HIGH: 828,
    Task.THREE: 1656,
    Task.FOUR: 156,
    Task.FIVE: 6,
    Task.SMALL_STRAIGHT: 1200,
    Task.LARGE_STRAIGHT: 240,
    Task.TWO_PAIRS: 2256,
    Task.FULL_HOUSE: 300,
}
"""Of the 7,776 orders of five dice, those that fulfil each task."""

WORKED = {
    (2, 2, 2, 5, 5): {Task.TWO_PAIRS, Task.THREE_LOW, Task.THREE, Task.FULL_HOUSE},
    (3, 3, 3, 5, 5): {Task.TWO_PAIRS, Task.THREE_LOW, Task.THREE, Task.FULL_HOUSE},
    (1, 2, 2, 3, 4): {Task.AT_MOST_15, Task.AT_MOST_13, Task.SMALL_STRAIGHT},
    (2, 2, 2, 4, 6): {Task.THREE_LOW, Task.THREE},
    (1, 1, 1, 4, 4): {
        Task.AT_MOST_15,
        Task.AT_MOST_13,
        Task.AT_MOST_11,
        Task.TWO_PAIRS,
        Task.THREE_LOW,
        Task.THREE,
        Task.FULL_HOUSE,
    },
    (2, 2, 3, 3, 3): {
        Task.AT_MOST_15,
        Task.AT_MOST_13,
        Task.TWO_PAIRS,
        Task.THREE_LOW,
        Task.THREE,
        Task.FULL_HOUSE,
    },
}
"""The rolls of the rulebook's examples."""


def test_there_are_seventeen_signs() -> None:
    assert len(Task) == 17
    assert COUNTS.keys() == set(Task)


def test_each_task_is_fulfilled_by_exactly_so_many_of_all_rolls() -> None:
    counts: Counter[Task] = Counter()
    for order in product(range(1, 7), repeat=5):
        counts.update(fulfilled(tuple(sorted(order))))
    assert counts == COUNTS


def test_five_of_a_kind_would_make_306_full_houses() -> None:
    """GK6: whether it counts never matters, for it is a joker."""
    full = sum(
        fulfils(tuple(sorted(order)), Task.FULL_HOUSE) or is_joker(tuple(sorted(order)))
        for order in product(range(1, 7), repeat=5)
    )
    assert full == 306


@pytest.mark.parametrize(("dice", "tasks"), WORKED.items())
def test_the_rolls_of_the_examples_fulfil_exactly_these(dice: Dice, tasks: set[Task]) -> None:
    assert fulfilled(dice) == tasks


def test_gk4_more_of_a_kind_hold_fewer_of_a_kind() -> None:
    assert {Task.THREE, Task.THREE_LOW, Task.FOUR} <= fulfilled((2, 2, 2, 2, 6))
    assert {Task.THREE, Task.THREE_HIGH, Task.FOUR, Task.FIVE} <= fulfilled((5, 5, 5, 5, 5))
    assert Task.THREE_LOW not in fulfilled((4, 4, 4, 4, 1))


def test_gk5_four_equal_dice_are_two_pairs() -> None:
    assert Task.TWO_PAIRS in fulfilled((3, 3, 3, 3, 6))
    assert Task.TWO_PAIRS not in fulfilled((3, 3, 3, 4, 6))
    assert Task.FULL_HOUSE not in fulfilled((3, 3, 3, 3, 6))


def test_gk7_any_four_in_a_row_are_a_small_straight_and_five_hold_four() -> None:
    assert Task.SMALL_STRAIGHT in fulfilled((2, 3, 4, 5, 5))
    assert Task.SMALL_STRAIGHT in fulfilled((1, 3, 4, 5, 6))
    assert {Task.SMALL_STRAIGHT, Task.LARGE_STRAIGHT} <= fulfilled((2, 3, 4, 5, 6))
    assert Task.LARGE_STRAIGHT not in fulfilled((1, 2, 3, 4, 6))
    assert Task.SMALL_STRAIGHT not in fulfilled((1, 2, 3, 5, 6))
