"""What players can do in Gipfelkraxler.

Knows the choices as values. Refuses to know when they are allowed.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.dice import Rolled
from companion.games.gipfelkraxler.board import SpaceId


@dataclass(frozen=True, slots=True)
class Reroll:
    """Pick up dice that show these numbers, in any order, for another roll."""

    values: tuple[int, ...]

    def __post_init__(self) -> None:
        # Equal choices must be equal values; what cannot be sorted is refused by the rules.
        if type(self.values) is tuple and all(type(value) is int for value in self.values):
            object.__setattr__(self, "values", tuple(sorted(self.values)))


@dataclass(frozen=True, slots=True)
class Move:
    """An own ibex goes along a path, from ``source`` up to ``target``."""

    source: SpaceId
    target: SpaceId


@dataclass(frozen=True, slots=True)
class PushUp:
    """The own ibex that is pushed goes up to ``target``."""

    target: SpaceId


@dataclass(frozen=True, slots=True)
class SetBack:
    """Nothing fits: the own ibex on ``space`` goes back to the start."""

    space: SpaceId


@dataclass(frozen=True, slots=True)
class Pass:
    """Nothing fits and no ibex can be set back: the turn ends."""


Action = Rolled | Reroll | Move | PushUp | SetBack | Pass
