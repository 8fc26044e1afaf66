"""The dealer: draws what a table does not deal by hand.

Knows chance, from a seed. Refuses to know what is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random


class SeededDealer:
    """Draws one after another; the same seed draws the same."""

    def __init__(self, seed: int) -> None:
        self._chance = Random(seed)

    def draw(self, left: Sequence[int]) -> int:
        """The index of one of these, each as likely as its number says."""
        return self._chance.choices(range(len(left)), left)[0]
