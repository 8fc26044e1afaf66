"""The reader as it ships on harder versions of every photograph: python -m tests.tuning.harder

Knows all distortions of ``distort.py``, and shows the whole reader each. Refuses to fit anything;
``fit`` and ``reliability`` judge the joining alone.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence

import cv2
import numpy as np

from tests.tuning.distort import DISTORTIONS, Image
from tests.tuning.photographs import D6_SETS, Photograph, photographs
from tests.tuning.places import assigned
from vision.dice.evidence import gather
from vision.dice.reading import DiceReader
from vision.frame import load_picture
from vision.values import Status

NAMES = tuple(name for name in DISTORTIONS if name != "as taken")
WORDS = ("right", "unsure", "wrong")


def outcome(reader: DiceReader, image: Image, pips: Sequence[int]) -> str:
    """One of WORDS: every die right, a question, or neither."""
    reading = reader.read(image)
    if reading.status is Status.UNSURE:
        return "unsure"
    return "right" if sorted(die.value or 0 for die in reading.dice) == sorted(pips) else "wrong"


def side_of_dice(reader: DiceReader, image: Image, photo: Photograph) -> float | None:
    """Of a photograph as taken, in pixels; None where its dice were not found."""
    matched = assigned(gather(reader.model, image), photo.pips)
    if not matched:
        return None if matched is None else max(image.shape) / 10
    return float(np.median([seen.side for seen, _ in matched]))


def main() -> None:
    """Print what is wrong, and the counts of each distortion."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sets", nargs="*", default=D6_SETS)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    reader = DiceReader()
    counts: Counter[tuple[str, str]] = Counter()
    for photo in photographs(tuple(options.sets)):
        image = load_picture(photo.path)
        side = side_of_dice(reader, image, photo)
        for name in NAMES if side is not None else ():
            word = outcome(reader, DISTORTIONS[name](image, side or 0.0), photo.pips)
            counts[name, word] += 1
            if word == "wrong":
                print(f"wrong: {photo.path.name}, {name}", flush=True)
    print("| made | right | unsure | wrong |\n|---|---|---|---|")
    for name in NAMES:
        print(f"| {name} | {' | '.join(str(counts[name, word]) for word in WORDS)} |")
    told = [sum(counts[name, word] for name in NAMES) for word in WORDS]
    print(f"| all | {' | '.join(map(str, told))} |")


if __name__ == "__main__":
    main()
