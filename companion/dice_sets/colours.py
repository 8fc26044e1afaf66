"""What makes faces that are a colour and nothing else hard to tell.

Knows lamps from daylight to a bulb. Refuses to know prints, and what to advise.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.dice import FaceValue
from vision.dice.taught import Example, FaceMatcher
from vision.dice.taught_colour import agreement, elsewhere

LAMPS = (-0.5, 0.0, 0.5)
"""Lamps a die is thought under, in parts of the way from daylight to a bulb, unbalanced."""


def alike_elsewhere(
    examples: Sequence[Example], matcher: FaceMatcher, alike: float
) -> tuple[tuple[FaceValue, FaceValue], ...]:
    """Pairs of plain faces of which one may be taken for the other where nothing tells the lamp.

    ``alike``: from which probability on.
    """
    sides = matcher.sides
    found: dict[frozenset[FaceValue], None] = {}
    for number, known in sides.items():
        own = examples[number].label
        for lamp in LAMPS:
            fits: dict[FaceValue, float] = {}
            for k, other in sides.items():
                label, fit = examples[k].label, elsewhere(known.side, lamp, other)
                fits[label] = max(fit, fits.get(label, -np.inf))
            whole = float(np.logaddexp.reduce(list(fits.values())))
            for label, fit in fits.items():
                if label != own and np.exp(fit - whole) >= alike:
                    found[frozenset((own, label))] = None
    pairs = [sorted(pair, key=str) for pair in found]
    return tuple((one, other) for one, other in sorted(pairs, key=str))


def unlike_in_colour(numbers: Sequence[int], matcher: FaceMatcher) -> bool:
    """Whether some of these examples of one plain face have different colours."""
    sides = [matcher.sides[k] for k in numbers if k in matcher.sides]
    return any(agreement(one.side, other)[0] < 0 for one in sides for other in sides)
