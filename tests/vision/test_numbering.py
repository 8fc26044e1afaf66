"""What tetrahedra count, as their faces show it, and the pictures that the net learns from."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.training.digits.bodies import CLASSES, standing_on, tetra, tetra_marks
from tests.training.digits.fours import ABOVE, BELOW, faces, four
from tests.training.digits.fours import SIDE as FOUR_SIDE
from tests.training.digits.glyphs import Glyphs
from tests.training.digits.shots import EXPOSURES, SIDE, Shots
from vision.dice.four_faces import signed_area

NUMBERS = ("3", "1", "4", "2")
NO_FONTS = Glyphs((Path("no such folder"),))


def shown(face: int, at_tip: bool) -> set[str]:
    marks = tetra_marks(tetra(1.3, 0), NUMBERS, at_tip, 0.5, 0.3)
    return {mark.text for mark in marks if mark.face == face}


@pytest.mark.parametrize("at_tip", [True, False])
@pytest.mark.parametrize("down", range(4))
def test_the_number_that_all_sides_share_is_the_one_that_the_foot_lacks(
    down: int, at_tip: bool
) -> None:
    sides = [shown(face, at_tip) for face in range(4) if face != down]
    (shared,) = set.intersection(*sides)
    assert shared == NUMBERS[down]
    assert shown(down, at_tip) == set(NUMBERS) - {shared}


@pytest.mark.parametrize("at_tip", [True, False])
@pytest.mark.parametrize("down", range(4))
def test_the_number_that_counts_stands_upright_on_every_side(down: int, at_tip: bool) -> None:
    body = tetra(1.3, 0)
    rotation = standing_on(body, down)
    for mark in tetra_marks(body, NUMBERS, at_tip, 0.5, 0.3):
        if mark.face == down:
            continue
        rises = float((rotation @ mark.up)[2])
        assert (rises > 0.9) == (mark.text == NUMBERS[down])


def test_numbers_stand_high_at_the_tip_and_low_at_the_base() -> None:
    body = tetra(1.3, 0)
    rotation = standing_on(body, 0)
    heights = {
        at_tip: [
            float((rotation @ mark.centre)[2])
            for mark in tetra_marks(body, NUMBERS, at_tip, 0.5, 0.3)
            if mark.text == NUMBERS[0]
        ]
        for at_tip in (True, False)
    }
    assert min(heights[True]) > max(heights[False])


def test_the_same_seed_draws_the_same_pictures() -> None:
    first, second = (Shots(np.random.default_rng(3), NO_FONTS) for _ in range(2))
    kinds = set()
    for _ in range(14):
        one, other = first.draw(), second.draw()
        assert len(one) == len(other) == EXPOSURES
        for a, b in zip(one, other, strict=True):
            assert np.array_equal(a.image_bgr, b.image_bgr)
            assert a.image_bgr.shape == (SIDE, SIDE, 3)
            assert (a.kind, a.box) == (b.kind, b.box)
            kinds.add(a.kind)
    assert kinds <= set(range(CLASSES))
    assert len(kinds) > 5


def test_the_corners_of_a_drawn_tetrahedron_bear_its_four_numbers() -> None:
    shots = Shots(np.random.default_rng(4), NO_FONTS, FOUR_SIDE)
    sides = set()
    for _ in range(12):
        for one in four(shots):
            sides.add(one.side)
            if one.side:
                assert sorted(one.numbers) == [1, 2, 3, 4]
                foot = one.points[1:]
                assert signed_area(foot[0], foot[1], foot[2]) > 0
                reach = np.hypot(*(foot - one.middle).T).max()
                assert 0.7 * one.radius < reach < 1.5 * one.radius
    assert sides >= {ABOVE, BELOW}


def test_every_face_of_a_drawn_tetrahedron_is_laid_flat_each_corner_up_once() -> None:
    shots = Shots(np.random.default_rng(6), NO_FONTS, FOUR_SIDE)
    told = 0
    for _ in range(12):
        for one in four(shots):
            pictures, stand = faces(one, shots)
            assert len(pictures) == len(stand) <= 10
            if one.side == ABOVE:
                tips = [label for label in stand if label == one.numbers[0] - 1]
                assert 2 <= len(tips) <= 3
                told += 1
            if one.side == BELOW:
                assert one.numbers[0] - 1 not in stand
    assert told
