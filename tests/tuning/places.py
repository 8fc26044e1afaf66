"""From the values of a photograph to the place of each die.

Knows how to give a multiset of faces to the strongest places of some evidence, so that photos
labelled only with their values are enough to tune with. Refuses doubtful photographs.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.dice.evidence import Evidence, Witnessed
from vision.dice.joining import face_beliefs

WORST_BELIEF = -2.5
"""A face given to a die may be this much less believed than its likeliest face, not more."""


def strength(seen: Witnessed) -> float:
    """How much a place looks like a die, untuned: heat of all looks and fit of the lattice."""
    heats = [0.02 if one is None else one.heat for one in (seen.main, seen.turned, *seen.close)]
    logits = [np.log(heat / (1 - heat + 1e-6)) for heat in heats]
    faint = 3.0 if abs(seen.pattern.contrast) < 40 else 0.0
    return float(np.mean(logits) + 12 * (seen.pattern.fit - 0.9) - faint)


def assigned(evidence: Evidence, values: Sequence[int]) -> list[tuple[Witnessed, int]] | None:
    """The dice of a photograph with the faces of its label; None where they do not match."""
    strongest = sorted(evidence.places, key=strength, reverse=True)[: len(values)]
    if len(strongest) < len(values):
        return None
    if not values:
        return []
    beliefs = np.array([face_beliefs(seen) for seen in strongest])
    faces = _best_faces(beliefs, list(values))
    chosen = beliefs[np.arange(len(faces)), np.array(faces) - 1]
    if (chosen - beliefs.max(1)).min() < WORST_BELIEF:
        return None
    return list(zip(strongest, faces, strict=True))


def _best_faces(beliefs: NDArray[np.float64], values: list[int]) -> list[int]:
    """One value for each place: the most certain first, then swapped while that helps."""
    left = list(values)
    faces = [0] * len(values)
    for place in np.argsort(-beliefs.max(1)):
        best = max(left, key=lambda value: beliefs[place, value - 1])
        faces[place] = best
        left.remove(best)
    better = True
    while better:
        better = False
        for i in range(len(faces)):
            for j in range(i):
                now = beliefs[i, faces[i] - 1] + beliefs[j, faces[j] - 1]
                swapped = beliefs[i, faces[j] - 1] + beliefs[j, faces[i] - 1]
                if swapped > now + 1e-9:
                    faces[i], faces[j] = faces[j], faces[i]
                    better = True
    return faces
