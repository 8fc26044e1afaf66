"""Dice on dice, and dice that lie on the floor, cut out of rendered scenes.

python -m tests.training.squares.stacks --count 4000 --seed 1 --out pool_1.npz

Knows what the reader asks about: one die at a time, in the middle of a small square, whose face
was found about where and about as large as it is. Refuses to know nets.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from hardware.simulated.scene.camera import Camera, looking_at
from hardware.simulated.scene.die import Die
from hardware.simulated.scene.sensor import Picture, Sensor, expose
from tests.training.chance import Chance
from tests.training.exposures import expose_any
from tests.training.labels import NUMERAL, Label
from tests.training.worlds import EDGE, Manner, Raw, Worlds
from vision.dice.crop import cut
from vision.dice.squares import SHOWN_PX, SHOWN_SIDE_PX

SIDE_PX = 288
SIZES_PX = (20.0, 80.0)
EXPOSURES = 3
"""How often each scene is shown."""
MOST_OFF = 0.07
SCALES = (0.9, 1.12)
"""How far a face is found beside its place, in sides, and its size in its size."""


class Stacks(Worlds):
    """Scenes in which every other one has a die that lies flat, or nearly, on another one."""

    def _manner(self) -> Manner:
        manner = super()._manner()
        unruly = 0.15 if self.chance.happens(0.2) else 0.0
        return replace(manner, strange=0.03, unruly=unruly, from_below=False)

    def _camera(self, size: float, manner: Manner) -> Camera:
        """As it stands over a table: a view from the side shows what lies under a die anyway."""
        chance = self.chance
        return looking_at(
            (SIDE_PX, SIDE_PX),
            view_mm=EDGE * SIDE_PX / size,
            height_mm=max(chance.scale(10, 40), 0.8 * SIDE_PX / size) * EDGE,
            tilt=math.radians(min(abs(float(chance.rng.normal(0, 16))), 40)),
            heading=chance.between(0, 6.283),
            roll=chance.between(0, 6.283),
        )

    def _dice(self, camera: Camera, count: int, manner: Manner) -> list[Die]:
        dice = super()._dice(camera, max(1, count), manner)
        pips = [die for die in dice if die.kind == "d6"]
        for under in pips[: self.chance.whole(1, 3)] if self.chance.happens(0.7) else ():
            dice.append(self._flat_on(under, manner))
        return dice

    def _flat_on(self, under: Die, manner: Manner) -> Die:
        """A die like the one under it, level, with its middle over it."""
        chance = self.chance
        paint, body = under.paint, under.body
        edge = under.edge_mm * (chance.between(0.85, 1.12) if chance.happens(0.2) else 1.0)
        angle, off = chance.between(0, 6.283), chance.between(0, 0.48) * under.edge_mm
        x, y = (float(v) for v in under.pose.centre_mm[:2])
        place = (x + off * np.cos(angle), y + off * np.sin(angle))
        die = self._die(place, chance.between(0, 6.283), paint, body, edge, manner)  # type: ignore[arg-type]
        return die.resting(place, die.pose.rotation, float(under.hull_mm()[:, 2].max()))


def shown(label: Label, picture: Picture, chance: Chance) -> Picture:
    """The square (64, 64, 3) that the net is shown of a die."""
    off = label.size * MOST_OFF
    place = (label.x + chance.between(-off, off), label.y + chance.between(-off, off))
    scale = SHOWN_SIDE_PX / label.size * chance.between(*SCALES)
    turn, mirrored = chance.between(0, 6.283), chance.happens(0.5)
    return cut(picture, place, scale, SHOWN_PX, turn=turn, mirrored=mirrored).image


def asked(raw: Raw) -> list[Label]:
    """The dice of a scene that are told: pip dice of a size that is read, wholly in view."""
    last = raw.light.shape[0]
    return [
        label
        for label in raw.labels
        if label.kind < NUMERAL
        and SIZES_PX[0] <= label.size <= SIZES_PX[1]
        and 0.6 * label.size < min(label.x, label.y)
        and max(label.x, label.y) < last - 0.6 * label.size
    ]


def squares(rng: np.random.Generator) -> Iterator[tuple[list[Picture], Label]]:
    """Dice as the net is shown them, each several times, without end."""
    worlds, chance = Stacks(rng, SIDE_PX), Chance(rng)
    while True:
        raw = worlds.draw()
        labels = asked(raw)
        pictures = [_exposed(raw, chance, rng) for _ in range(EXPOSURES)] if labels else []
        for label in labels:
            yield [shown(label, picture, chance) for picture in pictures], label


def _exposed(raw: Raw, chance: Chance, rng: np.random.Generator) -> Picture:
    if chance.happens(0.3):
        return expose_any(raw.light.astype(np.float32), raw.size, chance)
    sensor = Sensor(
        exposure=chance.between(0.6, 1.4),
        blur_px=chance.between(0.3, 1.3),
        noise=chance.between(0.5, 4),
        vignette=chance.between(0, 0.3),
    )
    return expose(raw.light, sensor, rng)


def main() -> None:
    """Write a pool of squares."""
    parser = argparse.ArgumentParser(description="Draw dice on dice and on the floor.")
    parser.add_argument("--count", type=int, required=True, help="dice, each shown three times")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    began = time.process_time()
    images, stacked, sizes = [], [], []
    for some, label in squares(np.random.default_rng(options.seed)):
        images += some
        stacked += [int(label.stacked)] * len(some)
        sizes += [label.size] * len(some)
        if len(images) >= options.count * EXPOSURES:
            break
    np.savez_compressed(
        options.out,
        images=np.stack(images),
        stacked=np.array(stacked, np.uint8),
        group=np.zeros(len(stacked), np.uint8),
        size=np.array(sizes, np.float32),
    )
    print(
        f"{options.out}: {len(images)} squares, {np.mean(stacked):.2f} stacked,"
        f" {time.process_time() - began:.0f} s"
    )


if __name__ == "__main__":
    main()
