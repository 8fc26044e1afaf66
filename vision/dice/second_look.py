"""Whether a die is there at all, by a second look at single places.

To the reader the head of a screw may be a die that nobody can read, and a pawn from above a one.
Knows how surely a place that was looked at again has a die. Refuses to read faces and to name
troubles.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.dice.segment import Place
from vision.dice.squares import TURNS, Squares

CLEARED = 0.5
"""Belief in a die, of the first turn, from which a place is not shown in others."""

A_DIE = 0.5
"""Presence from which a place is reported as a die."""

NO_DIE = 0.05
"""Belief below which what was rather a die than not, but doubted, is none."""

LEAST = 1e-12


class SecondLook:
    """Tells dice from things; the net is loaded on first use."""

    def __init__(self) -> None:
        self._net = Squares("second_look.onnx")

    def beliefs(self, image_bgr: NDArray[np.uint8], places: Sequence[Place]) -> NDArray[np.float64]:
        """How surely a die is at each place (x, y, side of its face), 0 to 1.

        ``image_bgr``: H x W x 3, 8 bit.
        """
        beliefs = self._net.beliefs(image_bgr, places, TURNS[:1])
        doubted = np.flatnonzero(beliefs < CLEARED)
        beliefs[doubted] = self._net.beliefs(image_bgr, [places[k] for k in doubted])
        return beliefs


def seen_again(presence: float, belief: float) -> float:
    """How surely a die is at a doubted place after a second look, never more than before.

    Where rather no die is, two witnesses say so, and their odds multiply. What is rather a die
    stays one, for a die that is left out is missing without a word, unless the second look is
    nearly certain: then it alone is believed, as it has learnt from what the first mistakes.
    """
    if presence >= A_DIE:
        return belief if belief < NO_DIE else presence
    yes, no = presence * belief, (1 - presence) * (1 - belief)
    return min(presence, yes / max(yes + no, LEAST))
