"""Dice that are no pip dice: who is asked, and how answers join."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.dice.kinds import (
    SURELY_READ,
    Guess,
    OtherPlace,
    best,
    still_pips,
    wanted,
    weighed,
)
from vision.values import DieKind, View

BOX = (0.0, 0.0, 10.0, 10.0)


class Asked:
    every_place = False

    def read(
        self, image_bgr: NDArray[np.uint8], places: Sequence[OtherPlace], view: View
    ) -> Sequence[Guess | None]:
        return [None for _ in places]


def place(likeliest: int, share: float = 0.92) -> OtherPlace:
    classes = np.full(9, (1 - share) / 8)
    classes[likeliest] = share
    return OtherPlace(50, 50, 20, 0.95, classes)


def guess(value: int, chance: float, kind: DieKind = DieKind.D4) -> Guess:
    return Guess(kind, {value: chance, value + 1: (1 - chance) / 2}, BOX)


@pytest.mark.parametrize("likeliest", range(9))
def test_only_places_without_pips_are_handed_over(likeliest: int) -> None:
    assert wanted(Asked(), place(likeliest)) == (likeliest >= 6)


def test_pips_that_read_well_take_belief_from_a_guess() -> None:
    sure = guess(3, 0.99)
    assert weighed(sure, place(7), 0.0).confidence == pytest.approx(0.99)
    assert weighed(sure, place(7, 0.6), 0.9).confidence < 0.8


def test_readers_that_differ_take_belief_from_each_other() -> None:
    found = best([guess(3, 0.98), None, guess(2, 0.97)])
    assert found is not None
    assert found.value == 3
    assert found.confidence == pytest.approx(
        0.98 * 0.03 / (0.98 * 0.03 + 0.02 * 0.97 + 0.02 * 0.03)
    )


def test_a_doubtful_numeral_takes_little_from_a_symbol_that_is_awaited() -> None:
    symbol, numeral = guess(1, 0.999, DieKind.SYMBOL), guess(3, 0.93, DieKind.D6_NUMERAL)
    found = best([numeral, symbol])
    assert found is not None
    assert found.kind is DieKind.SYMBOL
    assert found.confidence > SURELY_READ


def test_a_certain_numeral_makes_a_symbol_a_question() -> None:
    symbol, numeral = guess(1, 0.995, DieKind.SYMBOL), guess(3, 0.999, DieKind.D6_NUMERAL)
    found = best([numeral, symbol])
    assert found is not None
    assert found.confidence < 0.9


def test_readers_that_agree_do_not() -> None:
    found = best([guess(3, 0.98), guess(3, 0.9)])
    assert found is not None
    assert found.confidence == 0.98


def test_nothing_said_is_no_guess() -> None:
    assert best([]) is None
    assert best([None, Guess(DieKind.D4, {}, BOX)]) is None


def test_a_place_that_the_net_doubts_is_handed_over_too() -> None:
    doubted = np.array([0.7, 0, 0, 0, 0, 0, 0.3, 0, 0])
    assert wanted(Asked(), OtherPlace(50, 50, 20, 0.95, doubted))


def test_a_reader_that_saw_its_own_die_is_weighed_against_pips_as_a_witness() -> None:
    heard = Guess(DieKind.SYMBOL, {"cloud": 0.998}, BOX, present=0.998)
    told = Guess(DieKind.SYMBOL, {"cloud": 0.998}, BOX)
    doubtful = place(8, share=0.4)
    assert doubtful.pips == pytest.approx(0.45)
    assert weighed(heard, doubtful, 1.0).confidence == pytest.approx(0.996, abs=0.001)
    assert weighed(told, doubtful, 1.0).confidence == pytest.approx(0.549, abs=0.001)
    assert weighed(heard, place(5, share=1.0), 1.0).confidence < 0.01


def test_a_die_that_its_reader_sees_clearly_is_no_pip_die_though_its_number_is_a_question() -> None:
    classes = np.zeros(9)
    classes[1], classes[7], classes[8] = 0.64, 0.09, 0.27
    place = OtherPlace(50, 40, 26, 0.9, classes)
    chances: dict[int | str, float] = {1: 0.5, 2: 0.3}
    seen = Guess(DieKind.D4, chances, (30, 20, 70, 60), present=0.97)
    unseen = Guess(DieKind.D4, chances, (30, 20, 70, 60))
    assert weighed(seen, place, 0.98).confidence > still_pips(seen, place, 0.98)
    assert weighed(unseen, place, 0.98).confidence < still_pips(unseen, place, 0.98)


def test_pips_that_are_seen_firmly_outweigh_a_reader_that_takes_them_for_its_own() -> None:
    place = OtherPlace(50, 40, 26, 0.99, np.eye(9)[3])
    guess = Guess(DieKind.D4, {1: 0.9}, (30, 20, 70, 60), present=0.97)
    assert still_pips(guess, place, 0.999) > weighed(guess, place, 0.999).confidence
