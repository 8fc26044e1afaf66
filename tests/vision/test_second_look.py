"""Screws, pawns and beads beside the dice are no dice.

Knows rendered tables with such things, and what may be read there. Refuses to know how they are
told from dice.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from tests.troubles.lamps import surely_wrong
from tests.troubles.strays import KINDS, strewn
from vision.dice.reading import DiceReader
from vision.dice.second_look import NO_DIE, SecondLook, seen_again
from vision.values import Status

PICTURES = range(12)
LEAST_READ = {"screws": 8, "pieces": 5, "litter": 5, "beads": 4}
"""Of the pictures of each kind so many at least are sure and right."""


@pytest.fixture(scope="module")
def reader() -> DiceReader:
    return DiceReader()


@pytest.mark.parametrize("kind", KINDS)
def test_things_beside_the_dice_are_left_out_or_asked_about(reader: DiceReader, kind: str) -> None:
    read = 0
    for number in PICTURES:
        one = strewn(kind, number)
        reading = reader.read(one.image_bgr)
        assert not surely_wrong(reading, one.faces), number
        read += reading.status is not Status.UNSURE
    assert read >= LEAST_READ[kind], read


def test_no_place_has_no_belief() -> None:
    assert len(SecondLook().beliefs(np.zeros((64, 64, 3), np.uint8), [])) == 0


@pytest.mark.parametrize("presence", [0.0, 0.003, 0.1, 0.49, 0.5, 0.8, 1.0])
def test_a_second_look_never_makes_a_die_surer(presence: float) -> None:
    beliefs = np.linspace(0, 1, 41)
    after = [seen_again(presence, float(belief)) for belief in beliefs]
    assert all(0 <= one <= presence for one in after)
    assert all(late >= early for early, late in pairwise(after))
    assert after[-1] == presence
    assert after[0] == 0


def test_what_is_rather_a_die_is_left_out_only_where_nearly_certain() -> None:
    assert seen_again(0.6, 2 * NO_DIE) == 0.6
    assert seen_again(0.6, 0.5 * NO_DIE) < NO_DIE
