"""How the places of one picture lie to each other.

Knows which lie within another, beside it, or hold others. Refuses to know what follows from that:
see joining.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.dice.evidence import Evidence, Witnessed
from vision.dice.locate import Sighting

Vector = NDArray[np.float64]

LEANS_WITHIN = 1.35
"""Centres nearer than this, in sides: one die may lean on the other."""

SAME_DIE = 0.5
"""Places nearer than this, in sides, are of one die."""

PROP_HEAT = 0.2
"""Mean heat from which a place is something that a die can lean on."""

HELD_PART = 0.5
HELD_HEAT = 0.25
"""Each pip of a face may be a die, and the face their tray, where so many places lie within it that
are smaller than this part of it and as warm in the mean of their looks."""


@dataclass(frozen=True, slots=True, eq=False)
class Around:
    """How each of n places lies to the others.

    ``heats``: mean heat of its looks; ``inside``: how far it lies inside a stronger one, 0 beside
    it, towards 1 within it; ``propped``: whether another is near enough to lean on, since only such
    a die can be cocked; ``held``: how many others, much smaller and warm, it has within its face.
    """

    heats: Vector
    inside: Vector
    propped: NDArray[np.bool_]
    held: NDArray[np.int_]


def around(evidence: Evidence) -> Around:
    """How the places of one picture lie to each other, in the order of the evidence."""
    places = evidence.places
    heats = np.array([mean_heat(seen) for seen in places])
    x_y = np.array([(seen.x, seen.y) for seen in places]).reshape(-1, 2)
    sides = np.array([seen.side for seen in places])
    away = np.hypot(*np.moveaxis(x_y[:, None] - x_y, 2, 0))
    gaps = 2 * away / (sides[:, None] + sides)  # in sides of both
    near = (gaps > SAME_DIE) & (gaps < LEANS_WITHIN) & (heats > PROP_HEAT)
    small = (sides < HELD_PART * sides[:, None]) & (away < sides[:, None] / 2)
    return Around(
        heats,
        np.where(heats > heats[:, None], 1 - gaps, 0.0).max(1, initial=0.0),
        near.any(1),
        (small & (heats >= HELD_HEAT)).sum(1),
    )


def mean_heat(seen: Witnessed) -> float:
    """Mean heat of all looks at a place; one that sees nothing counts as cold."""
    looks = looks_of(seen)
    return sum(one.heat for one in looks if one is not None) / len(looks)


def looks_of(seen: Witnessed) -> Sequence[Sighting | None]:
    """Every look that was taken at a place."""
    return (seen.main, seen.turned, *seen.close)
