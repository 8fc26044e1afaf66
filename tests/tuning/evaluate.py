"""Judge the reader as it ships: python -m tests.tuning.evaluate [--model FILE] [--write]

Reads our own pictures, and the private photographs where they are present; prints whole
photographs right, unsure and wrong for each set, what was not right, and the time. ``--write``
stores the counts in accuracy.csv, the ratchet: the number of wrong ones may never rise.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from companion.cli.lab_photos import Labelled, labelled
from companion.cli.lab_reading import (
    RIGHT,
    Outcome,
    Share,
    as_text,
    mean_parts,
    outcomes,
    shares,
)
from tests.tuning.photographs import D6_SETS, folder
from vision.dice.reading import DiceReader

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures"
ACCURACY = Path(__file__).with_name("accuracy.csv")
OWN = "own"
"""All pictures of tests/fixtures together."""

PIP_SETS = D6_SETS


@dataclass(frozen=True, slots=True)
class Kept:
    """One line of accuracy.csv."""

    group: str
    photographs: int
    right: int
    unsure: int
    wrong: int


def own_pictures() -> list[Labelled]:
    """Our own pictures, those that `companion label` wrote to tests/fixtures/photographs too."""
    folders = [FIXTURES / "pictures", FIXTURES / "photographs"]
    here = [path for path in folders if path.is_dir()]
    return [replace(one, group=OWN) for one in labelled(here)]


def private_photographs(groups: Sequence[str] = ()) -> list[Labelled]:
    """The private photographs, of some sets or of all; none where they are absent."""
    base = folder()
    found = [] if base is None else labelled([base])
    return [one for one in found if not groups or one.group in groups]


def judge_all(reader: DiceReader, photos: Iterable[Labelled]) -> list[Outcome]:
    """The outcome of every photograph, on one thread."""
    cv2.setNumThreads(1)
    return [outcome for _, outcome in outcomes(reader.read, photos)]


def kept() -> dict[str, Kept]:
    """What accuracy.csv holds, by set."""
    with ACCURACY.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return {
        row["set"]: Kept(
            row["set"], *(int(row[name]) for name in ("photographs", "right", "unsure", "wrong"))
        )
        for row in rows
    }


def write(lines: Iterable[Share]) -> None:
    """Store the counts; sets that were not read now keep theirs."""
    stored = kept() if ACCURACY.exists() else {}
    for line in lines:
        stored[line.group] = Kept(line.group, line.photographs, line.right, line.unsure, line.wrong)
    with ACCURACY.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["set", "photographs", "right", "unsure", "wrong"])
        for one in stored.values():
            table.writerow([one.group, one.photographs, one.right, one.unsure, one.wrong])


def show(title: str, lines: Sequence[Share]) -> None:
    """Print a table and the mean over its sets."""
    print(f"{title:24} {'photos':>6} {'right':>6} {'unsure':>6} {'wrong':>6}")
    for line in lines:
        print(f"{line.group:24} {line.photographs:6} {line.right:6} {line.unsure:6} {line.wrong:6}")
    if lines:
        right, unsure, wrong = (100 * part for part in mean_parts(lines))
        print(f"{'mean over sets, %':24} {'':6} {right:6.1f} {unsure:6.1f} {wrong:6.1f}")


def main() -> None:
    """Read, print tables and what was not right."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, help="model file; the shipped one if left out")
    parser.add_argument("--write", action="store_true", help="store the counts in accuracy.csv")
    arguments = parser.parse_args()
    found = judge_all(DiceReader(arguments.model), [*own_pictures(), *private_photographs()])
    lines = shares(found)
    show("pip dice", [line for line in lines if line.group in PIP_SETS])
    show("others", [line for line in lines if line.group not in PIP_SETS])
    for one in found:
        if one.verdict != RIGHT:
            told = f"{as_text(one.told)} ({one.confidence:.3f})"
            print(f"{one.verdict:7} {one.group}/{one.file:16} {told}")
    pips = [one for one in found if one.group in PIP_SETS]
    if pips:
        spent_ms = [one.reading_ms for one in pips]
        ratios = [one.reading_ms / one.decoding_ms for one in pips]
        print(f"ms of one core: median {np.median(spent_ms):.0f}, worst {max(spent_ms):.0f};")
        print(f"times decoding: median {np.median(ratios):.1f}, worst {max(ratios):.1f}")
    if arguments.write:
        write(lines)


if __name__ == "__main__":
    main()
