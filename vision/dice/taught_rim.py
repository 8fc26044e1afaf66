"""Whether other sides of a taught die show along the border of a plain face.

Knows what the border of a button, a cube of one colour and a square of paper is: a mixture of its
own colour, the floor and white glare. Refuses to judge the face itself.

A coloured die shows slivers of its neighbouring sides even from straight above, and those have
colours that were taught. Light adds up, so whatever face, floor and glare can make lies in the
cone of these three colours; a sliver of another side lies beyond it.

Colours are linear light, blue, green, red, 0 to 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, pairwise

import numpy as np
from numpy.typing import NDArray

from vision.dice.taught_align import CUT_PX
from vision.dice.taught_colour import Side
from vision.dice.taught_face import FACE_PX

Vector = NDArray[np.float64]

BAND = (0.40, 0.72)
"""Where the border lies: from the face's middle, in sides."""

PARTS = (-0.42, -0.14, 0.14, 0.42)
"""Each edge in three parts, in sides: within each the border is averaged along the edge, because a
sliver runs along it and noise does not."""

STRONG = 0.5
"""Part by which the weakest channel of a colour stays behind the strongest one, the lamp's tint
aside, from which no glare looks like it."""

VISIBLE = 0.08
"""A darker colour could as well be a shadow."""

SHADOW = 0.08
"""Light that is added before a distance is put in relation: in shadows there is only noise."""

MOST = 0.5
"""Nothing counts for more than what is beyond doubt."""


def rim(seen: Side, lamp: Vector, others: Sequence[Vector]) -> tuple[float, float]:
    """How clearly other sides show along the edges: at the clearest edge, and at the next.

    From 0, nothing, over 0.1, clear, to 0.5. An edge counts as its middle one of three parts,
    and a part as its clearest two rows. ``lamp`` (3,): factors on the light since the face was
    taught; ``others``: (3,) colours of the other taught sides, as taught.
    """
    strips = _strips(seen.linear)
    border = strips.reshape(-1, 3)
    white = lamp / lamp.mean()
    usual = [seen.face, seen.floor, white]
    beyond = _beyond(border, usual)
    explained = np.zeros(len(border))
    for other in others:
        lit = np.minimum(other * lamp, 1.0)
        hue = lit / white
        if hue.max() < VISIBLE or 1 - hue.min() / hue.max() < STRONG:
            continue
        explained = np.maximum(explained, beyond - _beyond(border, usual, lit))
    shares = np.clip(explained / (np.linalg.norm(border, axis=1) + SHADOW), 0, MOST)
    rows = shares.reshape(strips.shape[:3])
    clearest = ((rows[..., 1:] + rows[..., :-1]) / 2).max(axis=2)
    next_best, best = np.sort(np.median(clearest, axis=1))[-2:]
    return float(best), float(next_best)


def _beyond(border: Vector, usual: Sequence[Vector], other: Vector | None = None) -> Vector:
    """(n,) distance of each pixel from the cone of some colours; ``other``: one more of them."""
    colours = [*usual, *([] if other is None else [other])]
    best = np.linalg.norm(border, axis=1)
    for count in (1, 2, 3):
        for some in combinations(colours, count):
            made = np.stack(some, axis=1)
            parts = np.linalg.pinv(made) @ border.T
            far = np.linalg.norm(border.T - made @ parts, axis=0)
            best = np.where((parts >= -1e-6).all(axis=0), np.minimum(best, far), best)
    return np.asarray(best, np.float64)


def _strips(linear: NDArray[np.float32]) -> Vector:
    """(4 edges, parts, rows across the edge, 3) of an upright picture."""
    rows, columns = _band()
    sides = [np.rot90(linear, quarter)[rows] for quarter in range(4)]
    return np.array([[side[:, some].mean(axis=1) for some in columns] for side in sides], float)


@cache
def _band() -> tuple[NDArray[np.intp], list[NDArray[np.intp]]]:
    at = (np.arange(CUT_PX) - (CUT_PX - 1) / 2) / FACE_PX
    rows = np.flatnonzero((at > -BAND[1]) & (at < -BAND[0]))
    columns = [np.flatnonzero((at >= low) & (at < high)) for low, high in pairwise(PARTS)]
    return rows, columns
