"""How the places of one picture lie to each other.

Knows which lie within another, beside it, or hold others. Refuses to know what follows from that:
see joining.
"""

from __future__ import annotations

from collections.abc import Sequence

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


def crowding(evidence: Evidence) -> Vector:
    """How far each place lies inside a stronger one: 0 beside it, towards 1 within it."""
    heats = np.array([mean_heat(seen) for seen in evidence.places])
    inside = 1 - _gaps(evidence)
    return np.asarray(np.where(heats > heats[:, None], inside, 0.0).max(1, initial=0.0), np.float64)


def props(evidence: Evidence) -> NDArray[np.bool_]:
    """Whether each place has another near enough to lean on: only such a die can be cocked."""
    heats = np.array([mean_heat(seen) for seen in evidence.places])
    gaps = _gaps(evidence)
    np.fill_diagonal(gaps, np.inf)
    near = (gaps > SAME_DIE) & (gaps < LEANS_WITHIN) & (heats > PROP_HEAT)
    return np.asarray(near.any(1), np.bool_)


def holding(evidence: Evidence) -> NDArray[np.int_]:
    """How many others, much smaller and warm, each place has within its face."""
    x_y = np.array([(seen.x, seen.y) for seen in evidence.places]).reshape(-1, 2)
    sides = np.array([seen.side for seen in evidence.places])
    warm = np.array([mean_heat(seen) for seen in evidence.places]) >= HELD_HEAT
    away = np.hypot(*np.moveaxis(x_y[:, None] - x_y, 2, 0))
    held = warm & (sides < HELD_PART * sides[:, None]) & (away < sides[:, None] / 2)
    return np.asarray(held.sum(1), np.int_)


def _gaps(evidence: Evidence) -> Vector:
    """Distance of every place to every other, in sides of both."""
    x_y = np.array([[seen.x, seen.y] for seen in evidence.places]).reshape(-1, 2)
    sides = np.array([seen.side for seen in evidence.places])
    away = np.hypot(*np.moveaxis(x_y[:, None] - x_y, 2, 0))
    return np.asarray(2 * away / (sides[:, None] + sides), np.float64)


def mean_heat(seen: Witnessed) -> float:
    """Mean heat of all looks at a place; one that sees nothing counts as cold."""
    looks = looks_of(seen)
    return sum(one.heat for one in looks if one is not None) / len(looks)


def looks_of(seen: Witnessed) -> Sequence[Sighting | None]:
    """Every look that was taken at a place."""
    return (seen.main, seen.turned, *seen.close)
