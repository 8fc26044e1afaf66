"""What a training picture is labelled with.

Knows the classes of a die, and leaning and stacked. Refuses to know pictures and nets.
"""

from __future__ import annotations

from dataclasses import dataclass

NUMERAL, FOUR, OTHER = 6, 7, 8
"""Classes after the pips 1 to 6 (0 to 5): a cube with numerals; a d4 of any kind; a die with
other marks, and one whose face cannot be made out."""
CLASSES = 9
IGNORE = 9
"""A place where the net may say what it likes."""
UNTOLD = -1.0
"""Neither leaning nor level, or not known: the net is not asked."""
LEVEL_DEG, LEANING_DEG = 3.0, 7.0
"""Up to the first a die lies flat, from the second on it leans; between is untold."""


@dataclass(frozen=True, slots=True)
class Label:
    """A die: place and size in pixels, class; ``leaning`` and ``stacked``: 0, 1 or ``UNTOLD``.

    ``leaning``: does not lie flat, whatever the camera's tilt; ``stacked``: lies on a die.
    """

    x: float
    y: float
    size: float
    kind: int
    leaning: float = 0.0
    stacked: float = 0.0


def leaning_of(cocked_deg: float) -> float:
    """The label of a die whose top face is so many degrees away from level."""
    if cocked_deg >= LEANING_DEG:
        return 1.0
    return 0.0 if cocked_deg <= LEVEL_DEG else UNTOLD
