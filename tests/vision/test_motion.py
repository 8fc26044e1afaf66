"""Motion without light: what counts as a change between two pictures."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.drawn import Die, Scene, draw
from vision.motion import changes, contrast, shift

SCENE = Scene(dice=(Die(3, 220, 200), Die(5, 420, 300)))
NOTHING = np.zeros((120, 160), bool)


def test_a_picture_becomes_a_hundred_and_sixty_columns_in_its_proportions() -> None:
    assert contrast(np.zeros((480, 640, 3), np.uint8)).shape == (6, 120, 160)
    assert contrast(np.zeros((960, 1280, 3), np.uint8)).shape == (6, 120, 160)
    assert contrast(np.zeros((3000, 4000, 3), np.uint8)).shape == (6, 120, 160)


def test_a_cell_of_a_small_picture_is_four_pixels_wide() -> None:
    assert contrast(np.zeros((240, 320, 3), np.uint8)).shape == (6, 60, 80)


@pytest.mark.parametrize("size", [(16, 16), (90, 17), (16, 400)])
def test_the_smallest_pictures_have_a_contrast_too(size: tuple[int, int]) -> None:
    picture = np.random.default_rng(1).integers(0, 255, (*size, 3), np.uint8)
    cells = contrast(picture)
    assert np.isfinite(cells).all()
    assert not changes(cells, cells).any


def test_noise_is_no_change() -> None:
    for number in range(1, 8):
        assert not changes(contrast(draw(SCENE, 0)), contrast(draw(SCENE, number))).any


@pytest.mark.parametrize("light", [0.6, 0.8, 1.0])
def test_light_is_no_change(light: float) -> None:
    lit = draw(replace(SCENE, light=light), 1)
    assert changes(contrast(draw(SCENE, 0)), contrast(lit)).share < 0.002


def test_a_die_that_moves_by_half_its_side_is_a_change_where_it_was_and_where_it_is() -> None:
    moved = replace(SCENE, dice=(replace(SCENE.dice[0], x=248), SCENE.dice[1]))
    change = changes(contrast(draw(SCENE, 0)), contrast(draw(moved, 1)))
    rows, columns = np.nonzero(change.cells)
    assert change.any
    assert 40 <= columns.min() <= columns.max() <= 74
    assert 38 <= rows.min() <= rows.max() <= 62
    assert not change.at_border


def test_a_face_that_turns_in_its_place_is_a_change() -> None:
    turned = replace(SCENE, dice=(replace(SCENE.dice[0], value=6), SCENE.dice[1]))
    assert changes(contrast(draw(SCENE, 0)), contrast(draw(turned, 1))).any


def test_a_hand_is_a_large_change_that_reaches_the_border() -> None:
    hand = replace(SCENE, hand=(330.0, 240.0))
    change = changes(contrast(draw(SCENE, 0)), contrast(draw(hand, 1)))
    assert change.at_border
    assert change.largest > 0.1


def test_ignored_cells_never_count() -> None:
    moved = replace(SCENE, dice=(replace(SCENE.dice[0], x=250), SCENE.dice[1]))
    everything = np.ones((120, 160), bool)
    change = changes(contrast(draw(SCENE, 0)), contrast(draw(moved, 1)), everything)
    assert not change.any


@pytest.mark.parametrize("by", [(8.0, 0.0), (-12.0, 20.0), (30.0, -18.0)])
def test_a_moved_background_is_measured(by: tuple[float, float]) -> None:
    bumped = replace(SCENE, shift=by)
    found = shift(contrast(draw(SCENE, 0)), contrast(draw(bumped, 1)), NOTHING)
    assert found is not None
    assert found == pytest.approx((by[0] / 4, by[1] / 4), abs=0.4)


def test_a_background_that_stays_or_is_plain_gives_no_shift() -> None:
    same = contrast(draw(SCENE, 0))
    assert shift(same, contrast(draw(SCENE, 1)), NOTHING) is None
    plain = [contrast(draw(Scene(plain=True), number)) for number in (0, 1)]
    assert shift(plain[0], plain[1], NOTHING) is None


def test_blocks_of_a_jpeg_picture_that_err_in_blue_where_it_is_dark_are_no_change() -> None:
    # As seen in rendered films: a block of colour jumps by one step from picture to picture.
    dark = np.full((480, 640, 3), (22, 40, 53), np.uint8)
    wrong = dark.copy()
    wrong[180:208, 568:572, 0] += 8
    wrong[300:332, 100:132, 0] += 8
    wrong[300:332, 100:132, 2] -= 4
    assert not changes(contrast(dark), contrast(wrong)).any
