"""Dice as the games know them: kinds, faces, what is awaited and what was rolled.

Knows which faces a kind of die has and how to write a handful of dice. Refuses to know
chance: dice are an input, never generated here, and never seen here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

FaceValue = int | str

FACES: Mapping[str, tuple[FaceValue, ...]] = {
    "d4": (1, 2, 3, 4),
    "d6": (1, 2, 3, 4, 5, 6),
    "d6_numeral": (1, 2, 3, 4, 5, 6),
    "d8": tuple(range(1, 9)),
    "d10": tuple(range(1, 11)),
    "d12": tuple(range(1, 13)),
    "d20": tuple(range(1, 21)),
}
"""The faces of each kind of die that has fixed faces, by its name."""

_TERM = re.compile(r"^([1-9]\d*)?([a-z][a-z0-9_]*)$")


@dataclass(frozen=True, slots=True, order=True)
class DiceSpec:
    """A handful of dice, such as ``2d6+1d4``: pairs of kind and count, sorted by kind."""

    counts: tuple[tuple[str, int], ...] = ()

    @classmethod
    def of(cls, counts: Mapping[str, int]) -> DiceSpec:
        """Make from kind to count; kinds with count 0 are left out."""
        return cls(tuple(sorted((kind, n) for kind, n in counts.items() if n)))

    @classmethod
    def parse(cls, text: str) -> DiceSpec:
        """Read ``2d6+1d4``, ``6symbol`` or ``1d6_numeral``. ValueError says what to write."""
        counts: Counter[str] = Counter()
        for term in text.replace(" ", "").split("+"):
            found = _TERM.match(term)
            if not found:
                raise ValueError(
                    f"Dice are written like 2d6+1d4 or 6symbol, got {text!r}. "
                    "Write a count and a kind."
                )
            counts[found[2]] += int(found[1] or 1)
        return cls.of(counts)

    def __str__(self) -> str:
        return "+".join(f"{n}{kind}" for kind, n in self.counts)

    @property
    def total(self) -> int:
        """How many dice in all."""
        return sum(n for _, n in self.counts)

    def count(self, kind: str) -> int:
        """How many dice of that kind."""
        return dict(self.counts).get(kind, 0)


@dataclass(frozen=True, slots=True, order=True)
class RolledDie:
    """One die at rest: its kind and the face that counts."""

    kind: str
    value: FaceValue


@dataclass(frozen=True, slots=True)
class Rolled:
    """The dice of one throw, sorted so that equal throws are equal values."""

    dice: tuple[RolledDie, ...]

    @classmethod
    def of(cls, kind: str, values: Iterable[FaceValue]) -> Rolled:
        """A throw of dice of one kind."""
        return cls.from_dice(RolledDie(kind, v) for v in values)

    @classmethod
    def from_dice(cls, dice: Iterable[RolledDie]) -> Rolled:
        """A throw of any dice, put in order."""
        return cls(tuple(sorted(dice, key=lambda d: (d.kind, str(type(d.value)), d.value))))

    @property
    def spec(self) -> DiceSpec:
        """Which dice were thrown."""
        return DiceSpec.of(Counter(d.kind for d in self.dice))

    @property
    def values(self) -> tuple[FaceValue, ...]:
        """The faces alone, in order."""
        return tuple(d.value for d in self.dice)
