"""Things beside the dice of the training's scenes keep clear of them, and are there to be seen."""

from __future__ import annotations

import numpy as np

from tests.training.beside import MOST_PX, dusted, strewn
from tests.training.chance import Chance
from tests.training.labels import Label
from tests.training.worlds import Worlds

SIDE, GREY = 256, 0.4


def _plain() -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    return np.full((SIDE, SIDE, 3), GREY, np.float32)


def test_things_keep_clear_of_dice() -> None:
    chance, many = Chance(np.random.default_rng(1)), 0
    dice = [Label(60, 60, 50, 2), Label(190, 170, 40, 0)]
    for _ in range(60):
        light, found = strewn(_plain(), dice, 45.0, 3, chance)
        many += len(found)
        for die in dice:
            reach = round(0.6 * die.size)
            rows = slice(int(die.y) - reach, int(die.y) + reach)
            columns = slice(int(die.x) - reach, int(die.x) + reach)
            assert np.abs(light[rows, columns] - GREY).max() < 0.35, "no more than a soft shadow"
        for x, y, size in found:
            assert size <= 2 * MOST_PX
            assert all(np.hypot(x - die.x, y - die.y) > die.size + size / 2 for die in dice)
    assert many > 20


def test_dust_is_seen_and_hides_little() -> None:
    chance = Chance(np.random.default_rng(2))
    shares = [
        float(np.mean(np.abs(dusted(_plain(), 60.0, chance) - GREY) > 0.05)) for _ in range(30)
    ]
    assert 0 < np.median(shares) < 0.1


def test_scenes_without_things_stay_as_they_were() -> None:
    class Bare(Worlds):
        beads, strewn, dusted = 0.0, 0.0, 0.0

    class Full(Worlds):
        beads, strewn, dusted = 0.0, 1.0, 1.0

    drawn = [(Bare(np.random.default_rng(n)).draw(), Full(np.random.default_rng(n)).draw())
             for n in range(6)]  # fmt: skip
    assert all(bare.labels == full.labels for bare, full in drawn)
    assert sum(not np.array_equal(bare.light, full.light) for bare, full in drawn) >= 4
