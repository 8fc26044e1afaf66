"""From evidence to probabilities: is a die here, which face is up, and does it lie flat.

Knows the few features that count, and a calibrated logistic model for each of the three
questions. Refuses to look at pixels: see evidence.

The coefficients lie in joining.json beside this file; tests/tuning/fit.py makes them from
photographs, and docs/reading.md tells how whole sets were left out to judge them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources

import numpy as np
from numpy.typing import NDArray

from vision.dice.evidence import Evidence, Witnessed
from vision.dice.locate import FAINTEST, Sighting
from vision.dice.neighbours import Around, around, looks_of
from vision.dice.slant import NOISE, off_level

Vector = NDArray[np.float64]

UNSEEN_HEAT = FAINTEST / 2
"""Heat that a look is taken to have where it marks nothing."""

LEAST_FACE = 0.02
"""A look never holds a face for less likely than this: its confidence is not proof."""

LATTICE_TRUST = 25.0
"""Logarithms of odds per unit of the lattice's correlation, where faces are compared."""

LATTICE_DOUBT = 0.12
"""The lattice speaks against a face at most as much as this lack of correlation says."""

SURELY_FLAT = 0.9
"""A die that lies flat less surely than this may be cocked: then nothing is certain."""

MOST_OFF = 8.0
"""Further off level than this, in the noise of a slope, tells no more."""

ONE_VOTE = 0.6
LEAST_VOTE = 0.02
"""A place that lies within another, stronger one by more than one minus the first has no say in how
level dice are seen; the faintest others have this much."""

CLEAR_LEAD = 0.06
CONTRADICTED_CONFIDENCE = 0.6
"""How far a face is believed at most against a clear word of the lattice or of the looks: never
surely."""

FIRM_FIT = 0.95
"""A lattice that fits less well than this never outweighs looks of which as many read another
face, and none does where more looks clearly read a higher one: without a pip that a lamp covers,
the lattice of the lower face fits perfectly."""

CLEARLY_READ = 0.5
"""Belief of one look in a face from which it reads that face clearly."""

MOSTLY_NO_PIPS = 0.6
"""Belief of all looks, from which a face without pips is likely enough never to be sure of one."""

BODY_PRESENCE = 0.4
"""A blob of the colour, size and shape of a known die may be one whose pips cannot be seen."""

CLOSE_MISLEADS = 0.5
"""Nearer to the border than this, in sides, a close look sees the picture's edge smeared out."""

CUT_OFF = 0.3
"""A face whose centre is nearer to the border than this part of its side has lost pips."""

CUT_OFF_CONFIDENCE = 0.4
"""How far a face that is cut off is believed at most: never enough to be read."""

PRESENCE = (
    "heat",
    "weakest_heat",
    "fit",
    "contrast",
    "border",
    "size",
    "crowded",
    "squash",
    "inside",
    "unreadable",
    "leaning_alone",
    "constant",
)
FACE = (
    "belief",
    "lead",
    "agreeing",
    "lattice_lead",
    "lattice_differs",
    "fit",
    "contrast",
    "unreadable",
    "constant",
)
FLAT = ("leaning", "off_level", "company", "propped", "heat", "constant")


@dataclass(frozen=True, slots=True, eq=False)
class Joining:
    """Coefficients of PRESENCE, FACE and FLAT, and the least confidences of a whole picture.

    From ``sure`` on a reading with dice is certain, from ``surely_empty`` on one without.
    """

    presence: Vector
    face: Vector
    flat: Vector
    sure: float
    surely_empty: float


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """One place judged: probability of a die, and of each face 1 to 6 if there is one.

    ``face_confidence`` is the calibrated probability that the likeliest face is the true one,
    ``flat`` that the die lies flat: 1 where no net can tell; ``propped``: beside another die.
    """

    seen: Witnessed
    presence: float
    faces: Vector
    face_confidence: float
    flat: float = 1.0
    propped: bool = False

    @property
    def value(self) -> int:
        """The likeliest face."""
        return int(self.faces.argmax()) + 1


def judge(evidence: Evidence, joining: Joining) -> list[Judged]:
    """Judge each place by itself, in the order of the evidence."""
    judged = []
    about = around(evidence)
    for index, (seen, posture) in enumerate(
        zip(evidence.places, postures(evidence, about), strict=True)
    ):
        inside, propped = float(about.inside[index]), bool(about.propped[index])
        beliefs = face_beliefs(seen)
        faces = np.exp(beliefs - beliefs.max())
        face_confidence = _logistic(_face_features(seen, beliefs), joining.face)
        told = told_of_leaning(seen)
        flat = _logistic(posture, joining.flat) if told else 1.0
        if _to_border(seen, evidence) < CUT_OFF:
            face_confidence = min(face_confidence, CUT_OFF_CONFIDENCE)
        if about.held[index] > faces.argmax() or _contradicted(seen, int(faces.argmax())):
            face_confidence = min(face_confidence, CONTRADICTED_CONFIDENCE)
        judged.append(
            Judged(
                seen=seen,
                presence=max(
                    _logistic(presence_features(seen, evidence, inside, propped), joining.presence),
                    BODY_PRESENCE if seen.by_body else 0.0,
                ),
                faces=faces / faces.sum(),
                face_confidence=face_confidence,
                flat=flat,
                propped=propped,
            )
        )
    return judged


def beside_wall(die: Judged, joining: Joining) -> Judged:
    """The same die, where it stands at a wall: that may hold it up as another die would."""
    if die.propped or not told_of_leaning(die.seen):
        return die
    odds = _logit(die.flat) + joining.flat[FLAT.index("propped")]
    return replace(die, flat=float(1 / (1 + np.exp(-odds))), propped=True)


def face_beliefs(seen: Witnessed) -> Vector:
    """Logarithm of how likely each face 1 to 6 is, all sources together."""
    looks = looks_of(seen)
    known = [one.faces[:6] for one in looks if one is not None]
    beliefs = (np.log(np.array(known) + LEAST_FACE) / len(looks)).sum(0) if known else np.zeros(6)
    lack = np.clip(seen.pattern.fits - seen.pattern.fit, -LATTICE_DOUBT, 0)
    return beliefs + LATTICE_TRUST * lack


def presence_features(seen: Witnessed, evidence: Evidence, crowded: float, propped: bool) -> Vector:
    """The features of PRESENCE, in that order.

    ``crowded`` and ``propped`` as Around tells them: what looks as if it leaned where
    nothing holds it is rather print or clutter than a die.
    """
    whole = _to_border(seen, evidence) < CLOSE_MISLEADS
    looks = (seen.main, seen.turned) if whole else looks_of(seen)
    heats = np.array(_heats(looks))
    typical = evidence.side or seen.side
    return np.array(
        [
            heats.mean(),
            np.sort(heats)[:2].mean(),
            10 * (max(seen.pattern.fit, 0.6) - 0.9),
            np.log(max(abs(seen.pattern.contrast), 4.0) / 60),
            seen.pattern.border - 0.7,
            min(float(np.log(seen.side / typical)) ** 2, 1.5),
            crowded,
            float(np.log(seen.pattern.squash)),
            float(np.clip(_to_border(seen, evidence), 0, 0.6)) - 0.6,
            _unreadable(looks_of(seen)),
            0.0 if propped else min(_leaning(looks_of(seen)), 0.0),
            1.0,
        ]
    )


def face_features(seen: Witnessed) -> Vector:
    """The features of FACE for the likeliest face, in that order."""
    return _face_features(seen, face_beliefs(seen))


def _face_features(seen: Witnessed, beliefs: Vector) -> Vector:
    value = int(beliefs.argmax())
    ordered = np.sort(beliefs)
    looks = [one for one in looks_of(seen) if one is not None]
    faces = np.array([one.faces for one in looks]) if looks else np.zeros((0, 9))
    fits = seen.pattern.fits
    others = max(fit for face, fit in enumerate(fits.tolist()) if face != value)
    return np.array(
        [
            float(np.log(faces[:, value] + LEAST_FACE).mean()) if looks else np.log(LEAST_FACE),
            min(float(ordered[-1] - ordered[-2]), 5.0) - 3.0,
            int((faces.argmax(1) == value).sum()) / len(looks_of(seen)) - 1,
            10 * min(max(float(fits[value]) - others, -0.15), 0.15),
            float(seen.pattern.value != value + 1),
            10 * (max(float(fits[value]), 0.6) - 0.9),
            np.log(max(abs(seen.pattern.contrast), 4.0) / 60),
            _unreadable(looks),
            1.0,
        ]
    )


def _unreadable(looks: Sequence[Sighting | None]) -> float:
    """How far the looks that see something hold it for no pip face: marks beside dice are none."""
    faces = [one.faces[6:] for one in looks if one is not None]
    return float(np.array(faces).sum(1).mean()) if faces else 0.5


def postures(evidence: Evidence, about: Around) -> Vector:
    """The features of FLAT for each place, in that order, (n, 6).

    Dice that lie flat under one camera are all seen from the same side: a die is compared with
    the others of the picture, as far as there are others.
    """
    places = evidence.places
    heats = about.heats
    company = (heats.sum() - heats) / (1 + heats.sum() - heats)
    away = np.array([(seen.x, seen.y) for seen in places]).reshape(-1, 2)
    away = away - np.array([evidence.width - 1, evidence.height - 1]) / 2
    away = away / max(evidence.width, evidence.height)
    slopes = np.array([_slope(seen) for seen in places]).reshape(-1, 2)
    alone = about.inside <= 1 - ONE_VOTE
    off = np.zeros(len(places))
    off[alone] = off_level(away[alone], slopes[alone], np.maximum(heats[alone], LEAST_VOTE))
    return np.array(
        [
            [_leaning(looks_of(seen)) for seen in places],
            company * np.minimum(off / NOISE, MOST_OFF),
            company,
            about.propped,
            [
                _mean([_logit(UNSEEN_HEAT if s is None else s.heat) for s in looks_of(seen)])
                for seen in places
            ],
            np.ones(len(places)),
        ]
    ).T


def _slope(seen: Witnessed) -> tuple[float, float]:
    """From which side a place is seen; looks at the whole picture, which show it small, only help
    out."""
    for looks in (seen.close, (seen.main, seen.turned)):
        known = [one.slope for one in looks if one is not None and one.slope is not None]
        if known:
            return _mean([x for x, _ in known]), _mean([y for _, y in known])
    return 0.0, 0.0


def told_of_leaning(seen: Witnessed) -> bool:
    """Whether any look can tell how a die lies: not every net was taught that."""
    return any(one is not None and one.leaning is not None for one in looks_of(seen))


def _leaning(looks: Sequence[Sighting | None]) -> float:
    """How far some looks believe that a die does not lie flat, as odds; 0 where none can tell."""
    beliefs = [None if one is None else one.leaning for one in looks]
    known = [_logit(belief) for belief in beliefs if belief is not None]
    return float(np.clip(_mean(known), -3, 3)) if known else 0.0


def _heats(looks: Sequence[Sighting | None]) -> list[float]:
    """Logarithms of odds of each look's heat."""
    return [_logit(UNSEEN_HEAT if one is None else one.heat) for one in looks]


def _mean(numbers: list[float]) -> float:
    return sum(numbers) / len(numbers)


def _contradicted(seen: Witnessed, face: int) -> bool:
    """Whether lattice or looks read another face, clearly, or the looks rather none at all."""
    fits, looks = seen.pattern.fits, looks_of(seen)
    votes, clear = [0] * 6, [0] * 6
    for one in looks:
        if one is not None and one.value is not None:
            votes[one.value - 1] += 1
            clear[one.value - 1] += float(one.faces.max()) > CLEARLY_READ
    outvoted = any(votes[other] >= max(votes[face], 1) for other in range(6) if other != face)
    lattice = seen.pattern.fit > FIRM_FIT and seen.pattern.fit - fits[face] > CLEAR_LEAD
    outvoted &= fits[face] < FIRM_FIT
    outvoted |= max(clear[face + 1 :], default=0) > max(votes[face], 1)
    return bool(lattice or outvoted or _unreadable(looks) > MOSTLY_NO_PIPS)


def _to_border(seen: Witnessed, evidence: Evidence) -> float:
    """Distance of a place to the picture's border in sides of its face."""
    right, below = evidence.width - 1 - seen.x, evidence.height - 1 - seen.y
    return min(seen.x, seen.y, right, below) / seen.side


def _logit(heat: float) -> float:
    heat = min(max(heat, 0.001), 0.999)
    return float(np.log(heat / (1 - heat)))


def _logistic(features: Vector, weights: Vector) -> float:
    return float(1 / (1 + np.exp(-np.clip(features @ weights, -30, 30))))


@cache
def shipped_joining() -> Joining:
    """The joining that ships with the package."""
    text = resources.files("vision.dice").joinpath("joining.json").read_text("utf-8")
    stored = json.loads(text)
    return Joining(
        presence=np.array([stored["presence"][name] for name in PRESENCE], np.float64),
        face=np.array([stored["face"][name] for name in FACE], np.float64),
        flat=np.array([stored["flat"][name] for name in FLAT], np.float64),
        sure=float(stored["sure"]),
        surely_empty=float(stored["surely_empty"]),
    )
