"""Is a confidence a probability? python -m tests.tuning.reliability [--model FILE] [--folds DIR]

Every set is read with a joining that was fitted without it (and, with ``--folds``, with a net that
has not seen it). Readings are put together by the confidence they were given; the table tells
what part of them is right, with the interval that their number can prove (Clopper and Pearson,
95 %). Photographs, rendered pictures and those with dice without pips are shown apart, dice and
whole pictures too.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np

from tests.tuning.cases import CACHE, JUDGED, Case, cases, rendered_cases
from tests.tuning.fit import (
    LEANING_SET,
    OWN_REACH,
    RENDERED_SETS,
    STRANGE_SET,
    TRAINED_SETS,
    fitted,
    is_right,
)
from tests.tuning.photographs import D6_SETS
from vision.dice.joining import Joining
from vision.dice.model import DiceModel
from vision.dice.reading import decide

EDGES = (0.0, 0.3, 0.5, 0.7, 0.85, 0.95, 0.99, 0.999, 1.0)
"""Readings whose confidence lies between two of these are put together."""

FOLDS_OF_RENDERED = 3

LEFT_OUT = 0.05
"""The interval is wrong for so many of such tables."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """One reading: the confidence it was given, and whether it was right."""

    confidence: float
    right: bool


@dataclass(frozen=True, slots=True)
class Bin:
    """Readings of like confidence: how many, how many right, the mean confidence."""

    low: float
    high: float
    count: int
    right: int
    mean: float

    @property
    def interval(self) -> tuple[float, float]:
        """Between these the true part of right ones lies, with 95 % certainty."""
        return interval(self.right, self.count)


def interval(right: int, count: int) -> tuple[float, float]:
    """The exact interval of Clopper and Pearson for ``right`` of ``count``."""
    if count == 0:
        return 0.0, 1.0
    low = 0.0 if right == 0 else _root(lambda p: 1 - _at_most(right - 1, count, p), LEFT_OUT / 2)
    high = 1.0 if right == count else _root(lambda p: -_at_most(right, count, p), -LEFT_OUT / 2)
    return low, high


def _at_most(right: int, count: int, p: float) -> float:
    """Probability of at most so many right ones where each is right with probability p."""
    if p <= 0.0 or p >= 1.0:
        return 1.0 if p <= 0.0 or right >= count else 0.0
    logs = [
        math.lgamma(count + 1)
        - math.lgamma(k + 1)
        - math.lgamma(count - k + 1)
        + k * math.log(p)
        + (count - k) * math.log1p(-p)
        for k in range(right + 1)
    ]
    return float(min(1.0, np.exp(logs).sum()))


def _root(rising: Callable[[float], float], wanted: float) -> float:
    """Where a rising function of 0 to 1 reaches a value."""
    low, high = 0.0, 1.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if rising(middle) < wanted else (low, middle)
    return (low + high) / 2


def bins(found: Sequence[Judgement]) -> list[Bin]:
    """The readings by confidence, empty bins left out; 1 belongs to the last."""
    made = []
    for low, high in pairwise(EDGES):
        last = high == EDGES[-1]
        own = [one for one in found if low <= one.confidence and (one.confidence < high or last)]
        if own:
            mean = float(np.mean([one.confidence for one in own]))
            made.append(Bin(low, high, len(own), sum(one.right for one in own), mean))
    return made


def dice_of(case: Case, joining: Joining) -> Iterator[Judgement]:
    """Every die that is read with a value: is it there, and that value?"""
    for die in decide(case.evidence, joining).dice:
        true = [
            face
            for x, y, side, face in case.dice or ()
            if np.hypot(die.seen.x - x, die.seen.y - y) < OWN_REACH * side
        ]
        yield Judgement(die.presence * die.face_confidence * die.flat, true[:1] == [die.value])


def picture_of(case: Case, joining: Joining) -> Judgement:
    """The whole picture: are all dice right, and none left out?"""
    loose = replace(joining, sure=0.0, surely_empty=0.0)
    decision = decide(case.evidence, loose)
    return Judgement(decision.confidence, case.pips is not None and is_right(decision, case))


def table(title: str, found: Iterable[Judgement]) -> str:
    """The reliability as a table in Markdown."""
    lines = [f"{title}:", "", "| given | readings | mean given | right | interval |"]
    lines.append("|---|---|---|---|---|")
    for one in bins(list(found)):
        low, high = one.interval
        lines.append(
            f"| {one.low:g} to {one.high:g} | {one.count} | {one.mean:.3f} |"
            f" {100 * one.right / one.count:.1f} % | {100 * low:.1f} to {100 * high:.1f} % |"
        )
    return "\n".join(lines) + "\n"


def main() -> None:
    """Print the six tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, help="model file; the shipped one if left out")
    parser.add_argument("--cache", type=Path, default=CACHE)
    parser.add_argument("--folds", type=Path, help="folder of models no_SET.onnx")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    arguments.cache.mkdir(parents=True, exist_ok=True)
    model = DiceModel(arguments.model)
    known = cases(model, arguments.cache) + rendered_cases(model, arguments.cache)
    tested: list[tuple[Case, Joining]] = []
    made = [case for case in known if case.group in RENDERED_SETS]
    for half in range(FOLDS_OF_RENDERED):
        # Only rendered dice lean: each part is judged by what the other parts and all
        # photographs teach.
        own = made[half::FOLDS_OF_RENDERED]
        ids = {id(case) for case in own}
        joining = fitted([case for case in known if id(case) not in ids])
        tested += [(case, joining) for case in own]
    for group in D6_SETS:
        joining = fitted([case for case in known if case.group != group])
        unseen = model
        if arguments.folds and group in TRAINED_SETS:
            unseen = DiceModel(arguments.folds / f"no_{group}.onnx")
        own = cases(unseen, arguments.cache, (group,), JUDGED)
        tested += [(case, joining) for case in own]
    for name, groups in (
        ("photographs", D6_SETS),
        ("rendered pictures", ("own", LEANING_SET)),
        ("pictures with strange dice", (STRANGE_SET,)),
    ):
        some = [(c, j) for c, j in tested if c.group in groups]
        labelled = [(c, j) for c, j in some if c.dice is not None]
        print(table(f"Dice on {name}", (one for c, j in labelled for one in dice_of(c, j))))
        print(table(f"Whole {name}", (picture_of(c, j) for c, j in some)))


if __name__ == "__main__":
    main()
