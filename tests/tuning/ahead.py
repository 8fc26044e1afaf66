"""Is a throw read ahead as honest as one read whole? python -m tests.tuning.ahead

Takes every labelled photograph for a scene at rest: some frames with noise of their own, dice
whose size is known to a tenth. Prints, for each set, what the whole reader makes of the photograph
and what the table is told where the frames before have done the work, and how often they had.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from zlib import crc32

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.cli.lab_photos import Labelled
from companion.cli.lab_reading import RIGHT, UNSURE, WRONG, judged
from companion.runtime.ahead import certain
from tests.tuning.evaluate import own_pictures, private_photographs
from vision.dice.reading import DiceReader
from vision.dice.rig import FRAMES, Rig, RigReader
from vision.frame import load_picture
from vision.values import TrayReading

Picture = NDArray[np.uint8]

NOISE_LEVELS = 3.0
TILE_PX = 512
SIZE_KNOWN_TO = 0.1


@dataclass(frozen=True, slots=True)
class Compared:
    """One photograph: verdict of the whole reader, and of what the table is told; ``ahead``:
    the frames had done the work. Times are processor time of the dearest frame, and whole."""

    group: str
    file: str
    whole: str
    told: str
    ahead: bool
    frame_ms: float
    whole_ms: float


def compared(reader: DiceReader, photo: Labelled) -> Compared:
    """Read one photograph both ways."""
    image = load_picture(photo.path)
    chance = np.random.default_rng(crc32(photo.path.name.encode()))
    begin_s = time.process_time()
    whole = reader.read(image)
    whole_ms = 1e3 * (time.process_time() - begin_s)
    sides = [die.box_px[2] - die.box_px[0] for die in whole.dice]
    early: TrayReading | None = None
    frame_ms = 0.0
    if sides:
        side = statistics.median(sides) * (1 + chance.uniform(-SIZE_KNOWN_TO, SIZE_KNOWN_TO))
        rig = RigReader(reader, Rig.over((image.shape[1], image.shape[0]), side))
        for _ in range(FRAMES):
            frame = _noisy(image, chance)
            begin_s = time.process_time()
            early = rig.see(frame)
            frame_ms = max(frame_ms, 1e3 * (time.process_time() - begin_s))
    ahead = early is not None and certain(early, None)
    told = early if ahead and early is not None else whole
    verdicts = (judged(photo, whole).verdict, judged(photo, told).verdict)
    return Compared(photo.group, photo.path.name, *verdicts, ahead, frame_ms, whole_ms)


def table(found: Sequence[Compared]) -> list[str]:
    """A line for each set."""
    lines = [f"{'set':8} {'n':>4}  whole: right unsure wrong   told: right unsure wrong  ahead"]
    for group in dict.fromkeys(one.group for one in found):
        own = [one for one in found if one.group == group]
        counts = [
            sum(getattr(one, side) == verdict for one in own)
            for side in ("whole", "told")
            for verdict in (RIGHT, UNSURE, WRONG)
        ]
        ahead = sum(one.ahead for one in own)
        wide = (13, 6, 5, 14, 6, 5)
        told = " ".join(f"{n:{w}}" for n, w in zip(counts, wide, strict=True))
        lines.append(f"{group:8} {len(own):4} {told} {ahead:6}")
    return lines


@cache
def _tile() -> NDArray[np.float64]:
    return np.random.default_rng(0).normal(0.0, NOISE_LEVELS, (TILE_PX, TILE_PX, 3))


def _noisy(image: Picture, chance: np.random.Generator) -> Picture:
    """The picture with noise of its own, which is cut out of one tile: drawing it takes longest."""
    tile = np.roll(_tile(), tuple(chance.integers(0, TILE_PX, 2)), (0, 1)).astype(np.int16)
    height, width = image.shape[:2]
    below, right = max(0, height - TILE_PX), max(0, width - TILE_PX)
    noise = cv2.copyMakeBorder(tile, 0, below, 0, right, cv2.BORDER_WRAP)[:height, :width]
    return np.asarray(cv2.add(image, np.ascontiguousarray(noise), dtype=cv2.CV_8U), np.uint8)


def _all(reader: DiceReader, photos: Iterable[Labelled]) -> list[Compared]:
    found = []
    for photo in photos:
        found.append(compared(reader, photo))
        one = found[-1]
        if one.told != one.whole or one.told == WRONG:
            print(f"{one.group}/{one.file}: whole {one.whole}, told {one.told}", flush=True)
    return found


def main() -> None:
    argparse.ArgumentParser(description=__doc__).parse_args()
    cv2.setNumThreads(1)
    found = _all(DiceReader(), [*own_pictures(), *private_photographs()])
    print("\n".join(table(found)))
    done = [one for one in found if one.frame_ms]
    print(
        f"ms: dearest frame median {statistics.median(one.frame_ms for one in done):.0f},"
        f" whole {statistics.median(one.whole_ms for one in done):.0f}"
    )


if __name__ == "__main__":
    main()
