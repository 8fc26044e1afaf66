"""How likely an unknown face is each of the known ones, or none of them.

Knows the few numbers that tell how well two faces agree, and the weights that turn them into
probabilities. Refuses to search for poses: see taught_align.

The weights lie in taught.json beside this file; tests/tuning/taught makes them from rendered
dice, and docs/taught-dice.md tells how honest they are on dice that were not used for that.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

import numpy as np
from numpy.typing import NDArray

from vision.dice.taught_align import Fit
from vision.dice.taught_face import disc, softened

Array = NDArray[np.float32]
Vector = NDArray[np.float64]

NOISE = 0.06
"""Logarithms by which two pictures of the same thing differ anyway: grain and sampling."""

CONTRASTS = (0.6, 1.6)
"""A print that is this much paler or stronger than the one taught is another print."""

OUT_OF_FOCUS_PX = 1.3
"""Blur that is tried on either face, because one of the pictures may be out of focus."""

SMALL_TINT = 0.3
"""Change of colour, in logarithms, that light and camera alone may well make."""

FEATURES = (
    "differs",
    "own_contrast",
    "seen_contrast",
    "tint",
    "wrong_tint",
    "brightness",
    "print",
    "squash",
    "one",
    "plain",
    "plain_tint",
    "colour",
    "rim",
    "next_rim",
    "spots",
    "size",
    "border",
    "coloured",
)
"""Logarithm of the variance of what is left when one face is laid on the other; logarithms of
the variances of the known and of the unknown face; change of colour up to SMALL_TINT and
beyond; change of brightness; how much paler or stronger the print is; how slanted it is seen;
a constant; how plain the known face is, and the tint once more in so far as it is plain. The last
seven are of a known face that is a colour and nothing else, which has 0 in all others: how well
its colour agrees, how clearly other sides show along its clearest edge and the next, how spotted
the seen face is, how much larger or smaller it is, how clear its outline is, and a constant."""

OF_COLOURS = 7
"""So many of FEATURES are of faces that are a colour and nothing else."""

PLAIN = -3.5
"""Logarithm of a face's variance below which it shows next to nothing; colour has to tell."""

COLOURS_AGREE = (-10.0, 6.0)
ENOUGH, SHORT = 3.2, 5.0
"""Agreement below which a colour may be that of a side that was not taught: on another table an
untaught yellow side agrees with orange to 2.4. What is missing counts so many times more."""

CLEAR_RIM = (0.2, 0.1)
SPOTTED = 0.05
"""A face of which so much has another colour is no plain one."""

CLEAR_BORDER = 0.5
"""Bounds of what border and outline can add to the evidence."""

MOST_CERTAIN = 0.9995
"""Nothing is more certain than what could be tried."""


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """The evidence for a face is the sum of its features times these."""

    features: Vector


def chances(evidence: Vector) -> Vector:
    """Probabilities of faces from their evidence; what is missing to 1 is none of them."""
    most = max(float(evidence.max(initial=0.0)), 0.0)
    odds = np.exp(evidence - most)
    return np.asarray(odds / (odds.sum() + np.exp(-most)) * MOST_CERTAIN, np.float64)


def features(fit: Fit, face: Array, extra_blur_px: tuple[float, float]) -> Vector:
    """The numbers of FEATURES for a known face (48 x 48 x 3 logarithms) and its fit.

    ``extra_blur_px``: of the known and of the seen face, to be equally sharp.
    """
    for_known, for_seen = extra_blur_px
    again = OUT_OF_FOCUS_PX
    tries = ((0.0, 0.0), (again, 0.0), (0.0, again))
    compared = [
        _compared(softened(fit.seen, _both(for_seen, b)), softened(face, _both(for_known, a)))
        for a, b in tries
    ]
    best = min(compared, key=lambda one: one[0] - 0.5 * (one[1] + one[2]))
    area = float(np.linalg.det(fit.pose[:, :2]))
    spread = float((fit.pose[:, :2] ** 2).sum())
    squash = float(np.log(max(spread / (2 * area), 1.0)))
    plain = float(np.clip(PLAIN - best[1], 0, 1))
    printed = [*best, squash, 1.0, plain, plain * best[3] / SMALL_TINT]
    return np.array([*printed, *[0.0] * OF_COLOURS])


def colour_features(
    agreement: float, rim: tuple[float, float], spots: float, larger: float, clear: float
) -> Vector:
    """The numbers of FEATURES for a known face that is a colour and nothing else.

    ``agreement``: see taught_colour; ``rim``: see taught_rim; ``spots``: part of the seen face
    that has another colour; ``larger``: logarithm of its side over the known one's; ``clear``:
    contrast of its outline.
    """
    of_colours = [
        agreed(agreement) if spots < SPOTTED else COLOURS_AGREE[0],
        *(min(edge / clearly, 1.0) for edge, clearly in zip(rim, CLEAR_RIM, strict=True)),
        min(spots / SPOTTED, 1.0),
        min(abs(larger), 1.0),
        min(clear, CLEAR_BORDER),
        1.0,
    ]
    return np.array([*[0.0] * (len(FEATURES) - OF_COLOURS), *of_colours])


def agreed(agreement: float) -> float:
    """What an agreement of colours counts for: see ENOUGH."""
    short = SHORT * max(ENOUGH - agreement, 0.0)
    return float(np.clip(agreement - short, *COLOURS_AGREE))


def evidence(rows: Sequence[Vector], weights: Weights) -> Vector:
    """The evidence of each row of features."""
    return np.array([float(row @ weights.features) for row in rows])


def bodied(row: Vector, weights: Weights) -> float:
    """Probability that a die shows its other sides around a plain face, whatever its colour is."""
    colour = FEATURES.index("colour")
    seen = float(row @ weights.features - row[colour] * weights.features[colour])
    return 1 / (1 + float(np.exp(-seen)))


@cache
def shipped_weights() -> Weights:
    """The weights that ship with the package."""
    text = resources.files("vision.dice").joinpath("taught.json").read_text("utf-8")
    stored = json.loads(text)
    return Weights(np.array([stored["weights"][name] for name in FEATURES], np.float64))


def _both(a: float, b: float) -> float:
    return float(np.hypot(a, b))


def _compared(seen: Array, face: Array) -> tuple[float, float, float, float, float, float, float]:
    weights = disc()[..., None]
    total = float(weights.sum())
    seen_mean, face_mean = (
        (one * weights).sum((0, 1), dtype=np.float64) / total for one in (seen, face)
    )
    a, b = seen - seen_mean.astype(np.float32), face - face_mean.astype(np.float32)
    heavy = b * weights
    own, both = float((heavy * b).sum()), float((heavy * a).sum())
    contrast = both / own if own / total > NOISE**2 else 1.0
    contrast = float(np.clip(contrast, *CONTRASTS))
    left = float((weights * (a - np.float32(contrast) * b) ** 2).sum()) / total
    varies = float((weights * a * a).sum()) / total
    shift = seen_mean - face_mean
    tint = float(np.linalg.norm(shift - shift.mean()))
    return (
        _log(left),
        _log(own / total),
        _log(varies),
        min(tint, SMALL_TINT),
        min(max(tint - SMALL_TINT, 0.0), 1.5),
        min(abs(float(shift.mean())), 1.5),
        abs(float(np.log(contrast))),
    )


def _log(variance: float) -> float:
    return float(np.log(variance + NOISE**2))
