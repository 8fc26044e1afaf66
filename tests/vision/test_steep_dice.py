"""A die that leans steeply against another is a question, found as a die or not.

Knows rendered pictures with such a die. Refuses to know how it is told.
"""

from __future__ import annotations

import pytest

from tests.troubles.scenes import case
from vision.dice.reading import DiceReader
from vision.values import Status, TroubleCode


@pytest.mark.parametrize("number", [3, 4])
def test_a_die_that_leans_too_far_to_be_found_is_named(number: int) -> None:
    seen = case(TroubleCode.COCKED, True, number)
    reading = DiceReader().read(seen.image_bgr)
    assert reading.status is Status.UNSURE
    assert TroubleCode.COCKED in {trouble.code for trouble in reading.trouble}


@pytest.mark.parametrize("number", [3, 4])
def test_the_same_dice_without_one_that_leans_are_not_called_cocked(number: int) -> None:
    seen = case(TroubleCode.COCKED, False, number)
    reading = DiceReader().read(seen.image_bgr)
    assert TroubleCode.COCKED not in {trouble.code for trouble in reading.trouble}
