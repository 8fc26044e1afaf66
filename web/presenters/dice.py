"""Dice as the page draws and names them, and the values to offer when one is mended.

Knows faces, pips and plain words. Refuses to know cameras and rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.dice import FACES, DiceSpec, FaceValue
from companion.table.snapshot import SeenDie

PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((50, 50),),
    2: ((27, 27), (73, 73)),
    3: ((25, 25), (50, 50), (75, 75)),
    4: ((27, 27), (73, 27), (27, 73), (73, 73)),
    5: ((25, 25), (75, 25), (50, 50), (25, 75), (75, 75)),
    6: ((27, 23), (73, 23), (27, 50), (73, 50), (27, 77), (73, 77)),
}
"""Pip centres of a d6 face in a square of 100."""

ICONS: dict[FaceValue, str] = {
    "cloud": "M28,72 a17,17 0 0 1 0,-34 a21,21 0 0 1 40,-3 a18,18 0 0 1 5,37 z",
    "lightning": "M58,12 L26,56 H46 L38,88 L74,42 H53 z",
    "mountain": "M8,80 L38,26 L54,54 L64,40 L92,80 z",
}
"""Outlines of the symbols of symbol dice in a square of 100."""

KIND_NAMES: dict[str, str] = {
    "d6": "six-sided die",
    "d6_numeral": "six-sided die with numerals",
    "d4": "four-sided die",
    "d8": "eight-sided die",
    "d10": "ten-sided die",
    "d12": "twelve-sided die",
    "d20": "twenty-sided die",
    "symbol": "symbol die",
}

_COUNT_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


@dataclass(frozen=True, slots=True)
class DieChip:
    """One die to draw and to mend. ``likely`` come first, then ``others`` in order.

    ``value`` None: seen but not read. ``key`` makes the element's id.
    """

    key: str
    index: int
    kind: str
    value: FaceValue | None
    likely: tuple[FaceValue, ...]
    others: tuple[FaceValue, ...]
    sure: bool = True

    @property
    def label(self) -> str:
        """Value and kind for a screen reader."""
        shown = "not read" if self.value is None else str(self.value)
        return f"Die {self.index + 1}: {shown}, {KIND_NAMES.get(self.kind, self.kind)}"


def faces(kind: str, seen: Sequence[FaceValue] = ()) -> tuple[FaceValue, ...]:
    """Every value to offer for that kind; for dice without fixed faces those seen so far."""
    known = FACES.get(kind)
    return known if known else tuple(dict.fromkeys(seen))


def chip(key: str, index: int, kind: str, value: FaceValue | None, seen: SeenDie | None) -> DieChip:
    """A die with its likeliest other values first.

    ``seen`` is what the camera made of it, None when it was entered by hand.
    """
    guesses: list[FaceValue] = []
    if seen is not None:
        if seen.value is not None and seen.value != value:
            guesses.append(seen.value)
        guesses += [v for v, _ in seen.alternatives]
    every = faces(kind, guesses)
    likely = tuple(v for v in dict.fromkeys(guesses) if v != value and v in every)
    others = tuple(v for v in every if v not in likely and v != value)
    return DieChip(key, index, kind, value, likely, others, value is not None)


def pair_up(
    dice: Sequence[tuple[str, FaceValue]], seen: Sequence[SeenDie]
) -> tuple[int | None, ...]:
    """For each die that counts, the index of the seen die it came from, or None.

    Equal readings are paired first, then what is left of the same kind, so that a
    corrected die stays tied to its place in the picture.
    """
    free = set(range(len(seen)))
    pairs: list[int | None] = [None] * len(dice)
    for same_value in (True, False):
        for i, (kind, value) in enumerate(dice):
            if pairs[i] is not None:
                continue
            fits = (
                j
                for j in sorted(free)
                if seen[j].kind == kind and (not same_value or seen[j].value == value)
            )
            found = next(fits, None)
            if found is not None:
                pairs[i] = found
                free.discard(found)
    return tuple(pairs)


def spec_words(spec: DiceSpec) -> str:
    """``3 six-sided dice and 1 four-sided die``."""
    parts = [f"{_count_word(n)} {_kind_words(kind, n)}" for kind, n in spec.counts]
    if len(parts) > 1:
        return ", ".join(parts[:-1]) + " and " + parts[-1]
    return parts[0] if parts else "no dice"


def slots(spec: DiceSpec) -> tuple[str, ...]:
    """The kind of each awaited die, one entry a die."""
    return tuple(kind for kind, n in spec.counts for _ in range(n))


def _count_word(n: int) -> str:
    return _COUNT_WORDS[n] if n < len(_COUNT_WORDS) else str(n)


def _kind_words(kind: str, n: int) -> str:
    name = KIND_NAMES.get(kind, f"{kind} die")
    if n == 1:
        return name
    return name.replace(" die", " dice")
