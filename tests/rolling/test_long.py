"""The long form: 200 throws and half an hour of hands, for ``./run long``; see docs/reading.md."""

from __future__ import annotations

import pytest

from tests.rolling.run import HANDS, THROWS, film_result
from tests.rolling.table import faults


@pytest.mark.long
@pytest.mark.parametrize("seed", range(THROWS))
def test_eight_throws_are_reported_once_in_time_and_right_or_in_doubt(seed: int) -> None:
    assert faults([film_result("throws", seed)]) == []


@pytest.mark.long
@pytest.mark.parametrize("seed", range(HANDS))
def test_two_minutes_of_hands_are_no_throw(seed: int) -> None:
    assert faults([film_result("hands", seed)]) == []
