"""The scale at which the dice of an unknown picture are shown best.

Knows which first looks are taken, how far each is trusted and how large dice are shown to the
net. Refuses to judge places: see evidence.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from vision.dice.crop import Pyramid
from vision.dice.locate import SHOWN_SIDE_PX, STRONG, Sighting, look, typical_side
from vision.dice.model import DiceModel

SEARCH_PX = ((320,), (160, 640), (1280,))
"""Longer side of the picture at the first looks: further ones only while no dice are clearly
found; from small to large, so that the pips of a large die are not taken for dice, and because a
look of twice the length takes four times as long."""

PLAIN_SIDE_PX = 44.0
"""A die that the first look shows larger than this could be five small dice lying like a five:
the next look tells them apart."""

LARGEST_SCALE = 1.5
"""Pictures are not blown up further than this to search them."""

ENOUGH_TRUST = 0.35
"""Trust in a look from which no further scale is tried."""

NO_FACE = 0.5
"""What shows no face is trusted so much less: so look pips of a die that is shown too large."""

EASY_SIDES_PX = (22.0, 84.0)
"""Sides of a face, as shown, at which the net finds dice reliably."""

CLEAR = 0.3
"""Heat from which a peak is used to measure the scale."""

LEAST_SHOWN_SIDE_PX = 26.0
"""Side at which the main look still marks every die; close looks show it larger again."""

CHEAP_PIXELS = 131_072
"""A main look larger than this is taken only for dice that would else be shown too small."""

LONGEST_SHOWN_PX = 1536
"""The picture is never shown larger than this: time, and tiny dice are blurred anyway."""

LEAST_SIDE_PX = 12.0
"""A face smaller than this has pips of under two pixels: nothing there could be read."""


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """What a look at the whole picture sees, strongest first, and the scale it was shown at."""

    seen: list[Sighting]
    scale: float


def search(model: DiceModel, picture: Pyramid) -> list[Shown]:
    """The looks that find dice most clearly; further scales only in need.

    One look where it can be trusted, else all that were taken, the clearest first. They are turned
    by a quarter, so that they are a second opinion beside the main look.
    """
    longest = max(picture.size)
    looks: list[tuple[float, Shown]] = []
    for step, sizes in enumerate(SEARCH_PX):
        for shown_px in sizes:
            scale = min(shown_px / longest, LARGEST_SCALE)
            seen = look(model, picture, scale, turned=True)
            looks.append((_trust(seen, scale), Shown(seen, scale)))
        looks.sort(key=lambda one: -one[0])
        trust, best = looks[0]
        side = side_of(best.seen) or 0.0
        if trust > ENOUGH_TRUST and (step > 0 or side * best.scale < PLAIN_SIDE_PX):
            return [best]
    return [shown for trust, shown in looks] if trust <= ENOUGH_TRUST else [best]


def _trust(seen: Sequence[Sighting], scale: float) -> float:
    """How well a look shows dice: heat of the best, less without a face, how many, known size."""
    clear = [one for one in seen if one.heat > CLEAR and one.side >= LEAST_SIDE_PX]
    if not clear:
        return ((1 - NO_FACE) * max((one.heat for one in seen), default=0.0)) ** 2
    side = (typical_side(clear) or 0.0) * scale
    known = 1.0 if EASY_SIDES_PX[0] <= side <= EASY_SIDES_PX[1] else 0.6
    best = max(one.heat * (1 - NO_FACE * float(one.faces[-1])) for one in clear)
    strong = sum(one.heat > STRONG * best for one in clear)
    return known * best**2 * (1 + 0.1 * min(strong, 6))


def side_of(seen: Sequence[Sighting]) -> float | None:
    """Side of the dice in pixels of the picture; None where no die is clear."""
    return typical_side([one for one in seen if one.heat > CLEAR and one.side >= LEAST_SIDE_PX])


def main_scale(picture: Pyramid, side: float) -> float:
    """The best scale for reading, less where the picture would grow large and dice still show."""
    best = SHOWN_SIDE_PX / side
    width, height = picture.size
    cheap = math.sqrt(CHEAP_PIXELS / (width * height))
    scale = min(best, max(cheap, LEAST_SHOWN_SIDE_PX / side))
    return min(scale, LONGEST_SHOWN_PX / max(width, height), 2.5)
