"""The training's random scenes: labels must be plausible and draws repeatable."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from tests.training.chance import Chance
from tests.training.exposures import expose_any
from tests.training.labels import (
    CLASSES,
    FOUR,
    IGNORE,
    NUMERAL,
    OTHER,
    UNTOLD,
    Label,
)
from tests.training.turns import TURNS, turned
from tests.training.worlds import LARGEST, SIDE, Raw, Worlds


@pytest.fixture(scope="module")
def scenes() -> list[Raw]:
    worlds = Worlds(np.random.default_rng(4))
    return [worlds.draw() for _ in range(110)]


@pytest.fixture(scope="module")
def labels(scenes: list[Raw]) -> list[Label]:
    return [label for scene in scenes for label in scene.labels]


def test_labels_lie_in_the_picture_and_have_a_class(scenes: list[Raw], labels: list[Label]) -> None:
    for scene in scenes:
        assert scene.light.shape == (SIDE, SIDE, 3)
        assert np.isfinite(scene.light).all()
    for label in labels:
        assert 0 <= label.x < SIDE
        assert 0 <= label.y < SIDE
        assert 0 < label.size <= LARGEST
        assert 0 <= label.kind <= IGNORE
        assert {label.leaning, label.stacked} <= {0.0, 1.0, UNTOLD}


def test_every_class_and_empty_tables_are_drawn(scenes: list[Raw], labels: list[Label]) -> None:
    kinds = Counter(label.kind for label in labels)
    assert all(kinds[kind] >= 3 for kind in range(CLASSES))
    assert {NUMERAL, FOUR, OTHER} == set(range(6, CLASSES))
    assert sum(1 for scene in scenes if not scene.labels) >= 3


def test_some_dice_lean_and_most_lie_flat_in_pictures_of_any_tilt(labels: list[Label]) -> None:
    slants = Counter(label.leaning for label in labels)
    assert slants[1.0] >= 10
    assert slants[0.0] > slants[1.0]
    assert sum(label.stacked == 1.0 for label in labels) >= 1


def test_between_level_and_leaning_nothing_is_asked() -> None:
    dice = [Label(0, 0, 50, 0, cocked_deg=deg) for deg in (0.0, 2.9, 5.0, 7.0, 40.0)]
    assert [die.leaning for die in dice] == [0, 0, UNTOLD, 1, 1]


def test_the_same_seed_draws_the_same_scenes(scenes: list[Raw]) -> None:
    again = Worlds(np.random.default_rng(4))
    for scene in scenes[:5]:
        other = again.draw()
        assert other.labels == scene.labels
        assert np.array_equal(other.light, scene.light)


def test_an_exposure_keeps_the_shape_and_uses_the_range(scenes: list[Raw]) -> None:
    chance = Chance(np.random.default_rng(6))
    pictures = [expose_any(scene.light, scene.size, chance) for scene in scenes]
    assert all(p.shape == (SIDE, SIDE, 3) and p.dtype == np.uint8 for p in pictures)
    assert max(int(p.max()) for p in pictures) > 200
    assert len({int(p.mean()) for p in pictures}) > 20


def test_a_slope_turns_and_is_mirrored_with_its_picture() -> None:
    die = Label(40, 60, 50, 2, slope_x=0.3, slope_y=-0.1)
    picture = np.zeros((SIDE, SIDE, 3), np.uint8)
    ways = [turned(picture, [die], way)[1][0] for way in range(TURNS)]
    assert {(round(d.slope_x, 1), round(d.slope_y, 1)) for d in ways} == {
        (x, y) for a, b in ((0.3, 0.1), (0.1, 0.3)) for x in (a, -a) for y in (b, -b)
    }
    assert (ways[4].x, ways[4].slope_x) == (60, -0.1)


def test_level_dice_of_a_scene_slope_alike_and_leaning_ones_do_not(scenes: list[Raw]) -> None:
    off: dict[float, list[float]] = {0.0: [], 1.0: []}
    for scene in scenes:
        level = [d for d in scene.labels if d.cocked_deg < 1 and d.kind < NUMERAL]
        if len(level) < 3:
            continue
        middle = np.median([(d.slope_x, d.slope_y) for d in level], axis=0)
        for die in scene.labels:
            if die.leaning != UNTOLD and die.kind < NUMERAL:
                far = np.hypot(die.slope_x - middle[0], die.slope_y - middle[1])
                off[die.leaning].append(float(far))
    assert np.median(off[0.0]) < 0.7 * np.median(off[1.0])
