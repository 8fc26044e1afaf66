"""Overlays draw what was read, on a copy."""

from __future__ import annotations

import numpy as np
import pytest

from vision.overlay import DOUBT_BGR, SURE_BGR, TROUBLE_BGR, drawn
from vision.values import (
    Alternative,
    DieKind,
    DieReading,
    Status,
    TrayReading,
    Trouble,
    TroubleCode,
)


def die(value: int | None, confidence: float) -> DieReading:
    others = (Alternative(5, 0.2),)
    return DieReading(DieKind.D6, value, confidence, others, (100, 80), (70, 50, 130, 110))


def has(picture: np.ndarray, colour: tuple[int, int, int]) -> bool:  # type: ignore[type-arg]
    return bool((picture == colour).all(2).any())


def reading(*dice: DieReading, trouble: tuple[Trouble, ...] = ()) -> TrayReading:
    return TrayReading(Status.OK, 0.9, dice, trouble)


def test_the_original_is_left_alone() -> None:
    picture = np.zeros((160, 200, 3), np.uint8)
    shown = drawn(picture, reading(die(3, 0.999)))
    assert picture.max() == 0
    assert shown.shape == picture.shape


@pytest.mark.parametrize(
    ("one", "colour", "other"),
    [
        (die(3, 0.999), SURE_BGR, None),
        (die(3, 0.6), DOUBT_BGR, SURE_BGR),
        (die(None, 0.6), DOUBT_BGR, SURE_BGR),
    ],
)
def test_a_sure_die_and_a_doubtful_one_look_different(
    one: DieReading, colour: tuple[int, int, int], other: tuple[int, int, int] | None
) -> None:
    shown = drawn(np.zeros((600, 900, 3), np.uint8), reading(one))
    assert has(shown, colour)
    assert other is None or not has(shown, other)


def test_a_trouble_is_marked_where_it_is() -> None:
    trouble = (Trouble(TroubleCode.GLARE, (40.0, 120.0)), Trouble(TroubleCode.TOO_DARK))
    shown = drawn(np.zeros((160, 200, 3), np.uint8), reading(trouble=trouble))
    assert has(shown[110:130, 30:60], TROUBLE_BGR)


@pytest.mark.parametrize("size", [(16, 16), (1000, 30)])
def test_the_smallest_pictures_can_be_drawn_on(size: tuple[int, int]) -> None:
    assert drawn(np.zeros((*size, 3), np.uint8), reading(die(3, 0.9))).shape == (*size, 3)
