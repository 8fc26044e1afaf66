"""Numerals: which value counts from which side, and the project's own pictures of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.fixtures.numerals import numeral_pictures
from vision.dice.digits import (
    CLASSES,
    FEATURES,
    Calibration,
    Look,
    guess_of,
    shipped_calibration,
    shipped_model,
)
from vision.dice.kinds import SURELY_READ, Guess, OtherPlace
from vision.dice.model import DiceModel
from vision.dice.reading import DiceReader
from vision.frame import load_picture
from vision.values import DieKind, Status, TrayReading, View

CONVINCED = Calibration(np.eye(len(FEATURES))[0] + 6 * np.eye(len(FEATURES))[-1])
MOST_BYTES = 1_000_000
ROOT = Path(__file__).resolve().parents[2]
CUBE, BARREL, TETRA, FLAT, OTHER = 0, 6, 10, 14, 18


def look(number: int, share: float = 0.99) -> Look:
    shares = np.full((6, CLASSES), (1 - share) / (CLASSES - 1))
    shares[:, number] = share
    return Look(np.log(shares), 50, 40, 20)


def place(likeliest: int = 8) -> OtherPlace:
    return OtherPlace(50, 40, 26, 0.95, np.eye(9)[likeliest])


def answered(number: int, view: View, net: int = 8) -> Guess:
    guess = guess_of(look(number), place(net), view, CONVINCED)
    assert guess is not None
    return guess


@pytest.mark.parametrize("value", range(1, 7))
def test_a_d6_counts_what_is_seen_and_from_below_seven_minus_that(value: int) -> None:
    above, below = answered(CUBE + value - 1, View.ABOVE), answered(CUBE + value - 1, View.BELOW)
    assert (above.kind, above.value) == (DieKind.D6_NUMERAL, value)
    assert (below.kind, below.value) == (DieKind.D6_NUMERAL, 7 - value)
    assert min(above.confidence, below.confidence) > SURELY_READ


@pytest.mark.parametrize("value", range(1, 5))
def test_a_tetrahedron_counts_from_the_side_from_which_it_can_be_seen(value: int) -> None:
    above, below = answered(TETRA + value - 1, View.ABOVE), answered(FLAT + value - 1, View.BELOW)
    for guess in (above, below):
        assert (guess.kind, guess.value) == (DieKind.D4, value)
        assert guess.confidence > SURELY_READ


@pytest.mark.parametrize("value", range(1, 5))
def test_a_tetrahedron_seen_from_where_nobody_looks_is_a_question(value: int) -> None:
    assert answered(FLAT + value - 1, View.ABOVE).confidence < 0.5
    assert answered(TETRA + value - 1, View.BELOW).confidence < 0.5


def test_a_barrel_from_below_is_a_question_until_its_faces_are_taught() -> None:
    assert answered(BARREL, View.ABOVE).value == 1
    assert answered(BARREL, View.BELOW).confidence < 0.5
    taught = guess_of(look(BARREL), place(), View.BELOW, CONVINCED, {1: 3, 3: 1, 2: 4, 4: 2})
    assert taught is not None
    assert taught.value == 3
    assert taught.confidence > SURELY_READ


def test_a_net_that_sees_another_kind_of_die_makes_it_a_question() -> None:
    assert answered(CUBE, View.ABOVE, net=6).confidence > SURELY_READ
    assert answered(CUBE, View.ABOVE, net=7).confidence < 0.5
    assert answered(TETRA, View.ABOVE, net=6).confidence < 0.5
    assert answered(BARREL, View.ABOVE, net=6).confidence > SURELY_READ


def test_anything_else_is_no_guess() -> None:
    assert guess_of(look(OTHER), place(), View.ABOVE, CONVINCED) is None


def test_a_die_too_small_for_numerals_is_no_guess() -> None:
    tiny = look(CUBE)
    small = Look(tiny.logs, 50, 40, 4)
    assert guess_of(small, place(), View.ABOVE, CONVINCED) is None


def test_chances_are_probabilities() -> None:
    for number in range(OTHER):
        for view in View:
            chances = answered(number, view).chances
            assert all(0 <= chance <= 1 for chance in chances.values())
            assert sum(chances.values()) <= 1.0001


def test_the_model_is_small_and_the_calibration_is_of_these_features() -> None:
    assert shipped_model().stat().st_size <= MOST_BYTES
    assert shipped_calibration().weights.shape == (len(FEATURES),)


def test_the_model_is_the_one_that_the_documentation_describes() -> None:
    described = (ROOT / "docs" / "numerals.md").read_text("utf-8")
    assert DiceModel(shipped_model()).digest()[:12] in described
    assert f"{shipped_model().stat().st_size:,}" in described


def test_barrels_and_cubes_of_our_own_are_read() -> None:
    seen = [die for name in ("cubes", "cubes-below", "barrel") for die in read(name).dice]
    assert sum(die.value is not None for die in seen) >= 14


@cache
def reader() -> DiceReader:
    cv2.setNumThreads(1)
    return DiceReader()


PICTURES = {picture.name: picture for picture in numeral_pictures()}


@cache
def read(name: str) -> TrayReading:
    picture = PICTURES[name]
    return reader().read(load_picture(picture.file), View(picture.view))


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_of_numerals_is_read_right_or_not_surely(name: str) -> None:
    reading = read(name)
    truth = sorted((str(die["kind"]), int(str(die["value"]))) for die in PICTURES[name].dice)
    if reading.status is Status.OK:
        assert sorted((die.kind.value, int(str(die.value))) for die in reading.dice) == truth
    assert reading.status is not Status.EMPTY


@pytest.mark.parametrize("name", PICTURES)
def test_no_die_with_a_numeral_is_surely_another_number(name: str) -> None:
    for seen in read(name).dice:
        near = [die for die in PICTURES[name].dice if _gap(die["centre_px"], seen.centre_px) < 40]
        assert len(near) == 1
        if seen.confidence >= SURELY_READ:
            assert (seen.kind.value, seen.value) == (near[0]["kind"], near[0]["value"])


def _gap(one: object, other: Sequence[float]) -> float:
    assert isinstance(one, list)
    return float(np.hypot(one[0] - other[0], one[1] - other[1]))
