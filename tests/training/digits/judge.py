"""How well numerals are read, and how far the confidence can be believed.

python -m tests.training.digits.judge fit --fonts FOLDER … --write
python -m tests.training.digits.judge table --fonts FOLDER …

Knows the calibration and the tables of ``docs/reading.md``. Refuses to know the training.
``fit`` uses pictures of its own seeds in the training's fonts and of the ray renderer;
``table`` other seeds, and fonts that neither saw.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.training.digits.bodies import BARREL, FLAT, OTHER, TETRA
from tests.training.digits.glyphs import Glyphs
from tests.training.digits.scenes import Case, cases
from tests.training.digits.shots import Shots
from vision.dice.digits import (
    FEATURES,
    RADIUS_OF_SIDE,
    Calibration,
    DigitReader,
    Look,
    features,
    guess_of,
    joined,
    shipped_calibration,
    with_faces,
)
from vision.dice.fours import FourSeen, shipped_four_calibration
from vision.dice.kinds import OtherPlace
from vision.values import DieKind, View

Exact = NDArray[np.float64]

SIDE = 160
FIT_SEED, TABLE_SEED = 500, 900
BOUNDS = (0.0, 0.5, 0.8, 0.9, 0.97, 0.99, 0.999, 1.0)
SURE = 0.99
RIDGE = 1e-3
_FIRST = {"cube": 0, "barrel": BARREL, "tip": TETRA, "base": TETRA, "flat": FLAT}


@dataclass(frozen=True, slots=True, eq=False)
class Heard:
    """A case with what the net said of it."""

    kind: str
    value: int | None
    side: float
    look: Look
    four: FourSeen | None

    @property
    def true_class(self) -> int:
        """The class that the net should give."""
        return OTHER if self.value is None else _FIRST[self.kind] + self.value - 1

    @property
    def view(self) -> View:
        """From where it is seen."""
        return View.BELOW if self.kind == "flat" else View.ABOVE


def drawn(seed: int, count: int, glyphs: Glyphs, kinds: Sequence[str] = ()) -> Iterator[Case]:
    """Cases by the quick drawing of the training, in other sizes and with these fonts."""
    rng = np.random.default_rng(seed)
    shots = Shots(rng, glyphs, SIDE)
    chance = shots.chance
    for _ in range(count // 2):
        radius = chance.scale(13, 56)
        light, number = shots.lit((0.0, 0.0), radius, kinds)
        if number is None:
            continue
        kind, value = _named(number)
        for _ in range(2):
            x, y = (SIDE / 2 - 0.5 + chance.between(-0.15, 0.15) * radius for _ in range(2))
            side = radius / RADIUS_OF_SIDE * chance.between(0.8, 1.25)
            yield Case(shots.exposed(light, radius), kind, value, (x, y, side))


def hear(reader: DigitReader, some: Iterator[Case]) -> list[Heard]:
    """Show all cases to the net."""
    found = []
    for case in some:
        (look,) = reader.look(case.image_bgr, [case.place])
        one = Heard(case.kind, case.value, case.place[2], look, None)
        found.append(replace(one, four=reader.faces(case.image_bgr, look, one.view)))
    return found


def fitted(heard: Sequence[Heard]) -> Calibration:
    """From all places whose likeliest class is a die's."""
    rows, right = [], []
    for one in heard:
        best = int(joined(one.look).argmax())
        if best != OTHER:
            rows.append(features(one.look))
            right.append(best == one.true_class)
    return Calibration(regressed(np.array(rows), np.array(right, np.float64)))


def regressed(x: Exact, y: Exact) -> Exact:
    """Weights of a logistic regression by Newton's method; (n, k) rows and (n,) 0 or 1."""
    weights = np.zeros(x.shape[1])
    for _ in range(60):
        p = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        slope = x.T @ (y - p) - RIDGE * weights
        curve = (x * (p * (1 - p))[:, None]).T @ x + RIDGE * np.eye(len(weights))
        weights = weights + np.linalg.solve(curve, slope)
    return weights


def outcome(one: Heard, calibration: Calibration) -> tuple[float, bool] | None:
    """Confidence of the answer and whether it is right; None where nothing is answered."""
    view = one.view
    place = OtherPlace(one.look.x, one.look.y, one.side, 1.0, np.eye(9)[8])
    guess = guess_of(one.look, place, view, calibration)
    if one.four is not None:
        fours = shipped_four_calibration()
        guess = with_faces(guess, one.four, one.look, place, view, fours)
    if guess is None:
        return None
    kind = DieKind.D6_NUMERAL if one.kind == "cube" else DieKind.D4
    return guess.confidence, guess.kind is kind and guess.value == one.value


def print_table(name: str, heard: Sequence[Heard], calibration: Calibration) -> None:
    """The reliability by confidence, and right, unsure and wrong by kind."""
    answers = [outcome(one, calibration) for one in heard]
    print(f"\n{name}: {len(heard)} dice\n")
    print("| confidence | answers | right | share right | 95 % interval |\n|---|---|---|---|---|")
    for low, high in pairwise(BOUNDS):
        some = [a[1] for a in answers if a and low <= a[0] < (high if high < 1 else 1.01)]
        if some:
            least, most = wilson(sum(some), len(some))
            share = f"{sum(some) / len(some):.4f} | {least:.4f} to {most:.4f} |"
            print(f"| {low} to {high} | {len(some)} | {sum(some)} | {share}")
    print("\n| kind | dice | sure and right | unsure | sure and wrong |\n|---|---|---|---|---|")
    counts: Counter[tuple[str, str]] = Counter()
    for one, answer in zip(heard, answers, strict=True):
        sure = answer is not None and answer[0] >= SURE
        word = ("right" if answer and answer[1] else "wrong") if sure else "unsure"
        counts[one.kind, word] += 1
    for kind in sorted({one.kind for one in heard}):
        n = [counts[kind, word] for word in ("right", "unsure", "wrong")]
        print(f"| {kind} | {sum(n)} | {n[0]} | {n[1]} | {n[2]} |")


def wilson(hits: int, count: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson 1927)."""
    z = 1.96
    share = hits / count
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z / (1 + z * z / count)
    half *= float(np.sqrt(share * (1 - share) / count + z * z / (4 * count * count)))
    return max(0.0, middle - half), min(1.0, middle + half)


def main() -> None:
    """Fit or print."""
    parser = argparse.ArgumentParser(description="Judge the reading of numerals.")
    parser.add_argument("what", choices=("fit", "table"))
    parser.add_argument("--fonts", type=Path, nargs="+", required=True)
    parser.add_argument("--model", type=Path)
    parser.add_argument("--drawn", type=int, default=6000)
    parser.add_argument("--rays", type=int, default=3000)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    reader = DigitReader(options.model)
    fit = options.what == "fit"
    seed = FIT_SEED if fit else TABLE_SEED
    glyphs = Glyphs(options.fonts, held_out=not fit)
    by_hand = hear(reader, drawn(seed, options.drawn, glyphs))
    by_rays = hear(reader, islice(cases(seed + 1, options.rays), options.rays))
    calibration = fitted(by_hand + by_rays) if fit else shipped_calibration()
    if fit and options.write:
        weights = {
            n: round(float(w), 4) for n, w in zip(FEATURES, calibration.weights, strict=True)
        }
        into = Path("vision/dice/digits.json")
        into.write_text(json.dumps({"weights": weights}, indent=1) + "\n", "utf-8")
    print_table("Drawn quickly", by_hand, calibration)
    print_table("Drawn by rays", by_rays, calibration)


def _named(number: int) -> tuple[str, int | None]:
    for kind in ("flat", "tip", "barrel", "cube"):
        if OTHER > number >= _FIRST[kind]:
            return kind, number - _FIRST[kind] + 1
    return "other", None


if __name__ == "__main__":
    main()
