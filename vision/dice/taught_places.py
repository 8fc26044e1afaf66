"""Where the dice lie that somebody wants to teach.

Knows how to find unknown dice in a photograph, and the one that somebody points at. Refuses to
know what they show.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise, product

import numpy as np
from numpy.typing import NDArray

from vision.dice.evidence import Evidence
from vision.dice.taught_outline import CLEAR, Square, outlined

LEAST_SIDE_PX = 12.0
"""A smaller face shows nothing that could be taught."""

LEAST_HEAT = 0.25
"""Belief of the net from which a place is worth looking for an outline."""

CLEARLY = 0.2
"""Contrast of its border from which an unknown thing is taken for a die unasked."""

LIKE = (0.6, 1.65)
"""Sides of dice of one photograph, over their median."""

LARGEST_PART = 0.45
"""A face is at most this part of the picture's shorter side: more is a tray, not a die."""

LADDER = 1.35
"""Each side that is tried where somebody points is so many times the one before."""

OFF = 0.35
"""A finger points at most so many sides beside the middle of the die."""

TILE = 0.6
"""Side of a quarter that is looked at alone, with some overlap."""

Image = NDArray[np.uint8]
See = Callable[[Image], Evidence]


def dice_to_teach(image_bgr: Image, see: See) -> list[Square]:
    """The dice of a photograph from left to right, whatever they show.

    ``see`` gathers evidence about a picture. Where the whole shows no die, its quarters are looked
    at: a round tray may be taken for a large die, and its dice for pips.
    """
    found = _clear_ones(image_bgr, _places(see(image_bgr)))
    if not found:
        height, width = image_bgr.shape[:2]
        tall, wide = round(TILE * height), round(TILE * width)
        for top, left in product((0, height - tall), (0, width - wide)):
            tile = np.ascontiguousarray(image_bgr[top : top + tall, left : left + wide])
            inside = _places(see(tile))
            found += _clear_ones(image_bgr, [(x + left, y + top, side) for x, y, side in inside])
    kept: list[Square] = []
    for square in sorted(found, key=lambda one: -one.clear):
        if all(_apart(square, other) > 0.8 for other in kept):
            kept.append(square)
    if kept:
        usual = float(np.median([one.side for one in kept]))
        kept = [one for one in kept if LIKE[0] <= one.side / usual <= LIKE[1]]
    return sorted(kept, key=lambda one: (one.x, one.y))


def pointed_at(image_bgr: Image, x: float, y: float, side_px: float | None = None) -> Square | None:
    """The face of the die at that place of the picture; None where no outline is clear.

    ``side_px``: about how large its face is, where somebody knows.
    """
    shorter = min(image_bgr.shape[:2])
    if not (0 <= x < image_bgr.shape[1] and 0 <= y < image_bgr.shape[0]):
        return None
    if side_px is not None:
        square = outlined(image_bgr, x, y, side_px)
        return square if square.clear >= CLEAR else Square(x, y, side_px, square.clear)
    tried = [outlined(image_bgr, x, y, side) for side in _ladder(shorter)]
    good = [
        one
        for one in tried
        if one.clear >= CLEARLY and np.hypot(one.x - x, one.y - y) < OFF * one.side
    ]
    if not good:
        return None
    clearest = max(one.clear for one in good)
    # A print may have a clear outline of its own: of like outlines the largest is the die's.
    best = max((one for one in good if one.clear > 0.75 * clearest), key=lambda one: one.side)
    return outlined(image_bgr, best.x, best.y, best.side)


def row_of(squares: Sequence[Square]) -> bool:
    """Whether left to right is clear: no two dice lie nearly above each other."""
    return all(
        right.x - left.x > 0.5 * max(left.side, right.side) for left, right in pairwise(squares)
    )


def _places(evidence: Evidence) -> list[tuple[float, float, float]]:
    """x, y and side of everything that the net takes for a die."""
    warm = []
    for place in evidence.places:
        heats = [one.heat for one in (place.main, place.turned, *place.close) if one is not None]
        if max(heats, default=0.0) >= LEAST_HEAT and place.side >= LEAST_SIDE_PX:
            warm.append((place.x, place.y, place.side))
    return warm


def _clear_ones(image_bgr: Image, places: Sequence[tuple[float, float, float]]) -> list[Square]:
    """The faces that have a clear outline, none as large as a tray."""
    longest = LARGEST_PART * min(image_bgr.shape[:2])
    near = [outlined(image_bgr, *place) for place in places if place[2] <= longest]
    return [one for one in near if one.clear >= CLEARLY and one.side <= longest]


def _ladder(shorter_px: int) -> list[float]:
    sides, side = [], max(LEAST_SIDE_PX * 1.5, shorter_px / 40)
    while side < LARGEST_PART * shorter_px:
        sides.append(side)
        side *= LADDER
    return sides


def _apart(one: Square, other: Square) -> float:
    """Distance of two faces in sides of the smaller."""
    return float(np.hypot(one.x - other.x, one.y - other.y)) / min(one.side, other.side)
