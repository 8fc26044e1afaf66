"""Pictures of one die by the product's own renderer of rays, to judge the reading of numerals.

Knows dice whose value is known, laid anywhere under any camera and lamp. Refuses to know
nets. The training never sees this renderer: what is read here is read in another's drawing.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from hardware.simulated.scene.camera import looking_at
from hardware.simulated.scene.die import Die, barrel_die, pip_die
from hardware.simulated.scene.draw import draw_dice
from hardware.simulated.scene.fours import tetrahedron_die
from hardware.simulated.scene.light import Light
from hardware.simulated.scene.paint import Colour, Paint
from hardware.simulated.scene.sensor import Picture
from hardware.simulated.scene.solid import RoundedCube
from hardware.simulated.scene.truth import truth_of
from tests.training.chance import Chance
from tests.training.exposures import expose_any
from tests.training.grounds import Grounds
from tests.training.strangers import stranger, symbol_marks

SIDE = 224
NUMERALS = ("2", "5", "3", "4", "1", "6")


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """A picture with one die to read, and where the main net may say that it lies.

    ``kind``: cube, barrel, tip, base, flat or other; ``value``: the number that counts, from
    below for ``flat`` and from above for the rest, None for other dice.
    """

    image_bgr: Picture
    kind: str
    value: int | None
    place: tuple[float, float, float]


KINDS = ("cube", "barrel", "tip", "base", "flat", "other")


def cases(
    seed: int,
    count: int,
    least_px: float = 18,
    most_px: float = 92,
    kinds: Sequence[str] = KINDS,
) -> Iterator[Case]:
    """Cases with dice whose cube edge would be ``least_px`` to ``most_px`` long."""
    chance = Chance(np.random.default_rng(seed))
    grounds = Grounds(chance)
    for _ in range(count):
        yield _case(chance, grounds, chance.scale(least_px, most_px), kinds)


def _case(chance: Chance, grounds: Grounds, size: float, kinds: Sequence[str]) -> Case:
    tilt = math.radians(min(abs(float(chance.rng.normal(0, 18))), 40))
    camera = looking_at(
        (SIDE, SIDE),
        view_mm=16.0 * SIDE / size,
        height_mm=chance.scale(6, 40) * 16.0,
        tilt=tilt,
        heading=chance.between(0, 6.283),
        roll=chance.between(0, 6.283),
    )
    room, key = chance.between(0.2, 0.7), chance.between(0.2, 0.7)
    light = Light(
        azimuth=chance.between(0, 6.283),
        elevation=math.asin(chance.between(0.35, 1)),
        distance_mm=chance.scale(350, 2500),
        key=(key, key, key),
        room=(room, room, room),
        softness=chance.scale(0.03, 0.4),
        glare=chance.between(0.1, 1.0),
    )
    kind = kinds[chance.whole(0, len(kinds) - 1)]
    place = (chance.between(-3, 3), chance.between(-3, 3))
    die = _die(chance, kind, place)
    floor = grounds.draw(SIDE, plain=chance.happens(0.6))
    dice = [die]
    if chance.happens(0.4):
        turn, far = chance.between(0, 6.283), chance.between(26, 34)
        beside = (place[0] + far * math.cos(turn), place[1] + far * math.sin(turn))
        dice.append(pip_die(chance.whole(1, 6), beside, chance.between(0, 6.283)))
    lit, layers = draw_dice(floor, camera, light, dice, 2 if size < 60 else 1)
    if chance.happens(0.5):
        image = expose_any(lit, size, chance)
    else:
        noise = chance.rng.standard_normal(lit.shape, dtype=np.float32) * np.float32(0.008)
        shown = np.power(np.clip(lit * chance.scale(0.8, 1.25), 0, 1), 1 / 2.2) + noise
        image = (np.clip(shown, 0, 1) * 255).astype(np.uint8)
    truth = truth_of(camera, die, layers[0])
    x, y = (c + chance.between(-0.12, 0.12) * size for c in truth.centre_px)
    value = die.value if kind != "other" and isinstance(die.value, int) else None
    return Case(image, kind, value, (x, y, truth.size_px * chance.between(0.85, 1.2)))


def _die(chance: Chance, kind: str, place: tuple[float, float]) -> Die:
    yaw, value = chance.between(0, 6.283), chance.whole(1, 4)
    paint = _paint(chance)
    if kind == "cube":
        body = RoundedCube(chance.between(0.03, 0.2))
        return pip_die(chance.whole(1, 6), place, yaw, replace(paint, marks=NUMERALS), body)
    if kind == "barrel":
        return barrel_die(value, place, yaw, paint, chance.between(11, 15))
    if kind == "other":
        if chance.happens(0.5):
            return stranger(chance, place, yaw, paint, 16.0)
        marks = symbol_marks(chance) if chance.happens(0.6) else ()
        return pip_die(chance.whole(1, 6), place, yaw, replace(paint, marks=marks))
    soft = chance.between(0.012, 0.05)
    edge = chance.between(14, 19)
    return tetrahedron_die(value, place, yaw, paint, edge, kind != "base", kind == "flat", soft)


def _paint(chance: Chance) -> Paint:
    kind = chance.rng.random()
    if kind < 0.4:
        body: Colour = chance.hue(chance.between(195, 250), (0.45, 1), (0.25, 0.95))
    elif kind < 0.6:
        body = chance.grey(0.02, 0.2)
    elif kind < 0.75:
        body = chance.grey(0.75, 1.0)
    else:
        body = chance.hue(chance.between(0, 360), (0.5, 1), (0.25, 0.95))
    bright = 0.1 * body[0] + 0.6 * body[1] + 0.3 * body[2] > 0.35
    ink = chance.grey(0.02, 0.2) if bright else chance.grey(0.75, 1.0)
    return Paint(
        body=body,
        pip=ink,
        gloss=chance.between(0, 0.9),
        rough=chance.scale(0.05, 0.4),
        glow=chance.between(0, 0.6),
        grain=chance.between(0, 0.06),
        font=chance.whole(0, 7),
    )
