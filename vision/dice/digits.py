"""Numerals on dice: d6 with numerals and the d4 in its three kinds.

Knows the classes of the small net of numerals, how a place is shown to it, and which value
counts from which side. Refuses to find dice and to judge pips.

**Which number a d4 counts.** Call the number of a tetrahedron's corner ``n(corner)``. With
numbers at the tips, each face shows the three numbers of its own corners, each near its
corner and upright when that corner is up. With numbers at the base, a face shows along each
edge the number that counts when the die lies on the other face at that edge. That other face is
opposite a corner, so name its number after this corner: then a face again shows the numbers
of its own three corners, each upright when its corner is up, only printed at the far edge instead
of near the corner. It follows, for both:

- from above three faces are seen; each lacks another number, and the one that all three
  share is that of the corner on top: it counts, and it is the one that stands upright;
- from below one face is seen, flat on the glass; it lacks exactly the number of the corner
  opposite, which is on top: the missing number counts.

So tip and base need not be told apart, and no set need say which it is. A barrel shows its number
on the long face on top. From below the opposite face is needed, and makers differ: without a
taught map it stays a question.

Tetrahedra are read twice: here as a whole, which tells them from other dice, and in ``fours`` by
their faces laid flat, which tells their numbers.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.dice.crop import cut
from vision.dice.fours import (
    FourCalibration,
    FourReader,
    FourSeen,
    likely,
    shipped_four_calibration,
)
from vision.dice.fours import confidence as four_confidence
from vision.dice.kinds import Guess, OtherPlace
from vision.dice.model import DiceModel
from vision.values import DieKind, View

Vector = NDArray[np.float64]

CUBE, BARREL, TETRA, FLAT, OTHER = slice(0, 6), slice(6, 10), slice(10, 14), slice(14, 18), 18
"""Classes of the net: cubes with 1 to 6 on top, barrels with 1 to 4, tetrahedra lying on a
face by the number on top, tetrahedra seen flat on one face by the number it lacks, others."""
CLASSES = 19
CIRCLE = 3
"""Answers after the classes: how far the die's circle lies right and down, and how much it differs
in size."""

SHOWN_PX = 96
SHOWN_RADIUS_PX = 36.0
"""The net is shown squares of this side, in which the circle around a die has this radius."""

RADIUS_OF_SIDE = 0.75
"""Radius of the circle around a die, in sides of its top face: 0.71 for a cube, more for a d4."""

MOST_SHIFT = 0.7
LEAST_GROWTH, MOST_GROWTH = 0.5, 1.9
"""How far a first look may move and resize a place, in radii: further off it is another die."""

FIRST_TURNS = (0.0, 2.2)
TURNS = (0.4, 1.45, 2.5, 3.55, 4.6, 5.65)
SCALES = (1.0, 0.94, 1.06)
"""Turns in radians and scales in which a die is shown. A numeral must be read in all of them."""

LEAST_RADIUS_PX = 6.0
"""Numerals of smaller dice have strokes under a pixel wide."""

LEAST_CHANCE = 0.001
A_TETRAHEDRON = 0.2
"""Share of tetrahedra among the classes from which the faces of one are looked at."""
A_QUESTION = 0.45
"""How far a value is believed at most that only a person can settle: it is never read."""

A_DIE = 0.5
"""Presence from which something lies there: a tetrahedron, from whichever side it is seen."""
CLEARLY = 0.96
"""Share of a body among the classes from which it is taken to be there, read or not: a d4 whose
number is not legible must not be overlooked."""

BY_FACES = 0.8
"""Confidence in the number of a tetrahedron from which it is taken to be there: of 3,311 other
dice none reached 0.64."""

NUMERAL_CLASS, FOUR_CLASS = 6, 7
FIRMLY = 0.7
"""Belief of the net that marks dice in a cube with numerals, or in a d4, that is heeded."""

_STANDARD_BARREL = 5
"""Opposite faces of most even-sided dice add up to one more than their sides. Not of all."""

FEATURES = (
    "lead",
    "weakest",
    "agreeing",
    "spread",
    "small",
    "tetrahedron",
    "tetrahedron_lead",
    "constant",
)


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """Coefficients of FEATURES: how likely the likeliest class is right."""

    weights: Vector


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """All looks at one place: ``logs`` (n, CLASSES) logarithms of the net's probabilities; x, y
    and radius of the circle around the die in pixels of the picture."""

    logs: Vector
    x: float
    y: float
    radius: float


class DigitReader:
    """Reads d6 with numerals and d4. The model is loaded on first use.

    ``barrel_opposites`` tells for barrels seen from below which number lies opposite each;
    None where nobody has taught it.
    """

    every_place = False

    def __init__(
        self,
        model_path: Path | None = None,
        calibration: Calibration | None = None,
        barrel_opposites: Mapping[int, int] | None = None,
    ) -> None:
        self.model = DiceModel(model_path or shipped_model(), CLASSES + CIRCLE)
        self._calibration = calibration
        self._opposites = barrel_opposites
        self.fours = FourReader()

    def read(
        self, image_bgr: NDArray[np.uint8], places: Sequence[OtherPlace], view: View
    ) -> Sequence[Guess | None]:
        """A guess for each place, None where no numeral of a d6 or d4 is seen."""
        calibration = self._calibration or shipped_calibration()
        looks = self.look(image_bgr, [(place.x, place.y, place.side) for place in places])
        out = []
        for look, place in zip(looks, places, strict=True):
            guess = guess_of(look, place, view, calibration, self._opposites)
            seen = self.faces(image_bgr, look, view)
            if seen is not None:
                guess = with_faces(guess, seen, look, place, view, shipped_four_calibration())
            out.append(guess)
        return out

    def faces(self, image_bgr: NDArray[np.uint8], look: Look, view: View) -> FourSeen | None:
        """The faces of what may be a tetrahedron; None where it is more likely something else."""
        own, against = tetrahedra(look, view)
        if own.sum() < max(A_TETRAHEDRON, float(against.sum())) or look.radius < LEAST_RADIUS_PX:
            return None
        return self.fours.see(image_bgr, (look.x, look.y, look.radius), view is View.BELOW)

    def look(
        self, image_bgr: NDArray[np.uint8], places: Sequence[tuple[float, float, float]]
    ) -> list[Look]:
        """Show each place (x, y, side of the top face) to the net until it was seen enough."""
        rough = [(x, y, RADIUS_OF_SIDE * side) for x, y, side in places]
        firsts = self._shown(image_bgr, rough, [(turn, 1.0) for turn in FIRST_TURNS])
        circles = [
            _moved(circle, answers, turns=FIRST_TURNS)
            for circle, answers in zip(rough, firsts, strict=True)
        ]
        ways = [(turn, SCALES[k % len(SCALES)]) for k, turn in enumerate(TURNS)]
        answers = self._shown(image_bgr, circles, ways)
        return [
            Look(_log_shares(answer[:, :CLASSES]), x, y, radius)
            for (x, y, radius), answer in zip(circles, answers, strict=True)
        ]

    def _shown(
        self,
        image_bgr: NDArray[np.uint8],
        circles: Sequence[tuple[float, float, float]],
        ways: Sequence[tuple[float, float]],
    ) -> list[Vector]:
        """For each circle the net's answers (one for each way of turn and scale)."""
        out = []
        for x, y, radius in circles:
            cuts = [
                cut(image_bgr, (x, y), scale * SHOWN_RADIUS_PX / radius, SHOWN_PX, turn=turn).image
                for turn, scale in ways
            ]
            out.append(self.model.run(np.stack(cuts)).astype(np.float64))
        return out


def guess_of(
    look: Look,
    place: OtherPlace,
    view: View,
    calibration: Calibration,
    opposites: Mapping[int, int] | None = None,
) -> Guess | None:
    """What the looks at a place amount to from above or below; None where others are likelier."""
    shares = joined(look)
    best = int(shares.argmax())
    if best == OTHER or look.radius < LEAST_RADIUS_PX:
        return None
    confidence = _logistic(features(look), calibration.weights)
    shares[best] = 0
    shares *= (1 - confidence) / max(1e-9, float(shares.sum()))
    shares[best] = confidence
    kind, chances = _counting(shares, best, view, opposites)
    if _contradicted(best, place):
        chances = _at_most(chances, A_QUESTION)
    half = look.radius * (0.71 if kind is DieKind.D6_NUMERAL else 0.8)
    box = (look.x - half, look.y - half, look.x + half, look.y + half)
    likely = {v: p for v, p in chances.items() if p >= LEAST_CHANCE}
    return Guess(kind, likely, box, present=_clearly(confidence, joined(look), place))


def with_faces(
    guess: Guess | None,
    seen: FourSeen,
    look: Look,
    place: OtherPlace,
    view: View,
    calibration: FourCalibration,
) -> Guess | None:
    """The guess about a place once its faces have been seen as those of a tetrahedron."""
    own, _ = tetrahedra(look, view)
    sure = four_confidence(seen, own, look.radius, calibration)
    shares = joined(look)
    other = int(shares.argmax()) < TETRA.start
    if other and guess is not None and guess.confidence >= sure:
        return guess
    chances, present = likely(seen, sure), _clearly(sure, shares, place)
    if sure >= BY_FACES:
        present = max(present, sure)
    if _contradicted(TETRA.start, place):
        chances, present = _at_most(chances, A_QUESTION), _clearly(0.0, shares, place)
    half = 0.8 * look.radius
    box = (look.x - half, look.y - half, look.x + half, look.y + half)
    kept = {value: chance for value, chance in chances.items() if chance >= LEAST_CHANCE}
    return Guess(DieKind.D4, kept, box, present)


def features(look: Look) -> Vector:
    """The features of FEATURES for the likeliest class of the looks at one place."""
    shares = joined(look)
    best = int(shares.argmax())
    logs = np.log(np.maximum(np.sort(shares)[::-1], 1e-9))
    own = look.logs[:, best]
    lead = min(float(logs[0] - logs[1]), 12.0) / 4 - 2
    tetrahedron = float(TETRA.start <= best < FLAT.stop)
    return np.array(
        [
            lead,
            max(float(own.min()), -6.0),
            float((look.logs.argmax(1) == best).mean()) - 1,
            max(float(own.mean()), -6.0),
            min(0.0, float(np.log(look.radius / SHOWN_RADIUS_PX))),
            tetrahedron,
            tetrahedron * lead,
            1.0,
        ]
    )


def joined(look: Look) -> Vector:
    """(CLASSES,) probabilities of all looks together: the geometric mean."""
    mean = look.logs.mean(0)
    shares = np.exp(mean - mean.max())
    return np.asarray(shares / shares.sum(), np.float64)


def shipped_model() -> Path:
    """The net of numerals that ships with the package."""
    return Path(str(resources.files("vision.dice").joinpath("digits.onnx")))


@cache
def shipped_calibration() -> Calibration:
    """The calibration that ships with the package."""
    text = resources.files("vision.dice").joinpath("digits.json").read_text("utf-8")
    stored = json.loads(text)
    return Calibration(np.array([stored["weights"][name] for name in FEATURES], np.float64))


def _counting(
    shares: Vector, best: int, view: View, opposites: Mapping[int, int] | None
) -> tuple[DieKind, dict[int | str, float]]:
    """The kind of the likeliest class, and how likely each value that counts is."""
    below = view is View.BELOW
    if best < CUBE.stop:
        return DieKind.D6_NUMERAL, {
            (7 - v if below else v): float(p) for v, p in enumerate(shares[CUBE], 1)
        }
    fours: dict[int | str, float] = dict.fromkeys(range(1, 5), 0.0)
    for v, p in enumerate(shares[TETRA], 1):
        fours[v] += float(p)
    for v, p in enumerate(shares[FLAT], 1):
        fours[v] += float(p)
    known = best < BARREL.stop and (not below or opposites is not None)
    for v, p in enumerate(shares[BARREL], 1):
        counts = v
        if below:
            counts = opposites[v] if opposites is not None else _STANDARD_BARREL - v
        fours[counts] += float(p)
    # A tetrahedron cannot lie with its tip down: seen flat on a face, the camera is below.
    known |= FLAT.start <= best < FLAT.stop and below
    known |= TETRA.start <= best < TETRA.stop and not below
    return DieKind.D4, fours if known else _at_most(fours, A_QUESTION)


def tetrahedra(look: Look, view: View) -> tuple[Vector, Vector]:
    """Shares of the tetrahedra that may be seen from there, by number, and of those that not."""
    shares = joined(look)
    own, against = (FLAT, TETRA) if view is View.BELOW else (TETRA, FLAT)
    return shares[own], shares[against]


def _clearly(confidence: float, shares: Vector, place: OtherPlace) -> float:
    """How surely this is one of the bodies, whatever it shows; 0 unless clearly."""
    bodies = [float(shares[kind].sum()) for kind in (CUBE, BARREL, TETRA, FLAT)]
    if place.presence >= A_DIE:
        bodies.append(bodies[2] + bodies[3])
    most = max(confidence, *bodies)
    return most if most >= CLEARLY else 0.0


def _contradicted(best: int, place: OtherPlace) -> bool:
    """Whether the net that marks dice firmly sees another shape.

    It takes barrels for cubes at times; a tetrahedron is neither.
    """
    cube, four = place.classes[NUMERAL_CLASS], place.classes[FOUR_CLASS]
    if best < CUBE.stop:
        return bool(four > FIRMLY)
    return bool(best >= TETRA.start and cube > FIRMLY)


def _at_most(chances: Mapping[int | str, float], most: float) -> dict[int | str, float]:
    return {value: most * chance for value, chance in chances.items()}


def _moved(
    circle: tuple[float, float, float], answers: Vector, turns: Sequence[float]
) -> tuple[float, float, float]:
    """The circle where the net sees the die, as all looks have it on average."""
    x, y, radius = circle
    shifts, growths = [], []
    for answer, turn in zip(answers[:, CLASSES:], turns, strict=True):
        cos, sin = np.cos(turn), np.sin(turn)
        # The square shows the picture turned by ``turn``: turn back.
        shifts.append((cos * answer[0] + sin * answer[1], -sin * answer[0] + cos * answer[1]))
        growths.append(answer[2])
    dx, dy = np.clip(np.mean(shifts, 0), -MOST_SHIFT, MOST_SHIFT)
    growth = float(np.clip(np.exp(np.mean(growths)), LEAST_GROWTH, MOST_GROWTH))
    return x + float(dx) * radius, y + float(dy) * radius, radius * growth


def _log_shares(logits: Vector) -> Vector:
    top = logits - logits.max(1, keepdims=True)
    return np.asarray(top - np.log(np.exp(top).sum(1, keepdims=True)), np.float64)


def _logistic(values: Vector, weights: Vector) -> float:
    return float(1 / (1 + np.exp(-np.clip(values @ weights, -30, 30))))
