"""Small sets of taught dice for tests: rendered once, in the tests' own shapes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.dice_sets.values import DiceSet
from hardware.simulated.scene.looks import LOOKS
from hardware.simulated.scene.paint import Paint
from hardware.simulated.scene.picture_dice import HIGH_RISK, picture_die
from hardware.simulated.scene.stage import Rendered, Stage
from vision.dice.taught import Example, taken
from vision.values import DieKind

NUMERALS = replace(HIGH_RISK, marks=("2", "5", "3", "4", "9", "6"), inks=())
SIX_AND_NINE = ("6", "9")


@cache
def stage(look: str = "green-felt-tray") -> Stage:
    return LOOKS[look].stage((640, 480))


def shot(
    marks: Sequence[str], look: str = "green-felt-tray", seed: int = 1, paint: Paint = HIGH_RISK
) -> Rendered:
    """Dice in a row from left to right, each turned otherwise."""
    first = -20.0 * (len(marks) - 1)
    dice = [
        picture_die(mark, (first + 40 * k, 9.0 * (-1) ** k), 0.5 + 1.3 * k + seed, paint)
        for k, mark in enumerate(marks)
    ]
    return stage(look).shoot(dice, seed)


@cache
def example(mark: str, seed: int = 1, numerals: bool = False) -> Example:
    paint = NUMERALS if numerals else HIGH_RISK
    seen = shot([mark], seed=seed, paint=paint)
    truth = seen.truth[0]
    return taken(seen.image_bgr, mark, *truth.centre_px, truth.size_px)


def dice_set(*marks: str, name: str = "mine", numerals: bool = False, pictures: int = 1) -> DiceSet:
    """A set with so many pictures of each mark."""
    dice = DiceSet(name, "Mine", DieKind.SYMBOL, ())
    for seed in range(1, pictures + 1):
        for mark in marks:
            dice = dice.with_example(example(mark, seed, numerals))
    return dice


def photograph(path: Path, image: NDArray[np.uint8]) -> str:
    assert cv2.imwrite(str(path), image)
    return str(path)
