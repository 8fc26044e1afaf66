"""The service's loop calls a throw soon after its dice lie, at every rate of pictures."""

from __future__ import annotations

import pytest

from tests.rolling.service import delays_s
from vision.dice.reading import DiceReader

SOON_S = 0.3
"""The least time that dice must have lain."""


@pytest.mark.parametrize("fps", [15.0, 30.0])
def test_a_throw_reaches_the_table_within_three_frames_of_when_it_is_due(fps: float) -> None:
    found = delays_s(fps, DiceReader().read, throws=2)
    assert len(found) == 2
    # The last hundredths of a second of a roll are too little motion to be seen.
    assert all(SOON_S - 2 / fps <= delay <= SOON_S + 3 / fps for delay in found)
