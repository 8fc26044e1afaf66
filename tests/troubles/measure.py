"""The table of confusions: how often each trouble is named where it is, and where it is not.

Knows how a reading is judged. Refuses to know how troubles come about.

python -m tests.troubles.measure               15 pictures with and 15 without each trouble
python -m tests.troubles.measure --count 30    more
python -m tests.troubles.measure --only glare  one of them
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.dice import DiceSpec
from companion.table.observe import mismatch
from tests.troubles.scenes import CASES, Case, case
from vision.dice.reading import DiceReader
from vision.values import Status, TrayReading, Trouble, TroubleCode

NEAR_SIDES = 1.2
"""A trouble is at its place when it is named within this many sides of it."""


@dataclass(frozen=True, slots=True)
class Row:
    """Counts of one trouble. ``elsewhere``: named where it is, but at another place;
    ``surely_wrong``: pictures held for certain whose values are not so."""

    code: TroubleCode
    named: int
    missed: int
    elsewhere: int
    invented: int
    quiet: int
    surely_wrong: int

    @property
    def text(self) -> str:
        """The row of a table in Markdown."""
        return (
            f"| `{self.code}` | {self.named} | {self.missed} | {self.elsewhere} |"
            f" {self.invented} | {self.quiet} | {self.surely_wrong} |"
        )


HEAD = (
    "| trouble | there: named | not named | named elsewhere | not there: named | not named |"
    " surely wrong |\n|---|---|---|---|---|---|---|"
)


def read(reader: DiceReader, one: Case) -> TrayReading:
    """The reading of a case, checked against what is expected as `read --expect` does."""
    reading = reader.read(one.image_bgr, tray=one.tray)
    if one.expected is None:
        return reading
    code = mismatch(DiceSpec.parse(one.expected), reading.dice)
    if code is None:
        return reading
    return replace(reading, status=Status.UNSURE, trouble=(*reading.trouble, Trouble(code)))


def is_wrong(one: Case, reading: TrayReading) -> bool:
    """Held for certain, and not what lies there: a die without a value has none to be read."""
    if reading.status is Status.UNSURE:
        return False
    return None in one.values or sorted(map(str, one.values)) != sorted(
        str(die.value) for die in reading.dice
    )


def is_placed(one: Case, reading: TrayReading, code: TroubleCode) -> bool:
    """Whether each place of the trouble has it named nearby."""
    named = [t.centre_px for t in reading.trouble if t.code is code and t.centre_px is not None]
    sides = [die.box_px[2] - die.box_px[0] for die in reading.dice]
    reach = NEAR_SIDES * (float(np.median(sides)) if sides else 40.0)
    if code is TroubleCode.FOREIGN_OBJECT:
        reach *= 3  # a pencil is long: any place on it is right
    return all(any(np.hypot(at[0] - to[0], at[1] - to[1]) < reach for to in named) for at in one.at)


def row(reader: DiceReader, code: TroubleCode, count: int) -> Row:
    """Measure one trouble over ``count`` pictures with it and as many without."""
    named = missed = elsewhere = invented = quiet = wrong = 0
    for number in range(count):
        for present in (True, False):
            one = case(code, present, number)
            reading = read(reader, one)
            wrong += is_wrong(one, reading)
            told = any(trouble.code is code for trouble in reading.trouble)
            if not present:
                invented += told
                quiet += not told
            elif not told:
                missed += 1
            elif is_placed(one, reading, code):
                named += 1
            else:
                elsewhere += 1
    return Row(code, named, missed, elsewhere, invented, quiet, wrong)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="How well troubles are named.")
    parser.add_argument("--count", type=int, default=15)
    parser.add_argument("--only", choices=[str(code) for code in CASES])
    options = parser.parse_args()
    cv2.setNumThreads(1)
    reader = DiceReader()
    print(HEAD, flush=True)
    for code in CASES:
        if options.only in (None, str(code)):
            print(row(reader, code, options.count).text, flush=True)


if __name__ == "__main__":
    main()
