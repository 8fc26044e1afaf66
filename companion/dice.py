"""Dice as the games know them: kinds, faces, what is awaited, what was rolled, exact odds.

Knows which faces a kind of die has, how to write a handful of dice, and every way in which
a handful can fall. Refuses to know luck: dice are an input, never generated here, and
never seen here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import comb, factorial, prod

FaceValue = int | str

FACES: Mapping[str, tuple[FaceValue, ...]] = {
    "d4": (1, 2, 3, 4),
    "d6": (1, 2, 3, 4, 5, 6),
    "d6_numeral": (1, 2, 3, 4, 5, 6),
    "d8": tuple(range(1, 9)),
    "d10": tuple(range(1, 11)),
    "d12": tuple(range(1, 13)),
    "d20": tuple(range(1, 21)),
    "symbol": ("cloud", "lightning", "mountain"),
}
"""The different faces of each kind of die that has fixed faces, by its name."""

NUMBERED = tuple(kind for kind, faces in FACES.items() if all(type(f) is int for f in faces))
"""The kinds of which every face is a number."""

SIDES_WITH: Mapping[str, Mapping[FaceValue, int]] = {
    "symbol": {"lightning": 3, "mountain": 2, "cloud": 1},
}
"""On how many sides a face stands, for kinds on which some stand more than once."""

MAX_DICE_WRITTEN = 99
"""More dice than this of one kind in a written handful are a slip of the pen."""

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
            counts[found[2]] += int(found[1][:4]) if found[1] else 1
            if counts[found[2]] > MAX_DICE_WRITTEN:
                raise ValueError(
                    f"At most {MAX_DICE_WRITTEN} dice of one kind can be asked for, got {text!r}."
                    " Write fewer dice."
                )
        return cls.of(counts)

    def __str__(self) -> str:
        return "+".join(f"{n}{kind}" for kind, n in self.counts)

    @property
    def total(self) -> int:
        """How many dice in all."""
        return sum([n for _, n in self.counts])

    def count(self, kind: str) -> int:
        """How many dice of that kind."""
        for each, n in self.counts:
            if each == kind:
                return n
        return 0


@dataclass(frozen=True, slots=True, order=True)
class RolledDie:
    """One die at rest: its kind and the face that counts."""

    kind: str
    value: FaceValue


@dataclass(frozen=True, slots=True)
class Rolled:
    """The dice of one throw, put in order when made so that equal throws are equal values."""

    dice: tuple[RolledDie, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "dice", tuple(sorted(self.dice, key=_order)))

    @classmethod
    def of(cls, kind: str, values: Iterable[FaceValue]) -> Rolled:
        """A throw of dice of one kind."""
        return cls(tuple(RolledDie(kind, v) for v in values))

    @classmethod
    def from_dice(cls, dice: Iterable[RolledDie]) -> Rolled:
        """A throw of any dice."""
        return cls(tuple(dice))

    @property
    def spec(self) -> DiceSpec:
        """Which dice were thrown."""
        return _spec_of(tuple([die.kind for die in self.dice]))

    @property
    def values(self) -> tuple[FaceValue, ...]:
        """The faces alone, in order."""
        return tuple([die.value for die in self.dice])


def sides_with(kind: str, value: FaceValue) -> int:
    """On how many sides of such a die that face stands: its weight when the die is fair."""
    return SIDES_WITH[kind][value] if kind in SIDES_WITH else 1


def is_face(kind: str, value: object) -> bool:
    """Whether a die of that kind can show that value; False for kinds without fixed faces."""
    return type(value) in (int, str) and value in FACES.get(kind, ())


def count_throws(spec: DiceSpec) -> int:
    """How many different throws (as multisets) those dice can give.

    Raises KeyError for a kind without fixed faces.
    """
    return prod(comb(len(FACES[kind]) + n - 1, n) for kind, n in spec.counts)


@lru_cache(maxsize=256)
def throws(spec: DiceSpec) -> tuple[Rolled, ...]:
    """Every different throw of those dice, in order. Raises KeyError as ``count_throws``."""
    per_kind = [
        [tuple(RolledDie(kind, v) for v in values) for values in _multisets(kind, n)]
        for kind, n in spec.counts
    ]
    return tuple(Rolled(sum(parts, ())) for parts in product(*per_kind))


def ways(rolled: Rolled) -> int:
    """In how many ways distinguishable sides of distinguishable dice can make this throw.

    Raises KeyError for a face that a kind with repeated faces does not have.
    """
    orders = prod(factorial(n) for _, n in rolled.spec.counts)
    repeats = prod(factorial(n) for n in Counter(rolled.dice).values())
    return orders // repeats * prod(sides_with(die.kind, die.value) for die in rolled.dice)


def chance(spec: DiceSpec, success: Callable[[Rolled], bool]) -> Fraction:
    """The exact probability that a fair throw of those dice passes the test.

    By enumeration of every different throw, each weighed by its ways.
    """
    good = total = 0
    for rolled in throws(spec):
        weight = ways(rolled)
        total += weight
        if success(rolled):
            good += weight
    return Fraction(good, total)


@lru_cache(maxsize=1024)
def chance_of_reaching(number: int, spec: DiceSpec) -> Fraction:
    """The exact probability that at least one die shows ``number`` or more."""
    return chance(spec, lambda rolled: any(int(v) >= number for v in rolled.values))


@lru_cache(maxsize=4096)
def _spec_of(kinds: tuple[str, ...]) -> DiceSpec:
    return DiceSpec.of(Counter(kinds))


def _multisets(kind: str, n: int) -> Iterable[tuple[FaceValue, ...]]:
    return combinations_with_replacement(FACES[kind], n)


def _order(die: RolledDie) -> tuple[str, str, FaceValue]:
    kind_of_value = type(die.value).__name__
    # A malformed value must be refused by the rules, not break the sorting.
    value = die.value if kind_of_value in ("int", "str") else repr(die.value)
    return (die.kind, kind_of_value, value)
