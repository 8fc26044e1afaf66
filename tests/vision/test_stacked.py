"""A die that lies on another is a question where the lower one can be seen.

Knows rendered pictures with two dice on each other. Refuses to know how they are told.
"""

from __future__ import annotations

import numpy as np
import pytest

from tests.troubles.measure import is_placed
from tests.troubles.scenes import case
from vision.dice.reading import DiceReader
from vision.dice.rig import FRAMES, Rig, RigReader
from vision.dice.stacked import Stacks
from vision.values import Status, TroubleCode

STACKED = TroubleCode.STACKED
PICTURES = range(20)


@pytest.fixture(scope="module")
def reader() -> DiceReader:
    return DiceReader()


def test_most_dice_on_others_are_named_at_their_place(reader: DiceReader) -> None:
    named = 0
    for number in PICTURES:
        seen = case(STACKED, True, number)
        reading = reader.read(seen.image_bgr)
        if STACKED in {trouble.code for trouble in reading.trouble}:
            assert reading.status is Status.UNSURE
            assert is_placed(seen, reading, STACKED)
            named += 1
    assert named >= 0.5 * len(PICTURES), named


def test_dice_beside_each_other_are_not_called_stacked(reader: DiceReader) -> None:
    for number in PICTURES:
        reading = reader.read(case(STACKED, False, number).image_bgr)
        assert STACKED not in {trouble.code for trouble in reading.trouble}, number


def test_a_belief_is_of_one_die_whatever_is_asked_beside_it(reader: DiceReader) -> None:
    seen = case(STACKED, True, 4)
    dice = reader.read(seen.image_bgr).dice
    places = [(*die.centre_px, die.box_px[2] - die.box_px[0]) for die in dice]
    stacks = Stacks()
    together = stacks.beliefs(seen.image_bgr, places)
    for place, belief in zip(places, together.tolist(), strict=True):
        alone = float(stacks.beliefs(seen.image_bgr, [place])[0])
        assert belief in (0.0, pytest.approx(alone, abs=1e-4))  # 0: lower than the middle of all
    upper = [np.hypot(x - seen.at[0][0], y - seen.at[0][1]) < side for x, y, side in places]
    assert together.argmax() == upper.index(True)
    assert ((together >= 0) & (together <= 1)).all()


def test_no_place_has_no_belief() -> None:
    assert len(Stacks().beliefs(np.zeros((64, 64, 3), np.uint8), [])) == 0


def test_what_was_asked_at_an_earlier_frame_holds_for_dice_that_lie_still() -> None:
    seen = case(STACKED, True, 4)
    dice = DiceReader().read(seen.image_bgr).dice
    places = [(*die.centre_px, die.box_px[2] - die.box_px[0]) for die in dice]
    stacks = Stacks()
    known = stacks.beliefs(seen.image_bgr, places)
    answer = stacks.asked(seen.image_bgr, places)
    later = np.zeros_like(seen.image_bgr)
    moved = [(x + 2.0, y, side) for x, y, side in reversed(places)]
    assert answer(later, moved) == pytest.approx(known[::-1])
    elsewhere = [(x + side, y, side) for x, y, side in places]
    assert answer(later, elsewhere) == pytest.approx(stacks.beliefs(later, elsewhere))
    assert len(stacks.asked(later, [])(later, [])) == 0


def test_a_rig_names_a_die_on_another_too() -> None:
    seen = case(STACKED, True, 10)
    reader = DiceReader()
    dice = reader.read(seen.image_bgr).dice
    sides = [die.box_px[2] - die.box_px[0] for die in dice]
    height, width = seen.image_bgr.shape[:2]
    rig = RigReader(reader, Rig.over((width, height), float(np.median(sides))))
    readings = [rig.see(seen.image_bgr) for _ in range(FRAMES)]
    reading = readings[-1]
    assert reading is not None
    assert reading.status is Status.UNSURE
    assert is_placed(seen, reading, STACKED)
