"""Dice that are no pip dice: what their readers are given, and what they answer.

Knows the hook between the reader of a picture and readers of numerals, d4 and taught dice, and
how their answers and the pips' join. Refuses to know how any of them reads.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.values import Box, DieKind, View

PIP_CLASSES = 6
"""The net's first classes are pips 1 to 6; behind them come dice that are no pip dice."""

SURELY_PIPS = 0.8
"""The net's belief in pips from which nobody else is asked."""

SURELY_READ = 0.99
"""Confidence from which what another reader says needs no person: its chances are calibrated to
mean what they say, and of readings given so much at least 99.9 % are to be right."""

TAUGHT = 20.0
"""How much likelier, before anybody looks, a die is one with symbols than one with a numeral where
somebody reads symbols at all: they are only read where such dice are awaited."""

LEAST_CHANCE = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class OtherPlace:
    """A place where a die lies: centre and side of its top face in pixels of the picture.

    ``presence``: probability that a die is there at all; ``classes``: nine probabilities, the
    net's belief in pips 1 to 6, a d6 with numerals, a d4 of any kind, anything else.
    """

    x: float
    y: float
    side: float
    presence: float
    classes: NDArray[np.float64]

    @property
    def pips(self) -> float:
        """The net's belief that this is a pip die."""
        return float(self.classes[:PIP_CLASSES].sum())


@dataclass(frozen=True, slots=True)
class Guess:
    """What a reader of other dice makes of one place, given that a die is there.

    ``chances``: calibrated probabilities of the values that count from the asked view; what is
    missing to 1 is the probability that the die is none of this kind or none of these values.
    ``present``: probability that a die is there, from what this reader alone sees: 0 where it
    takes the place's word for it.
    """

    kind: DieKind
    chances: Mapping[int | str, float]
    box_px: Box
    present: float = 0.0

    @property
    def value(self) -> int | str:
        """The likeliest value; of equals the first."""
        return max(self.chances, key=lambda value: self.chances[value])

    @property
    def confidence(self) -> float:
        """Probability that the likeliest value is right."""
        return self.chances[self.value]

    @property
    def known(self) -> float:
        """Probability that the die is of this kind and shows one of these values."""
        return min(1.0, sum(self.chances.values()))


class OtherDice(Protocol):
    """Reads dice that are no pip dice. The same picture always gives the same answer."""

    @property
    def every_place(self) -> bool:
        """True: wants to see pip dice as well, for instance odd ones that were taught."""

    def read(
        self, image_bgr: NDArray[np.uint8], places: Sequence[OtherPlace], view: View
    ) -> Sequence[Guess | None]:
        """An answer for each place, None where it has nothing to say.

        ``image_bgr``: H x W x 3, 8 bit. From below, chances are of the values that count.
        """


def wanted(reader: OtherDice, place: OtherPlace) -> bool:
    """Whether a place is handed to a reader: it may well be no pip die."""
    likeliest = int(place.classes.argmax())
    return reader.every_place or likeliest >= PIP_CLASSES or place.pips < SURELY_PIPS


def weighed(guess: Guess, place: OtherPlace, pips_read: float) -> Guess:
    """The guess, less by what the pips say for themselves.

    ``pips_read``: probability that the likeliest pip face is right, from the pips alone. It
    counts as far as the net believes in pips here, and against a reader that saw for itself
    that one of its own dice is there, as one witness against another.
    """
    pips = place.pips * pips_read
    left = (1 - pips) / max(1 - pips * guess.present, LEAST_CHANCE)
    return replace(guess, chances={v: p * left for v, p in guess.chances.items()})


def still_pips(guess: Guess, place: OtherPlace, pips_read: float) -> float:
    """How far the pips of a place are believed beside a guess: the other half of ``weighed``.

    A tetrahedron that its reader sees clearly is no pip die, also where its number is a question.
    """
    pips = place.pips * pips_read
    return pips * (1 - guess.present) / max(1 - pips * guess.present, LEAST_CHANCE)


def best(guesses: Sequence[Guess | None]) -> Guess | None:
    """The guess to report of several readers' for one place.

    Two readers that differ are two witnesses, each as often right as it says: the likelier one is
    believed as far as the other leaves room.
    """
    named = [guess for guess in guesses if guess is not None and guess.chances]
    if not named:
        return None
    order = sorted(named, key=lambda guess: -guess.confidence)
    first, left = order[0], 1.0
    for other in order[1:]:
        if (other.kind, other.value) != (first.kind, first.value):
            left *= _upheld(first, other)
    return replace(first, chances={v: p * left for v, p in first.chances.items()})


def _upheld(first: Guess, other: Guess) -> float:
    """Part of its confidence that a guess keeps against another reader's word."""
    one, two = first.confidence, other.confidence
    right = one * (1 - two) * _expected(first)
    wrong = (1 - one) * (two * _expected(other) + 1 - two)
    return min(1.0, right / max(LEAST_CHANCE, right + wrong) / max(LEAST_CHANCE, one))


def _expected(guess: Guess) -> float:
    return TAUGHT if guess.kind is DieKind.SYMBOL else 1.0
