"""The likeliest throws of awaited dice, given what is believed of each die in view.

Knows probability over independent dice, summed exactly over all ways to the same throw.
Refuses to decide: the throws are for people to choose from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.dice import FACES, DiceSpec, FaceValue
from companion.table.snapshot import Suggestion

Throw = tuple[tuple[str, FaceValue], ...]

_MOST_THROWS = 5000
"""Partial throws kept at each die: more than ten six-sided dice have; with still more dice
only the likeliest are followed."""
_LEAST = 1e-9
"""No face of a die in view is believed to be quite impossible, nor any die to be certain."""


@dataclass(frozen=True, slots=True)
class DieBelief:
    """One die in view: ``kind`` as it counts, None when any; probability of values and of a die.

    What ``values`` leave of 1 is spread evenly over the other faces.
    """

    kind: str | None
    values: Mapping[FaceValue, float]
    confidence: float


def likeliest(expected: DiceSpec, dice: Sequence[DieBelief], most: int) -> tuple[Suggestion, ...]:
    """The likeliest throws of exactly the expected dice, best first, at most ``most``.

    Confidences sum to 1 over all throws that fit. With more dice in view than expected, any
    may be the one that does not count, the least sure first. With one die too few its faces
    are taken as equally likely; with more missing, or with kinds that cannot fit, there is
    nothing to suggest.
    """
    surplus = len(dice) - expected.total
    if surplus < -1 or any(die.kind is None and not expected.total for die in dice):
        return ()
    throws: dict[Throw, float] = {(): 1.0}
    for die in dice:
        throws = _kept(_with_die(throws, die, expected, may_drop=surplus > 0))
    if surplus == -1:
        throws = _kept(_completed(throws, expected))
    fitting = {throw: p for throw, p in throws.items() if len(throw) == expected.total}
    total = sum(fitting.values())
    if not total:
        return ()
    best = sorted(fitting.items(), key=lambda pair: (-pair[1], str(pair[0])))[:most]
    return tuple(Suggestion(throw, probability / total) for throw, probability in best)


def _with_die(
    throws: Mapping[Throw, float], die: DieBelief, expected: DiceSpec, may_drop: bool
) -> dict[Throw, float]:
    after: dict[Throw, float] = {}
    for throw, probability in throws.items():
        if may_drop:
            dropped = probability * max(1.0 - die.confidence, _LEAST)
            after[throw] = after.get(throw, 0.0) + dropped
        kinds = [die.kind] if die.kind is not None else [kind for kind, _ in expected.counts]
        for kind in kinds:
            room = expected.count(kind) - sum(1 for of, _ in throw if of == kind)
            if room < 1:
                continue
            for value, share in _shares(kind, die.values).items():
                longer = _sorted((*throw, (kind, value)))
                after[longer] = after.get(longer, 0.0) + probability * share
    return after


def _completed(throws: Mapping[Throw, float], expected: DiceSpec) -> dict[Throw, float]:
    after: dict[Throw, float] = {}
    for throw, probability in throws.items():
        for kind, count in expected.counts:
            faces = FACES.get(kind, ())
            if sum(1 for of, _ in throw if of == kind) < count:
                for value in faces:
                    longer = _sorted((*throw, (kind, value)))
                    after[longer] = after.get(longer, 0.0) + probability / len(faces)
    return after


def _shares(kind: str, values: Mapping[FaceValue, float]) -> dict[FaceValue, float]:
    """The probability of each face that a die of that kind has."""
    faces = FACES.get(kind) or tuple(values)
    known = {face: max(values[face], _LEAST) for face in faces if face in values}
    others = [face for face in faces if face not in values]
    rest = max(1.0 - sum(known.values()), _LEAST * len(others))
    known.update({face: rest / len(others) for face in others})
    return known


def _kept(throws: dict[Throw, float]) -> dict[Throw, float]:
    if len(throws) <= _MOST_THROWS:
        return throws
    best = sorted(throws.items(), key=lambda pair: (-pair[1], str(pair[0])))
    return dict(best[:_MOST_THROWS])


def _sorted(throw: Throw) -> Throw:
    return tuple(sorted(throw, key=lambda die: (die[0], type(die[1]).__name__, die[1])))
