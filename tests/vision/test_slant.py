"""Dice that lie as the others do are told from those that do not, whatever the camera."""

from __future__ import annotations

import numpy as np
import pytest

from vision.dice.slant import NOISE, Vector, off_level

TILTS = ((0.0, 0.0), (0.2, -0.1), (-0.05, 0.28))


def _level(count: int, tilt: tuple[float, float], opening: float) -> tuple[Vector, Vector]:
    rng = np.random.default_rng(count)
    places = rng.uniform(-0.4, 0.4, (count, 2))
    return places, np.array(tilt) + opening * places + rng.normal(0, 0.02, (count, 2))


@pytest.mark.parametrize("tilt", TILTS)
@pytest.mark.parametrize("opening", [0.15, 0.42, 0.6])
@pytest.mark.parametrize("count", [2, 3, 6, 20])
def test_level_dice_under_any_camera_are_not_off(
    tilt: tuple[float, float], opening: float, count: int
) -> None:
    places, slopes = _level(count, tilt, opening)
    assert off_level(places, slopes, np.ones(count)).max() < 2 * NOISE


@pytest.mark.parametrize("tilt", TILTS)
@pytest.mark.parametrize("count", [3, 4, 8])
def test_the_die_that_leans_is_off_and_the_others_are_not(
    tilt: tuple[float, float], count: int
) -> None:
    places, slopes = _level(count, tilt, 0.4)
    slopes[1] += (0.15, -0.2)
    off = off_level(places, slopes, np.ones(count))
    others = float(np.delete(off, 1).max())
    assert off[1] > 2.5 * NOISE
    assert others < 2 * NOISE
    assert off[1] > 2 * others


def test_of_two_dice_the_one_seen_more_from_aside_is_off() -> None:
    places = np.array([[-0.2, 0.0], [0.2, 0.0]])
    slopes = np.array([[-0.08, 0.0], [0.4, 0.1]])
    off = off_level(places, slopes, np.ones(2))
    assert off[1] > 2 * off[0]


def test_one_die_alone_and_no_die_say_nothing() -> None:
    assert off_level(np.zeros((0, 2)), np.zeros((0, 2)), np.zeros(0)).size == 0
    alone = off_level(np.array([[0.1, 0.1]]), np.array([[0.2, 0.2]]), np.ones(1))
    assert alone[0] < NOISE


def test_many_leaning_dice_among_more_level_ones_are_all_found() -> None:
    places, slopes = _level(9, (0.1, 0.1), 0.4)
    slopes[:3] += np.array([[0.2, 0.2], [-0.3, 0.0], [0.0, -0.25]])
    off = off_level(places, slopes, np.ones(9))
    assert off[:3].min() > 2.5 * NOISE
    assert off[3:].max() < 2 * NOISE
