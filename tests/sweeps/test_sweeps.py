"""A change of scene may turn a right reading into a question, never into a wrong one."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest

from tests.sweeps.axes import PLAIN, axes
from tests.sweeps.run import HANDS, Result, picture, sweep, swept, worst
from vision.dice.reading import DiceReader

EVERY = 2
"""In every test run each second step is tried, the ends of an axis among them or beside them."""


@cache
def reader() -> DiceReader:
    cv2.setNumThreads(1)
    return DiceReader()


def test_the_dice_lie_alike_in_every_scene_of_an_axis() -> None:
    floor = [picture(step.look, 1)[0].astype(int) for step in axes()["floor"][:2]]
    assert floor[0].shape == floor[1].shape
    assert np.abs(floor[0] - floor[1]).mean() > 5
    bright = [np.argwhere(one.min(2) > 150).mean(0) for one in floor]
    assert np.abs(bright[0] - bright[1]).max() < 5


def test_every_axis_has_its_steps_and_the_issue_its_axes() -> None:
    steps = axes()
    assert {"floor", "light colour", "light level", "camera height", "focus"} < steps.keys()
    for some in steps.values():
        assert len(some) >= 6
        assert len({step.name for step in some}) == len(some)
    assert {face for hand in HANDS for face in hand} == {1, 2, 3, 4, 5, 6}


def test_the_plain_scene_is_read() -> None:
    (plain,) = [step for step in axes()["floor"] if step.look.table == PLAIN.table]
    assert swept(reader().read, "floor", plain, 3) == Result("floor", "plain", 3, 0, 0)


@pytest.mark.parametrize("axis", list(axes()))
def test_no_step_turns_right_into_wrong(axis: str) -> None:
    results = list(sweep(reader().read, 1, axis, EVERY))
    assert [one for one in results if one.wrong] == []
    assert sum(one.right for one in results) >= 0.4 * len(results)


@pytest.mark.long
@pytest.mark.parametrize("axis", list(axes()))
def test_no_step_of_many_throws_turns_right_into_wrong(axis: str) -> None:
    results = list(sweep(reader().read, 10, axis))
    assert [one for one in results if one.wrong] == []


def test_the_worst_step_is_the_one_that_gains_least() -> None:
    good, bad = Result("a", "good", 9, 1, 0), Result("a", "bad", 9, 0, 1)
    assert worst([good, bad]) == bad
    assert worst([good, Result("a", "doubt", 2, 8, 0)]).step == "doubt"
