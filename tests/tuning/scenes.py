"""Rendered throws for the joining: dice that lie and lean, and strange dice, under many cameras.

Knows scenes whose truth is computed. None of them is one of tests/fixtures or tests/sweeps, which
are for testing.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from hardware.simulated.scene import LOOKS, DieTruth, Look, Sensor, pip_die, throw
from hardware.simulated.scene.solid import RoundedCube
from tests.training.chance import Chance
from tests.training.strangers import numeral_marks, symbol_marks

SIZE_PX = (640, 480)


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A rendered picture (640 x 480, BGR) and the truth of its dice."""

    name: str
    image_bgr: NDArray[np.uint8]
    truth: tuple[DieTruth, ...]


def scenes(count: int) -> Iterator[Scene]:
    """So many scenes; in every second one a die leans on another."""
    for number in range(count):
        rng = np.random.default_rng([7, number])
        look = _look(number, rng)
        lean_deg = float(rng.uniform(12, 45)) if number % 2 else 0.0
        yield _scene(number, look, rng, lean_deg)


def strange_scenes(count: int) -> Iterator[Scene]:
    """So many scenes with dice that bear symbols, letters, numerals or nothing; every third has
    pip dice too."""
    return map(strange_scene, range(count))


def strange_scene(number: int) -> Scene:
    """The scene with that number of those."""
    rng = np.random.default_rng([11, number])
    look, chance = _look(number, rng), Chance(rng)
    faces = [int(face) for face in rng.integers(1, 7, 1 + number % 3)]
    thrown = throw(faces, look, rng, size_px=SIZE_PX)
    dice = [
        replace(die, kind="symbol", paint=replace(die.paint, marks=_marks(chance)))
        for die in thrown.rest
    ]
    if number % 3 == 2:
        dice[0] = thrown.rest[0]
    shot = thrown.stage.shoot(dice, number)
    return Scene(f"strange-{number}", shot.image_bgr, shot.truth)


def _marks(chance: Chance) -> tuple[str, ...]:
    kind = chance.rng.random()
    if kind < 0.15:
        return (" ",) * 6
    return numeral_marks(chance) if kind < 0.3 else symbol_marks(chance)


def _look(number: int, rng: np.random.Generator) -> Look:
    looks = list(LOOKS.values())
    look = looks[number // 2 % len(looks)]
    tilt = look.tilt if number % 6 < 4 else float(rng.uniform(0.0, 0.8))
    sensor = Sensor(
        exposure=float(rng.uniform(0.7, 1.4)),
        blur_px=float(rng.uniform(0.4, 1.5)),
        noise=float(rng.uniform(1.0, 4.0)),
    )
    view_mm = look.view_mm * float(rng.uniform(0.75, 1.3))
    return replace(look, tilt=tilt, sensor=sensor, view_mm=view_mm)


def _scene(number: int, look: Look, rng: np.random.Generator, lean_deg: float) -> Scene:
    faces = [int(face) for face in rng.integers(1, 7, 2 + number % 5)]
    thrown = throw(faces, look, rng, size_px=SIZE_PX, touching=number % 4 == 2)
    dice = list(thrown.rest)
    if lean_deg:
        last = dice.pop()
        assert isinstance(last.body, RoundedCube)
        towards = float(rng.uniform(0, 2 * math.pi))
        x, y = (float(v) for v in last.pose.centre_mm[:2])
        gap = look.edge_mm * float(rng.uniform(1.12, 1.22))
        value, other = (int(face) for face in rng.integers(1, 7, 2))
        lean = math.radians(lean_deg)
        paint, body, edge = last.paint, last.body, look.edge_mm
        dice.append(pip_die(value, (x, y), towards, paint, body, edge, lean, towards))
        place = (x + gap * math.cos(towards), y + gap * math.sin(towards))
        dice.append(pip_die(other, place, towards, paint, body, edge))
    shot = thrown.stage.shoot(dice, number)
    return Scene(f"scene-{number}", shot.image_bgr, shot.truth)
