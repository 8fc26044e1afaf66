"""How far apart two fingertips of a hand can be, and how far apart places are.

Knows distances on the table in millimetres. Refuses to know rules, and any hand that nobody
has measured: without one, every hold is in reach.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from math import hypot, isfinite

from companion.games.climb.board import BASE, SUMMIT, Deck, Finger, Place, Route
from companion.games.climb.layout import Box, laid_out

PAIRS = tuple(combinations(Finger, 2))
"""Thumb and index, thumb and middle, and so on to ring and little: ten pairs."""


@dataclass(frozen=True, slots=True)
class Spans:
    """The greatest distance between each two fingertips of one hand, in the order of PAIRS."""

    mm: tuple[float, ...]

    def __post_init__(self) -> None:
        if len(self.mm) != len(PAIRS) or not all(isfinite(s) and s >= 0 for s in self.mm):
            raise ValueError(f"A hand has {len(PAIRS)} spans in mm, one for each two fingers.")

    def between(self, one: Finger, other: Finger) -> float:
        """The greatest distance between these two different fingertips."""
        return self.mm[PAIRS.index((one, other) if (one, other) in PAIRS else (other, one))]


def distances(deck: Deck, route: Route) -> Mapping[tuple[Place, Place], float]:
    """The distance of each two places: of holds by their centres, of zones by the nearest edge.

    Two fingers in the Summit Zone can be side by side: no distance.
    """
    layout = laid_out(deck, route)
    boxes: dict[Place, Box] = {
        each.hold.place: (*each.centre_mm, 0.0, 0.0) for each in layout.holds
    }
    boxes[BASE] = layout.camp_mm
    if layout.zone_mm is not None:
        boxes[SUMMIT] = layout.zone_mm
    return {(one, other): _apart(boxes[one], boxes[other]) for one in boxes for other in boxes}


def _apart(one: Box, other: Box) -> float:
    gaps = (
        max(0.0, other[i] - one[i] - one[i + 2], one[i] - other[i] - other[i + 2]) for i in (0, 1)
    )
    return hypot(*gaps)
