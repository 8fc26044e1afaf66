"""Dice in the tray are taught from its newest picture, then read."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.dice_sets.loading import DiceSets
from companion.errors import DiceSetError, DieNotFound
from companion.runtime.teacher import KEPT_LOOKS, TrayTeacher
from tests.dice_sets.samples import shot
from vision.dice.model import DiceModel

ROW = ("lightning", "mountain", "cloud")


class Newest:
    """The tray's pictures, one after the other."""

    def __init__(self) -> None:
        self.number = 0
        self.image = shot(ROW).image_bgr

    def __call__(self) -> tuple[int, bytes]:
        _, code = cv2.imencode(".jpg", self.image)
        return self.number, code.tobytes()


@pytest.fixture
def newest() -> Newest:
    return Newest()


@pytest.fixture
def teacher(tmp_path: Path, newest: Newest) -> TrayTeacher:
    return TrayTeacher(newest, DiceSets(tmp_path / "dice"), DiceModel())


def test_dice_are_found_tapped_and_kept(teacher: TrayTeacher, tmp_path: Path) -> None:
    look = teacher.look()
    assert look is not None
    assert (look.width_px, look.height_px) == (640, 480)
    assert len(look.dice) == 3
    for die, truth in zip(look.dice, shot(ROW).truth, strict=True):
        assert np.hypot(die.x_px - truth.centre_px[0], die.y_px - truth.centre_px[1]) < 5
    for number, label in enumerate(ROW):
        teacher.teach(look.number, number, "mine", label)
    facts = {one.name: one for one in teacher.sets()}
    assert facts["mine"].faces == tuple((label, 1) for label in ROW)
    assert DiceSets(tmp_path / "dice").load("mine").labels == ROW
    assert teacher.advice("mine") == []
    teacher.forget("mine", "cloud")
    assert DiceSets(tmp_path / "dice").load("mine").labels == ROW[:2]


def test_what_cannot_be_taught_is_refused_and_changes_nothing(teacher: TrayTeacher) -> None:
    look = teacher.look()
    assert look is not None
    assert len(look.dice) == 3
    for number, die in ((look.number, 9), (look.number, -1), (99, 0)):
        with pytest.raises(DieNotFound, match="no longer kept"):
            teacher.teach(number, die, "mine", "cloud")
    for name, label in (("../mine", "cloud"), ("practice-high-risk", "cloud"), ("mine", "")):
        with pytest.raises(DiceSetError):
            teacher.teach(look.number, 0, name, label)
    assert [one.name for one in teacher.sets()] == ["practice-high-risk"]


def test_only_the_last_few_looks_are_kept(teacher: TrayTeacher, newest: Newest) -> None:
    newest.image = np.full((48, 64, 3), 90, np.uint8)
    for number in range(KEPT_LOOKS + 2):
        newest.number = number
        teacher.look()
    assert teacher.picture(0) is None
    assert teacher.looked_at(1) is None
    assert teacher.picture(KEPT_LOOKS + 1) is not None
