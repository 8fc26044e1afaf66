"""Dice that somebody taught, read in a picture.

Knows which value counts from above and from below, and where a taught die lies. Refuses to
know how faces are compared, and where sets of dice are kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.dice.kinds import Guess, OtherPlace
from vision.dice.taught import Example, FaceMatcher, Label, Match
from vision.values import DieKind, View

LEAST_CHANCE = 1e-4
"""A label less likely than this is not worth naming."""

LEAST_PRESENCE = 0.005
"""Places less likely to hold a die are not compared: it takes time. The net never saw coloured
sides: it gives such dice 0.03 to 0.2."""

OPPOSITES_OF_SIX: Mapping[Label, Sequence[Label]] = {value: (7 - value,) for value in range(1, 7)}
"""Opposite faces of a common six-sided die add up to seven."""


class TaughtDice:
    """Reads the dice of one set; an OtherDice.

    ``opposite``: for a face those that may lie under it; where it says nothing of a face, what
    is seen from below cannot count.
    """

    every_place = True

    def __init__(
        self,
        kind: DieKind,
        examples: Sequence[Example],
        opposite: Mapping[Label, Sequence[Label]] | None = None,
    ) -> None:
        self._kind = kind
        self._matcher = FaceMatcher(examples)
        usual = OPPOSITES_OF_SIX if kind in (DieKind.D6, DieKind.D6_NUMERAL) else {}
        self._opposite: dict[Label, Sequence[Label]] = {**usual, **(opposite or {})}

    def read(
        self, image_bgr: NDArray[np.uint8], places: Sequence[OtherPlace], view: View
    ) -> list[Guess | None]:
        """An answer for each place, None where it shows none of the taught faces."""
        return [self._guess(image_bgr, place, view) for place in places]

    def _guess(self, image_bgr: NDArray[np.uint8], place: OtherPlace, view: View) -> Guess | None:
        if place.presence < LEAST_PRESENCE:
            return None
        match = self._matcher.match(image_bgr, place.x, place.y, place.side)
        counted = match.chances if view is View.ABOVE else self._from_below(match.chances)
        chances = {label: p for label, p in counted.items() if p >= LEAST_CHANCE}
        return Guess(self._kind, chances, _box(match), present=match.die)

    def _from_below(self, seen: Mapping[Label, float]) -> dict[Label, float]:
        """Chances of the faces on top, from those of the faces on the glass."""
        counted: dict[Label, float] = {}
        for label, chance in seen.items():
            above = self._opposite.get(label, ())
            for one in above:
                counted[one] = counted.get(one, 0.0) + chance / len(above)
        return counted


def _box(match: Match) -> tuple[float, float, float, float]:
    square, half = match.square, match.square.side / 2
    return (square.x - half, square.y - half, square.x + half, square.y + half)
