"""Fit the joining: python -m tests.tuning.fit [--model FILE] [--write]

Gathers the evidence of every photograph and of its distortions once (kept in a cache folder),
fits the two logistic models, chooses the thresholds, and prints the table of whole photographs
with each set left out of all of that in turn. ``--write`` stores the joining of all sets.
"""

from __future__ import annotations

import argparse
import json
import pickle
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from companion.cli.lab_reading import Share
from hardware.simulated.scene import DieTruth
from tests.fixtures.truths import readable
from tests.tuning.distort import DISTORTIONS
from tests.tuning.evaluate import show
from tests.tuning.photographs import D6_SETS, Photograph, photographs
from tests.tuning.places import assigned
from tests.tuning.scenes import Scene, scenes
from vision.dice.evidence import Evidence, gather
from vision.dice.joining import (
    FACE,
    PRESENCE,
    Joining,
    Vector,
    crowding,
    face_beliefs,
    face_features,
    presence_features,
)
from vision.dice.model import DiceModel
from vision.dice.reading import ONE_DIE, Decision, decide
from vision.frame import load_picture
from vision.values import Status

OWN_PICTURES = Path(__file__).resolve().parents[1] / "fixtures" / "pictures"

RENDERED_SCENES = 96

CACHE = Path(tempfile.gettempdir()) / "evidence"
"""Where evidence is kept: gathering it takes much longer than fitting."""

RENDERED_SETS = ("own", "rendered")

TRAINED_SETS = ("tables", "webcam")
"""Sets that the net is trained with; to be left out of all tuning they need a net of their own."""

IN_VIEW = 0.2
"""A die of which a hand leaves less than this part to be seen is not in view."""

OWN_REACH = 0.35
"""A place within this part of a side of a true die is that die."""

RIDGE = 1.0
"""Strength of the pull of coefficients towards zero."""

WRONG_COSTS = 25.0
"""A wrong reading costs as much as this many questions to the players."""

LEAST_SURE = 0.85
"""No picture is sure below this, whatever the photographs at hand would allow."""

KEPT_DISTORTIONS = 1
"""Distortions of each photograph that are used, beside the photograph as taken."""


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """One picture: its set, distortion, evidence, label, and its dice where they are known.

    ``pips`` None: something lies there that cannot be read, so only *unsure* is right. A die
    is x, y, side and face, the face 0 where it cannot be read.
    """

    group: str
    distortion: str
    evidence: Evidence
    pips: tuple[int, ...] | None
    dice: tuple[tuple[float, float, float, int], ...] | None


def cases(model: DiceModel, cache: Path, groups: Sequence[str] = D6_SETS) -> list[Case]:
    """The cases of some sets, gathered or taken from the cache."""
    found: list[Case] = []
    for index, photo in enumerate(photographs(tuple(groups))):
        file = cache / f"{model.digest()[:12]}-{photo.path.stem}.pickle"
        if file.exists():
            found += pickle.loads(file.read_bytes())
            continue
        made = _cases_of(model, photo, index)
        file.write_bytes(pickle.dumps(made))
        found += made
    return found


def _cases_of(model: DiceModel, photo: Photograph, index: int) -> list[Case]:
    image = load_picture(photo.path)
    evidence = gather(model, image)
    matched = assigned(evidence, photo.pips)
    dice = None if matched is None else tuple((*seen.place, face) for seen, face in matched)
    made = [Case(photo.group, "as taken", evidence, photo.pips, dice)]
    names = [name for name in DISTORTIONS if name != "as taken"]
    side = float(np.median([one[2] for one in dice])) if dice else max(image.shape) / 10
    for step in range(KEPT_DISTORTIONS if dice is not None else 0):
        name = names[(index * 3 + step) % len(names)]
        harder = DISTORTIONS[name](image, side)
        scale = harder.shape[1] / image.shape[1]
        places = tuple((x * scale, y * scale, s * scale, v) for x, y, s, v in dice or ())
        made.append(Case(photo.group, name, gather(model, harder), photo.pips, places))
    return made


def rendered_cases(model: DiceModel, cache: Path) -> list[Case]:
    """Rendered pictures, whose truth is known exactly, dice of no value too.

    Those of tests/fixtures are the set "own"; scenes made for this alone the set "rendered".
    """
    file = cache / f"{model.digest()[:12]}-rendered.pickle"
    if not file.exists():
        made = [_own(model, truth) for truth in sorted(OWN_PICTURES.glob("*.json"))]
        made += [_rendered(model, scene) for scene in scenes(RENDERED_SCENES)]
        file.write_bytes(pickle.dumps(made))
    return list(pickle.loads(file.read_bytes()))


def _rendered(model: DiceModel, scene: Scene) -> Case:
    seen = [die for die in scene.truth if die.visible >= IN_VIEW]
    dice = tuple((*die.centre_px, die.size_px, _face_that_counts(die)) for die in seen)
    known = sorted(face for *_, face in dice)
    pips = None if 0 in known else tuple(known)
    return Case("rendered", "as taken", gather(model, scene.image_bgr), pips, dice)


def _face_that_counts(die: DieTruth) -> int:
    return int(die.value) if readable(die) else 0


def _own(model: DiceModel, truth: Path) -> Case:
    told = json.loads(truth.read_text("utf-8"))
    seen = [die for die in told["dice"] if die["visible"] >= IN_VIEW]
    known = [die["value"] if die["readable"] and die["kind"] == "d6" else 0 for die in seen]
    dice = tuple(
        (*die["centre_px"], die["size_px"], face) for die, face in zip(seen, known, strict=True)
    )
    evidence = gather(model, load_picture(truth.with_name(told["file"])))
    pips = None if 0 in known else tuple(sorted(known))
    return Case("own", "as taken", evidence, pips, dice)


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
    """Both models and the thresholds from some cases; every set weighs the same."""
    presence: list[tuple[Vector, bool, float]] = []
    faces: list[tuple[Vector, bool, float]] = []
    known = [case for case in all_cases if case.dice is not None]
    count = {group: sum(c.group == group for c in known) for group in {c.group for c in known}}
    for case in known:
        weight = len(known) / len(count) / count[case.group]
        for seen, inside in zip(case.evidence.places, crowding(case.evidence), strict=True):
            if inside > 1 - ONE_DIE:
                continue  # the same die again, never judged
            own = [
                face
                for x, y, side, face in case.dice or ()
                if np.hypot(seen.x - x, seen.y - y) < OWN_REACH * side
                and 0.5 < seen.side / side < 2
            ]
            presence.append((presence_features(seen, case.evidence, inside), bool(own), weight))
            if own:
                right = int(face_beliefs(seen).argmax()) + 1 == own[0]
                faces.append((face_features(seen), right, weight))
    joining = Joining(
        logistic(*zip(*presence, strict=True)), logistic(*zip(*faces, strict=True)), 0.9, 0.8
    )
    return Joining(joining.presence, joining.face, *_thresholds(all_cases, joining))


def _thresholds(all_cases: Sequence[Case], joining: Joining) -> tuple[float, float]:
    """The least confidences that cost least: a wrong reading WRONG_COSTS times a question."""
    loose = Joining(joining.presence, joining.face, 0.0, 0.0)
    with_dice: list[tuple[float, bool]] = []
    without: list[tuple[float, bool]] = []
    for case in all_cases:
        decision = decide(case.evidence, loose)
        if decision.status is Status.UNSURE:
            continue  # a die is seen and not read: no threshold makes that certain
        right = is_right(decision, case)
        (with_dice if decision.dice else without).append((decision.confidence, right))
    return _cheapest(with_dice, LEAST_SURE), _cheapest(without, LEAST_SURE)


def _cheapest(readings: Sequence[tuple[float, bool]], least: float) -> float:
    def cost(threshold: float) -> float:
        return sum(
            (0.0 if right else WRONG_COSTS) if confidence >= threshold else 1.0
            for confidence, right in readings
        )

    grid = [least, *np.arange(least, 0.996, 0.005).tolist()]
    return float(min(grid, key=lambda threshold: (cost(threshold), -threshold)))


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
    harder = [case for case in everything if case.distortion != "as taken"]
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
