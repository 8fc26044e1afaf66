"""A die that lies on another is a question where the lower one can be seen.

Knows rendered pictures with two dice on each other. Refuses to know how they are told.
"""

from __future__ import annotations

import pytest

from tests.troubles.measure import is_placed
from tests.troubles.scenes import case
from vision.dice.reading import DiceReader
from vision.values import Status, TroubleCode


@pytest.mark.parametrize("number", [0, 4, 6])
def test_a_die_on_another_is_named_at_its_place(number: int) -> None:
    seen = case(TroubleCode.STACKED, True, number)
    reading = DiceReader().read(seen.image_bgr)
    assert reading.status is Status.UNSURE
    assert is_placed(seen, reading, TroubleCode.STACKED)


@pytest.mark.parametrize("number", [8, 12, 14])
def test_dice_beside_each_other_are_not_called_stacked(number: int) -> None:
    seen = case(TroubleCode.STACKED, False, number)
    reading = DiceReader().read(seen.image_bgr)
    assert reading.status is not Status.UNSURE
    assert TroubleCode.STACKED not in {trouble.code for trouble in reading.trouble}
