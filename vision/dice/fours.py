"""The number of a tetrahedron, read from its faces laid flat.

Knows how corners and faces become probabilities of the four numbers, and how far these can be
believed. Refuses to tell a tetrahedron from other dice, and to know views: see digits.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.dice.four_corners import CHANNELS, Circle, Corners, find_corners
from vision.dice.four_faces import ANSWERS, NONE, agreed, triples, unfolded
from vision.dice.model import DiceModel

Vector = NDArray[np.float64]

STRETCHES = (0.96, 1.03)
"""How much larger than found the corners are taken: a number must be read in both."""

FEATURES = (
    "lead",
    "agreeing",
    "weakest_corner",
    "spread",
    "other_side",
    "none",
    "below",
    "below_lead",
    "body",
    "whole",
    "small",
    "constant",
)
SURE_FROM, A_QUESTION = 0.996, 0.989
"""Probability from which a number is told as it is; anything less is told as a question at most.
Readings that are 99 % likely need no person, and of all these 99.9 % are to be right."""

LEAST_RADIUS_PX = 20.0
"""Radius of the circle around a die from which a number may be sure: the nets have learnt from
no smaller ones."""

_DEEPEST = -8.0
_SMALL_PX = 36.0


@dataclass(frozen=True, slots=True, eq=False)
class FourCalibration:
    """Coefficients of FEATURES: how likely the likeliest number is right."""

    weights: Vector


@dataclass(frozen=True, slots=True, eq=False)
class FourSeen:
    """What the faces say: ``chances`` (4,) of the numbers 1 to 4, not calibrated; ``signs``: the
    features that come from corners and faces; ``corners``: where they are seen."""

    chances: Vector
    signs: Vector
    corners: Corners


class FourReader:
    """Reads tetrahedra whose place is known. The models are loaded on first use."""

    def __init__(self, corners: Path | None = None, faces: Path | None = None) -> None:
        self._corners = DiceModel(corners or shipped("four_corners.onnx"), CHANNELS)
        self._faces = DiceModel(faces or shipped("four_faces.onnx"), ANSWERS)

    def see(self, image_bgr: NDArray[np.uint8], circle: Circle, below: bool) -> FourSeen | None:
        """The tetrahedron within a circle (x, y, radius in pixels), lying on a face; ``below``:
        seen through the floor on which that face lies. None where no corners are found."""
        corners = find_corners(self._corners, image_bgr, circle, below)
        looks = triples(corners.points, below) if corners is not None else []
        if corners is None or not looks:
            return None
        middle = corners.points[1:].mean(0)
        sets = [middle + stretch * (corners.points - middle) for stretch in STRETCHES]
        flats = [unfolded(image_bgr, points[list(look)]) for points in sets for look in looks]
        logits = self._faces.run(np.stack(flats)).astype(np.float64)
        each = logits.reshape(len(sets), len(looks), ANSWERS)
        ups = [look[0] for look in looks]
        chances = agreed(ups, each.mean(0))
        best = int(chances.argmax())
        alone = [agreed(ups, one) for one in each]
        shares = np.exp(each - each.max(2, keepdims=True))
        shares /= shares.sum(2, keepdims=True)
        order = np.log(np.maximum(np.sort(chances)[::-1], 1e-9))
        heats = corners.heats[1:] if below else corners.heats
        lead = min(float(order[0] - order[1]), 16.0) / 4
        signs = np.array(
            [
                lead,
                float(np.mean([max(_DEEPEST, np.log(max(one[best], 1e-9))) for one in alone])),
                float(np.log(max(float(heats.min()), 1e-3))),
                min(corners.spread, 0.3) * 10,
                corners.against,
                float(shares[..., NONE].mean()),
                float(below),
                lead if below else 0.0,
            ]
        )
        return FourSeen(chances, signs, corners)


def features(seen: FourSeen, own: Vector, radius: float) -> Vector:
    """The features of FEATURES for the likeliest number.

    ``own``: (4,) what the net of numerals, which sees the die as a whole, gives each number of
    such a tetrahedron; ``radius``: of the circle around it in pixels.
    """
    body = max(float(own.sum()), 1e-4)
    best = int(seen.chances.argmax())
    return np.concatenate(
        [
            seen.signs,
            [
                float(np.log(body)),
                float(np.log(max(float(own[best]) / body, 1e-3))),
                min(0.0, float(np.log(radius / _SMALL_PX))),
                1.0,
            ],
        ]
    )


def confidence(seen: FourSeen, own: Vector, radius: float, calibration: FourCalibration) -> float:
    """Probability that the likeliest number counts; see SURE_FROM."""
    sum_of = float(features(seen, own, radius) @ calibration.weights)
    chance = float(1 / (1 + np.exp(-np.clip(sum_of, -30, 30))))
    surely = chance >= SURE_FROM and radius >= LEAST_RADIUS_PX
    return chance if surely else min(chance, A_QUESTION)


def likely(seen: FourSeen, sure: float) -> dict[int | str, float]:
    """Chances of 1 to 4 that give the likeliest so much."""
    best = int(seen.chances.argmax())
    others = seen.chances.copy()
    others[best] = 0
    rest = max(float(others.sum()), 1e-9)
    out: dict[int | str, float] = {}
    for k, share in enumerate(others):
        out[k + 1] = sure if k == best else (1 - sure) * float(share) / rest
    return out


def shipped(name: str) -> Path:
    """A file that ships with the package."""
    return Path(str(resources.files("vision.dice").joinpath(name)))


@cache
def shipped_four_calibration() -> FourCalibration:
    """The calibration that ships with the package."""
    stored = json.loads(shipped("fours.json").read_text("utf-8"))
    return FourCalibration(_in_order(stored["weights"], FEATURES))


def _in_order(weights: dict[str, float], names: Sequence[str]) -> Vector:
    return np.array([weights[name] for name in names], np.float64)
