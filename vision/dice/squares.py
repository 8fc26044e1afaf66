"""What a small net says of single places, each shown to it in the middle of a square.

Knows how large a face is shown and how the answers to several turns of it join. Refuses to know
what is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.dice.crop import cut
from vision.dice.model import DiceModel
from vision.dice.segment import Place

SHOWN_PX, SHOWN_SIDE_PX = 64, 20.0
"""Side of the squares that the net is shown, and of the face in their middle."""

TURNS = (0.0, 1.2, 2.3, 4.0)
"""Turns in radians in which a place is shown to be asked thoroughly."""

AT_ONCE = 4
"""Squares that the net is shown in one go: more take more memory, and hardly less time for each."""


class Squares:
    """Asks a net; it is loaded on first use. ``name``: its file among those that ship."""

    def __init__(self, name: str) -> None:
        self._model = DiceModel(
            Path(str(resources.files("vision.dice").joinpath(name))), channels=1
        )

    def beliefs(
        self, image_bgr: NDArray[np.uint8], places: Sequence[Place], turns: Sequence[float] = TURNS
    ) -> NDArray[np.float64]:
        """How far the net says yes to each place (x, y, side of its face), 0 to 1: by the mean
        logit of some turns.

        ``image_bgr``: H x W x 3, 8 bit.
        """
        if not places:
            return np.zeros(0)
        squares = [
            cut(image_bgr, (x, y), SHOWN_SIDE_PX / side, SHOWN_PX, turn=turn).image
            for x, y, side in places
            for turn in turns
        ]
        answer = np.concatenate(
            [
                self._model.run(np.stack(squares[k : k + AT_ONCE]))[:, 0]
                for k in range(0, len(squares), AT_ONCE)
            ]
        ).astype(np.float64)
        return np.asarray(1 / (1 + np.exp(-answer.reshape(len(places), -1).mean(axis=1))))
