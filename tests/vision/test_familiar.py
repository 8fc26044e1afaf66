"""A bolt in the tray is no die: what was there when the tray was empty raises no doubt."""

from dataclasses import replace

import numpy as np
import pytest

from hardware.simulated.scene.die import Die
from hardware.simulated.scene.looks import LOOKS, WHITE
from hardware.simulated.scene.stage import Stage
from tests.troubles.scenes import TRAYS, known_tray
from vision.calibration.familiar import familiar
from vision.calibration.reference import reduced
from vision.calibration.tray import Tray
from vision.dice.reading import DiceReader
from vision.values import Status, TrayReading

BOLT = replace(WHITE, marks=(" ",) * 6)
"""A block without any mark: a die to the net, and nothing to be read."""


def scene(number: int) -> tuple[Stage, Tray, Die, list[Die]]:
    """A tray, how it is known with a bolt in it, the bolt, and two dice."""
    look = LOOKS[TRAYS[number]]
    stage = look.stage((640, 480), 0.88)
    side = look.edge_mm * stage.camera.focal_px / look.height_mm
    tray = known_tray(stage, side)
    bolt = replace(look.die(1, (0.0, 28.0), 0.4), paint=BOLT, kind="symbol")
    empty = stage.shoot((bolt,), 77).image_bgr
    dice = [look.die(5, (-28.0, -22.0), 0.3), look.die(2, (30.0, -18.0), 1.2)]
    return stage, replace(tray, reference_bgr=reduced(empty)), bolt, dice


def values(reading: TrayReading) -> list[int]:
    """The values read, smallest first; 0 for none."""
    return sorted(int(die.value or 0) for die in reading.dice)


def test_a_bolt_is_familiar_in_other_light_and_a_die_is_not() -> None:
    for number in range(len(TRAYS)):
        stage, tray, bolt, dice = scene(number)
        for exposure in (0.6, 1.0, 1.5):
            seen = stage.with_sensor(exposure=exposure).shoot((bolt, *dice), 5)
            places = [(*one.centre_px, tray.die_side_px or 0.0) for one in seen.truth]
            assert familiar(tray, seen.image_bgr, places) == [True, False, False]


@pytest.mark.parametrize("exposure", [0.01, 0.03, 0.06, 60.0])
def test_black_dice_in_far_less_or_more_light_are_never_familiar(exposure: float) -> None:
    for number in range(len(TRAYS)):
        stage, tray, _, dice = scene(number)
        black = [replace(d, paint=replace(d.paint, body=(0.02, 0.02, 0.02))) for d in dice]
        seen = stage.with_sensor(exposure=exposure).shoot(black, number)
        places = [(*one.centre_px, tray.die_side_px or 0.0) for one in seen.truth]
        assert familiar(tray, seen.image_bgr, places) == [False, False]


def test_a_bolt_that_was_moved_is_new() -> None:
    stage, tray, bolt, _ = scene(0)
    away = replace(bolt, pose=replace(bolt.pose, centre_mm=bolt.pose.centre_mm - [6.0, 3.0, 0.0]))
    seen = stage.shoot((away,), 5)
    assert familiar(tray, seen.image_bgr, [(*seen.truth[0].centre_px, 30.0)]) == [False]


def test_a_tray_without_a_picture_of_it_knows_no_place() -> None:
    stage, tray, bolt, _ = scene(0)
    seen = stage.shoot((bolt,), 5)
    plain = replace(tray, reference_bgr=None)
    assert familiar(plain, seen.image_bgr, [(*seen.truth[0].centre_px, 30.0)]) == [False]
    assert familiar(tray, seen.image_bgr, []) == []


def test_a_place_beside_the_picture_is_not_familiar() -> None:
    _, tray, _, _ = scene(0)
    assert familiar(tray, np.zeros((480, 640, 3), np.uint8), [(-900.0, 20.0, 30.0)]) == [False]


def test_a_tray_with_a_bolt_is_empty_and_its_dice_are_read() -> None:
    reader = DiceReader()
    for number in range(len(TRAYS)):
        stage, tray, bolt, dice = scene(number)
        lit = stage.with_sensor(exposure=1.2)
        bare = lit.shoot((bolt,), 9).image_bgr
        assert reader.read(bare).status is not Status.EMPTY, "the bolt is doubted where unknown"
        empty = reader.read(bare, tray=tray)
        assert (empty.status, empty.dice, empty.trouble) == (Status.EMPTY, (), ())
        full = reader.read(lit.shoot((bolt, *dice), 9).image_bgr, tray=tray)
        assert (full.status, values(full)) == (Status.OK, [2, 5])


def test_a_die_that_covers_the_bolt_is_read() -> None:
    stage, tray, _, dice = scene(0)
    over = dice[0].resting((0.0, 28.0), dice[0].pose.rotation)
    reading = DiceReader().read(stage.shoot((over, dice[1]), 9).image_bgr, tray=tray)
    assert (reading.status, values(reading)) == (Status.OK, [2, 5])
