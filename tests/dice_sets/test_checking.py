"""Which faces of a set cannot be told apart, and what to do about it."""

from __future__ import annotations

from dataclasses import replace

from companion.dice_sets.checking import findings
from tests.dice_sets.coloured import SIDES, coloured_example, coloured_set
from tests.dice_sets.samples import SIX_AND_NINE, dice_set


def test_faces_that_differ_are_found_good() -> None:
    assert findings(dice_set("lightning", "mountain", "cloud", pictures=2)) == ()


def test_a_six_and_a_nine_are_found_alike_with_advice() -> None:
    (found,) = findings(dice_set(*SIX_AND_NINE, numerals=True))
    assert found.code == "alike"
    assert found.faces == SIX_AND_NINE
    assert "Mark one of them" in found.advice


def test_two_pictures_of_different_faces_under_one_name_are_found_unlike() -> None:
    dice = dice_set("lightning", "mountain", "cloud", pictures=2)
    wrong = dice.faces[0].examples[0]
    mixed = dice.without("lightning").with_example(type(wrong)("cloud", wrong.image_bgr, 50.0))
    assert [(one.code, one.faces) for one in findings(mixed)] == [("unlike", ("cloud",))]


def test_colours_that_a_lamp_can_make_alike_are_named_and_no_others() -> None:
    (found,) = findings(coloured_set(*SIDES))
    assert (found.code, found.faces) == ("lamp", ("orange", "yellow"))
    assert "On another table" in found.advice
    far = [name for name in SIDES if name != "orange"]
    assert findings(coloured_set(*far)) == ()


def test_two_names_for_one_colour_are_found_alike() -> None:
    dice = coloured_set(*SIDES)
    again = replace(coloured_example("red", seed=2), label="crimson")
    found = findings(dice.with_example(again))
    assert ("alike", ("crimson", "red")) in [(one.code, one.faces) for one in found]


def test_a_colour_alone_is_told_to_be_a_question() -> None:
    (found,) = findings(coloured_set("red"))
    assert (found.code, found.faces) == ("bare", ("red",))
    assert "Teach all sides" in found.advice


def test_two_colours_under_one_name_are_found_unlike() -> None:
    dice = coloured_set(*SIDES)
    wrong = replace(coloured_example("blue", seed=2), label="red")
    found = findings(dice.without("blue").with_example(wrong))
    assert ("unlike", ("red",)) in [(one.code, one.faces) for one in found]
