"""In the dark some dice are still seen, and others are not: then nothing is certain."""

from dataclasses import replace

import numpy as np
import pytest

from hardware.simulated.scene.die import Die
from hardware.simulated.scene.stage import Stage
from tests.troubles.scenes import TRAYS
from tests.vision.test_familiar import scene, values
from vision.calibration.reference import reduced
from vision.calibration.tray import Tray
from vision.dice.light import troubles_of_light
from vision.dice.reading import DiceReader
from vision.values import Status, TroubleCode

BLACK, WHITE = (0.02, 0.02, 0.02), (0.8, 0.8, 0.8)


@pytest.fixture(scope="module")
def reader() -> DiceReader:
    return DiceReader()


def dark_dice(dice: list[Die], pip: tuple[float, float, float]) -> list[Die]:
    return [replace(die, paint=replace(die.paint, body=BLACK, pip=pip)) for die in dice]


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("exposure", [0.01, 0.02, 0.03, 0.045, 0.06, 0.1])
def test_black_dice_in_the_dark_are_read_or_in_doubt(
    reader: DiceReader, exposure: float, known: bool
) -> None:
    read = 0
    for number in range(len(TRAYS)):
        stage, tray, dice = bare(number)
        black = dark_dice(dice, WHITE)
        for some in (black, [black[0], dice[1]], [dice[0], black[1]]):
            image = stage.with_sensor(exposure=exposure).shoot(some, number).image_bgr
            reading = reader.read(image, tray=tray if known else None)
            if reading.status is Status.UNSURE:
                continue
            assert values(reading) == [2, 5], number
            read += 1
    assert read >= (exposure > 0.06) * 7


@pytest.mark.parametrize("exposure", [0.01, 0.03, 0.06, 0.1, 0.15, 0.2, 0.3, 0.5, 1.0])
def test_a_tray_with_blocks_in_it_is_not_empty(reader: DiceReader, exposure: float) -> None:
    """Without a pip in sight, and at times the whole tray passes for a die, and is none."""
    for number in range(len(TRAYS)):
        stage, tray, dice = bare(number)
        lit = stage.with_sensor(exposure=exposure)
        seen = lit.shoot(dark_dice(dice, BLACK), number).image_bgr
        assert reader.read(seen, tray=tray).status is Status.UNSURE, number
        empty = reader.read(lit.shoot((), number).image_bgr, tray=tray)
        assert empty.dice == ()
        if exposure < 0.2:
            assert TroubleCode.TOO_DARK in {one.code for one in empty.trouble}
        elif exposure >= 0.3:
            assert (empty.status, empty.trouble) == (Status.EMPTY, ())


def bare(number: int) -> tuple[Stage, Tray, list[Die]]:
    """A tray, how it is known without anything in it, and two dice."""
    stage, tray, _, dice = scene(number)
    empty = reduced(stage.shoot((), 77).image_bgr)
    return stage, replace(tray, reference_bgr=empty), dice


@pytest.mark.parametrize(
    ("level", "told"),
    [
        (20, [(TroubleCode.TOO_DARK, True)]),
        (46, [(TroubleCode.TOO_DARK, True)]),
        (48, []),
        (253, [(TroubleCode.TOO_BRIGHT, True)]),
    ],
)
def test_light_is_judged_by_the_dice_that_are_seen(
    level: int, told: list[tuple[TroubleCode, bool]]
) -> None:
    image = np.full((120, 160, 3), level, np.uint8)
    assert troubles_of_light(image, [(80.0, 60.0, 30.0)], sure=True, dim=True) == told


def test_a_bright_die_on_a_dark_floor_is_named_but_believed() -> None:
    image = np.full((480, 640, 3), 9, np.uint8)
    image[100:120, 100:120] = 200
    assert troubles_of_light(image, [(110.0, 110.0, 20.0)], sure=True, dim=False) == [
        (TroubleCode.TOO_DARK, False)
    ]


def test_a_file_of_one_colour_is_empty_in_any_light() -> None:
    image = np.zeros((120, 160, 3), np.uint8)
    assert troubles_of_light(image, [], sure=True, dim=True) == [(TroubleCode.TOO_DARK, False)]
    image[3, 4] = 1
    assert troubles_of_light(image, [], sure=True, dim=True) == [(TroubleCode.TOO_DARK, True)]
