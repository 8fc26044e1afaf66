"""Squares of dice on dice: of the right shape, of both kinds, each die as it is told."""

from itertools import islice

import numpy as np

from tests.training.stacks.scenes import EXPOSURES, SIZES_PX, squares
from vision.dice.stacked import SHOWN_PX


def test_squares_show_dice_on_the_floor_and_on_others() -> None:
    drawn = list(islice(squares(np.random.default_rng(3)), 60))
    for pictures, label in drawn:
        assert [picture.shape for picture in pictures] == [(SHOWN_PX, SHOWN_PX, 3)] * EXPOSURES
        assert SIZES_PX[0] <= label.size <= SIZES_PX[1]
    assert 5 < sum(label.stacked for _, label in drawn) < 40


def test_the_same_seed_draws_the_same_squares() -> None:
    one, other = (next(squares(np.random.default_rng(5))) for _ in range(2))
    assert one[1] == other[1]
    assert all((a == b).all() for a, b in zip(one[0], other[0], strict=True))
