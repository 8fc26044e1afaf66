"""A grade for reading in this light: some throws, confirmed by a person, and what to change.

Knows how throws that were confirmed become a grade and a few sentences. Refuses to know who
confirmed them and how.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from vision.calibration.advice import Advice, Topic, light_side, of_focus, of_light
from vision.calibration.floor import Outline
from vision.values import Status, TrayReading, TroubleCode

THROWS = 5
"""Throws of a self-test: enough to see glare and shadows in several places of the tray."""

Value = int | str


class Grade(StrEnum):
    """GOOD: all throws read without a question. USABLE: some questions, nothing wrong. POOR:
    questions at most throws, or a wrong number that was held for certain."""

    GOOD = "good"
    USABLE = "usable"
    POOR = "poor"


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """One throw: what was read, what a person says lay there, and the picture."""

    reading: TrayReading
    truth: tuple[Value, ...]
    image_bgr: NDArray[np.uint8]

    @property
    def right(self) -> bool:
        """Every die read as what it is, none too many."""
        read = [die.value for die in self.reading.dice]
        return sorted(map(str, read)) == sorted(map(str, self.truth))

    @property
    def sure(self) -> bool:
        """Read without a question."""
        return self.reading.status is not Status.UNSURE

    @property
    def wrong(self) -> bool:
        """Held for certain and not so: the worst that can be."""
        return self.sure and not self.right


@dataclass(frozen=True, slots=True)
class Graded:
    """Counts of throws, the grade, and what to change, most useful first."""

    grade: Grade
    throws: int
    right: int
    unsure: int
    wrong: int
    advice: tuple[Advice, ...]


def graded(trials: Sequence[Trial], outline_px: Outline | None = None) -> Graded:
    """The grade of confirmed throws. ``outline_px``: the tray's floor, where it is known.

    Raises ValueError without a throw.
    """
    if not trials:
        raise ValueError("A self-test needs a throw.")
    wrong = sum(trial.wrong for trial in trials)
    unsure = sum(not trial.sure for trial in trials)
    right = len(trials) - wrong - unsure
    if wrong or 2 * unsure > len(trials):
        grade = Grade.POOR
    else:
        grade = Grade.USABLE if unsure else Grade.GOOD
    return Graded(grade, len(trials), right, unsure, wrong, _advice(trials, outline_px))


def _advice(trials: Sequence[Trial], outline_px: Outline | None) -> tuple[Advice, ...]:
    counts = Counter(trouble.code for trial in trials for trouble in trial.reading.trouble)
    said: dict[Topic, Advice] = {}
    for trial in trials:
        for one in (*of_light(trial.image_bgr, outline_px), *of_focus(trial.image_bgr)):
            said.setdefault(one.topic, Advice(one.topic, one.text))
    glare = counts[TroubleCode.GLARE]
    if glare:
        sides = Counter(_side(trial, outline_px) for trial in trials)
        side = sides.most_common(1)[0][0]
        where = f" from {side} of the picture" if side else ""
        said[Topic.GLARE] = Advice(
            Topic.GLARE,
            f"Light{where}: glare on {_faces(glare)}. Move the lamp aside until no die mirrors it,"
            " or hang paper before it.",
        )
        said.pop(Topic.UNEVEN, None)
    if counts[TroubleCode.COCKED] + counts[TroubleCode.STACKED]:
        said[Topic.COCKED] = Advice(
            Topic.COCKED,
            "Dice leaned or lay on each other: those must be rolled again. Fewer dice at a time,"
            " or a larger tray, help.",
        )
    if counts[TroubleCode.AT_EDGE] + counts[TroubleCode.CUT_OFF]:
        said[Topic.EDGE] = Advice(
            Topic.EDGE,
            "Dice came to lie at the edge: see that the camera shows the whole tray, with a little"
            " of the table around it.",
        )
    wrong = sum(trial.wrong for trial in trials)
    if wrong:
        which = "One throw was" if wrong == 1 else f"{wrong} throws were"
        said[Topic.WRONG] = Advice(
            Topic.WRONG,
            f"{which} read wrongly without a question. Do not play with this light and these dice"
            " before that is mended. With --keep DIR the pictures of the throws are kept.",
            fault=True,
        )
    unsure = sum(not trial.sure for trial in trials)
    if unsure and not said:
        said[Topic.DOUBTS] = Advice(
            Topic.DOUBTS,
            "Some throws were doubtful for no reason that can be named: brighter, more even light"
            " and a plain floor help most.",
        )
    return tuple(sorted(said.values(), key=lambda one: not one.fault))


def _side(trial: Trial, outline_px: Outline | None) -> str | None:
    return None if outline_px is None else light_side(trial.image_bgr, outline_px)


def _faces(count: int) -> str:
    words = ("no face", "one face", "two faces", "three faces", "four faces", "five faces")
    return words[count] if count < len(words) else f"{count} faces"
