"""A tray drawn in flat colours: cheap enough for any machine.

Knows how to draw dice from straight above, and their way across the tray. Refuses to know
light, lenses and the third dimension; the renderer knows those.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import cv2
import numpy as np

from companion.dice import FaceValue
from hardware.pictures import Picture
from hardware.simulated.stage import Motion, Throwing

ROLL_S = 1.2
"""How long a throw rolls."""
HAND_S = 1.6
"""How long a hand takes to pass."""
_DIE_SHARE = 0.085
"""A die's side as a share of the picture's width."""
_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
_FELT, _RIM, _BODY, _PIP, _SKIN = (
    (74, 92, 40),
    (38, 52, 84),
    (228, 234, 238),
    (30, 28, 26),
    (140, 172, 216),
)
_SHIFT = 4
"""Fractional bits of the coordinates that are given to OpenCV."""


@dataclass(frozen=True, slots=True)
class DrawnDie:
    """A die from above: centre in pixels, angle in radians, the face that is up."""

    value: FaceValue
    centre_px: tuple[float, float]
    angle: float


class DrawnTray:
    """The stage: dice lie where the last throw left them."""

    def __init__(self, width: int = 1280, height: int = 960) -> None:
        self.side_px = _DIE_SHARE * width
        self._empty = np.empty((height, width, 3), np.uint8)
        self._empty[:] = _FELT
        rim = max(2, width // 40)
        cv2.rectangle(self._empty, (0, 0), (width - 1, height - 1), _RIM, rim)
        self._dice: tuple[DrawnDie, ...] = ()

    def still(self) -> Picture:
        """The tray as it lies now."""
        return self.draw(self._dice)

    def throw(self, throwing: Throwing) -> Motion:
        """Take up the dice that lie there and throw these."""
        self._dice = self._scatter(throwing)
        return _Roll(self, self._dice, throwing.seed)

    def hand(self, seed: int) -> Motion:
        """A hand passes over the tray and touches nothing."""
        return _Hand(self.still(), Random(seed))

    def draw(self, dice: Sequence[DrawnDie]) -> Picture:
        """A picture of the tray with those dice."""
        image = self._empty.copy()
        for die in dice:
            _draw_die(image, die, self.side_px)
        return image

    def _scatter(self, throwing: Throwing) -> tuple[DrawnDie, ...]:
        chance = Random(throwing.seed)
        height, width = self._empty.shape[:2]
        columns = max(1, math.ceil(math.sqrt(len(throwing.dice) * width / height)))
        rows = max(1, math.ceil(len(throwing.dice) / columns))
        cells = chance.sample(range(columns * rows), len(throwing.dice))
        placed = []
        for die, cell in zip(throwing.dice, cells, strict=True):
            row, column = divmod(cell, columns)
            # A share of the cell, so that neighbours never overlap and nothing is cut off.
            x = width * (0.1 + 0.8 * (column + chance.uniform(0.3, 0.7)) / columns)
            y = height * (0.1 + 0.8 * (row + chance.uniform(0.3, 0.7)) / rows)
            placed.append(DrawnDie(die.value, (x, y), chance.uniform(0, math.tau)))
        return tuple(placed)


class _Roll:
    """Dice come in from the top, slow down and turn over on the way."""

    duration_s = ROLL_S

    def __init__(self, tray: DrawnTray, rest: tuple[DrawnDie, ...], seed: int) -> None:
        self._tray = tray
        self._rest = rest
        self._seed = seed

    def picture(self, t_s: float) -> Picture:
        left = max(0.0, 1.0 - t_s / self.duration_s) ** 2
        if left == 0.0:
            return self._tray.draw(self._rest)
        # The face changes ten times a second while the die still tumbles.
        chance = Random(self._seed * 1000 + int(t_s * 10))
        moving = []
        for die in self._rest:
            x, y = die.centre_px
            value: FaceValue = chance.randint(1, 6) if left > 0.05 else die.value
            moving.append(DrawnDie(value, (x, y - left * (y + 200)), die.angle + 9 * left))
        return self._tray.draw(moving)


class _Hand:
    """A fist on an arm comes in from the right and goes out again."""

    duration_s = HAND_S

    def __init__(self, still: Picture, chance: Random) -> None:
        self._still = still
        self._level = chance.uniform(0.35, 0.65)

    def picture(self, t_s: float) -> Picture:
        reach = 1.0 - abs(2 * t_s / self.duration_s - 1.0)
        if not reach > 0.0:
            return self._still
        image = self._still.copy()
        height, width = image.shape[:2]
        fist = (int(width * (1.1 - 0.8 * reach)), int(height * self._level))
        cv2.line(image, fist, (width + 10, fist[1] + 80), _SKIN, width // 10, cv2.LINE_AA)
        cv2.circle(image, fist, width // 9, _SKIN, -1, cv2.LINE_AA)
        return image


def _draw_die(image: Picture, die: DrawnDie, side_px: float) -> None:
    cos, sin = math.cos(die.angle), math.sin(die.angle)

    def place(u: float, v: float) -> tuple[float, float]:
        x, y = die.centre_px
        return x + side_px * (u * cos - v * sin), y + side_px * (u * sin + v * cos)

    corners = np.array(
        [place(u, v) for u, v in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))]
    )
    cv2.fillConvexPoly(
        image, np.rint(corners * (1 << _SHIFT)).astype(np.int32), _BODY, cv2.LINE_AA, _SHIFT
    )
    if isinstance(die.value, int) and die.value in _PIPS:
        for u, v in _PIPS[die.value]:
            x, y = place(u * 0.26, v * 0.26)
            centre = (round(x * (1 << _SHIFT)), round(y * (1 << _SHIFT)))
            radius = round(0.095 * side_px * (1 << _SHIFT))
            cv2.circle(image, centre, radius, _PIP, -1, cv2.LINE_AA, _SHIFT)
