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
    leaning_of,
)
from tests.training.worlds import LARGEST, SIDE, Raw, Worlds


@pytest.fixture(scope="module")
def scenes() -> list[Raw]:
    worlds = Worlds(np.random.default_rng(4))
    return [worlds.draw() for _ in range(70)]


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
    assert [leaning_of(deg) for deg in (0.0, 2.9, 5.0, 7.0, 40.0)] == [0, 0, UNTOLD, 1, 1]


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
