"""Six-sided dice with pictures instead of pips.

Knows how such dice look, those of High Risk among them, and how to lay a picture on top.
Refuses to know what a picture counts for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hardware.simulated.scene.die import Die, pip_die
from hardware.simulated.scene.paint import Paint
from hardware.simulated.scene.pose import CUBE_FACES
from hardware.simulated.scene.solid import RoundedCube

_RED, _LIGHT_BLUE, _DARK_BLUE = (0.03, 0.02, 0.55), (0.80, 0.42, 0.10), (0.30, 0.05, 0.015)

HIGH_RISK = Paint(
    marks=("lightning", "mountain", "lightning", "cloud", "lightning", "mountain"),
    inks=(_RED, _LIGHT_BLUE, _RED, _DARK_BLUE, _RED, _LIGHT_BLUE),
)
"""Three red lightnings, two light-blue mountains and a dark-blue cloud on white, in shapes of
our own. How the real die spreads them over its sides is not known; this is one way."""


def picture_die(
    mark: str,
    xy_mm: Sequence[float],
    yaw: float = 0.0,
    paint: Paint = HIGH_RISK,
    body: RoundedCube | None = None,
    edge_mm: float = 16.0,
    cocked: float = 0.0,
    towards: float = 0.0,
) -> Die:
    """A die at rest with that picture up. ValueError when none of its faces has it.

    ``cocked``: radians by which it leans towards heading ``towards``.
    """
    if mark not in paint.marks:
        raise ValueError(f"No face has {mark!r}; there are {', '.join(sorted(set(paint.marks)))}.")
    face = paint.marks.index(mark)
    value = CUBE_FACES[face // 2][face % 2]
    plain = replace(paint, faces=CUBE_FACES)
    return pip_die(value, xy_mm, yaw, plain, body, edge_mm, cocked, towards)
