"""Squares as the small nets are shown them: of the right shape, of every kind, told as they are."""

from itertools import islice

import numpy as np

from tests.training.labels import IGNORE
from tests.training.squares import looks, stacks
from vision.dice.squares import SHOWN_PX


def test_squares_show_dice_on_the_floor_and_on_others() -> None:
    drawn = list(islice(stacks.squares(np.random.default_rng(3)), 60))
    for pictures, label in drawn:
        shapes = [picture.shape for picture in pictures]
        assert shapes == [(SHOWN_PX, SHOWN_PX, 3)] * stacks.EXPOSURES
        assert stacks.SIZES_PX[0] <= label.size <= stacks.SIZES_PX[1]
    assert 5 < sum(label.stacked for _, label in drawn) < 40


def test_the_same_seed_draws_the_same_squares() -> None:
    one, other = (next(stacks.squares(np.random.default_rng(5))) for _ in range(2))
    assert one[1] == other[1]
    assert all((a == b).all() for a, b in zip(one[0], other[0], strict=True))


def test_squares_show_dice_and_what_is_none() -> None:
    seen = list(looks.squares(np.random.default_rng(3), 12))
    assert {one.image.shape for one in seen} == {(SHOWN_PX, SHOWN_PX, 3)}
    assert all(one.die == (one.group < IGNORE) for one in seen)
    assert {looks.A_THING, looks.BELIEVED, looks.HARDLY} <= {one.group for one in seen}
    assert 0.3 < np.mean([one.die for one in seen]) < 0.9
