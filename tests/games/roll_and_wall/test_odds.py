"""Exact chances of a climb, against enumeration of every throw and against closed forms."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from companion.dice import Rolled, chance_of_reaching, throws, ways
from companion.games.roll_and_wall.actions import Declare, UseTile
from companion.games.roll_and_wall.handful import Handful
from companion.games.roll_and_wall.odds import chance, sums
from companion.games.roll_and_wall.tiles import Tile
from tests.games.roll_and_wall.advanced import ALL_FLAGS, climb, climber, match
from tests.games.roll_and_wall.walls import GAME

HANDFULS = [Handful(w, b) for w, b in product(range(7), (0, 1)) if w + b]
NAMES = ("Lucy", "Ralph")


def enumerated(number: int, dice: Handful, talisman: bool, shoes: int) -> Fraction:
    """Throw by throw, each weighed by its ways: another road than the product's."""

    def reaches(rolled: Rolled) -> bool:
        values = [int(value) for value in rolled.values]
        return (sum(values) if talisman else max(values)) + shoes >= number

    found = [(ways(rolled), reaches(rolled)) for rolled in throws(dice.spec)]
    return Fraction(sum(n for n, good in found if good), sum(n for n, _ in found))


@pytest.mark.parametrize("dice", HANDFULS)
def test_chances_are_those_of_all_throws(dice: Handful) -> None:
    for number, talisman, shoes in product(range(2, 7), (False, True), (0, 1, 2)):
        expected = enumerated(number, dice, talisman, shoes)
        assert chance(number, dice, talisman=talisman, shoes=shoes) == expected


def test_chances_follow_the_closed_form_and_the_known_figures() -> None:
    for number, n in product(range(2, 7), range(1, 7)):
        closed = 1 - Fraction(number - 1, 6) ** n
        assert (
            chance(number, Handful(n, 0)) == closed == chance_of_reaching(number, Handful(n).spec)
        )
    four = [float(chance(4, Handful(n, 0))) for n in (1, 2, 3, 4)]
    assert four == [0.5, 0.75, 0.875, 0.9375]
    six = [round(float(chance(6, Handful(n, 0))), 4) for n in range(1, 7)]
    assert six == [0.1667, 0.3056, 0.4213, 0.5177, 0.5981, 0.6651]
    blue = [chance(number, Handful(0, 1)) for number in (2, 3, 4, 5, 6)]
    assert blue == [Fraction(3, 4), Fraction(1, 2), Fraction(1, 4), 0, 0]


def test_the_ways_to_a_sum_add_up() -> None:
    for dice in HANDFULS:
        assert sum(sums(dice).values()) == 6**dice.white * 4**dice.blue


def test_two_dice_with_a_talisman_reach_six_in_26_of_36_ways() -> None:
    assert chance(6, Handful(2, 0), talisman=True) == Fraction(26, 36)
    assert chance(6, Handful(2, 0), talisman=True, shoes=1) == Fraction(30, 36)


def test_no_dice_reach_nothing() -> None:
    assert chance(2, Handful()) == 0


def test_the_odds_say_what_the_own_tiles_add() -> None:
    tiles = (Tile.CHALK, Tile.SHOES, Tile.TALISMAN)
    play = match(climber("2a.b2", *tiles))
    figures = {
        (each.action, each.of): each.chance
        for each in GAME.choice_odds(play.state)
        if each.action == climb("2a.b3", 1)
    }
    action = climb("2a.b3", 1)
    assert figures == {
        (action, "success"): Fraction(1, 3),
        (action, "success_with_shoes"): Fraction(1, 2),
        (action, "success_with_talisman"): Fraction(1, 3),
        (action, "success_with_talisman_and_shoes"): Fraction(1, 2),
        (action, "success_with_tiles"): Fraction(3, 4),
    }


def test_the_odds_of_an_awaited_throw_know_the_talisman() -> None:
    play = match(climber("2a.b1", Tile.TALISMAN)).do(climb("2a.c1", 2), UseTile(Tile.TALISMAN))
    assert [(each.action, each.chance) for each in GAME.choice_odds(play.state)] == [
        (None, Fraction(26, 36))
    ]


def test_odds_are_for_choices_that_are_legal() -> None:
    for play in (match(climber("2a.b4")), match(climber("2a.b4", flags=ALL_FLAGS))):
        listed = {action for _, action in GAME.legal_actions(play.state)}
        figures = GAME.choice_odds(play.state)
        told = {each.action for each in figures}
        assert told == {action for action in listed if isinstance(action, Declare)}


def test_a_crystal_balls_throw_has_no_odds_for_a_space() -> None:
    play = match(climber("2a.b2", Tile.CRYSTAL_BALL)).do(UseTile(Tile.CRYSTAL_BALL))
    assert GAME.choice_odds(play.state) == ()


def test_the_odds_can_be_read() -> None:
    play = match(climber("2a.b2", Tile.SHOES))
    text = GAME.odds_text(play.state, NAMES)
    assert text.splitlines()[0] == "Lucy's chances:"
    assert "the 5 in the centre with 1 white die: 33.3 %; with shoes 50.0 %" in text
    assert GAME.odds(play.state)["climbs"][0]["with"].keys() == {"shoes"}
    play.do(climb("2a.b3", 1))
    assert GAME.odds_text(play.state, NAMES).count("\n") == 1
    assert len(GAME.odds(play.state)["climbs"]) == 1
