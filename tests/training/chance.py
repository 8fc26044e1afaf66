"""Random draws as the worlds of the training need them.

Knows ranges and colours. Refuses to know scenes.
"""

from __future__ import annotations

import math

import cv2
import numpy as np

from hardware.simulated.scene.paint import Colour
from hardware.simulated.scene.pose import Array


class Chance:
    """A seeded generator with the few draws that scenes are made of."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng

    def between(self, low: float, high: float) -> float:
        """Uniform."""
        return float(self.rng.uniform(low, high))

    def scale(self, low: float, high: float) -> float:
        """Uniform in the logarithm."""
        return math.exp(self.between(math.log(low), math.log(high)))

    def happens(self, share: float) -> bool:
        """True with that probability."""
        return bool(self.rng.random() < share)

    def whole(self, low: int, high: int) -> int:
        """Integer from ``low`` to ``high``, both possible."""
        return int(self.rng.integers(low, high + 1))

    def grey(self, low: float, high: float, tint: float = 0.05) -> Colour:
        """A nearly grey colour, linear; ``low`` and ``high`` are display tones."""
        tone = self.between(low, high)
        shown = [tone * self.between(1 - tint, 1 + tint) for _ in range(3)]
        return linear(np.array(shown))

    def hue(
        self, hue: float, saturation: tuple[float, float], value: tuple[float, float]
    ) -> Colour:
        """A colour of a hue in degrees, with display saturation and value from ranges."""
        hsv = np.array([[[hue % 360, self.between(*saturation), self.between(*value)]]], np.float32)
        return linear(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0])

    def colour(self) -> Colour:
        """Any colour that tables and things have: greys, browns, hues."""
        kind = self.rng.random()
        if kind < 0.3:
            return self.grey(0.05, 0.97, 0.08)
        if kind < 0.6:
            value = self.between(0.15, 0.9)
            return linear(np.array([self.between(0.2, 0.65), self.between(0.5, 0.82), 1.0]) * value)
        return self.hue(self.between(0, 360), (0.2, 1), (0.1, 0.95))


def linear(shown: Array | np.ndarray[tuple[int], np.dtype[np.float64]]) -> Colour:
    """Linear light of a display colour 0 to 1 (power 2.2)."""
    b, g, r = (float(v) ** 2.2 for v in np.clip(shown, 0, 1))
    return (b, g, r)


def shaded(colour: Colour, factor: float) -> Colour:
    """The colour, darker or lighter, at most 1."""
    b, g, r = (min(1.0, c * factor) for c in colour)
    return (b, g, r)
