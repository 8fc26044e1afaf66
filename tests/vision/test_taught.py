"""Which taught face a die shows: right on rendered dice, and never a guess between two alike."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.dice_sets.samples import (
    NUMERALS,
    SIX_AND_NINE,
    dice_set,
    example,
    shot,
    stage,
)
from vision.dice.kinds import OtherPlace
from vision.dice.taught import Example, FaceMatcher, Match
from vision.dice.taught_places import pointed_at
from vision.dice.taught_reading import TaughtDice
from vision.values import DieKind, View

SURE = 0.99
MARKS = ("lightning", "mountain", "cloud")
NOBODY = np.eye(9)[8]


@pytest.fixture(scope="module")
def matcher() -> FaceMatcher:
    return FaceMatcher(dice_set(*MARKS, pictures=2).examples)


def matches(matcher: FaceMatcher, marks: tuple[str, ...], look: str, seed: int) -> list[Match]:
    seen = shot(marks, look, seed)
    return [matcher.match(seen.image_bgr, *die.centre_px, 1.1 * die.size_px) for die in seen.truth]


@pytest.mark.parametrize("look", ["green-felt-tray", "dark-wood", "white-table", "red-cloth"])
def test_faces_taught_on_one_table_are_read_on_another(matcher: FaceMatcher, look: str) -> None:
    for match, mark in zip(matches(matcher, MARKS, look, 7), MARKS, strict=True):
        assert max(match.chances, key=lambda label: match.chances[label]) == mark
        assert match.chances[mark] > SURE


def test_the_golden_test_can_fail(matcher: FaceMatcher) -> None:
    """Faces under wrong names are read under these: the names are not in the program."""
    swapped = {"lightning": "cloud", "cloud": "mountain", "mountain": "lightning"}
    examples = [
        Example(swapped[str(one.label)], one.image_bgr, one.side_px)
        for one in dice_set(*MARKS).examples
    ]
    for match, mark in zip(
        matches(FaceMatcher(examples), MARKS, "dark-wood", 7), MARKS, strict=True
    ):
        assert match.chances[swapped[mark]] > 0.9


def test_a_face_that_was_not_taught_is_none_of_them() -> None:
    known = FaceMatcher(dice_set("lightning", "mountain").examples)
    for seed in (3, 4):
        (match,) = matches(known, ("cloud",), "green-felt-tray", seed)
        assert match.none > 0.9


def test_an_empty_table_is_none_of_them(matcher: FaceMatcher) -> None:
    empty = stage("dark-wood").shoot(()).image_bgr
    for x, y in ((200, 200), (320, 240), (450, 300)):
        assert matcher.match(empty, x, y, 45.0).none > 0.9


def test_a_six_and_a_nine_share_the_probability() -> None:
    known = FaceMatcher(dice_set(*SIX_AND_NINE, numerals=True).examples)
    seen = shot(SIX_AND_NINE, seed=5, paint=NUMERALS)
    for die in seen.truth:
        match = known.match(seen.image_bgr, *die.centre_px, die.size_px)
        assert sum(match.chances.values()) > 0.5, "it is one of the two"
        assert max(match.chances.values()) < 0.9, "a tie is no value"


def test_a_mirrored_face_is_not_taken_for_its_image() -> None:
    taught = example("lightning")
    known = FaceMatcher([taught])
    seen = shot(("lightning",), seed=6)
    (die,) = seen.truth
    right = known.match(seen.image_bgr, *die.centre_px, die.size_px)
    flipped = np.ascontiguousarray(seen.image_bgr[:, ::-1])
    x = seen.image_bgr.shape[1] - 1 - die.centre_px[0]
    wrong = known.match(flipped, x, die.centre_px[1], die.size_px)
    assert right.chances["lightning"] > SURE
    assert wrong.chances["lightning"] < 0.5


def test_the_same_picture_gives_the_same_answer(matcher: FaceMatcher) -> None:
    first, again = (matches(matcher, ("cloud",), "dark-wood", 2)[0] for _ in range(2))
    assert first.chances == again.chances


def test_without_any_example_nothing_can_be_compared() -> None:
    with pytest.raises(ValueError, match="Teach at least one"):
        FaceMatcher([])


@pytest.mark.parametrize(
    "image", [np.zeros((40, 40, 3), np.uint8), np.full((40, 40, 3), 255, np.uint8)]
)
def test_black_and_white_pictures_are_none_of_them(
    matcher: FaceMatcher, image: np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]
) -> None:
    assert matcher.match(image, 20, 20, 30).none > 0.9


class TestReading:
    def place(self, mark: str, seed: int = 3) -> tuple[OtherPlace, np.ndarray]:  # type: ignore[type-arg]
        seen = shot((mark,), seed=seed)
        (die,) = seen.truth
        return OtherPlace(*die.centre_px, die.size_px, 0.9, NOBODY), seen.image_bgr

    def test_from_below_the_face_opposite_counts(self) -> None:
        dice = TaughtDice(DieKind.SYMBOL, dice_set(*MARKS).examples, {"cloud": ["mountain"]})
        place, image = self.place("cloud")
        (above,), (below,) = (dice.read(image, [place], view) for view in View)
        assert above is not None
        assert below is not None
        assert above.value == "cloud"
        assert below.value == "mountain"
        assert below.confidence == pytest.approx(above.confidence, abs=0.01)

    def test_from_below_a_face_with_two_possible_opposites_is_a_question(self) -> None:
        both: dict[int | str, list[int | str]] = {"cloud": ["mountain", "lightning", "lightning"]}
        dice = TaughtDice(DieKind.SYMBOL, dice_set(*MARKS).examples, both)
        place, image = self.place("cloud")
        (below,) = dice.read(image, [place], View.BELOW)
        assert below is not None
        assert below.chances["lightning"] == pytest.approx(2 * below.chances["mountain"])
        assert below.confidence < 0.7

    def test_from_below_a_face_without_known_opposite_has_no_value(self) -> None:
        dice = TaughtDice(DieKind.SYMBOL, dice_set(*MARKS).examples)
        place, image = self.place("cloud")
        (below,) = dice.read(image, [place], View.BELOW)
        assert below is not None
        assert below.chances == {}

    def test_a_place_that_hardly_holds_a_die_is_not_compared(self) -> None:
        dice = TaughtDice(DieKind.SYMBOL, dice_set(*MARKS).examples)
        place, image = self.place("cloud")
        assert dice.read(image, [replace(place, presence=0.001)], View.ABOVE) == [None]


class TestPlaces:
    def test_a_finger_beside_the_middle_finds_the_face(self) -> None:
        seen = shot(MARKS)
        for die in seen.truth:
            x, y = die.centre_px
            found = pointed_at(seen.image_bgr, x + 0.15 * die.size_px, y - 0.1 * die.size_px)
            assert found is not None
            assert np.hypot(found.x - x, found.y - y) < 0.1 * die.size_px
            assert found.side == pytest.approx(die.size_px, rel=0.15)

    def test_beside_all_dice_there_is_nothing(self) -> None:
        empty = stage("dark-wood").shoot(()).image_bgr
        assert pointed_at(empty, 320, 240) is None
        assert pointed_at(empty, -5, 240) is None
        assert pointed_at(empty, 320, 4000) is None
