"""Judge the reader as it ships: python -m tests.tuning.evaluate [--model FILE] [--every N]

Reads the private photographs, prints whole photographs right, unsure and wrong for each set
and as the mean over sets, then what was not right, and the time beside decoding. Dice other
than pip dice cannot be read yet: there every sure answer is wrong and *unsure* is right.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from tests.tuning.photographs import D6_SETS, Photograph, photographs
from vision.dice.reading import DiceReader
from vision.frame import load_picture
from vision.values import Status, TrayReading

OTHER_SETS = ("tower", "symbols")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one photograph came out as: ``verdict`` is right, unsure or wrong."""

    photo: Photograph
    reading: TrayReading
    verdict: str
    spent_s: float


def outcomes(reader: DiceReader, photos: Iterable[Photograph]) -> list[Outcome]:
    """Read photographs one after another, on one thread."""
    found = []
    for photo in photos:
        image = load_picture(photo.path)
        start = time.process_time()
        reading = reader.read(image)
        spent_s = time.process_time() - start
        found.append(Outcome(photo, reading, _verdict(photo, reading), spent_s))
    return found


def _verdict(photo: Photograph, reading: TrayReading) -> str:
    pips = photo.kind == "d6"
    if reading.status is Status.UNSURE:
        return "unsure" if pips else "right"
    values = tuple(sorted(str(die.value) for die in reading.dice))
    return "right" if pips and values == tuple(sorted(photo.values)) else "wrong"


def shares(found: Sequence[Outcome]) -> dict[str, tuple[int, int, int]]:
    """Photographs right, unsure and wrong by set."""
    groups = dict.fromkeys(one.photo.group for one in found)
    return {
        group: (
            sum(one.verdict == "right" for one in found if one.photo.group == group),
            sum(one.verdict == "unsure" for one in found if one.photo.group == group),
            sum(one.verdict == "wrong" for one in found if one.photo.group == group),
        )
        for group in groups
    }


def mean_shares(table: dict[str, tuple[int, int, int]]) -> tuple[float, float, float]:
    """Mean over sets of the parts right, unsure and wrong (0 to 1)."""
    parts = np.mean([np.array(row) / sum(row) for row in table.values()], 0)
    return float(parts[0]), float(parts[1]), float(parts[2])


def show(title: str, table: dict[str, tuple[int, int, int]]) -> None:
    """Print a table and the mean over its sets."""
    print(f"{title:24} {'photos':>6} {'right':>6} {'unsure':>6} {'wrong':>6}")
    for group, row in table.items():
        print(f"{group:24} {sum(row):6} {row[0]:6} {row[1]:6} {row[2]:6}")
    right, unsure, wrong = (100 * part for part in mean_shares(table))
    print(f"{'mean over sets, %':24} {'':6} {right:6.1f} {unsure:6.1f} {wrong:6.1f}")


def main() -> None:
    """Read, print tables and what was not right."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, help="model file; the shipped one if left out")
    parser.add_argument("--every", type=int, default=1, help="read every N-th photograph only")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    reader = DiceReader(arguments.model)
    d6 = outcomes(reader, photographs(D6_SETS)[:: arguments.every])
    other = outcomes(reader, photographs(OTHER_SETS)[:: arguments.every])
    show("pip dice", shares(d6))
    show("other dice", shares(other))
    for one in d6 + other:
        if one.verdict != "right":
            got = " ".join("?" if die.value is None else str(die.value) for die in one.reading.dice)
            troubles = ", ".join(str(trouble.code) for trouble in one.reading.trouble)
            print(
                f"{one.verdict:7} {one.photo.path.stem:12} {' '.join(one.photo.values):36}"
                f" got {one.reading.status} {one.reading.confidence:.3f}: {got} [{troubles}]"
            )
    spent_ms = [1000 * one.spent_s for one in d6]
    print(f"time a photograph, ms of one core: median {np.median(spent_ms):.0f},", end=" ")
    print(f"worst {max(spent_ms):.0f}")


if __name__ == "__main__":
    main()
