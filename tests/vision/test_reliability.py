"""The tables that tell whether confidences are probabilities."""

from __future__ import annotations

import pytest

from tests.tuning.fit import cheapest
from tests.tuning.reliability import Judgement, bins, interval


@pytest.mark.parametrize(
    ("right", "count", "low", "high"),
    [(0, 10, 0.0, 0.3085), (10, 10, 0.6915, 1.0), (9, 10, 0.5550, 0.9975), (50, 100, 0.398, 0.602)],
)
def test_the_interval_is_that_of_clopper_and_pearson(
    right: int, count: int, low: float, high: float
) -> None:
    assert interval(right, count) == pytest.approx((low, high), abs=5e-4)


def test_nothing_read_proves_nothing() -> None:
    assert interval(0, 0) == (0.0, 1.0)


def test_readings_of_like_confidence_are_counted_together() -> None:
    found = [Judgement(0.55, True), Judgement(0.65, False), Judgement(1.0, True)]
    low, high = bins(found)
    assert (low.count, low.right) == (2, 1)
    assert low.mean == pytest.approx(0.6)
    assert (high.count, high.right) == (1, 1)


def test_a_threshold_keeps_away_from_what_is_right_and_from_what_is_wrong() -> None:
    apart = [(0.7, False), (0.98, True), (0.99, True)]
    assert cheapest(apart, 0.85) == pytest.approx((0.85 + 0.98) / 2, abs=0.005)
    assert cheapest([*apart, (0.93, False)], 0.85) == pytest.approx((0.93 + 0.98) / 2, abs=0.005)
    assert cheapest([(0.9, True), (0.93, False), (0.97, True)], 0.85) > 0.93
