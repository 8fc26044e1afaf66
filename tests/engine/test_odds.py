"""The odds that the engine tells are those that counting gives."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from companion.engine import examples
from companion.games.gipfelkraxler.tasks import fulfilled, is_joker
from companion.games.registry import GAMES
from tests.engine.talking import Talk


def told(game: str, **changes: Any) -> list[dict[str, Any]]:
    """The odds of the position written by hand, with these parts of its state changed."""
    dump: Any = examples.position(game)
    talk = Talk()
    talk.done(load={"dump": {**dump, "state": {**dump["state"], **changes}}})
    figures: list[dict[str, Any]] = talk.done(odds={})["odds"]
    assert figures
    return figures


@pytest.mark.parametrize("aside", range(1, 6))
def test_high_risk_falls_and_boosts_are_equally_likely(aside: int) -> None:
    figures = told("high_risk", ascension=aside, weather=0)
    chances = {each["of"]: each["chance"] for each in figures if each["chance"]}
    expected = str(Fraction(1, 2 ** (6 - aside)))
    assert chances == {"fall": expected, "boost": expected}
    worths = {each["action"]["type"] for each in figures if each["worth"]}
    assert worths == {"RollAgain", "Stop"}


def test_high_risk_stopping_is_worth_the_best_advance() -> None:
    """Climbers at 7, 3, 1 and 0, two mountains: any of them gains two zones."""
    figures = told("high_risk")
    stop = next(each for each in figures if each["action"] == {"type": "Stop"})
    assert stop["worth"] == "2"


def test_a_climb_of_roll_and_wall_succeeds_unless_every_die_is_too_low() -> None:
    game = GAMES["roll_and_wall"]
    talk = Talk()
    talk.done(load={"dump": examples.position("roll_and_wall")})
    spaces = {space["id"]: space for space in talk.done(view={})["view"]["board"]["spaces"]}
    figures = [each for each in talk.done(odds={})["odds"] if each["of"] == "success"]
    assert len(figures) == 4 * len({each["action"]["target"] for each in figures})
    for each in figures:
        low = spaces[each["action"]["target"]]["number"] - 1
        expected = 1 - Fraction(low, 6) ** each["action"]["white"]
        assert Fraction(each["chance"]) == expected
        assert f"{float(expected):.1%}".replace("%", "") in each["text"].replace(" %", "")
    assert game.title


def test_a_reroll_of_gipfelkraxler_is_counted_over_all_ways_to_fall() -> None:
    """One roll is left: no dice are chosen any more."""
    shown = [2, 2, 3, 4, 6]
    figures = told("gipfelkraxler", phase={"type": "Choosing", "rolls": 2, "dice": shown})
    view = Talk()
    view.done(load={"dump": examples.position("gipfelkraxler")})
    tasks = {path["task"] for path in view.done(view={})["view"]["odds"]["paths"]}
    rerolls = [each for each in figures if each["of"] == "move"]
    assert len(rerolls) == len({str(each["action"]) for each in rerolls})
    assert len(rerolls) == 3 * 2 * 2 * 2 - 1
    for each in rerolls:
        kept = list(shown)
        for value in each["action"]["values"]:
            kept.remove(value)
        falls = list(product(range(1, 7), repeat=5 - len(kept)))
        hands = [tuple(sorted((*kept, *fall))) for fall in falls]
        good = sum(
            is_joker(hand) or bool({task.value for task in fulfilled(hand)} & tasks)
            for hand in hands
        )
        assert Fraction(each["chance"]) == Fraction(good, len(hands))


def test_a_game_without_chance_tells_none() -> None:
    talk = Talk()
    talk.begin("climb")
    assert talk.done(odds={})["odds"] == []
