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
from vision.dice.taught_align import CUT_PX, Fit, align, template
from vision.dice.taught_colour import (
    KnownSide,
    Side,
    agreement,
    is_one_colour,
    known_side,
    side_of,
)
from vision.dice.taught_evidence import (
    Weights,
    bodied,
    chances,
    colour_features,
    evidence,
    features,
    shipped_weights,
)
from vision.dice.taught_face import FACE_PX, blur_of, log_light
from vision.dice.taught_outline import Square, outlined
from vision.dice.taught_rim import rim

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
    ``square``: where the face lies; ``features``: of each example, for tuning; ``body``:
    probability that a die is there whose other sides were taught, whatever its upper one is."""

    chances: Mapping[Label, float]
    square: Square
    features: tuple[NDArray[np.float64], ...]
    body: float = 0.0

    @property
    def none(self) -> float:
        """Probability that it is none of the known faces."""
        return max(0.0, 1.0 - sum(self.chances.values()))

    @property
    def die(self) -> float:
        """Probability that a die of the set is there, whether or not its face is known."""
        return max(1.0 - self.none, self.body)


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
        self._sides = {
            k: known_side(_side_of_example(one))
            for k, one in enumerate(examples)
            if is_one_colour(one.image_bgr)
        }
        self._known = {
            k: template(_face(one.image_bgr))
            for k, one in enumerate(examples)
            if k not in self._sides
        }

    @property
    def sides(self) -> Mapping[int, KnownSide]:
        """The examples, by number, that are a colour and nothing else."""
        return self._sides

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
        shown = square.side * (resolved_px or side) / side
        rows = {
            **self._of_prints(image_bgr, square, shown),
            **self._of_colours(image_bgr, square, shown),
        }
        each = tuple(rows[k] for k in range(len(self._examples)))
        body = max((bodied(each[k], self._weights) for k in self._sides), default=0.0)
        return Match(self._joined(evidence(each, self._weights)), square, each, body)

    def _of_prints(
        self, image_bgr: NDArray[np.uint8], square: Square, shown_px: float
    ) -> dict[int, NDArray[np.float64]]:
        """The features of the examples that show something."""
        if not self._known:
            return {}
        seen = cut(image_bgr, (square.x, square.y), FACE_PX / square.side, CUT_PX).image
        fits = align(log_light(seen), list(self._known.values()))
        return {
            k: self._features(fit, k, shown_px) for k, fit in zip(self._known, fits, strict=True)
        }

    def _of_colours(
        self, image_bgr: NDArray[np.uint8], square: Square, shown_px: float
    ) -> dict[int, NDArray[np.float64]]:
        """The features of the examples that are a colour and nothing else."""
        if not self._sides:
            return {}
        seen = side_of(_upright(image_bgr, square))
        return {k: self.compared_sides(seen, k, shown_px, square.clear) for k in self._sides}

    def compared_sides(
        self, seen: Side, which: int, shown_px: float, clear: float
    ) -> NDArray[np.float64]:
        """The features of one example that is a colour, ``which`` of sides, and a seen one."""
        agrees, lamp = agreement(seen, self._sides[which])
        label = self._examples[which].label
        others = [
            known.side.face for k, known in self._sides.items() if self._examples[k].label != label
        ]
        # Only what might be that face is worth the time.
        slivers = rim(seen, lamp, others) if agrees > 0 else (0.0, 0.0)
        larger = float(np.log(shown_px / self._examples[which].side_px))
        return colour_features(agrees, slivers, seen.spots, larger, clear)

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


def _upright(image_bgr: NDArray[np.uint8], square: Square) -> NDArray[np.uint8]:
    at, scale = (square.x, square.y), FACE_PX / square.side
    return cut(image_bgr, at, scale, CUT_PX, turn=square.turn).image


def _side_of_example(example: Example) -> Side:
    middle = (EXAMPLE_PX - 1) / 2
    return side_of(
        _upright(example.image_bgr, outlined(example.image_bgr, middle, middle, FACE_PX))
    )


def _face(picture: NDArray[np.uint8]) -> NDArray[np.float32]:
    edge = (picture.shape[0] - FACE_PX) // 2
    return log_light(picture[edge : edge + FACE_PX, edge : edge + FACE_PX])
