"""A die of six coloured sides for tests, rendered under any lamp, and things in its colours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from companion.dice_sets.values import DiceSet
from hardware.simulated.scene import brush
from hardware.simulated.scene.die import Die, pip_die
from hardware.simulated.scene.looks import LOOKS
from hardware.simulated.scene.paint import Colour, Paint
from hardware.simulated.scene.pose import CUBE_FACES, Array
from hardware.simulated.scene.stage import Rendered, Stage
from vision.dice.taught import Example, taken
from vision.values import DieKind

SIDES: dict[str, Colour] = {
    "white": (0.82, 0.85, 0.86),
    "blue": (0.60, 0.16, 0.02),
    "red": (0.03, 0.02, 0.55),
    "green": (0.06, 0.38, 0.05),
    "yellow": (0.03, 0.60, 0.85),
    "orange": (0.02, 0.25, 0.85),
}
COLOURED = Paint(
    body=(0.9, 0.9, 0.9), marks=(" ",) * 6, sides=tuple(SIDES.values()), gloss=0.4, rough=0.2
)
DAY = (1.0, 1.0, 1.0)
BULB = (0.55, 1.0, 1.5)
"""Factors on blue, green and red: half of the way from daylight to a bulb."""


def coloured_die(
    name: str, xy_mm: tuple[float, float] = (0.0, 0.0), yaw: float = 0.0, paint: Paint = COLOURED
) -> Die:
    face = list(SIDES).index(name)
    return pip_die(CUBE_FACES[face // 2][face % 2], xy_mm, yaw, paint)


def cube(colour: Colour, xy_mm: tuple[float, float] = (0.0, 0.0), yaw: float = 0.0) -> Die:
    """A wooden cube as large as the die, all of one colour."""
    return pip_die(1, xy_mm, yaw, Paint(body=colour, marks=(" ",) * 6, gloss=0.2))


@cache
def lit(look: str, lamp: Colour = DAY) -> Stage:
    table = LOOKS[look].stage((640, 480), scale=1.5)
    light = table.light

    def times(colour: Colour) -> Colour:
        blue, green, red = (float(c * k) for c, k in zip(colour, lamp, strict=True))
        return (blue, green, red)

    return table.with_light(replace(light, key=times(light.key), room=times(light.room)))


def row(
    names: Sequence[str], look: str = "green-felt-tray", lamp: Colour = DAY, seed: int = 1
) -> Rendered:
    """Dice in a row from left to right, each turned otherwise."""
    first = -17.5 * (len(names) - 1)
    dice = [
        coloured_die(name, (first + 35 * k, 8.0 * (-1) ** k), 0.4 + 1.1 * k + seed)
        for k, name in enumerate(names)
    ]
    return lit(look, lamp).shoot(dice, seed)


@cache
def coloured_set(*names: str, look: str = "green-felt-tray", pictures: int = 1) -> DiceSet:
    dice = DiceSet("colours", "Colours", DieKind.SYMBOL, ())
    for seed in range(1, pictures + 1):
        for name in names:
            dice = dice.with_example(coloured_example(name, look, seed))
    return dice


def coloured_example(name: str, look: str = "green-felt-tray", seed: int = 1) -> Example:
    seen = lit(look).shoot([coloured_die(name, (6.0, -9.0), 0.3 + seed)], seed)
    truth = seen.truth[0]
    return taken(seen.image_bgr, name, *truth.centre_px, truth.size_px)


def button(
    colour: Colour, look: str = "green-felt-tray", lamp: Colour = DAY, seed: int = 1
) -> NDArray[np.uint8]:
    """A disc of that colour in the middle of the picture."""

    def draw(picture: Array) -> None:
        height, width = picture.shape[:2]
        brush.disc(picture, width / 2, height / 2, 30.0, colour)

    return lit(look, lamp).strewn(draw).shoot((), seed).image_bgr
