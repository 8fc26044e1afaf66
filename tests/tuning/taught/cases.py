"""Dice taught and dice asked about, as cut-outs with the truth.

Knows how far a finder of dice misjudges places. Refuses to know the matcher.

    python -m tests.tuning.taught.cases FILE.npz --sets 60 --seed 1
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.scene.die import Die, pip_die
from hardware.simulated.scene.paint import Paint
from hardware.simulated.scene.pose import CUBE_FACES
from hardware.simulated.scene.stage import Stage
from tests.tuning.taught.worlds import Style, rig, style
from vision.dice.crop import cut
from vision.dice.taught_align import CUT_PX
from vision.dice.taught_face import FACE_PX

KINDS = ("signs", "signs", "letters", "numerals", "inks", "sides", "pips", "high_risk")
NONE = ""
ASKED = 10
"""Pictures of one die each that are asked about, for each set."""

PLACE_OFF = 0.07
SIDE_OFF = 0.14
"""Deviations of a found centre, in sides, and of the logarithm of a found side."""

COLUMNS = (
    *("t_cut", "t_set", "t_label", "t_side"),
    *("q_cut", "q_set", "q_label", "q_side", "q_tilt", "q_kind"),
)


def main() -> None:
    """Render what the command line asks for."""
    parser = argparse.ArgumentParser(description="Render dice for the matcher of taught faces.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--sets", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    np.savez_compressed(options.file, **render(options.sets, options.seed))


def render(sets: int, seed: int) -> dict[str, NDArray[np.generic]]:
    """Columns: ``t_*`` of taught cut-outs, ``q_*`` of asked ones; see the names."""
    rows: dict[str, list[object]] = {key: [] for key in COLUMNS}
    for number in range(sets):
        rng = np.random.default_rng((seed, number))
        kind = KINDS[number % len(KINDS)]
        die = style(kind, rng)
        stranger = style(KINDS[int(rng.integers(len(KINDS)))], rng)
        names = sorted(set(die.names))
        # A face or two of most dice are not taught: they must come out as none.
        left_out = set(rng.permutation(names)[: int(rng.integers(0, max(1, len(names) - 2)))])
        left_out = set(list(left_out)[:2]) if kind != "high_risk" else set()
        side = float(np.exp(rng.uniform(np.log(35), np.log(120))))
        home = rig(rng, float(rng.uniform(0, 15)), side, die.edge_mm)
        for name in names:
            if name in left_out:
                continue
            for _ in range(int(rng.integers(1, 3))):
                picture, found = _shot(home, die, name, rng, 0.6)
                _add(rows, "t", cut=picture, set=number, label=name, side=found)
        for _ in range(ASKED):
            tilt = float(rng.uniform(0, 35)) if rng.random() < 0.7 else 0.0
            wide = float(np.exp(rng.uniform(np.log(20), np.log(300))))
            at_home = rng.random() < 0.35
            table = home if at_home else rig(rng, tilt, wide, die.edge_mm)
            for name in names:
                picture, found = _shot(table, die, name, rng)
                label = NONE if name in left_out else name
                _asked(rows, picture, number, label, found, 0 if at_home else tilt, kind)
            picture, found = _shot(table, stranger, stranger.names[int(rng.integers(6))], rng)
            known = stranger.kind == die.kind
            if not known:
                _asked(rows, picture, number, NONE, found, tilt, "stranger")
            picture, found = _floor(table, rng)
            _asked(rows, picture, number, NONE, found, tilt, "floor")
    return {key: np.array(value) for key, value in rows.items()}


def _asked(
    rows: dict[str, list[object]],
    picture: NDArray[np.uint8],
    number: int,
    label: str,
    side: float,
    tilt: float,
    kind: str,
) -> None:
    _add(rows, "q", cut=picture, set=number, label=label, side=side, tilt=tilt, kind=kind)


def _add(rows: dict[str, list[object]], prefix: str, **columns: object) -> None:
    for key, value in columns.items():
        rows[f"{prefix}_{key}"].append(value)


def _shot(
    stage: Stage, die: Style, name: str, rng: np.random.Generator, care: float = 1.0
) -> tuple[NDArray[np.uint8], float]:
    """A cut-out of a die with that face up as a finder would make it, and the side found."""
    faces = [k for k, own in enumerate(die.names) if own == name]
    face = faces[int(rng.integers(len(faces)))]
    value = CUBE_FACES[face // 2][face % 2]
    reach = 0.22 * stage.camera.size_px[0] / _scale(stage)
    xy = (float(rng.uniform(-reach, reach)), float(rng.uniform(-reach, reach)))
    yaw = float(rng.uniform(0, 2 * np.pi))
    solid = pip_die(value, xy, yaw, die.paint, die.body, die.edge_mm)
    picture = stage.shoot((solid, *beside(solid, rng)), int(rng.integers(2**31)))
    truth = picture.truth[0]
    side = truth.size_px * float(np.exp(rng.normal(0.02, care * SIDE_OFF)))
    off = rng.normal(0, care * PLACE_OFF * truth.size_px, 2)
    centre = (truth.centre_px[0] + float(off[0]), truth.centre_px[1] + float(off[1]))
    return cut(picture.image_bgr, centre, FACE_PX / side, CUT_PX).image, side


def beside(die: Die, rng: np.random.Generator) -> tuple[Die, ...]:
    """Now and then another die close by."""
    if rng.random() > 0.25:
        return ()
    way = float(rng.uniform(0, 2 * np.pi))
    far = die.edge_mm * float(rng.uniform(1.45, 1.9))
    x, y = (float(v) for v in die.pose.centre_mm[:2])
    place = (x + far * float(np.cos(way)), y + far * float(np.sin(way)))
    return (pip_die(1 + int(rng.integers(6)), place, way, Paint(), None, die.edge_mm),)


def _floor(stage: Stage, rng: np.random.Generator) -> tuple[NDArray[np.uint8], float]:
    picture = stage.shoot((), int(rng.integers(2**31))).image_bgr
    width = picture.shape[0]
    side = max(20.0, width / 6.4)
    centre = (float(rng.uniform(0.2, 0.8)) * width, float(rng.uniform(0.2, 0.8)) * width)
    return cut(picture, centre, FACE_PX / side, CUT_PX).image, side


def _scale(stage: Stage) -> float:
    """Pixels a millimetre in the middle of the picture."""
    return stage.camera.focal_px / float(np.linalg.norm(stage.camera.place_mm))


if __name__ == "__main__":
    main()
