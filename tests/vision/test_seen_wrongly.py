"""Lamps mirrored in a face and pictures without focus: nothing there is a sure wrong number.

Knows pictures that were once read wrongly without doubt, and their kin. Refuses to know how
the reader tells them.
"""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest

from hardware.simulated.scene.looks import LOOKS
from hardware.simulated.scene.sensor import Picture
from hardware.simulated.scene.stage import Rendered
from tests.troubles.glint import Glint, with_glint, with_lamp
from tests.troubles.lamps import LAMPS, lit, surely_wrong
from tests.troubles.scenes import case
from vision.dice.reading import DiceReader
from vision.values import Status, TroubleCode

SIZE = (640, 480)
PLACES_MM = ((-38.0, -20.0), (30.0, -28.0), (2.0, 32.0))
TURNS = (0.4, 1.2, 2.3)
SEED = 5


@cache
def thrown(look: str, faces: tuple[int, ...]) -> Rendered:
    chosen = LOOKS[look]
    dice = [
        chosen.die(face, place, turn)
        for face, place, turn in zip(faces, PLACES_MM, TURNS, strict=True)
    ]
    return chosen.stage(SIZE).shoot(dice, SEED)


@cache
def reader() -> DiceReader:
    return DiceReader()


def blurred(picture: Picture, sigma_px: float) -> Picture:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma_px), np.uint8)


@pytest.mark.parametrize("radius", [0.12, 0.3, 0.45, 0.6])
@pytest.mark.parametrize("at", [(0.0, 0.0), (-0.2, 0.25), (-0.3, -0.25)], ids=str)
@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_a_pip_that_a_mirrored_lamp_hides_is_never_left_out_surely(
    face: int, at: tuple[float, float], radius: float
) -> None:
    faces = (2, face, 6)
    rendered = thrown("green-felt-tray", faces)
    picture = with_glint(rendered.image_bgr, rendered.truth[1], at, radius)
    reading = reader().read(picture)
    assert not surely_wrong(reading, faces)


@pytest.mark.parametrize(
    ("face", "glint"),
    [
        (4, Glint(radius=0.15)),
        (4, Glint(radius=0.09, colour=(0.4, 0.4, 1.0))),
        (4, Glint((0.25, 0.0), 0.1, long=4.0, turn=1.5708)),
        (2, Glint((0.03, 0.02), 0.09)),
        (2, Glint((-0.05, 0.05), 0.13, 0.7)),
        (1, Glint((-0.25, -0.25), 0.09, twin=(0.5, 0.5))),
        (2, Glint((-0.25, 0.25), 0.09, twin=(0.5, -0.5))),
    ],
    ids=str,
)
def test_a_lamp_that_passes_for_a_light_pip_is_never_counted_surely(
    face: int, glint: Glint
) -> None:
    faces = (2, face, 6)
    rendered = thrown("white-table", faces)
    picture = with_lamp(rendered.image_bgr, rendered.truth[1], glint)
    assert not surely_wrong(reader().read(picture), faces)


@pytest.mark.parametrize("number", [6, 15, 40, 41, 46, 88, 107, 108, 115])
def test_a_lamp_of_any_kind_makes_no_sure_wrong_number(number: int) -> None:
    one = lit(number)
    assert one.kind in LAMPS
    assert not surely_wrong(reader().read(one.image_bgr), one.faces)


@pytest.mark.parametrize("sigma_px", [4.0, 6.5, 11.0])
@pytest.mark.parametrize("look", ["green-felt-tray", "white-table", "dark-wood", "red-cloth"])
def test_dice_that_run_together_without_focus_are_never_one_sure_die(
    look: str, sigma_px: float
) -> None:
    faces = (2, 5, 6)
    reading = reader().read(blurred(thrown(look, faces).image_bgr, sigma_px))
    assert not surely_wrong(reading, faces)
    assert TroubleCode.OUT_OF_FOCUS in {trouble.code for trouble in reading.trouble}


@pytest.mark.parametrize("look", ["green-felt-tray", "white-table", "dark-wood", "red-cloth"])
def test_the_same_dice_in_focus_are_read(look: str) -> None:
    reading = reader().read(thrown(look, (2, 5, 6)).image_bgr)
    assert reading.status is Status.OK
    assert sorted(str(die.value) for die in reading.dice) == ["2", "5", "6"]


def test_where_most_is_burnt_out_nothing_is_sure() -> None:
    # Two fives are seen by their pips, and of a one a single grey spot.
    washed_out = case(TroubleCode.TOO_BRIGHT, present=True, number=14)
    reading = reader().read(washed_out.image_bgr)
    assert TroubleCode.TOO_BRIGHT in {trouble.code for trouble in reading.trouble}
    assert reading.status is Status.UNSURE
