"""Draws pictures for the training and for the judging into files.

python -m tests.training.digits.draw --count 60000 --out DIR --fonts FOLDER …
python -m tests.training.digits.draw --count 12000 --out DIR --fonts FOLDER … --held-out --seed 900

Knows the files: numpy archives of 999 pictures. Refuses to know nets. One process draws
about 120 pictures a second and core; start several with different seeds.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from tests.training.digits.glyphs import Glyphs
from tests.training.digits.shots import EXPOSURES, Seen, Shots

PER_FILE = 999
MOST_MARKS = 20


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """Pictures (n, side, side, 3), classes (n,), boxes (n, 3) and marks (n, MOST_MARKS, 5)."""

    images: npt.NDArray[np.uint8]
    kinds: npt.NDArray[np.int64]
    boxes: npt.NDArray[np.float32]
    marks: npt.NDArray[np.float32]


def main() -> None:
    """Draw what the command line asks for; files that are there already stay."""
    parser = argparse.ArgumentParser(description="Draw pictures of dice with numerals.")
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--fonts", type=Path, nargs="+", required=True)
    parser.add_argument("--held-out", action="store_true")
    parser.add_argument("--hard", type=float, default=0.55)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    options.out.mkdir(parents=True, exist_ok=True)
    glyphs = Glyphs(options.fonts, options.held_out)
    for number in range(options.count // PER_FILE):
        file = options.out / f"{options.seed:03d}-{number:04d}.npz"
        if file.exists():
            continue
        rng = np.random.default_rng([options.seed, number])
        shots = Shots(rng, glyphs, hard=options.hard)
        drawn = [shot for _ in range(PER_FILE // EXPOSURES) for shot in shots.draw()]
        part = file.with_suffix(".part")
        with part.open("wb") as target:
            np.savez(
                target,
                images=np.stack([shot.image_bgr for shot in drawn]),
                kinds=np.array([shot.kind for shot in drawn], np.int64),
                boxes=np.array([shot.box for shot in drawn], np.float32),
                marks=np.stack([_padded(shot.seen) for shot in drawn]),
            )
        part.rename(file)


def load(file: Path) -> Drawn:
    """What a file holds."""
    with np.load(file) as stored:
        return Drawn(stored["images"], stored["kinds"], stored["boxes"], stored["marks"])


def _padded(seen: Sequence[Seen]) -> npt.NDArray[np.float32]:
    """(MOST_MARKS, 5) marks, those that are not there with sign 0."""
    out = np.zeros((MOST_MARKS, 5), np.float32)
    some = seen[-MOST_MARKS:]
    if some:
        out[: len(some)] = some
    return out


if __name__ == "__main__":
    main()
