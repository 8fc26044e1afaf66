"""Exact odds against closed forms and against a plain recursion."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

import pytest

from companion.games.high_risk.actions import RollAgain, Stop
from companion.games.high_risk.odds import boost_chance, fall_chance, fresh_turn, worth_now
from companion.games.high_risk.state import HighRiskState
from tests.games.high_risk.mountains import GAME, NAMES, after, standing, start

HALF = Fraction(1, 2)
SIDES = "DDDAAW"


@pytest.mark.parametrize("dice", range(1, 7))
def test_a_fall_and_a_boost_both_have_one_in_two_to_the_number_of_dice(dice: int) -> None:
    assert fall_chance(dice) == HALF**dice
    assert boost_chance(dice) == HALF**dice


@pytest.mark.parametrize("dice", range(1, 7))
def test_the_fall_chance_is_the_share_of_all_orders_of_sides(dice: int) -> None:
    falls = sum(n for (danger, _), n in orders(dice).items() if danger == dice)
    assert fall_chance(dice) == Fraction(falls, 6**dice)


@pytest.mark.parametrize("dice", range(1, 7))
def test_who_never_stops_is_boosted_as_often_as_not(dice: int) -> None:
    """By symmetry of Danger against the rest; from the chances of single rolls."""

    def boosted(dice: int) -> Fraction:
        chance = HALF**dice  # no danger at all
        for danger in range(1, dice):
            chance += comb(dice, danger) * HALF**dice * boosted(danger)
        return chance

    assert boosted(dice) == HALF


@cache
def orders(dice: int) -> Counter[tuple[int, int]]:
    """In how many orders of distinguishable sides there are so many D and A."""
    return Counter((order.count("D"), order.count("A")) for order in product(SIDES, repeat=dice))


def naive_going_on(
    gains: tuple[Fraction, ...], cost: int, ascension: int, dice: int, again: Fraction
) -> Fraction:
    """Going on and choosing the best after each roll, over every order of sides."""
    total = Fraction(0)
    for (danger, more), count in orders(dice).items():
        got = ascension + more
        if danger == dice:
            worth = Fraction(-cost)
        elif danger == 0:
            worth = gains[got] + again
        else:
            worth = max(gains[got], naive_going_on(gains, cost, got, danger, again))
        total += count * worth
    return total / Fraction(6) ** dice


@pytest.mark.parametrize("cost", [0, 3, 9])
def test_the_worth_of_a_fresh_turn_solves_its_own_equation(cost: int) -> None:
    worth = fresh_turn(cost)
    gains = tuple(Fraction(n) for n in range(7))
    assert naive_going_on(gains, cost, 0, 6, worth) == worth


def test_a_free_fresh_turn_is_worth_at_least_never_stopping() -> None:
    """Never stopping gives W = (4 + W) / 2: four mountains on average when boosted."""
    assert fresh_turn(0) >= 4
    assert fresh_turn(0) > fresh_turn(1) > fresh_turn(9)


@pytest.mark.parametrize(
    ("state", "gains", "cost"),
    [
        # From the Basecamp everybody goes up by what was rolled.
        (after(start(), "AAWDDD"), [0, 1, 2, 3, 4, 5, 6], 0),
        # The leader at 9 wins one zone, the one at 8 two; a fall costs 9 - 7 = 2.
        (after(standing([9, 8, 10, 10], [0] * 4), "AAWDDD"), [0, 1, 2, 2, 2, 2, 2], 2),
    ],
)
def test_the_worth_of_going_on_is_that_of_a_plain_recursion(
    state: HighRiskState, gains: list[int], cost: int
) -> None:
    worth = worth_now(state)
    again = fresh_turn(cost)
    fractions = tuple(Fraction(n) for n in gains)
    assert worth.stop == gains[2]
    assert worth.go_on == naive_going_on(fractions, cost, 2, 3, again)
    assert worth.fall == Fraction(1, 8)


def test_odds_are_given_before_every_roll_and_where_there_is_a_choice() -> None:
    choosing = after(standing([8, 0, 0, 0], [0] * 4), "AAAAAD")
    odds = GAME.odds(choosing)
    assert odds["fall"] == "1/2"
    assert odds["boost"] == "1/2"
    assert odds["better"] in ("stop", "go_on", "either")
    assert GAME.odds(start())["worth"]["stop"] is None
    assert GAME.odds(after(choosing, RollAgain()))["dice"] == 1
    assert GAME.odds(after(choosing, RollAgain()))["better"] is None
    assert GAME.odds(after(choosing, Stop())) == {}
    assert GAME.odds(standing([10] * 4, [0] * 4)) == {}


def test_odds_in_words_name_both_choices() -> None:
    text = GAME.odds_text(after(start(), "AAWDDD"), NAMES)
    assert text.startswith("Rolling 3: a fall has 12.5%, another turn 12.5%.")
    assert "stopping 2.00 zones" in text
    assert GAME.odds_text(after(start(), "AAWDDD", Stop()), NAMES).endswith("to be made.")


def test_stopping_counts_what_an_own_climber_that_is_knocked_off_loses() -> None:
    """By three: 5 to 8 wins three but knocks the own climber down to 7; 8 to 10 wins two."""
    state = after(standing([10, 10, 8, 5], [0] * 4), "AAAWWD")
    assert worth_now(state).stop == 2
    stranger = after(standing([10, 10, 9, 5], [8, 0, 0, 0]), "AAAWWD")
    assert worth_now(stranger).stop == 3
