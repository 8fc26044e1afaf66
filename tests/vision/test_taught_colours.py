"""Plain coloured faces: certain where floor and border tell, else a question."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.dice_sets.readers import reader_of
from hardware.simulated.scene.die import Die
from tests.dice_sets.coloured import (
    BULB,
    DAY,
    SIDES,
    button,
    coloured_die,
    coloured_set,
    cube,
    lit,
    row,
)
from vision.dice.reading import DiceReader
from vision.dice.taught import Example, FaceMatcher, Label
from vision.dice.taught_colour import is_one_colour
from vision.values import Status

SURE = 0.99
FIRST, SECOND = ("red", "blue", "yellow"), ("orange", "white", "green")
TRAY = "green-felt-tray"


@pytest.fixture(scope="module")
def matcher() -> FaceMatcher:
    return FaceMatcher(coloured_set(*SIDES, pictures=2).examples)


def seen_in(image: NDArray[np.uint8], matcher: FaceMatcher, side: float = 60.0) -> float:
    """The highest probability of any face for what lies in the middle of a picture."""
    height, width = image.shape[:2]
    return max(matcher.match(image, width / 2, height / 2, side).chances.values())


def first_of(chances: Mapping[Label, float]) -> Label:
    return max(chances, key=lambda label: chances[label])


@pytest.mark.parametrize("names", [FIRST, SECOND])
@pytest.mark.parametrize("lamp", [DAY, BULB, (1.3, 0.9, 0.7)])
def test_coloured_sides_are_certain_where_they_were_taught_under_any_lamp(
    matcher: FaceMatcher, names: tuple[str, ...], lamp: tuple[float, float, float]
) -> None:
    seen = row(names, TRAY, lamp, seed=5)
    for die, name in zip(seen.truth, names, strict=True):
        match = matcher.match(seen.image_bgr, *die.centre_px, 1.1 * die.size_px)
        assert first_of(match.chances) == name
        assert match.chances[name] > SURE


@pytest.mark.parametrize("look", ["dark-wood", "white-table", "red-cloth"])
@pytest.mark.parametrize("names", [FIRST, SECOND])
def test_on_another_table_the_right_colour_comes_first(
    matcher: FaceMatcher, names: tuple[str, ...], look: str
) -> None:
    seen = row(names, look, seed=4)
    for die, name in zip(seen.truth, names, strict=True):
        match = matcher.match(seen.image_bgr, *die.centre_px, die.size_px)
        assert first_of(match.chances) == name
        assert match.die > 0.5, "elsewhere many are questions, and none of them is missed"


def test_the_golden_test_can_fail() -> None:
    """Colours under wrong names are read under these: the names are not in the program."""
    after = dict(zip(SIDES, [*list(SIDES)[1:], "white"], strict=True))
    examples = [
        Example(after[str(one.label)], one.image_bgr, one.side_px)
        for one in coloured_set(*SIDES).examples
    ]
    seen = row(("red",), seed=5)
    (die,) = seen.truth
    match = FaceMatcher(examples).match(seen.image_bgr, *die.centre_px, die.size_px)
    assert first_of(match.chances) == after["red"]


@pytest.mark.parametrize("colour", ["red", "blue", "green", "yellow"])
@pytest.mark.parametrize("lamp", [DAY, BULB])
def test_a_wooden_cube_in_the_colour_of_a_side_is_a_question(
    matcher: FaceMatcher, colour: str, lamp: tuple[float, float, float]
) -> None:
    for xy_mm in ((0.0, 0.0), (20.0, -14.0)):
        seen = lit(TRAY, lamp).shoot([cube(SIDES[colour], xy_mm, 0.5)], 3)
        (truth,) = seen.truth
        match = matcher.match(seen.image_bgr, *truth.centre_px, truth.size_px)
        assert max(match.chances.values()) < SURE


@pytest.mark.parametrize("colour", ["red", "blue", "green", "yellow"])
def test_a_button_in_the_colour_of_a_side_is_a_question(matcher: FaceMatcher, colour: str) -> None:
    assert seen_in(button(SIDES[colour]), matcher) < SURE


def test_an_empty_floor_is_none_of_them(matcher: FaceMatcher) -> None:
    for look in (TRAY, "red-cloth", "white-table"):
        match = matcher.match(lit(look).shoot(()).image_bgr, 320, 240, 60.0)
        assert match.die < 0.5


@pytest.mark.parametrize("left_out", ["orange", "yellow", "red"])
@pytest.mark.parametrize("lamp", [DAY, BULB, (1.5, 1.0, 0.6)])
def test_a_side_that_was_not_taught_is_never_another_for_sure(
    left_out: str, lamp: tuple[float, float, float]
) -> None:
    others = [name for name in SIDES if name != left_out]
    known = FaceMatcher(coloured_set(*others).examples)
    for look in (TRAY, "dark-wood"):
        seen = lit(look, lamp).shoot([coloured_die(left_out, (5.0, 4.0), 0.9)], 2)
        (die,) = seen.truth
        match = known.match(seen.image_bgr, *die.centre_px, die.size_px)
        assert max(match.chances.values()) < SURE


def test_one_side_alone_is_a_question_for_nothing_shows_that_it_is_a_die() -> None:
    known = FaceMatcher(coloured_set("red").examples)
    seen = lit(TRAY).shoot([cube(SIDES["red"], (0.0, 0.0), 0.4)], 3)
    (die,) = seen.truth
    assert max(known.match(seen.image_bgr, *die.centre_px, die.size_px).chances.values()) < SURE


def test_a_print_however_small_is_no_plain_face() -> None:
    plain = np.full((96, 96, 3), 160, np.uint8)
    printed = plain.copy()
    printed[44:52, 44:52] = 40
    assert is_one_colour(plain)
    assert not is_one_colour(printed)


def test_a_pip_on_a_coloured_side_is_not_that_side(matcher: FaceMatcher) -> None:
    seen = row(("red",), seed=5)
    (die,) = seen.truth
    x, y = (round(v) for v in die.centre_px)
    assert matcher.match(seen.image_bgr, x, y, die.size_px).chances["red"] > SURE
    dotted = seen.image_bgr.copy()
    dotted[y - 6 : y + 6, x - 6 : x + 6] = 230
    assert matcher.match(dotted, x, y, die.size_px).chances["red"] < 0.9


def test_the_body_is_what_tells_a_die() -> None:
    """The same faces on a die and on cubes of one colour differ in nothing but their border."""
    matcher = FaceMatcher(coloured_set(*SIDES).examples)
    odds = []
    dice: list[Die] = [coloured_die("red", (0.0, 0.0), 0.5), cube(SIDES["red"], (0.0, 0.0), 0.5)]
    for die in dice:
        seen = lit(TRAY).shoot([die], 3)
        (truth,) = seen.truth
        odds.append(matcher.match(seen.image_bgr, *truth.centre_px, truth.size_px).chances["red"])
    assert odds[0] > SURE > odds[1]


def test_a_throw_of_coloured_dice_is_read_as_a_whole() -> None:
    reader = DiceReader().also([reader_of(coloured_set(*SIDES))])
    seen = row(FIRST, TRAY, BULB, seed=3)
    reading = reader.read(seen.image_bgr)
    assert reading.status is Status.OK
    assert sorted(str(die.value) for die in reading.dice) == sorted(FIRST)
