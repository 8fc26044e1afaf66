"""Whether a picture has too little or too much light for its dice to be believed.

Knows grey levels. Refuses to know what dice show.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.dice.middle import greatest_channel
from vision.dice.segment import Place
from vision.values import TroubleCode

DARK_LEVEL = 28
"""A picture whose brightest hundredth is below this grey level shows next to nothing."""

DARK_DIE_LEVEL, SAMPLED_PX = 47, 40
"""Where the brightest parts of all dice that are seen are below this grey level, others, with dark
bodies, are overlooked: rendered black dice beside seen ones with 40, none with 49. The darkest of
743 dice on photographs has 120."""

BRIGHT_LEVEL = 252
BRIGHT_PART = 0.6
LOST_BRIGHT_PART = 0.3
"""A picture with the first part of its pixels burnt out has lost its pips; the second is enough to
be the reason why places that may be dice show none."""


def troubles_of_light(
    image_bgr: NDArray[np.uint8], dice: Sequence[Place], *, sure: bool, dim: bool
) -> list[tuple[TroubleCode, bool]]:
    """What is wrong with the light of a picture (H x W x 3, BGR, 8 bit), and whether for that
    nobody can be certain of the dice at these places, or that there are none.

    ``sure``: whether the reading is certain so far. ``dim``: whether there is too little light for
    the known tray to be called empty.
    """
    step = 1 + min(image_bgr.shape[:2]) // 96  # every few pixels tell the light of all
    sample = greatest_channel(image_bgr[::step, ::step])
    dark = np.percentile(sample, 99) < DARK_LEVEL
    burnt = float((sample >= BRIGHT_LEVEL).mean())
    if dice:
        hidden = all(_brightest(image_bgr, place) < DARK_DIE_LEVEL for place in dice)
        if dark or hidden:
            return [(TroubleCode.TOO_DARK, hidden)]
        # Where most is burnt out, dice vanish, and single pips of them stay.
        return [(TroubleCode.TOO_BRIGHT, True)] if burnt > BRIGHT_PART else []
    # In the dark nobody can be certain that nothing lies there, unless the picture is empty
    # itself, as a file of one colour is.
    unseen = bool((image_bgr != image_bgr[0, 0]).any())
    if dark or (dim and unseen):
        return [(TroubleCode.TOO_DARK, unseen)]
    lost = LOST_BRIGHT_PART if unseen and not sure else BRIGHT_PART
    return [(TroubleCode.TOO_BRIGHT, unseen)] if burnt > lost else []


def _brightest(image_bgr: NDArray[np.uint8], place: Place) -> float:
    """Grey level of a die's bright parts: its body, or its pips."""
    x, y, side = place
    reach, step = side / 2, max(1, int(side / SAMPLED_PX))
    rows = slice(max(0, round(y - reach)), max(0, round(y + reach)) + 1, step)
    columns = slice(max(0, round(x - reach)), max(0, round(x + reach)) + 1, step)
    part = image_bgr[rows, columns]
    return float(np.percentile(greatest_channel(part), 98)) if part.size else 0.0
