"""A die that moved while the picture was taken is a question, found as a die or not.

Knows rendered pictures with one such die among others that lie still. Refuses to know how it is
told.
"""

from __future__ import annotations

from functools import cache

import pytest

from tests.troubles.measure import is_placed, is_wrong
from tests.troubles.scenes import case
from vision.dice.reading import DiceReader
from vision.values import Status, TroubleCode

MISSED_BY_THE_NET = (4, 6, 7, 8, 9, 13)
"""Cases whose moving die the net marks too faintly for a die."""


@cache
def reader() -> DiceReader:
    return DiceReader()


@pytest.mark.parametrize("number", MISSED_BY_THE_NET)
def test_a_smeared_die_that_is_not_found_is_a_question_at_its_place(number: int) -> None:
    one = case(TroubleCode.BLURRED, present=True, number=number)
    reading = reader().read(one.image_bgr)
    assert not is_wrong(one, reading)
    assert reading.status is Status.UNSURE
    assert is_placed(one, reading, TroubleCode.BLURRED)


@pytest.mark.parametrize("number", MISSED_BY_THE_NET)
def test_the_same_tables_with_still_dice_have_no_such_question(number: int) -> None:
    one = case(TroubleCode.BLURRED, present=False, number=number)
    reading = reader().read(one.image_bgr)
    assert TroubleCode.BLURRED not in {trouble.code for trouble in reading.trouble}
    assert not is_wrong(one, reading)
