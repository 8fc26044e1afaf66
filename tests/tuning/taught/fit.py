"""The weights of the matcher, and how honest it is on sets of dice that it was not fitted to.

Knows features and truths. Refuses to know dice.

    python -m tests.tuning.taught.fit FILE.npz --features FILE.npz    compare all faces (slow)
    python -m tests.tuning.taught.fit FILE.npz --features FILE.npz --write    and keep the weights

With the dice of ``colours`` and ``--colours-only`` the weights of prints stay as they ship and
those of plain coloured sides are fitted.

Every set of dice is left out of the fit that judges it: half of the sets are judged with
weights fitted to the other half, and the other way round.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass, replace
from itertools import pairwise
from math import sqrt
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.tuning.taught.cases import KINDS, NONE
from vision.dice.taught import Example, FaceMatcher, taken
from vision.dice.taught_evidence import (
    COLOURS_AGREE,
    FEATURES,
    OF_COLOURS,
    Weights,
    agreed,
    chances,
    shipped_weights,
)
from vision.dice.taught_face import FACE_PX

Vector = NDArray[np.float64]

WEIGHTS = Path("vision/dice/taught.json")
ROUNDS = 1500
RATE = 0.05
HOLD = 5e-4
"""Pull of every weight towards 0."""

NEARLY_ALIKE = 4
NEAREST = 2.4
"""Of so many dice one is thought to show such a colour; and how well that agrees: as untaught
yellow does with orange under a bulb."""

KNOWN = {"colour": 1.0, "spots": -3.0}
"""Weights that are not fitted: agreement is a logarithm of probabilities already, and hardly any
rendered plain side has spots."""

BINS = (0.0, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 0.99, 1.0)


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """One die asked about: rows of features, the label of each row, and the true label."""

    rows: Vector
    labels: tuple[str, ...]
    truth: str
    number: int
    kind: str
    side_px: float
    tilt_deg: float


def main() -> None:
    """Fit, judge and perhaps write."""
    parser = argparse.ArgumentParser(description="Fit the matcher of taught faces.")
    parser.add_argument("cases", type=Path)
    parser.add_argument("--features", type=Path, required=True)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--most", type=int, default=10_000, help="asked dice of each set")
    parser.add_argument("--colours-only", action="store_true", help="keep the weights of prints")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    if not options.features.exists():
        compare(options.cases, options.features, options.most)
    asked = _asked(options.cases, options.features)
    judged = []
    for half in (0, 1):
        weights = fit([one for one in asked if _half(one) != half], options.colours_only)
        judged += [(one, _labelled(one, weights)) for one in asked if _half(one) == half]
    print(table(judged))
    weights = fit(asked, options.colours_only)
    print({name: round(float(w), 3) for name, w in zip(FEATURES, weights.features, strict=True)})
    if options.write:
        stored = {
            "made by": "python -m tests.tuning.taught.fit",
            "weights": {
                name: round(float(w), 4) for name, w in zip(FEATURES, weights.features, strict=True)
            },
        }
        WEIGHTS.write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")


def _half(one: Asked) -> int:
    """Which half a set is in; every kind of die is in both."""
    return (one.number + one.number // len(KINDS)) % 2


def compare(cases: Path, out: Path, most: int) -> None:
    """Compare asked dice, up to ``most`` of each set, with the set's faces; keep the features."""
    columns, rng = dict(np.load(cases)), np.random.default_rng(0)
    nothing = Weights(np.zeros(len(FEATURES)))
    rows, owners, labels = [], [], []
    for number in np.unique(columns["q_set"]):
        examples = [_taught(columns, int(k)) for k in np.flatnonzero(columns["t_set"] == number)]
        if not examples:
            continue
        matcher = FaceMatcher(examples, nothing)
        asked = np.flatnonzero(columns["q_set"] == number)
        for which in sorted(rng.permutation(asked)[:most]):
            middle = (columns["q_cut"].shape[1] - 1) / 2
            match = matcher.match(
                columns["q_cut"][which], middle, middle, FACE_PX, float(columns["q_side"][which])
            )
            rows += list(match.features)
            labels += [str(one.label) for one in examples]
            owners += [int(which)] * len(examples)
    np.savez_compressed(out, rows=np.array(rows), owners=np.array(owners), labels=np.array(labels))


def fit(asked: list[Asked], colours_only: bool = False) -> Weights:
    """Weights that make the truths likeliest: a softmax over faces and none, by descent."""
    weights = np.zeros(len(FEATURES))
    weights[0], weights[1], weights[FEATURES.index("one")] = -3.0, 1.0, -3.0
    free = np.ones(len(FEATURES))
    for name, weight in KNOWN.items():
        weights[FEATURES.index(name)], free[FEATURES.index(name)] = weight, 0.0
    if colours_only:
        weights[:-OF_COLOURS] = shipped_weights().features[:-OF_COLOURS]
        free[:-OF_COLOURS] = 0.0
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    asked = [*asked, *_nearly_alike(asked)]
    rows, group, label_of, truth = _flat(asked)
    for step in range(1, ROUNDS + 1):
        evidence = rows @ weights
        best = _best_of_labels(evidence, label_of)
        top = evidence[best]
        most = np.maximum(np.full(len(asked), 0.0), _max_by(top, group[best], len(asked)))
        odds = np.exp(top - most[group[best]])
        total = np.bincount(group[best], odds, len(asked)) + np.exp(-most)
        error = odds / total[group[best]] - truth[best]
        slope = rows[best].T @ error / len(asked) + HOLD * weights
        first = 0.9 * first + 0.1 * slope
        second = 0.99 * second + 0.01 * slope**2
        scale = (1 - 0.99**step) ** 0.5 / (1 - 0.9**step)
        weights -= free * RATE * scale * first / (np.sqrt(second) + 1e-8)
    return Weights(weights)


def _nearly_alike(asked: list[Asked]) -> list[Asked]:
    """Some of the dice once more as sides that were not taught, in a colour that a lamp nearly
    turns into a taught one: too few of the rendered sets have one, and nothing else tells them."""
    colour = FEATURES.index("colour")
    plain = [one for one in asked if one.truth != NONE and one.rows[:, colour].max() > 0]
    out = []
    for one in plain[::NEARLY_ALIKE]:
        rows = one.rows.copy()
        best = int(rows[:, colour].argmax())
        rows[:, colour] = min(COLOURS_AGREE)
        rows[best, colour] = agreed(NEAREST)
        out.append(replace(one, rows=rows, truth=NONE))
    return out


def table(judged: list[tuple[Asked, dict[str, float]]]) -> str:
    """Reliability: per band of probability how many likeliest labels were right."""
    lines = ["probability   readings   right   share (95 %)"]
    named = [
        (max(odds.values()), max(odds, key=lambda label: odds[label]) == one.truth, one)
        for one, odds in judged
    ]
    for low, high in pairwise(BINS):
        inside = [good for p, good, _ in named if low <= p < high]
        if inside:
            share, n = sum(inside) / len(inside), len(inside)
            off = 1.96 * sqrt(max(share * (1 - share), 1e-9) / n)
            lines.append(
                f"{low:.2f}-{high:.2f}     {n:6}  {sum(inside):6}   {share:.4f} ± {off:.4f}"
            )
    lines.append("kind        asked   read (p>=.99)  wrong   none named at .5")
    for kind in sorted({one.kind for _, _, one in named}):
        own = [(p, good, one) for p, good, one in named if one.kind == kind]
        for known in (True, False):
            part = [(p, good) for p, good, one in own if (one.truth != NONE) == known]
            if part:
                sure = [good for p, good in part if p >= 0.99]
                lines.append(
                    f"{kind:9} {'taught' if known else 'none':7} {len(part):5} {len(sure):6}"
                    f" {len(sure) - sum(sure):6} {sum(p < 0.5 for p, _ in part):6}"
                )
    wrong = [(one, odds) for one, odds in judged if max(odds.values()) >= 0.9]
    for one, odds in wrong:
        named_as = max(odds, key=lambda label: odds[label])
        if named_as != one.truth:
            lines.append(
                f"wrong: set {one.number} {one.kind} {one.truth or 'none'!r} as {named_as!r} at"
                f" {odds[named_as]:.4f}, {one.side_px:.0f} px, tilt {one.tilt_deg:.0f}"
            )
    return "\n".join(lines)


def _taught(columns: dict[str, NDArray[np.generic]], which: int) -> Example:
    picture = np.asarray(columns["t_cut"][which], np.uint8)
    middle = (picture.shape[0] - 1) / 2
    scale = float(np.asarray(columns["t_side"])[which]) / FACE_PX
    example = taken(picture, str(columns["t_label"][which]), middle, middle, FACE_PX)
    return Example(example.label, example.image_bgr, example.side_px * scale)


def _asked(cases: Path, features: Path) -> list[Asked]:
    columns, compared = dict(np.load(cases)), dict(np.load(features))
    rows, labels = compared["rows"], compared["labels"]
    bounds = np.flatnonzero(np.diff(compared["owners"])) + 1
    out = []
    for part in np.split(np.arange(len(rows)), bounds):
        which = int(compared["owners"][part[0]])
        out.append(
            Asked(
                rows[part],
                tuple(str(label) for label in labels[part]),
                str(columns["q_label"][which]),
                int(columns["q_set"][which]),
                str(columns["q_kind"][which]),
                float(columns["q_side"][which]),
                float(columns["q_tilt"][which]),
            )
        )
    return out


def _labelled(one: Asked, weights: Weights) -> dict[str, float]:
    best: dict[str, float] = {}
    for label, value in zip(one.labels, one.rows @ weights.features, strict=True):
        best[label] = max(float(value), best.get(label, -np.inf))
    odds = chances(np.array(list(best.values())))
    return dict(zip(best, (float(p) for p in odds), strict=True))


def _flat(asked: list[Asked]) -> tuple[Vector, NDArray[np.intp], NDArray[np.intp], Vector]:
    """All rows, the die of each, a number for each label of each die, and what is true."""
    rows = np.concatenate([one.rows for one in asked])
    group = np.concatenate([np.full(len(one.rows), k) for k, one in enumerate(asked)])
    labels, truth, count = [], [], 0
    for one in asked:
        own = {label: count + k for k, label in enumerate(dict.fromkeys(one.labels))}
        count += len(own)
        labels += [own[label] for label in one.labels]
        truth += [float(label == one.truth) for label in one.labels]
    return rows, group, np.array(labels), np.array(truth)


def _best_of_labels(evidence: Vector, label_of: NDArray[np.intp]) -> NDArray[np.intp]:
    order = np.lexsort((-evidence, label_of))
    first = np.r_[True, np.diff(label_of[order]) != 0]
    return np.asarray(order[first], np.intp)


def _max_by(values: Vector, group: NDArray[np.intp], count: int) -> Vector:
    out = np.full(count, -np.inf)
    np.maximum.at(out, group, values)
    return out


if __name__ == "__main__":
    main()
