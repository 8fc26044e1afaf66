"""White and blue dice by their number.

Knows how a player's dice are counted and what the tray calls them. Refuses to know faces.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from companion.dice import DiceSpec

WHITE, BLUE = "d6", "d4"
WHITE_DICE = 6


@dataclass(frozen=True, slots=True)
class Handful:
    """Some white and blue dice."""

    white: int = 0
    blue: int = 0

    @property
    def total(self) -> int:
        """How many dice."""
        return self.white + self.blue

    @property
    def spec(self) -> DiceSpec:
        """The same dice as the tray knows them."""
        return _spec(self.white, self.blue)

    @classmethod
    def from_spec(cls, spec: DiceSpec) -> Handful:
        """The inverse of ``spec``."""
        return _handful(spec)

    def plus(self, other: Handful) -> Handful:
        """Both together."""
        return handful(self.white + other.white, self.blue + other.blue)


NO_DICE = Handful()


@lru_cache(maxsize=256)
def handful(white: int, blue: int) -> Handful:
    """These dice: the few handfuls of this game, each made once."""
    return Handful(white, blue)


@lru_cache(maxsize=64)
def _handful(spec: DiceSpec) -> Handful:
    return Handful(spec.count(WHITE), spec.count(BLUE))


@lru_cache(maxsize=64)
def _spec(white: int, blue: int) -> DiceSpec:
    return DiceSpec.of({WHITE: white, BLUE: blue})
