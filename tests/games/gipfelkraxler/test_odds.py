"""Exact odds against exact counts, a known number, and a plain recursion."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations, product

import pytest

from companion.games.gipfelkraxler.actions import Move, Reroll
from companion.games.gipfelkraxler.odds import Advice, advice, chance_when_rolling
from companion.games.gipfelkraxler.tasks import Dice, Task, fulfilled, fulfils, is_joker
from tests.games.gipfelkraxler.herds import (
    BROOK,
    GAME,
    GREY,
    LEFT,
    NAMES,
    NEEDLE,
    SUMMIT,
    after,
    standing,
    start,
)
from tests.games.gipfelkraxler.test_tasks import COUNTS

ROLLS = 6**5
HANDS = [dice for dice in product(range(1, 7), repeat=5) if list(dice) == sorted(dice)]


@pytest.mark.parametrize("task", Task)
def test_with_one_roll_left_the_chance_is_the_exact_count(task: Task) -> None:
    chance = chance_when_rolling(frozenset((task,)), 2, (), joker=False)
    assert chance == Fraction(COUNTS[task], ROLLS)


@pytest.mark.parametrize("task", Task)
def test_with_the_joker_six_rolls_more_count_where_they_did_not(task: Task) -> None:
    chance = chance_when_rolling(frozenset((task,)), 2, (), joker=True)
    more = sum(not fulfils((value,) * 5, task) for value in range(1, 7))
    assert chance == Fraction(COUNTS[task] + more, ROLLS)


def test_five_of_a_kind_in_three_rolls_has_the_well_known_chance() -> None:
    """347897/7558272, about 4.6 %, as in every treatise on that other game of five dice."""
    chance = chance_when_rolling(frozenset((Task.FIVE,)), 0, (), joker=False)
    assert chance == Fraction(347897, 7558272)


def test_low_and_high_sums_are_mirror_images_at_every_step() -> None:
    low = frozenset((Task.AT_MOST_15,))
    high = frozenset((Task.AT_LEAST_20,))
    for dice in HANDS[::7]:
        mirrored = tuple(sorted(7 - value for value in dice))
        one, other = (
            advice(low, 1, dice, joker=False),
            advice(high, 1, mirrored, joker=False),
        )
        assert one.chance == other.chance


def naive_after(task: Task, joker: bool, rolls: int, dice: Dice) -> Fraction:
    """The best chance with these dice: every choice of places to keep, every order of rolls."""
    if rolls == 3:
        return Fraction(fulfils(dice, task) or (joker and is_joker(dice)))
    keeps = {kept for n in range(6) for kept in combinations(dice, n)}
    return max(naive_rolling(task, joker, rolls, kept) for kept in keeps)


@cache
def naive_rolling(task: Task, joker: bool, rolls: int, kept: Dice) -> Fraction:
    orders = list(product(range(1, 7), repeat=5 - len(kept)))
    hands = [tuple(sorted((*kept, *order))) for order in orders]
    return sum((naive_known(task, joker, rolls + 1, hand) for hand in hands), Fraction(0)) / len(
        hands
    )


naive_known = cache(naive_after)


@pytest.mark.parametrize("task", Task)
def test_every_task_from_every_last_but_one_hand_is_that_of_a_plain_recursion(
    task: Task,
) -> None:
    naive_rolling.cache_clear()
    naive_known.cache_clear()
    for dice in HANDS[::5]:
        found = advice(frozenset((task,)), 2, dice, joker=True)
        assert found.chance == naive_known(task, True, 2, dice)


@pytest.mark.parametrize("task", [Task.FULL_HOUSE, Task.SMALL_STRAIGHT])
def test_two_tasks_over_all_three_rolls_are_those_of_a_plain_recursion(task: Task) -> None:
    naive_rolling.cache_clear()
    naive_known.cache_clear()
    assert chance_when_rolling(frozenset((task,)), 0, (), joker=True) == naive_rolling(
        task, True, 0, ()
    )


@pytest.mark.parametrize("task", Task)
def test_the_advised_dice_reach_the_promised_chance(task: Task) -> None:
    wanted = frozenset((task,))
    for rolls in (1, 2):
        for dice in HANDS[::11]:
            found = advice(wanted, rolls, dice, joker=True)
            kept = list(dice)
            for value in found.reroll:
                kept.remove(value)
            if found.reroll:
                again = chance_when_rolling(wanted, rolls, tuple(kept), joker=True)
                assert again == found.chance
            if task in fulfilled(dice):
                assert found == Advice(Fraction(1), ())


def test_the_odds_of_a_position_are_for_the_paths_in_front() -> None:
    state = after(standing([BROOK, NEEDLE], []), "2-2-5-5-6")
    odds = GAME.odds(state)
    assert {(p["source"], p["task"]) for p in odds["paths"]} == {
        ("Brook Meadow", "full_house"),
        ("Brook Meadow", "four_of_a_kind"),
        ("Needle", "five_of_a_kind"),
        ("Start", "15-"),
        ("Start", "three_of_123"),
        ("Start", "two_pairs"),
        ("Start", "three_of_456"),
        ("Start", "20+"),
    }
    (house,) = [p for p in odds["paths"] if p["task"] == "full_house"]
    # One die, two numbers of six, twice; five of a kind cannot come of it.
    assert house["chance"] == "5/9"
    assert house["reroll"] == [6]
    assert odds["any"] == {"chance": "1", "percent": 100.0, "reroll": []}


def test_odds_while_dice_are_to_be_rolled_and_where_none_matter() -> None:
    rolling = after(standing([LEFT] * 5, []), "2-2-5-5-6", Reroll((6,)))
    (house,) = [p for p in GAME.odds(rolling)["paths"] if p["task"] == "full_house"]
    assert house["chance"] == "5/9"
    pushing = after(standing([BROOK, GREY], []), "3-3-3-5-5", Move(BROOK, GREY))
    assert GAME.odds(pushing) == {}
    assert GAME.odds_text(pushing, NAMES) == "No dice matter now."
    won = after(standing([NEEDLE, SUMMIT], [], arrivals=(1, 0)), "6-6-6-6-6", Move(NEEDLE, SUMMIT))
    assert GAME.odds(won) == {}


def test_odds_in_words_name_the_likeliest_signs_first() -> None:
    text = GAME.odds_text(start(), NAMES)
    assert text.startswith("Lucy can move with 99.")
    assert text.index("at most 15 in all") < text.index("two pairs")


def test_no_sentence_about_odds_holds_the_code_of_a_sign() -> None:
    state = after(standing([LEFT, BROOK, GREY, NEEDLE], []), "1-2-2-3-4")
    texts = [GAME.odds_text(state, NAMES), *(each.text for each in GAME.choice_odds(state))]
    assert all("_" not in text for text in texts)
