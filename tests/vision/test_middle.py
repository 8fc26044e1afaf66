"""Medians of few numbers are those of numpy."""

from __future__ import annotations

import numpy as np
import pytest

from vision.dice.middle import greatest_channel, least_channel, median, median_colour

COUNTS = (1, 2, 3, 8, 17)


@pytest.mark.parametrize("count", COUNTS)
def test_the_median_is_that_of_numpy(count: int) -> None:
    numbers = np.random.default_rng(count).normal(size=count).astype(np.float32)
    assert median(numbers) == float(np.median(numbers))
    assert median(numbers.tolist()) == float(np.median(numbers.tolist()))


@pytest.mark.parametrize("count", COUNTS)
def test_the_median_colour_takes_each_channel_by_itself(count: int) -> None:
    pixels = np.random.default_rng(count).integers(0, 256, (count, 3)).astype(np.uint8)
    assert median_colour(pixels).tolist() == np.median(pixels, axis=0).tolist()


def test_the_channels_of_each_pixel_are_compared_by_themselves() -> None:
    pixels = np.random.default_rng(1).integers(0, 256, (7, 5, 3)).astype(np.uint8)
    assert np.array_equal(greatest_channel(pixels), pixels.max(axis=2))
    assert np.array_equal(least_channel(pixels), pixels.min(axis=2))
