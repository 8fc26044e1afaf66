"""Dice of every kind, and what the reader takes for dice though none is there.

python -m tests.training.squares.looks --scenes 2000 --seed 1 --out looks_1.npz

Knows which places the reader doubts: it is shown each scene, and its doubts are kept with the
truth. Refuses to know nets that learn.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from hardware.simulated.scene.sensor import Picture
from tests.training.beside import dusted, strewn
from tests.training.chance import Chance
from tests.training.exposures import expose_any, harsh
from tests.training.labels import IGNORE, Label
from tests.training.worlds import Manner, Worlds
from vision.dice.crop import cut
from vision.dice.evidence import gather
from vision.dice.joining import judge, shipped_joining
from vision.dice.model import DiceModel
from vision.dice.squares import SHOWN_PX, SHOWN_SIDE_PX

SIDE_PX = 320
EXPOSURES = 2
"""How often each scene is shown."""
LEAST_DOUBT = 0.003
"""Presence below which the reader has no doubt that nothing is there."""
SAME_DIE, NO_DIE = 0.35, 1.1
"""A place nearer to a die than the first, in sides, is that die; further from all than the second,
none. Between them it is a part of one, and nothing is learnt."""
SCALES = (0.8, 1.25)
MOST_OFF = 0.12
"""How wrong a die's size, and its place in sides, are when it is shown."""

OTHER_SIDES = (0.08, 4.0)
"""Sides, in those of a thing, of the squares in which a larger or a smaller die is looked for."""

A_THING, BELIEVED, HARDLY, OTHER_SIZE = IGNORE + 1, IGNORE + 2, IGNORE + 3, IGNORE + 4
BELIEF = 0.1
"""Presence from which a place without a die is believed to have one."""


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """A square (SHOWN_PX, SHOWN_PX, 3): whether a die is in its middle, and its class, or what is
    there instead: A_THING, the same in a square of OTHER_SIZE, a place that the reader takes for a
    die, or one that it does not."""

    image: Picture
    die: bool
    group: int


class Doubtful(Worlds):
    """Scenes with many strange dice, many beads, and no other things than are strewn here."""

    beads, strewn, dusted = 0.35, 0.0, 0.0

    def _manner(self) -> Manner:
        manner = super()._manner()
        unruly = 0.3 if self.chance.happens(0.3) else 0.02
        strange = 0.15 if manner.rig else (0.1, 0.7, 1.0)[self.chance.whole(0, 2)]
        return replace(manner, strange=strange, unruly=unruly)


def squares(rng: np.random.Generator, scenes: int) -> Iterator[Shown]:
    """What is seen in so many scenes."""
    worlds, chance, model = Doubtful(rng, SIDE_PX), Chance(rng), DiceModel()
    for _ in range(scenes):
        raw = worlds.draw()
        light = dusted(raw.light, raw.size, chance) if chance.happens(0.3) else raw.light
        light, things = strewn(light, raw.labels, raw.size, chance.whole(0, 3), chance)
        for _ in range(EXPOSURES):
            picture = expose_any(light, raw.size, chance)
            if chance.happens(0.3):
                picture = harsh(picture, chance)
            yield from _seen(model, picture, raw.labels, things, chance)


def _seen(
    model: DiceModel,
    picture: Picture,
    labels: tuple[Label, ...],
    things: list[tuple[float, float, float]],
    chance: Chance,
) -> Iterator[Shown]:
    dice = [die for die in labels if die.kind != IGNORE]
    for one in judge(gather(model, picture), shipped_joining()):
        x, y, side = one.seen.place
        if one.presence < LEAST_DOUBT:
            continue
        gaps = [2 * np.hypot(x - die.x, y - die.y) / (side + die.size) for die in labels]
        near = int(np.argmin(gaps)) if gaps else -1
        if not gaps or gaps[near] > NO_DIE:
            group = BELIEVED if one.presence >= BELIEF else HARDLY
            yield Shown(_shown(picture, x, y, side, chance), False, group)
        elif gaps[near] < SAME_DIE and labels[near].kind != IGNORE:
            yield Shown(_shown(picture, x, y, side, chance), True, labels[near].kind)
    for die in dice:
        yield Shown(_shown(picture, die.x, die.y, die.size, chance), True, die.kind)
    for x, y, size in things:
        side = size * chance.between(0.6, 1.1)
        yield Shown(_shown(picture, x, y, side, chance), False, A_THING)
        side = size * chance.scale(*OTHER_SIDES)
        yield Shown(_shown(picture, x, y, side, chance), False, OTHER_SIZE)


def _shown(picture: Picture, x: float, y: float, side: float, chance: Chance) -> Picture:
    off = side * MOST_OFF
    place = (x + chance.between(-off, off), y + chance.between(-off, off))
    scale = SHOWN_SIDE_PX / side * chance.between(*SCALES)
    turn, mirrored = chance.between(0, 6.283), chance.happens(0.5)
    return cut(picture, place, scale, SHOWN_PX, turn=turn, mirrored=mirrored).image


def main() -> None:
    """Write a pool of squares."""
    parser = argparse.ArgumentParser(description="Draw dice, and what is taken for dice.")
    parser.add_argument("--scenes", type=int, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    began = time.process_time()
    seen = list(squares(np.random.default_rng(options.seed), options.scenes))
    np.savez_compressed(
        options.out,
        images=np.stack([one.image for one in seen]),
        die=np.array([one.die for one in seen], np.uint8),
        group=np.array([one.group for one in seen], np.uint8),
    )
    share = np.mean([one.die for one in seen])
    print(
        f"{options.out}: {len(seen)} squares, {share:.2f} dice, {time.process_time() - began:.0f} s"
    )


if __name__ == "__main__":
    main()
