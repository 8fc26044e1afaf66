"""The ratchet: of the photographs that are read, never more come out wrong than are noted."""

from __future__ import annotations

import pytest

from companion.cli.lab_reading import WRONG, Share, shares
from tests.tuning.evaluate import (
    OWN,
    PIP_SETS,
    judge_all,
    kept,
    own_pictures,
    private_photographs,
)
from tests.tuning.photographs import folder
from vision.dice.reading import DiceReader

HOW = "If that is meant and explained: python -m tests.tuning.evaluate --write"


def no_more_wrong(lines: list[Share]) -> None:
    noted = kept()
    assert lines
    for line in lines:
        before = noted[line.group]
        assert line.photographs == before.photographs, HOW
        assert line.wrong <= before.wrong, HOW


def test_our_own_pictures_are_read_no_worse_than_noted() -> None:
    found = judge_all(DiceReader(), own_pictures())
    no_more_wrong(shares(found))
    assert {one.group for one in found} == {OWN}


def test_the_notes_hold_every_set_and_no_pip_die_that_is_read_wrong() -> None:
    assert {OWN, *PIP_SETS} <= kept().keys()
    assert {group: kept()[group].wrong for group in PIP_SETS} == dict.fromkeys(PIP_SETS, 0)
    for one in kept().values():
        assert one.right + one.unsure + one.wrong == one.photographs


def test_one_more_wrong_photograph_fails() -> None:
    before = kept()[OWN]
    worse = Share(OWN, before.right - 1, before.unsure, before.wrong + 1, 0, 0)
    with pytest.raises(AssertionError):
        no_more_wrong([worse])
    fewer = Share(OWN, before.right - 1, before.unsure, before.wrong, 0, 0)
    with pytest.raises(AssertionError):
        no_more_wrong([fewer])


@pytest.mark.photos
@pytest.mark.skipif(
    folder() is None,
    reason="the private photographs are not here (set TABLE_COMPANION_PHOTOS to their folder)",
)
def test_photographs_of_real_dice_are_read_no_worse_than_noted() -> None:
    found = judge_all(DiceReader(), private_photographs())
    no_more_wrong(shares(found))
    assert not [one for one in found if one.group in PIP_SETS and one.verdict == WRONG]
    # The floor under the ratchet: asking about everything would never be wrong either.
    pips = {one.group: one for one in shares(found) if one.group in PIP_SETS}
    assert (pips["tray"].right, pips["tray"].photographs) == (7, 7)
    assert sum(one.right / one.photographs for one in pips.values()) / len(pips) >= 0.85
