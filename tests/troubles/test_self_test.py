"""Some throws before the camera: asked about, graded, and kept where that is wanted."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Self

import numpy as np
import pytest

from companion.cli import self_test as testing
from companion.cli.kept_throws import keep_throws
from companion.cli.lab_photos import labelled
from companion.errors import CameraUnavailable, NoAnswer, PictureUnwritable
from companion.table.ports import Frame
from hardware.pictures import Picture, open_recording
from tests.fixtures.truths import RECORDINGS
from tests.hardware.clocks import FakeClock
from vision.calibration.advice import Topic
from vision.calibration.self_test import Grade
from vision.values import DieKind, DieReading, Status, TrayReading

FILM = RECORDINGS / "bounce"
"""One throw."""

LIES_ON = 40
"""Frames after its end in which the dice go on lying there."""

TWO = TrayReading(
    Status.OK,
    0.99,
    tuple(
        DieReading(DieKind.D6, value, 0.99, (), (100.0 * value, 50.0), (0.0, 0.0, 40.0, 40.0))
        for value in (2, 5)
    ),
)


@cache
def pictures() -> tuple[list[Picture], float]:
    """Those of the film, and the seconds from one to the next."""
    recording = open_recording(FILM)
    times_s = recording.times_s
    step_s = times_s[-1] / (len(times_s) - 1)
    return [recording.picture(number) for number in range(len(times_s))], step_s


class Film:
    """A camera that shows one throw, as fast as it is asked."""

    name = "film"

    def __init__(self) -> None:
        self._pictures, self._step_s = pictures()
        self._shown = 0

    @property
    def dice_lie(self) -> bool:
        """Whether the dice of the throw are in view."""
        return self._shown > len(self._pictures) // 2

    @property
    def ended(self) -> bool:
        return self._shown >= len(self._pictures) + LIES_ON

    def latest(self, after: int, timeout_s: float) -> Frame[Picture] | None:
        number = self._shown
        self._shown += 1
        image = self._pictures[min(number, len(self._pictures) - 1)]
        return Frame(image, number, number * self._step_s)

    def close(self) -> None:
        pass

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        pass


def after(
    *answers: str, throws: int = 1, reading: TrayReading = TWO
) -> tuple[testing.Tested, list[str]]:
    """What a self-test of the film gives, and every question that was put."""
    asked: list[str] = []
    given: Iterator[str] = iter(answers)

    def ask(question: str) -> str:
        asked.append(question)
        try:
            return next(given)
        except StopIteration:
            raise EOFError from None

    film = Film()

    def read(_: Picture) -> TrayReading:
        return reading if film.dice_lie else TrayReading(Status.EMPTY, 0.99, ())

    return testing.self_test(film, FakeClock(), read, None, throws, ask), asked


def test_enter_confirms_a_throw_and_the_size_of_its_dice_is_told() -> None:
    found, asked = after("")
    assert (found.graded.grade, found.graded.right) == (Grade.GOOD, 1)
    assert found.die_side_px == 40.0
    assert "read 2 5." in asked[0]
    assert len(found.trials) == 1


def test_another_answer_than_a_sure_reading_is_a_wrong_one_and_poor() -> None:
    found, _ = after("2, 6")
    assert (found.graded.grade, found.graded.wrong) == (Grade.POOR, 1)
    assert found.graded.advice[0].topic is Topic.WRONG
    assert "--keep DIR" in found.graded.advice[0].text


@pytest.mark.parametrize("slip", ["25", "2 7", "2 0", "2;5", "-"])
def test_a_slip_of_the_pen_is_asked_again_and_costs_no_grade(slip: str) -> None:
    found, asked = after(slip, "2 5")
    assert found.graded.right == 1
    assert "from 1 to 6" in asked[1]


def test_a_die_that_was_not_read_is_not_confirmed_by_enter() -> None:
    dice = (TWO.dice[0], replace(TWO.dice[1], kind=DieKind.UNKNOWN, value=None))
    found, asked = after("", "2 5", reading=TrayReading(Status.UNSURE, 0.4, dice))
    assert len(asked) == 2
    assert (found.graded.unsure, found.graded.wrong) == (1, 0)


def test_nobody_there_to_answer_and_too_few_throws_are_one_sentence_each() -> None:
    with pytest.raises(NoAnswer, match="in a terminal"):
        after()
    with pytest.raises(CameraUnavailable, match="showed 1 of 2 throws"):
        after("", throws=2)
    with pytest.raises(CameraUnavailable, match="showed 0 of 1 throws"):
        after("s")


def test_throws_that_are_kept_are_labelled_photographs(tmp_path: Path) -> None:
    right, wrong = after("")[0].trials[0], after("2 6")[0].trials[0]
    other = replace(wrong, image_bgr=np.zeros_like(wrong.image_bgr))
    kept = keep_throws(tmp_path / "throws", [right, other, right])
    assert (len(kept), len(set(kept))) == (3, 2)
    found = {one.path: one.dice for one in labelled([tmp_path / "throws"])}
    assert found == {kept[0]: (("d6", "2"), ("d6", "5")), kept[1]: (("d6", "2"), ("d6", "6"))}
    assert json.loads(kept[1].with_suffix(".json").read_text("utf-8"))["note"] == "wrong"


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(PictureUnwritable, match="--keep"):
        keep_throws(tmp_path / "file" / "throws", after("")[0].trials)
