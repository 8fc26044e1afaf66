"""Run the sweeps: python -m tests.sweeps.run [--throws N] [--axis NAME]

Prints for every step how many throws were read right, unsure and wrong, and names the worst
step. The same throws lie in every step.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.cli.lab_photos import Labelled
from companion.cli.lab_reading import RIGHT, UNSURE, WRONG, judged
from hardware.simulated.scene import Look, throw
from tests.sweeps.axes import Step, axes
from vision.dice.reading import DiceReader
from vision.values import TrayReading

SIZE_PX = (640, 480)
_NOWHERE = Path("rendered")
HANDS: tuple[tuple[int, ...], ...] = (
    (1, 2, 3, 4, 5, 6),
    (6, 6, 5),
    (1, 1, 2, 4),
    (3, 5, 6, 2),
    (4, 2, 3, 3, 1),
)
"""What is thrown; throw N takes the N-th, over and over."""

Read = Callable[[NDArray[np.uint8]], TrayReading]


@dataclass(frozen=True, slots=True)
class Result:
    """One step: how many throws were right, unsure and wrong."""

    axis: str
    step: str
    right: int
    unsure: int
    wrong: int

    @property
    def margin(self) -> int:
        """Right minus wrong: what is gained by believing the reader."""
        return self.right - self.wrong


def picture(look: Look, number: int) -> tuple[NDArray[np.uint8], tuple[int, ...]]:
    """Throw ``number`` in a scene, and what was thrown; the dice lie alike in every scene."""
    faces = HANDS[number % len(HANDS)]
    thrown = throw(faces, look, np.random.default_rng(100 + number), size_px=SIZE_PX)
    return thrown.stage.shoot(thrown.rest, number).image_bgr, faces


def swept(read: Read, axis: str, step: Step, throws: int) -> Result:
    """Read some throws in one step's scene."""
    verdicts = []
    for number in range(throws):
        image, faces = picture(step.look, number)
        dice = tuple(sorted(("d6", str(face)) for face in faces))
        verdicts.append(judged(Labelled(axis, _NOWHERE, dice), read(image)).verdict)
    return Result(axis, step.name, *(verdicts.count(v) for v in (RIGHT, UNSURE, WRONG)))


def sweep(read: Read, throws: int, only: str | None = None, every: int = 1) -> Iterator[Result]:
    """All steps of all axes, or of one; ``every`` leaves out steps between."""
    for axis, steps in axes().items():
        if only in (None, axis):
            for step in steps[::every]:
                yield swept(read, axis, step, throws)


def worst(results: list[Result]) -> Result:
    """The step at which believing the reader gains least."""
    return min(results, key=lambda one: (one.margin, -one.wrong))


def main() -> None:
    """Print the tables as Markdown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--throws", type=int, default=10)
    parser.add_argument("--axis", help="one axis only")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    results = []
    print("| axis | step | right | unsure | wrong |\n|---|---|---|---|---|")
    for one in sweep(DiceReader().read, arguments.throws, arguments.axis):
        results.append(one)
        print(f"| {one.axis} | {one.step} | {one.right} | {one.unsure} | {one.wrong} |", flush=True)
    for axis in dict.fromkeys(one.axis for one in results):
        low = worst([one for one in results if one.axis == axis])
        print(f"Worst of {axis}: {low.step} ({low.right} right, {low.wrong} wrong)")


if __name__ == "__main__":
    main()
