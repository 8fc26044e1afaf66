"""How well leaning dice are told from level ones, and how two signs of it join.

python -m tests.training.slants [--model FILE] [--scenes 300]

Draws whole rendered pictures with pip dice of 30 to 90 px under fair cameras of any tilt, looks
at them once, as closely as the reader does, joins the net's own word and being off level on half of
them and prints on the other half how many leaning dice are found by angle, and how many level ones
raise a false alarm by the camera's tilt. Refuses to know what the reader makes of a belief.
"""

from __future__ import annotations

import argparse
import itertools
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from hardware.simulated.scene.sensor import Picture, Sensor, expose
from tests.training.chance import Chance
from tests.training.labels import NUMERAL, UNTOLD, Label
from tests.training.worlds import Worlds
from tests.tuning.fit import logistic
from vision.dice.crop import Pyramid
from vision.dice.locate import GLANCES, SHOWN_SIDE_PX, Sighting, look, look_closely
from vision.dice.model import DiceModel
from vision.dice.slant import NOISE, Vector, off_level

SIDE_PX = 640
SIZES_PX = (30.0, 90.0)
HOT = 0.3
OWN_REACH = 0.35
LEAST_BELIEF, MOST_OFF = 0.02, 0.5
ANGLES_DEG = (7, 12, 18, 25, 35, 90)
TILTS = (0.0, 0.1, 0.2, 0.3, 1.0)
"""Median slope of the level dice of a picture: half the sine of the camera's tilt."""


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A die of known lean: features of the joining, ``tilt`` of its picture's level dice."""

    label: Label
    features: Vector
    tilt: float


def main() -> None:
    """Fit on one half, judge on the other."""
    parser = argparse.ArgumentParser(description="Fit and judge the telling of leaning dice.")
    parser.add_argument("--model", type=Path)
    parser.add_argument("--scenes", type=int, default=300)
    parser.add_argument("--seed", type=int, default=700)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    dice = seen_dice(DiceModel(options.model), options.scenes, options.seed)
    half = len(dice) // 2
    fitted = _fitted(dice[:half])
    print("weights", tuple(round(float(v), 2) for v in fitted), f"from {half} dice")
    for title, weights in (("the net alone", (1.0, 0.0, 0.0)), ("both signs", fitted)):
        _show(title, dice[half:], np.array(weights))


def seen_dice(model: DiceModel, scenes: int, seed: int) -> list[Seen]:
    """All dice of new pictures that the net marks and that surely lean or surely do not."""
    rng = np.random.default_rng(seed)
    worlds, chance = Worlds(rng, SIDE_PX, whole=True), Chance(rng)
    found: list[Seen] = []
    for _ in range(scenes):
        raw = worlds.draw()
        sizes = [label.size for label in raw.labels]
        if not sizes or not SIZES_PX[0] <= np.median(sizes) <= SIZES_PX[1]:
            continue
        sensor = Sensor(
            exposure=chance.between(0.6, 1.4),
            blur_px=chance.between(0.3, 1.3),
            noise=chance.between(0.5, 4),
            vignette=chance.between(0, 0.3),
        )
        found += _in_picture(model, expose(raw.light, sensor, rng), raw.labels)
    return found


def _in_picture(model: DiceModel, picture: Picture, labels: tuple[Label, ...]) -> list[Seen]:
    size = float(np.median([label.size for label in labels]))
    seen = [s for s in look(model, Pyramid(picture), SHOWN_SIDE_PX / size) if s.heat > HOT]
    again = look_closely(model, picture, [(s.x, s.y, s.side) for s in seen], GLANCES[0])
    shown = [close or s for s, close in zip(seen, again, strict=True)]
    if not shown:
        return []
    middle = (np.array(picture.shape[1::-1]) - 1) / 2
    places = (np.array([(s.x, s.y) for s in shown]) - middle) / max(picture.shape[:2])
    heats = np.array([s.heat for s in shown])
    off = np.minimum(off_level(places, np.array([s.slope for s in shown]), heats), MOST_OFF)
    level = [(d.slope_x, d.slope_y) for d in labels if d.leaning == 0]
    tilt = float(np.hypot(*np.median(level, axis=0))) if level else 0.0
    out = []
    for label in labels:
        near = [k for k, s in enumerate(shown) if _apart(s, label) < OWN_REACH]
        if (
            (label.kind >= NUMERAL and label.leaning != 1)
            or label.leaning == UNTOLD
            or len(near) != 1
        ):
            continue
        k = near[0]
        alone = float(np.clip(shown[k].leaning or 0.0, LEAST_BELIEF, 1 - LEAST_BELIEF))
        others = float(heats.sum() - heats[k])
        company = others / (1 + others)
        features = np.array([np.log(alone / (1 - alone)), company * off[k] / NOISE, company])
        out.append(Seen(label, features, tilt))
    return out


def _apart(seen: Sighting, label: Label) -> float:
    return float(np.hypot(seen.x - label.x, seen.y - label.y)) / label.size


def _fitted(dice: list[Seen]) -> Vector:
    """Weights of the features; leaning and level dice weigh the same."""
    leaning = [die.label.leaning == 1 for die in dice]
    share = float(np.mean(leaning))
    weights = [0.5 / share if one else 0.5 / (1 - share) for one in leaning]
    return logistic([die.features for die in dice], leaning, weights)


def _show(title: str, dice: list[Seen], weights: Vector) -> None:
    beliefs = 1 / (1 + np.exp(-np.array([die.features @ weights for die in dice])))
    print(f"{title}: share of dice believed to lean, from a belief of 0.5 / 0.8 / 0.95")
    for low, high in itertools.pairwise(ANGLES_DEG):
        some = [low <= die.label.cocked_deg < high for die in dice]
        print(f"  leaning {low:2} to {high:2} degrees: {_shares(beliefs, some)}")
    for least, most in itertools.pairwise(TILTS):
        some = [die.label.leaning == 0 and least <= die.tilt < most for die in dice]
        print(f"  level, picture's slope {least} to {most}: {_shares(beliefs, some)}")


def _shares(beliefs: Vector, some: list[bool]) -> str:
    own = beliefs[np.array(some, bool)]
    if not own.size:
        return "no dice"
    parts = " / ".join(f"{float((own >= least).mean()):.3f}" for least in (0.5, 0.8, 0.95))
    return f"{own.size} dice: {parts}"


if __name__ == "__main__":
    main()
