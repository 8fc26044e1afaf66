"""The training's random scenes: labels must be plausible and draws repeatable."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from tests.training.chance import Chance
from tests.training.exposures import expose_any
from tests.training.worlds import IGNORE, LARGEST, SIDE, UNREADABLE, Raw, Worlds


@pytest.fixture(scope="module")
def scenes() -> list[Raw]:
    worlds = Worlds(np.random.default_rng(4))
    return [worlds.draw() for _ in range(45)]


def test_labels_lie_in_the_picture_and_have_a_class(scenes: list[Raw]) -> None:
    for scene in scenes:
        assert scene.light.shape == (SIDE, SIDE, 3)
        assert np.isfinite(scene.light).all()
        for label in scene.labels:
            assert 0 <= label.x < SIDE
            assert 0 <= label.y < SIDE
            assert 0 < label.size <= LARGEST
            assert 0 <= label.kind <= IGNORE


def test_all_values_unreadable_dice_and_empty_tables_are_drawn(scenes: list[Raw]) -> None:
    kinds = Counter(label.kind for scene in scenes for label in scene.labels)
    assert all(kinds[value] >= 3 for value in range(6))
    assert kinds[UNREADABLE] >= 10
    assert sum(1 for scene in scenes if not scene.labels) >= 3


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
