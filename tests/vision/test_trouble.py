"""Which troubles are named for what is known of dice, and which of them touch a value.

Knows dice whose looks are made up, in a picture without any edge. Refuses to know a net.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from hardware.simulated.scene.sensor import Picture
from vision.dice.evidence import Witnessed
from vision.dice.joining import Judged
from vision.dice.locate import Sighting
from vision.dice.pips import Pattern
from vision.dice.trouble import Named, troubles
from vision.values import TroubleCode

SIDE = 40.0


def even(level: int = 120, burnt: float = 0.0) -> Picture:
    """A picture of one tone, the upper part of it burnt out."""
    picture = np.full((240, 320, 3), level, np.uint8)
    picture[: round(burnt * 240)] = 255
    return picture


def soft_blob(side: float) -> Picture:
    """A picture in focus with one light blob where ``die`` lies, its edges wide."""
    drawn = cv2.circle(even(60), (160, 170), round(side / 2), (230, 230, 230), -1)
    soft = cv2.GaussianBlur(drawn, (0, 0), 0.15 * side)
    return np.asarray(cv2.circle(soft, (40, 40), 20, (200, 200, 200), -1), np.uint8)


def die(
    stacked: Sequence[float | None] = (),
    presence: float = 1.0,
    face: int = 4,
    side: float = SIDE,
) -> Judged:
    faces = np.eye(9)[face - 1]
    looks = [Sighting(160.0, 170.0, side, 0.9, faces, 0.0, belief) for belief in stacked]
    pattern = Pattern(face, np.full(6, 0.99), 100.0, 1.0, 0.0, 1.0, 1.0, np.zeros((2, 3)))
    main, turned, close = (*looks, None, None, None)[:3]
    seen = Witnessed(160.0, 170.0, side, main, turned, (close,), pattern, False, False)
    return Judged(seen, presence, np.eye(6)[face - 1], 0.999)


def codes(named: Sequence[Named]) -> dict[TroubleCode, bool]:
    return {one.trouble.code: one.touches for one in named}


@pytest.mark.parametrize(
    ("beliefs", "named"),
    [((0.9, 0.8, 0.9), True), ((0.9, 0.1, 0.2), False), ((0.9, None, 0.9), True), ((None,), False)],
)
def test_a_die_that_the_looks_together_hold_for_stacked_is_named_and_asked_about(
    beliefs: tuple[float | None, ...], named: bool
) -> None:
    found = codes(troubles(even(), [die(beliefs)], [], sure=True))
    assert found.get(TroubleCode.STACKED, False) is named


def test_a_die_without_any_look_is_not_held_for_stacked() -> None:
    assert TroubleCode.STACKED not in codes(troubles(even(), [die()], [], sure=True))


@pytest.mark.parametrize(("burnt", "named"), [(0.2, False), (0.4, True), (0.7, True)])
def test_light_that_hides_faint_dice_is_named(burnt: float, named: bool) -> None:
    faint = die((0.0,), presence=0.3)
    found = codes(troubles(even(burnt=burnt), [], [faint], sure=False))
    assert (TroubleCode.TOO_BRIGHT in found) is named


@pytest.mark.parametrize(("burnt", "named"), [(0.4, False), (0.7, True)])
def test_a_table_without_dice_may_be_bright_in_part(burnt: float, named: bool) -> None:
    found = codes(troubles(even(burnt=burnt), [], [], sure=True))
    assert (TroubleCode.TOO_BRIGHT in found) is named


@pytest.mark.parametrize(("side", "named"), [(16.0, False), (40.0, True)])
def test_alone_a_blurred_warm_place_is_named_where_it_is_large_enough_to_tell(
    side: float, named: bool
) -> None:
    warm = die((0.0, 0.0), presence=0.0, side=side)
    found = codes(troubles(soft_blob(side), [], [warm], sure=True))
    assert found.get(TroubleCode.BLURRED, False) is named
