"""Which faces of a set cannot be told apart, and what to do about it."""

from __future__ import annotations

from companion.dice_sets.checking import findings
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
