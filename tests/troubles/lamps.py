"""Lamps mirrored in a face of every look: how many are read wrongly without doubt.

Knows which lamps there are, from a bulb as small as half a pip to windows. Refuses to know how
the reader tells them.

python -m tests.troubles.lamps               300 pictures of three dice, a lamp in one of them
python -m tests.troubles.lamps --count 50    fewer
"""

from __future__ import annotations

import argparse
import math
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np

from hardware.simulated.scene.looks import LOOKS
from hardware.simulated.scene.sensor import Picture
from hardware.simulated.scene.stage import Rendered
from tests.troubles.glint import Glint, with_lamp
from vision.dice.reading import DiceReader
from vision.values import Status, TrayReading

SIZE = (640, 480)
PLACES_MM = ((-38.0, -20.0), (30.0, -28.0), (2.0, 32.0))
TURNS = 3
"""Ways in which the dice of a look lie: as many as keep their pictures few."""

RADII = (0.07, 0.09, 0.11, 0.13, 0.16, 0.2, 0.26, 0.34, 0.42, 0.5)
"""In sides: from half a pip to the whole face."""

PIP_PLACES = ((0.0, 0.0), (0.25, 0.25), (-0.25, 0.25), (0.25, 0.0), (0.0, -0.25))
BETWEEN_PIPS = ((0.5, 0.5), (0.5, -0.5), (0.5, 0.0), (0.0, 0.5), (0.25, 0.0), (0.25, 0.25))
COLOURS = ((0.3, 0.62, 1.0), (1.0, 0.8, 0.5), (0.55, 0.85, 1.0), (0.85, 0.95, 1.0), (0.4, 0.4, 1.0))
"""Bulb, blue sky, warm tube, daylight lamp and a red one."""

Draw = Callable[[np.random.Generator], Glint]


@dataclass(frozen=True, slots=True, eq=False)
class Lit:
    """A picture of three dice, the second with a lamp of some kind mirrored in it."""

    image_bgr: Picture
    faces: tuple[int, int, int]
    kind: str
    glint: Glint
    look: str
    light_pips: bool


def lit(number: int) -> Lit:
    """The picture with that number; the same number gives the same bytes."""
    rng = np.random.default_rng(1000 + number)
    light_pips = bool(rng.random() < 0.5)
    paints = [one for one in _paints() if one[2] == light_pips]
    look, which, _ = paints[int(rng.integers(len(paints)))]
    faces = (2, int(rng.integers(1, 7)), 6)
    rendered = _thrown(look, which, faces, int(rng.integers(TURNS)))
    kind = str(rng.choice(list(LAMPS)))
    glint = LAMPS[kind](rng)
    image = with_lamp(rendered.image_bgr, rendered.truth[1], glint)
    return Lit(image, faces, kind, glint, look, light_pips)


def surely_wrong(reading: TrayReading, faces: tuple[int, ...]) -> bool:
    """Whether a reading is held for certain, and is not what lies there."""
    values = sorted(str(die.value) for die in reading.dice)
    return reading.status is not Status.UNSURE and values != sorted(map(str, faces))


@cache
def _paints() -> tuple[tuple[str, int, bool], ...]:
    """Each look with each paint of its dice, and whether their pips are light."""
    return tuple(
        (name, which, bool(np.mean(paint.pip) > np.mean(paint.body)))
        for name, look in LOOKS.items()
        for which, paint in enumerate(look.paints)
    )


@cache
def _thrown(name: str, which: int, faces: tuple[int, int, int], way: int) -> Rendered:
    look = LOOKS[name]
    turns = np.random.default_rng(way + 7).uniform(0, 2 * math.pi, len(faces))
    dice = [
        look.die(face, place, float(turn), which)
        for face, place, turn in zip(faces, PLACES_MM, turns, strict=True)
    ]
    return look.stage(SIZE).shoot(dice, 5)


def _bulb(rng: np.random.Generator) -> Glint:
    far = 0.03 if rng.random() < 0.45 else 0.16
    at = (float(rng.normal(0, far)), float(rng.normal(0, far)))
    return Glint(at, float(rng.choice(RADII)), _strength(rng), turn=float(rng.uniform(0, 3.1)))


def _strength(rng: np.random.Generator) -> float:
    """From as bright as a white pip to twenty times that."""
    return float(np.exp(rng.uniform(np.log(0.4), np.log(8.0))))


def _soft(rng: np.random.Generator) -> Glint:
    return replace(_bulb(rng), soft=float(rng.uniform(0.05, 0.15)))


def _coloured(rng: np.random.Generator) -> Glint:
    return replace(_bulb(rng), colour=COLOURS[int(rng.integers(len(COLOURS)))])


def _on_a_pip(rng: np.random.Generator) -> Glint:
    x, y = PIP_PLACES[int(rng.integers(len(PIP_PLACES)))]
    far, way = float(rng.uniform(0, 0.12)), float(rng.uniform(0, 2 * math.pi))
    at = (x + far * math.cos(way), y + far * math.sin(way))
    return Glint(at, float(rng.uniform(0.07, 0.16)), _strength(rng))


def _tubes(rng: np.random.Generator) -> Glint:
    x, y = BETWEEN_PIPS[int(rng.integers(len(BETWEEN_PIPS)))]
    shift = rng.normal(0, 0.04, 2)
    at = (float(shift[0]) - x / 2, float(shift[1]) - y / 2)
    return Glint(at, float(rng.uniform(0.06, 0.16)), _strength(rng), twin=(x, y))


def _streak(rng: np.random.Generator) -> Glint:
    straight = rng.random() < 0.5
    turn = float(rng.integers(2) * math.pi / 2 if straight else rng.uniform(0, math.pi))
    steps = (-0.25, 0.0, 0.25)
    at = (float(rng.choice(steps)), float(rng.choice(steps)))
    radius, long = float(rng.uniform(0.05, 0.14)), float(rng.uniform(2, 7))
    return Glint(at, radius, _strength(rng), long=long, turn=turn)


def _window(rng: np.random.Generator) -> Glint:
    return replace(_bulb(rng), radius=float(rng.uniform(0.12, 0.4)), panes=True)


LAMPS: Mapping[str, Draw] = {
    "bulb": _bulb,
    "soft": _soft,
    "coloured": _coloured,
    "on a pip": _on_a_pip,
    "two tubes": _tubes,
    "streak": _streak,
    "window": _window,
}


def main() -> None:
    """Print how many of each kind of lamp were read right, unsure and wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--first", type=int, default=0, help="number of the first picture")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    reader = DiceReader()
    counts: Counter[tuple[str, str]] = Counter()
    for number in range(options.first, options.first + options.count):
        one = lit(number)
        reading = reader.read(one.image_bgr)
        wrong = surely_wrong(reading, one.faces)
        told = "wrong" if wrong else "unsure" if reading.status is Status.UNSURE else "right"
        pips = "light pips" if one.light_pips else "dark pips"
        counts[one.kind, told] += 1
        counts[pips, told] += 1
        if wrong:
            values = [die.value for die in reading.dice]
            print(f"{number}: {one.look}, {one.faces} read as {values}: {one.glint}", flush=True)
    print("| lamp | right | unsure | wrong |\n|---|---|---|---|")
    for name in (*LAMPS, "light pips", "dark pips"):
        parts = " | ".join(str(counts[name, told]) for told in ("right", "unsure", "wrong"))
        print(f"| {name} | {parts} |")


if __name__ == "__main__":
    main()
