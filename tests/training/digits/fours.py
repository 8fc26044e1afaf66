"""Draws what the two nets of tetrahedra learn from into files.

python -m tests.training.digits.fours --count 6000 --seed 51 --out DIR --fonts FOLDER …

Knows tetrahedra with the places of their corners, and their faces laid flat. Refuses to know
nets. Beside tetrahedra it draws some other dice, on which there are no corners and no number
can be told.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from hardware.simulated.scene.sensor import Picture
from tests.training.digits.bodies import FLAT, TETRA
from tests.training.digits.canvas import Laid
from tests.training.digits.glyphs import Glyphs
from tests.training.digits.shots import Shots
from vision.dice.crop import cut
from vision.dice.four_corners import SHOWN_PX, SHOWN_RADIUS_PX
from vision.dice.four_faces import NONE, triples, unfolded
from vision.dice.fours import LEAST_RADIUS_PX

SIDE = 160
LEAST_RADIUS, MOST_RADIUS = LEAST_RADIUS_PX, 70.0
OTHERS = ("cube", "barrel", "many", "strange")
PER_FILE = 250
EXPOSURES = 2
LOOKS = 2
"""Cut-outs, and sets of unfolded faces, of each picture."""
NEITHER, ABOVE, BELOW = 0, 1, 2

Exact = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Four:
    """A picture with one die: ``side``: NEITHER, ABOVE or BELOW; ``points``: (4, 2) tip and
    corners clockwise; ``numbers``: (4,) what they bear, from 1; ``radius``: in pixels."""

    image_bgr: Picture
    side: int
    points: Exact
    numbers: tuple[int, ...]
    middle: tuple[float, float]
    radius: float


def four(shots: Shots) -> list[Four]:
    """One die, exposed several times."""
    chance = shots.chance
    radius = chance.scale(LEAST_RADIUS, MOST_RADIUS)
    other = chance.happens(0.1)
    kinds = OTHERS if other else ("tetra", "tetra", "flat")
    light, kind = shots.lit((0.0, 0.0), radius, kinds)
    middle = (SIDE / 2 - 0.5, SIDE / 2 - 0.5)
    points, side = _anything(shots, middle, radius), NEITHER
    numbers: tuple[int, ...] = (0, 0, 0, 0)
    if kind is not None and shots.laid is not None and TETRA <= kind < FLAT + 4:
        side = ABOVE if kind < FLAT else BELOW
        points, numbers = corners(shots.laid, kind)
    return [
        Four(shots.exposed(light, radius), side, points, numbers, middle, radius)
        for _ in range(EXPOSURES)
    ]


def corners(laid: Laid, kind: int) -> tuple[Exact, tuple[int, ...]]:
    """The tip and the foot's corners clockwise as seen, and their numbers."""
    body, marks = laid.posed.body, laid.posed.marks
    # Marks come face by face, each for the corners that the face has.
    numbers = [int(marks[k].text) for k in (3, 0, 1, 2)]
    counts = kind - (TETRA if kind < FLAT else FLAT) + 1
    far = float(body.points[body.faces[0][0]] @ body.normals[0])
    points = laid.seen_at(np.asarray(-3 * far * body.normals[:4], np.float32)).astype(np.float64)
    tip = numbers.index(counts)
    foot = [k for k in range(4) if k != tip]
    away = points[foot] - points[foot].mean(0)
    order = [tip, *(foot[k] for k in np.argsort(np.arctan2(away[:, 1], away[:, 0])))]
    return points[order], tuple(numbers[k] for k in order)


def shown(one: Four, shots: Shots) -> tuple[Picture, Exact]:
    """A cut-out as the net of corners may be shown it, and the points in it."""
    chance = shots.chance
    x, y = (c + one.radius * float(chance.rng.normal(0, 0.07)) for c in one.middle)
    scale = SHOWN_RADIUS_PX / one.radius * float(np.exp(chance.rng.normal(0, 0.07)))
    made = cut(one.image_bgr, (x, y), scale, SHOWN_PX, turn=chance.between(0, 6.283))
    return made.image, one.points @ made.affine[:, :2].T + made.affine[:, 2]


def faces(one: Four, shots: Shots) -> tuple[list[Picture], list[int]]:
    """All faces laid flat as if the corners had been found nearly right, and what stands up."""
    rng = shots.chance.rng
    loose = 0.025 if shots.chance.happens(0.7) else 0.06
    points = one.points + rng.normal(0, loose * one.radius, (4, 2))
    pictures, labels = [], []
    below = one.side == BELOW
    for triple in triples(points, below):
        pictures.append(unfolded(one.image_bgr, points[list(triple)]))
        labels.append(one.numbers[triple[0]] - 1 if one.side else NONE)
    if shots.chance.happens(0.06):  # upside down: nothing stands upright
        turned = 2 * points[1:].mean(0) - points[1:]
        pictures.append(unfolded(one.image_bgr, turned))
        labels.append(NONE)
    return pictures, labels


def _anything(shots: Shots, middle: tuple[float, float], radius: float) -> Exact:
    """Corners as they might be found on another die."""
    chance = shots.chance
    turn = chance.between(0, 6.283)
    angles = turn + np.array([0.0, 2.094, 4.189]) + chance.rng.normal(0, 0.15, 3)
    foot = np.stack([np.cos(angles), np.sin(angles)], 1) * radius * 0.95
    tip = chance.rng.normal(0, 0.25 * radius, (1, 2))
    return np.asarray(np.concatenate([tip, foot]) + np.array(middle), np.float64)


def main() -> None:
    """Draw what the command line asks for; files that are there already stay."""
    parser = argparse.ArgumentParser(description="Draw tetrahedra for the training.")
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--fonts", type=Path, nargs="+", required=True)
    parser.add_argument("--held-out", action="store_true")
    parser.add_argument("--hard", type=float, default=0.3)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    options.out.mkdir(parents=True, exist_ok=True)
    glyphs = Glyphs(options.fonts, options.held_out)
    for number in range(options.count // PER_FILE):
        file = options.out / f"{options.seed:03d}-{number:04d}.npz"
        if not file.exists():
            rng = np.random.default_rng([options.seed, number])
            _write(file, Shots(rng, glyphs, SIDE, options.hard))


def _write(file: Path, shots: Shots) -> None:
    cuts, points, sides, flats, labels = [], [], [], [], []
    for _ in range(PER_FILE):
        for one in four(shots):
            for _ in range(LOOKS):
                picture, at = shown(one, shots)
                cuts.append(picture)
                points.append(at)
                sides.append(one.side)
                some, stand = faces(one, shots)
                flats += some
                labels += stand
    part = file.with_suffix(".part")
    with part.open("wb") as target:
        np.savez(
            target,
            cuts=np.stack(cuts),
            points=np.array(points, np.float32),
            sides=np.array(sides, np.int64),
            flats=np.stack(flats),
            labels=np.array(labels, np.int64),
        )
    part.rename(file)


if __name__ == "__main__":
    main()
