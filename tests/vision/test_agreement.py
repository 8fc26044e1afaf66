"""Several looks at one throw."""

from __future__ import annotations

from tests.vision.drawn import Die, Scene, true_reading, unsure
from vision.dice.agreement import agreed, enough
from vision.values import Status, TrayReading

SURE = true_reading(Scene(dice=(Die(3, 100, 100), Die(5, 200, 200))))
OTHER = true_reading(Scene(dice=(Die(3, 100, 100), Die(6, 200, 200))))
DOUBT, OTHER_DOUBT = unsure(SURE), unsure(OTHER)
EMPTY = TrayReading(Status.EMPTY, 0.99, ())


def test_a_sure_first_reading_and_an_empty_tray_need_no_second_look() -> None:
    assert enough([SURE])
    assert enough([EMPTY])
    assert agreed([SURE]) is SURE


def test_a_doubt_is_looked_at_again_until_two_sure_ones_agree_or_three_were_made() -> None:
    assert not enough([])
    assert not enough([DOUBT])
    assert not enough([DOUBT, SURE])
    assert enough([DOUBT, SURE, SURE])
    assert enough([DOUBT, DOUBT, DOUBT])


def test_two_sure_readings_that_agree_are_sure() -> None:
    assert agreed([DOUBT, SURE, SURE]).status is Status.OK


def test_two_sure_readings_that_differ_are_a_doubt() -> None:
    assert agreed([DOUBT, SURE, OTHER]).status is Status.UNSURE


def test_one_sure_reading_is_not_enough() -> None:
    reading = agreed([OTHER_DOUBT, DOUBT, SURE])
    assert reading.status is Status.UNSURE
    assert reading.dice == SURE.dice


def test_the_values_read_most_often_win_and_of_equals_the_most_confident() -> None:
    assert agreed([OTHER_DOUBT, DOUBT, DOUBT]).dice == SURE.dice
    low = TrayReading(Status.UNSURE, 0.2, OTHER.dice)
    assert agreed([low, DOUBT]).dice == SURE.dice
