"""Fit the joining: python -m tests.tuning.fit [--model FILE] [--write]

Gathers the evidence of every photograph and of its distortions once (kept in a cache folder),
fits the two logistic models, chooses the thresholds, and prints the table of whole photographs
with each set left out of all of that in turn. ``--write`` stores the joining of all sets.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from companion.cli.lab_reading import Share
from tests.tuning.cases import CACHE, JUDGED, LEANING, Case, cases, rendered_cases
from tests.tuning.evaluate import show
from tests.tuning.photographs import D6_SETS
from vision.dice.joining import (
    FACE,
    FLAT,
    PRESENCE,
    Joining,
    Vector,
    face_beliefs,
    face_features,
    postures,
    presence_features,
    told_of_leaning,
)
from vision.dice.model import DiceModel
from vision.dice.neighbours import around
from vision.dice.reading import ONE_DIE, Decision, decide
from vision.values import Status

RENDERED_SETS = ("own", "rendered", "strange")

TRAINED_SETS = ("tables", "webcam")
"""Sets that the net is trained with; to be left out of all tuning they need a net of their own."""

OWN_REACH = 0.35
"""A place within this part of a side of a true die is that die."""

LEANING_SET = "rendered"
"""Scenes made to tell leaning dice from flat ones; they say nothing of the other two questions."""

STRANGE_SET = "strange"
"""Dice without pips, for judging alone: icons in the places of pips would teach to doubt pips."""

LEANING_RATE = 0.02
"""Of so many dice one leans where people throw into a tray."""

_ALWAYS_FLAT = np.array([0.0] * (len(FLAT) - 1) + [30.0])
"""Where the net cannot tell how a die lies."""

RIDGE = 1.0
"""Strength of the pull of coefficients towards zero."""

WRONG_COSTS = 25.0
"""A wrong reading costs as much as this many questions to the players."""

SURE = 0.65
"""Confidence from which a picture is sure: with sets left out no photograph goes wrong from 0.5 on,
rendered ones with leaning dice below this, and a question costs too (docs/decisions/0234)."""

LEAST_EMPTY = 0.85
"""No picture is surely empty below this, whatever the photographs at hand would allow."""


def logistic(rows: Iterable[Vector], targets: Iterable[bool], weights: Iterable[float]) -> Vector:
    """Coefficients of greatest likelihood with a ridge, by Newton's method."""
    x, y, w = np.array(list(rows)), np.array(list(targets), float), np.array(list(weights), float)
    ridge = RIDGE * np.eye(x.shape[1])
    ridge[-1, -1] = 0.01
    beta = np.zeros(x.shape[1])
    for _ in range(30):
        p = 1 / (1 + np.exp(-np.clip(x @ beta, -30, 30)))
        gradient = x.T @ (w * (y - p)) - ridge @ beta
        curvature = (x * (w * p * (1 - p))[:, None]).T @ x + ridge
        beta += np.linalg.solve(curvature, gradient)
    return np.asarray(beta, np.float64)


def fitted(all_cases: Sequence[Case]) -> Joining:
    """The three models and the thresholds from some cases; every set weighs the same.

    Leaning dice are made more often than they happen: they weigh as much as LEANING_RATE says.
    """
    presence: list[tuple[Vector, bool, float]] = []
    faces: list[tuple[Vector, bool, float]] = []
    flat: list[tuple[Vector, bool, float]] = []
    known = [c for c in all_cases if c.dice is not None and c.group != STRANGE_SET]
    count = {group: sum(c.group == group for c in known) for group in {c.group for c in known}}
    for case in known:
        weight = len(known) / len(count) / count[case.group]
        evidence = case.evidence
        about = around(evidence)
        for seen, inside, posture, propped in zip(
            evidence.places,
            about.inside.tolist(),
            postures(evidence, about),
            about.propped.tolist(),
            strict=True,
        ):
            if inside > 1 - ONE_DIE:
                continue  # the same die again, never judged
            own = [
                face
                for x, y, side, face in case.dice or ()
                if np.hypot(seen.x - x, seen.y - y) < OWN_REACH * side
                and 0.5 < seen.side / side < 2
            ]
            if case.group != LEANING_SET:
                features = presence_features(seen, evidence, inside, propped)
                presence.append((features, bool(own), weight))
            if own and own[0] != LEANING and case.group != LEANING_SET:
                right = int(face_beliefs(seen).argmax()) + 1 == own[0]
                faces.append((face_features(seen), right, weight))
            if own and told_of_leaning(seen):
                flat.append((posture, own[0] != LEANING, weight))
    joining = Joining(
        logistic(*zip(*presence, strict=True)),
        logistic(*zip(*faces, strict=True)),
        logistic(*zip(*_at_rate(flat), strict=True)) if flat else _ALWAYS_FLAT,
        0.9,
        0.8,
    )
    return replace(joining, sure=SURE, surely_empty=_surely_empty(all_cases, joining))


def _at_rate(flat: Sequence[tuple[Vector, bool, float]]) -> list[tuple[Vector, bool, float]]:
    """The same dice, those that lean with so much weight as they have at a real table."""
    level = sum(weight for _, lies, weight in flat if lies)
    leaning = sum(weight for _, lies, weight in flat if not lies)
    if not leaning:
        return list(flat)
    factor = LEANING_RATE / (1 - LEANING_RATE) * level / leaning
    return [(x, lies, weight if lies else weight * factor) for x, lies, weight in flat]


def _surely_empty(all_cases: Sequence[Case], joining: Joining) -> float:
    """The least confidence of an empty picture that costs least: see WRONG_COSTS."""
    loose = replace(joining, sure=0.0, surely_empty=0.0)
    told = []
    for case in all_cases:
        decision = decide(case.evidence, loose)
        if not decision.dice and case.group not in (LEANING_SET, STRANGE_SET):
            told.append((decision.confidence, is_right(decision, case)))
    return cheapest(told, LEAST_EMPTY)


def cheapest(readings: Sequence[tuple[float, bool]], least: float) -> float:
    """Which threshold costs least; of a range of them the middle, as far from both errors."""

    def cost(threshold: float) -> float:
        return sum(
            (0.0 if right else WRONG_COSTS) if confidence >= threshold else 1.0
            for confidence, right in readings
        )

    grid = [least, *np.arange(least, 0.996, 0.005).tolist()]
    costs = [cost(threshold) for threshold in grid]
    last = len(costs) - 1 - costs[::-1].index(min(costs))
    first = last
    while first > 0 and costs[first - 1] == costs[last]:
        first -= 1
    return float(grid[first] + grid[last]) / 2


def tally(
    all_cases: Iterable[Case], joining_of: Callable[[str], Joining]
) -> dict[str, tuple[int, int, int]]:
    """Whole pictures right, unsure and wrong by set."""
    table: dict[str, list[int]] = {}
    for case in all_cases:
        decision = decide(case.evidence, joining_of(case.group))
        row = table.setdefault(case.group, [0, 0, 0])
        if decision.status is Status.UNSURE and case.pips is not None:
            row[1] += 1
        else:
            row[0 if is_right(decision, case) else 2] += 1
    return {group: (row[0], row[1], row[2]) for group, row in table.items()}


def is_right(decision: Decision, case: Case) -> bool:
    """Whether a decision says what lies there; where it cannot be said, whether it is unsure."""
    if case.pips is None:
        return decision.status is Status.UNSURE
    return tuple(sorted(die.value for die in decision.dice)) == case.pips


def stored(joining: Joining) -> str:
    """The joining as the text of joining.json."""
    document = {
        "presence": dict(zip(PRESENCE, np.round(joining.presence, 4).tolist(), strict=True)),
        "face": dict(zip(FACE, np.round(joining.face, 4).tolist(), strict=True)),
        "flat": dict(zip(FLAT, np.round(joining.flat, 4).tolist(), strict=True)),
        "sure": round(joining.sure, 4),
        "surely_empty": round(joining.surely_empty, 4),
    }
    return json.dumps(document, indent=2) + "\n"


def _show(title: str, table: dict[str, tuple[int, int, int]]) -> None:
    """The photographs with their mean, and apart from them the rendered pictures."""
    show(title, [Share(group, *table[group], 0.0, 0.0) for group in D6_SETS])
    for group in RENDERED_SETS:
        if group in table:
            print("{}: right {}, unsure {}, wrong {}".format(group, *table[group]))


def main() -> None:
    """Fit, judge with each set left out, and store if asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, help="model file; the shipped one if left out")
    parser.add_argument("--cache", type=Path, default=CACHE)
    parser.add_argument(
        "--folds", type=Path, help="folder of models no_SET.onnx trained without that set"
    )
    parser.add_argument("--write", action="store_true", help="store joining.json")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    arguments.cache.mkdir(parents=True, exist_ok=True)
    model = DiceModel(arguments.model)
    everything = cases(model, arguments.cache) + rendered_cases(model, arguments.cache)
    joining = fitted(everything)
    print(stored(joining))
    taken = [case for case in everything if case.distortion == "as taken"]
    harder = [
        case
        for case in cases(model, arguments.cache, harder=JUDGED)
        if case.distortion != "as taken"
    ]
    _show("tuned on all", tally(taken, lambda _: joining))
    left_out = {
        group: fitted([case for case in everything if case.group != group])
        for group in (*D6_SETS, *RENDERED_SETS)
    }
    for group in TRAINED_SETS if arguments.folds else ():
        unseen = DiceModel(arguments.folds / f"no_{group}.onnx")
        taken = [case for case in taken if case.group != group]
        taken += [
            case
            for case in cases(unseen, arguments.cache, (group,))
            if case.distortion == "as taken"
        ]
    _show("each set left out", tally(taken, left_out.__getitem__))
    _show("distorted, left out", tally(harder, left_out.__getitem__))
    if arguments.write:
        Path("vision/dice/joining.json").write_text(stored(joining), "utf-8")


if __name__ == "__main__":
    main()
