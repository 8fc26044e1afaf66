"""Things beside the dice on every kind of table: how many readings they spoil, and how.

Knows which things there are: screws and bolts, pieces of games, beads, and what else lies about.
Refuses to know how the reader tells them from dice.

python -m tests.troubles.strays                  60 pictures of each kind of thing
python -m tests.troubles.strays --count 20       fewer
"""

from __future__ import annotations

import argparse
import math
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from hardware.simulated.scene.die import Die
from hardware.simulated.scene.looks import LOOKS, Look
from hardware.simulated.scene.pose import Array
from hardware.simulated.scene.sensor import Picture
from hardware.simulated.scene.stage import Stage
from hardware.simulated.scene.throw import throw
from tests.training.chance import Chance
from tests.training.clutter import SINGLE_THINGS
from tests.training.fasteners import fastener
from tests.training.pieces import piece
from tests.training.things import bead
from tests.troubles.lamps import surely_wrong
from vision.dice.reading import DiceReader
from vision.values import Status

SIZE = (640, 480)
GAMMA = 2.2
RADII = (0.3, 0.9)
"""Of a thing, in sides of the dice."""
APART = (1.2, 1.5)
"""A thing lies so many sides of a die, and so many of its own radii, from the middle of a die."""

Draw = Callable[[Array, Chance, float, float, float], None]


@dataclass(frozen=True, slots=True, eq=False)
class Strewn:
    """A picture of up to three dice, with and without one to three things beside them."""

    clear_bgr: Picture
    image_bgr: Picture
    faces: tuple[int, ...]


def strewn(kind: str, number: int) -> Strewn:
    """The picture with that number of a kind; the same arguments give the same bytes."""
    rng = np.random.default_rng(1000 * sum(map(ord, kind)) + number)
    chance, look = Chance(rng), list(LOOKS.values())[number % len(LOOKS)]
    stage = look.stage(SIZE)
    faces = [chance.whole(1, 6) for _ in range(chance.whole(0, 3))]
    dice = list(throw(faces, look, rng, stage=stage).rest) if faces else []
    clear = stage.shoot(dice, number)
    if kind == BEADS:
        image = stage.shoot((*dice, *_beads(chance, look, stage, dice)), number).image_bgr
    else:
        places = [die.centre_px for die in clear.truth]
        side = look.edge_mm * stage.camera.focal_px / look.height_mm
        image = _with_things(clear.image_bgr, DRAWN[kind], chance, side, places)
    return Strewn(clear.image_bgr, image, tuple(faces))


def _with_things(
    picture: Picture,
    draw: Draw,
    chance: Chance,
    side: float,
    dice: list[tuple[float, float]],
) -> Picture:
    lit = np.ascontiguousarray((picture.astype(np.float32) / 255) ** GAMMA, np.float32)
    for _ in range(chance.whole(1, 3)):
        radius = side * chance.scale(*RADII)
        far = APART[0] * side + APART[1] * radius
        spot = _spot(chance, dice, far, (30.0, SIZE[0] - 30.0), (30.0, SIZE[1] - 30.0))
        if spot is not None:
            draw(lit, chance, *spot, radius)
    return np.asarray((np.clip(lit, 0, 1) ** (1 / GAMMA) * 255).round(), np.uint8)


def _beads(chance: Chance, look: Look, stage: Stage, dice: list[Die]) -> list[Die]:
    places = [(float(die.pose.centre_mm[0]), float(die.pose.centre_mm[1])) for die in dice]
    reach = [0.4 * look.height_mm * length / stage.camera.focal_px for length in SIZE]
    found = []
    for _ in range(chance.whole(1, 2)):
        wide, high = ((-half, half) for half in reach)
        spot = _spot(chance, places, 1.8 * look.edge_mm, wide, high)
        if spot is not None:
            found.append(bead(chance, spot, look.edge_mm))
            places.append(spot)
    return found


def _spot(
    chance: Chance,
    taken: list[tuple[float, float]],
    far: float,
    wide: tuple[float, float],
    high: tuple[float, float],
) -> tuple[float, float] | None:
    for _ in range(30):
        spot = (chance.between(*wide), chance.between(*high))
        if all(math.dist(spot, other) > far for other in taken):
            return spot
    return None


def _litter(picture: Array, chance: Chance, x: float, y: float, radius: float) -> None:
    draw = SINGLE_THINGS[chance.whole(0, len(SINGLE_THINGS) - 1)]
    draw(picture, chance, x, y, 0.7 * radius, chance.colour())


BEADS = "beads"
DRAWN: Mapping[str, Draw] = {"screws": fastener, "pieces": piece, "litter": _litter}
KINDS = (*DRAWN, BEADS)


def main() -> None:
    """Print how many readings of each kind are right, unsure and wrong, with things and without."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=60)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    reader = DiceReader()
    print("| beside the dice | right | unsure | wrong | without: right | unsure | wrong |")
    print("|---|---|---|---|---|---|---|")
    for kind in KINDS:
        counts: Counter[tuple[bool, str]] = Counter()
        for number in range(options.count):
            one = strewn(kind, number)
            for with_things, image in ((True, one.image_bgr), (False, one.clear_bgr)):
                reading = reader.read(image)
                unsure = reading.status is Status.UNSURE
                wrong = surely_wrong(reading, one.faces)
                counts[with_things, "wrong" if wrong else "unsure" if unsure else "right"] += 1
        told = [counts[way, word] for way in (True, False) for word in ("right", "unsure", "wrong")]
        print(f"| {kind} | {' | '.join(map(str, told))} |", flush=True)


if __name__ == "__main__":
    main()
