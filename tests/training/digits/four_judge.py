"""How far the reading of tetrahedra by their faces can be believed.

python -m tests.training.digits.four_judge --fonts FOLDER …

Knows the calibration of ``vision/dice/fours.py``, which it writes: of pictures with seeds of
their own, in the training's fonts and of the ray renderer. The tables are ``judge table``'s.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import cv2
import numpy as np

from tests.training.digits.glyphs import Glyphs
from tests.training.digits.judge import Exact, Heard, drawn, hear, regressed
from tests.training.digits.scenes import cases
from vision.dice.digits import DigitReader, tetrahedra
from vision.dice.fours import FEATURES, features

SEED = 700
DRAWN = ("tetra", "tetra", "tetra", "flat", "flat", "cube", "barrel", "many", "strange")
BY_RAYS = ("tip", "base", "flat", "flat", "tip", "base", "flat", "other", "cube")


def rows(heard: Sequence[Heard]) -> tuple[list[Exact], list[bool]]:
    """Features of all places whose faces were looked at, and whether the number is right."""
    x: list[Exact] = []
    y: list[bool] = []
    for one in heard:
        if one.four is not None:
            own, _ = tetrahedra(one.look, one.view)
            x.append(features(one.four, own, one.look.radius))
            right = int(one.four.chances.argmax()) + 1 == one.value
            y.append(right and one.kind in ("tip", "base", "flat"))
    return x, y


def main() -> None:
    """Fit and write."""
    parser = argparse.ArgumentParser(description="Calibrate the reading of tetrahedra.")
    parser.add_argument("--fonts", type=Path, nargs="+", required=True)
    parser.add_argument("--drawn", type=int, default=2400)
    parser.add_argument("--rays", type=int, default=1200)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    reader = DigitReader()
    glyphs = Glyphs(options.fonts, held_out=False)
    heard = hear(reader, drawn(SEED, options.drawn, glyphs, DRAWN))
    by_rays = cases(SEED + 1, options.rays, kinds=BY_RAYS)
    heard += hear(reader, islice(by_rays, options.rays))
    x, y = rows(heard)
    weights = regressed(np.array(x), np.array(y, np.float64))
    named = {n: round(float(w), 4) for n, w in zip(FEATURES, weights, strict=True)}
    Path("vision/dice/fours.json").write_text(json.dumps({"weights": named}, indent=1) + "\n")
    print(f"{len(heard)} dice, {len(x)} taken for tetrahedra, {sum(y)} read right: {named}")


if __name__ == "__main__":
    main()
