"""What a training picture is labelled with.

Knows the classes of a die, and leaning and stacked. Refuses to know pictures and nets.
"""

from __future__ import annotations

import math
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
    """A die: place and size in pixels, class.

    ``cocked_deg``: angle of its top face away from level, whatever the camera's tilt, not a
    number where not known; ``stacked``: 1 if it lies on a die, else 0, or ``UNTOLD``;
    ``slope_x``, ``slope_y``: how far the middle of the top face is seen away from the middle of
    the body, in its edges (0: it looks straight at the camera), not a number where not known.
    """

    x: float
    y: float
    size: float
    kind: int
    cocked_deg: float = 0.0
    stacked: float = 0.0
    slope_x: float = math.nan
    slope_y: float = math.nan

    @property
    def leaning(self) -> float:
        """1 or 0, ``UNTOLD`` where a die is neither level nor clearly cocked."""
        if self.cocked_deg >= LEANING_DEG:
            return 1.0
        return 0.0 if self.cocked_deg <= LEVEL_DEG else UNTOLD
