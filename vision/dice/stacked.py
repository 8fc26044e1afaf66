"""Which die of a picture lies on another, by what is seen around and under its face.

Knows which dice are asked about, and how thoroughly. Refuses to know what follows from a belief:
see trouble.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.dice.segment import Place
from vision.dice.squares import TURNS, Squares

HIGH = 0.97
"""Only dice whose face is at least so many times the middle one of the picture are asked about: the
upper one is nearer to the camera. Of 60 rendered ones 59 have 1.0 and more, one 0.945."""

CLEARED = 0.5
"""Belief of the first turn below which a die is not shown in others."""

SAME_PLACE = 0.3
"""Places of two frames nearer than this part of a side are of one die at rest."""

Ask = Callable[[NDArray[np.uint8], Sequence[Place]], NDArray[np.float64]]
"""How surely the dice at some places (x, y, side) of a picture lie on others, 0 to 1."""


class Stacks:
    """Tells dice on dice; the net is loaded on first use."""

    def __init__(self) -> None:
        self._net = Squares("stacked.onnx")

    def beliefs(self, image_bgr: NDArray[np.uint8], places: Sequence[Place]) -> NDArray[np.float64]:
        """How surely the die at each place (x, y, side of its face) lies on another one, 0 to 1.

        ``image_bgr``: H x W x 3, 8 bit.
        """
        beliefs = np.zeros(len(places))
        if not places:
            return beliefs
        sides = np.array([side for _, _, side in places])
        high = np.flatnonzero(sides >= HIGH * np.median(sides))
        beliefs[high] = self._net.beliefs(image_bgr, [places[k] for k in high], TURNS[:1])
        doubted = np.flatnonzero(beliefs >= CLEARED)
        if len(doubted):
            beliefs[doubted] = self._net.beliefs(image_bgr, [places[k] for k in doubted])
        return beliefs

    def asked(self, image_bgr: NDArray[np.uint8], places: Sequence[Place]) -> Ask:
        """What is answered later, of another frame, about dice that lie still at these places."""
        known = self.beliefs(image_bgr, places)
        at = np.array(places).reshape(-1, 3)

        def answer(later_bgr: NDArray[np.uint8], wanted: Sequence[Place]) -> NDArray[np.float64]:
            gaps = [np.hypot(at[:, 0] - x, at[:, 1] - y) / side for x, y, side in wanted]
            if any(gap.min(initial=np.inf) > SAME_PLACE for gap in gaps):
                return self.beliefs(later_bgr, wanted)
            return known[[int(gap.argmin()) for gap in gaps]]

        return answer
