"""A die that shows nothing is a question, found as a die or not.

Knows rendered pictures with one white die without pips among others. Refuses to know how it is
told.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from hardware.simulated.scene.looks import LOOKS, WHITE
from hardware.simulated.scene.stage import Rendered
from tests.troubles.scenes import case
from vision.dice.reading import DiceReader
from vision.values import Status, TroubleCode

SIZE = (640, 480)


@cache
def reader() -> DiceReader:
    return DiceReader()


def with_bare(look: str, drilled: bool) -> Rendered:
    """A six and a one, and a third die whose pips bear no paint, or that has none at all."""
    chosen = LOOKS[look]
    paint = replace(WHITE, pip=WHITE.body) if drilled else replace(WHITE, marks=(" ",) * 6)
    dice = [chosen.die(6, (-38.0, -20.0), 0.4), chosen.die(1, (30.0, -28.0), 1.2)]
    bare = replace(chosen.die(1, (2.0, 32.0), 2.3), paint=paint, kind="symbol")
    return chosen.stage(SIZE).shoot([*dice, bare], 5)


@pytest.mark.parametrize("drilled", [False, True])
@pytest.mark.parametrize("look", sorted(LOOKS))
def test_a_bare_die_is_never_left_out_surely(look: str, drilled: bool) -> None:
    reading = reader().read(with_bare(look, drilled).image_bgr)
    if reading.status is Status.OK:
        assert drilled
        assert sorted(str(die.value) for die in reading.dice) == ["1", "1", "6"]


def test_a_bare_die_that_is_not_found_is_named() -> None:
    reading = reader().read(with_bare("black-tray", drilled=True).image_bgr)
    assert TroubleCode.UNKNOWN_DIE in {trouble.code for trouble in reading.trouble}


def test_dice_whose_pips_are_burnt_out_are_no_empty_table() -> None:
    burnt = case(TroubleCode.TOO_BRIGHT, True, 9)
    assert reader().read(burnt.image_bgr).status is Status.UNSURE
