"""What lies beside the dice of a lit scene: screws, pieces of games, glints of dust.

Knows how far from dice they keep. Refuses to know how each is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hardware.simulated.scene.pose import Array
from tests.training.chance import Chance
from tests.training.fasteners import fastener, glints
from tests.training.labels import Label
from tests.training.pieces import piece

LEAST_PX, MOST_PX = 6.0, 60.0
"""Radii of a thing."""
MOST_GLINT_PX = 90.0


def dusted(light: Array, size: float, chance: Chance) -> Array:
    """(n, n, 3), linear, with glints all over it; ``size``: typical die in pixels."""
    light = np.ascontiguousarray(light, np.float32)
    glints(light, chance, min(size, MOST_GLINT_PX))
    return light


def strewn(
    light: Array, dice: Sequence[Label], size: float, count: int, chance: Chance
) -> tuple[Array, list[tuple[float, float, float]]]:
    """The scene with up to so many screws and pieces clear of its dice; where they are, and their
    sizes."""
    light = np.ascontiguousarray(light, np.float32)
    side, found = light.shape[0], []
    for _ in range(count):
        x, y = (chance.between(0.1, 0.9) * side for _ in range(2))
        radius = min(max(LEAST_PX, size * chance.scale(0.3, 1.0)), MOST_PX)
        if all(np.hypot(x - die.x, y - die.y) > 1.2 * die.size + 1.8 * radius for die in dice):
            draw = fastener if chance.happens(0.6) else piece
            draw(light, chance, x, y, radius)
            found.append((x, y, 2 * radius))
    return light, found
