"""Which of the faces that somebody taught does a die show?

Knows how to compare one unknown face with all known ones, and when to say *none of these*.
Refuses to find dice in a picture, and to know what a face counts for in a game.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.dice.crop import cut
from vision.dice.taught_align import CUT_PX, Fit, Template, align, template
from vision.dice.taught_evidence import (
    Weights,
    chances,
    evidence,
    features,
    shipped_weights,
)
from vision.dice.taught_face import FACE_PX, blur_of, log_light
from vision.dice.taught_outline import Square, outlined

Label = int | str


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """One picture of a face: ``image_bgr`` square, 8 bit, the face in its middle with half a
    face around it; ``side_px``: how large the face was where it was photographed."""

    label: Label
    image_bgr: NDArray[np.uint8]
    side_px: float


@dataclass(frozen=True, slots=True, eq=False)
class Match:
    """What one place shows: ``chances`` of the labels, the rest to 1 is none of them;
    ``square``: where the face lies; ``features``: of each example, for tuning."""

    chances: Mapping[Label, float]
    square: Square
    features: tuple[NDArray[np.float64], ...]

    @property
    def none(self) -> float:
        """Probability that it is none of the known faces."""
        return max(0.0, 1.0 - sum(self.chances.values()))


EXAMPLE_PX = CUT_PX
"""Side of an example's picture; its face is half as wide."""


class FaceMatcher:
    """Compares faces with examples; the same pictures always give the same answer.

    Raises ValueError without any example.
    """

    def __init__(self, examples: Sequence[Example], weights: Weights | None = None) -> None:
        if not examples:
            raise ValueError("There is no face to compare with. Teach at least one.")
        self._examples = tuple(examples)
        self._weights = weights or shipped_weights()
        self._known: tuple[Template, ...] = tuple(
            template(_face(one.image_bgr)) for one in examples
        )

    def match(
        self,
        image_bgr: NDArray[np.uint8],
        x: float,
        y: float,
        side: float,
        resolved_px: float | None = None,
    ) -> Match:
        """What the die shows whose top face is about there, in pixels of the picture.

        ``resolved_px``: side in which the face was photographed, where the picture was
        enlarged since.
        """
        square = outlined(image_bgr, x, y, side)
        seen = cut(image_bgr, (square.x, square.y), FACE_PX / square.side, CUT_PX).image
        fits = align(log_light(seen), self._known)
        shown = square.side * (resolved_px or side) / side
        rows = [self._features(fit, k, shown) for k, fit in enumerate(fits)]
        return Match(self._joined(evidence(rows, self._weights)), square, tuple(rows))

    def _features(self, fit: Fit, which: int, side: float) -> NDArray[np.float64]:
        known, asked = blur_of(self._examples[which].side_px), blur_of(side)
        least = max(known, asked) ** 2
        extra = (float(np.sqrt(least - known**2)), float(np.sqrt(least - asked**2)))
        return features(fit, self._known[which].face, extra)

    def without(self, match: Match, left_out: Collection[int]) -> dict[Label, float]:
        """The probabilities that a match would have had without some examples, by number."""
        kept = [k for k in range(len(self._examples)) if k not in left_out]
        seen = evidence([match.features[k] for k in kept], self._weights)
        return self._joined(seen, kept)

    def _joined(
        self, seen: NDArray[np.float64], which: Sequence[int] | None = None
    ) -> dict[Label, float]:
        """Probabilities of labels: of two examples of one face the better counts."""
        best: dict[Label, float] = {}
        numbers = range(len(self._examples)) if which is None else which
        for number, value in zip(numbers, seen, strict=True):
            label = self._examples[number].label
            best[label] = max(float(value), best.get(label, -np.inf))
        odds = chances(np.array(list(best.values())))
        return {label: float(p) for label, p in zip(best, odds, strict=True)}


def taken(image_bgr: NDArray[np.uint8], label: Label, x: float, y: float, side: float) -> Example:
    """An example of a face from a picture in which a die lies about there."""
    square = outlined(image_bgr, x, y, side)
    picture = cut(image_bgr, (square.x, square.y), FACE_PX / square.side, EXAMPLE_PX).image
    return Example(label, picture, square.side)


def _face(picture: NDArray[np.uint8]) -> NDArray[np.float32]:
    edge = (picture.shape[0] - FACE_PX) // 2
    return log_light(picture[edge : edge + FACE_PX, edge : edge + FACE_PX])
