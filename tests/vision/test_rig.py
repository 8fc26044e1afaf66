"""A known rig: still frames share the work of a reading, and must agree."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.simulated.scene import LOOKS, throw
from vision.calibration.floor import Shape
from vision.calibration.tray import Tray, Where
from vision.dice.reading import DiceReader
from vision.dice.rig import Rig, RigReader
from vision.frame import load_picture
from vision.values import Status, TrayReading

Image = NDArray[np.uint8]
RIG = Rig(side_px=42.0, box_px=(55.0, 0.0, 582.0, 479.0))
"""The black tray, 640 x 480."""

FRAMES = 5
LOOK = LOOKS["black-tray"]
PICTURES = Path(__file__).resolve().parents[1] / "fixtures" / "pictures"


@cache
def reader() -> DiceReader:
    cv2.setNumThreads(1)
    return DiceReader()


@cache
def still(faces: tuple[int, ...]) -> tuple[Image, ...]:
    """Frames of the same dice at rest; each has its own noise."""
    thrown = throw(faces, LOOK, np.random.default_rng(3), size_px=(640, 480))
    dice = thrown.rest if faces else ()
    return tuple(thrown.stage.shoot(dice, seed).image_bgr for seed in range(FRAMES))


def told(frames: list[Image]) -> list[TrayReading | None]:
    rig = RigReader(reader(), RIG)
    return [rig.see(frame) for frame in frames]


def values(reading: TrayReading | None) -> list[int]:
    assert reading is not None
    return sorted(die.value for die in reading.dice if isinstance(die.value, int))


@pytest.mark.parametrize("faces", [(2, 5), (1, 2, 3, 4, 5, 6)])
def test_dice_at_rest_are_read_once_in_five_frames(faces: tuple[int, ...]) -> None:
    *waiting, last = told(list(still(faces)))
    assert waiting == [None] * (FRAMES - 1)
    assert last is not None
    assert last.status is Status.OK
    assert values(last) == sorted(faces)


def test_the_reading_lies_where_a_single_picture_says() -> None:
    frames = still((1, 2, 3, 4, 5, 6))
    rig = told(list(frames))[-1]
    alone = reader().read(frames[-1])
    assert rig is not None
    by_value = {die.value: die.centre_px for die in rig.dice}
    assert len(by_value) == 6
    for die in alone.dice:
        assert np.hypot(*np.subtract(die.centre_px, by_value[die.value])) < 6


@pytest.mark.parametrize("seen", [1, 2])
def test_a_die_that_changes_between_frames_begins_the_vote_anew(seen: int) -> None:
    first, second = still((2, 5)), still((3, 5))
    readings = told([*first[:seen], *second, *second])
    given = [k for k, reading in enumerate(readings) if reading is not None]
    assert given
    assert given[0] >= FRAMES
    assert values(readings[given[0]]) == [3, 5]


def test_frames_that_never_agree_end_in_doubt_not_in_silence() -> None:
    first, second = still((2, 5)), still((3, 5))
    readings = told([(first, second)[k % 2][k % FRAMES] for k in range(15)])
    given = [reading for reading in readings if reading is not None]
    assert given
    assert all(reading.status is Status.UNSURE for reading in given)


def test_motion_makes_what_was_seen_worthless() -> None:
    first, second = still((2, 5)), still((3, 6))
    rig = RigReader(reader(), RIG)
    for frame in first[:4]:
        assert rig.see(frame) is None
    rig.reset()
    assert not rig.begun
    assert [values(r) for frame in second if (r := rig.see(frame)) is not None] == [[3, 6]]


def test_an_empty_tray_is_empty() -> None:
    last = told(list(still(())))[-1]
    assert last is not None
    assert last.status is Status.EMPTY


def test_dice_outside_the_tray_are_left_out() -> None:
    frames = list(still((1, 2, 3, 4, 5, 6)))
    middle = float(np.median([die.centre_px[0] for die in reader().read(frames[-1]).dice]))
    left = replace(RIG, box_px=(*RIG.box_px[:2], middle, RIG.box_px[3]))
    rig = RigReader(reader(), left)
    last = [rig.see(frame) for frame in frames][-1]
    assert last is not None
    inside = [die for die in reader().read(frames[-1]).dice if die.centre_px[0] < middle]
    assert len(inside) == 3
    assert values(last) == sorted(die.value for die in inside if isinstance(die.value, int))


def test_dice_of_another_size_than_known_are_never_sure() -> None:
    for times in (0.6, 1.6):
        rig = RigReader(reader(), replace(RIG, side_px=times * RIG.side_px))
        readings = [rig.see(frame) for frame in (*still((2, 5)), *still((2, 5)))]
        given = [reading for reading in readings if reading is not None]
        assert all(reading.status is Status.UNSURE for reading in given)


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_a_leaning_die_is_never_sure_in_a_row_of_frames(number: int) -> None:
    image = load_picture(PICTURES / f"cocked-{number}.jpg")
    sides = [die.box_px[2] - die.box_px[0] for die in reader().read(image).dice]
    chance = np.random.default_rng(number)
    rig = RigReader(reader(), Rig.over((image.shape[1], image.shape[0]), float(np.median(sides))))
    for _ in range(FRAMES):
        noise = chance.normal(0.0, 3.0, image.shape)
        reading = rig.see(np.clip(image + noise, 0, 255).astype(np.uint8))
    assert reading is None or reading.status is Status.UNSURE


def test_without_a_tray_the_whole_picture_is_looked_at() -> None:
    rig = RigReader(reader(), Rig.over((640, 480), RIG.side_px))
    last = [rig.see(frame) for frame in still((1, 2, 3, 4, 5, 6))][-1]
    assert last is not None
    assert (last.status, values(last)) == (Status.OK, [1, 2, 3, 4, 5, 6])


def test_around_a_tray_lies_what_may_be_on_its_rim() -> None:
    outline = np.array([[100.0, 80.0], [500.0, 80.0], [500.0, 400.0], [100.0, 400.0]])
    tray = Tray((640, 480), Shape.POLYGON, outline, lean=(0.0, -0.5))
    rig = Rig.over((640, 480), 40.0, tray)
    x0, y0, x1, y1 = rig.box_px
    assert (x0, y0, x1, y1) == pytest.approx((44.0, 4.0, 556.0, 476.0))
    beside = [(x0 - 1, 240.0), (x1 + 1, 240.0), (300.0, y0 - 1), (300.0, y1 + 1)]
    assert {tray.where(x, y, 40.0) for x, y in beside} == {Where.OUTSIDE}


def test_the_same_frames_give_the_same_reading() -> None:
    frames = list(still((2, 5)))
    assert told(frames) == told(frames)
