"""Setting a tray up, and every mistake that a person can make with it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from companion.errors import TrayUnusable
from hardware.simulated.scene.camera import looking_at
from hardware.simulated.scene.hand import hand
from hardware.simulated.scene.looks import LOOKS
from hardware.simulated.scene.sensor import Picture
from hardware.simulated.scene.stage import Stage
from hardware.simulated.scene.throw import throw
from tests.troubles.sheet import with_mat
from vision.calibration.advice import Topic
from vision.calibration.floor import Shape
from vision.calibration.set_up import SetUp, Wishes, measure_mat, set_up, still_true
from vision.calibration.tray import Tray
from vision.values import Point, View

LOOK = LOOKS["green-felt-tray"]


@cache
def stage() -> Stage:
    return LOOK.stage((640, 480), 0.88)


def shot(on: Stage, count: int = 2) -> list[Picture]:
    return [on.shoot((), seed).image_bgr for seed in range(count)]


@cache
def good() -> SetUp:
    return set_up(shot(stage(), 3), Wishes(die_side_px=35.0))


def known() -> Tray:
    tray = good().tray
    assert tray is not None
    return tray


def topics(found: SetUp) -> list[Topic]:
    return [one.topic for one in found.advice]


def test_an_empty_tray_in_good_light_is_set_up_without_a_word() -> None:
    assert good().advice == ()
    assert known().shape is Shape.ELLIPSE
    assert known().reference_bgr is not None
    assert known().sharpness is not None


def test_setting_up_with_dice_in_the_tray_is_refused_and_with_dice_beside_it_is_not() -> None:
    dice = throw([2, 5], LOOK, np.random.default_rng(1), stage=stage())
    rendered = stage().shoot(dice.rest, 1)
    at: list[Point] = [die.centre_px for die in rendered.truth]
    found = set_up([rendered.image_bgr], Wishes(), at)
    assert found.tray is None
    assert [one.topic for one in found.faults] == [Topic.DICE_IN_TRAY]
    assert "2 dice lie" in found.faults[0].text
    assert "take them out" in found.faults[0].text
    beside = set_up(shot(stage()), Wishes(), [(10.0, 10.0)])
    assert beside.tray is not None


@pytest.mark.parametrize("exposure", [0.001, 0.02])
def test_a_dark_room_is_told_and_nothing_else_is_blamed(exposure: float) -> None:
    found = set_up(shot(stage().with_sensor(exposure=exposure)), Wishes())
    assert found.tray is None
    assert [one.topic for one in found.faults] == [Topic.DARK]
    assert "lamp" in found.faults[0].text


def test_a_burnt_out_picture_is_told() -> None:
    found = set_up(shot(stage().with_sensor(exposure=60.0)), Wishes())
    assert Topic.BRIGHT in [one.topic for one in found.faults]


def test_a_lens_that_is_out_of_focus_is_told() -> None:
    found = set_up(shot(stage().with_sensor(blur_px=6.0)), Wishes())
    assert [one.topic for one in found.faults] == [Topic.BLURRED]


def test_a_bare_table_is_no_tray_but_corners_may_be_given() -> None:
    bare = shot(LOOKS["dark-wood"].stage((640, 480)))
    found = set_up(bare, Wishes())
    assert [one.topic for one in found.faults] == [Topic.NO_TRAY]
    assert "--corners" in found.faults[0].text
    corners = ((100.0, 80.0), (540.0, 80.0), (540.0, 400.0), (100.0, 400.0))
    by_hand = set_up(bare, Wishes(outline_px=corners, floor_mm=(220.0, 160.0)))
    assert by_hand.tray is not None
    assert by_hand.tray.mm_per_px == pytest.approx(0.5, rel=0.01)


def test_a_hand_that_passes_is_told() -> None:
    passing = stage().shoot((), 3, hand=hand((320.0, 240.0), 0.9, 26.0)).image_bgr
    found = set_up([*shot(stage()), passing], Wishes())
    assert Topic.MOVING in [one.topic for one in found.faults]


def test_a_tray_that_does_not_fit_into_the_picture_is_told_and_kept() -> None:
    close = LOOK.stage((640, 480), 1.12)
    found = set_up(shot(close), Wishes())
    assert Topic.CUT in topics(found)
    assert found.tray is not None


def test_a_tray_far_away_and_small_dice_are_told() -> None:
    far = LOOK.stage((640, 480), 0.35)
    found = set_up(shot(far), Wishes(die_side_px=14.0))
    assert {Topic.FAR, Topic.SMALL_DICE} <= set(topics(found))


def test_light_from_one_side_is_told_with_the_side() -> None:
    picture = stage().shoot((), 1).image_bgr.astype(np.float32)
    ramp = np.linspace(1.0, 0.35, picture.shape[1], dtype=np.float32)[None, :, None]
    found = set_up([np.asarray(picture * ramp, np.uint8)], Wishes())
    assert Topic.UNEVEN in topics(found)
    said = next(one for one in found.advice if one.topic is Topic.UNEVEN)
    assert "from the left of the picture" in said.text


def test_a_lamp_mirrored_in_the_floor_is_told() -> None:
    picture = stage().shoot((), 1).image_bgr.copy()
    cv2.circle(picture, (320, 240), 45, (255, 255, 255), -1)
    found = set_up([picture], Wishes(outline_px=tuple(map(tuple, known().outline_px))))
    assert Topic.MIRRORED_LAMP in topics(found)


def test_a_mat_gives_millimetres_and_they_outlive_the_next_set_up() -> None:
    found = measure_mat(shot(with_mat(stage())), known(), View.ABOVE)
    assert found.advice == ()
    assert found.tray is not None
    camera = stage().camera
    assert found.tray.mm_per_px == pytest.approx(480 / camera.focal_px, rel=0.02)
    again = set_up(shot(stage()), Wishes()).tray
    assert again is not None
    kept = still_true(found.tray, again)
    assert kept.to_mm is not None
    assert kept.die_side_px == 35.0
    elsewhere = set_up(shot(stage().knocked(60.0, 0.0)), Wishes()).tray
    assert elsewhere is not None
    assert still_true(found.tray, elsewhere).to_mm is None


def test_a_camera_upside_down_is_told_and_kept() -> None:
    flipped = looking_at((640, 480), LOOK.view_mm / 0.88, LOOK.height_mm, roll=np.pi)
    turned = Stage(flipped, LOOK.light, LOOK.table, LOOK.sensor)
    found = measure_mat(shot(with_mat(turned)), known(), View.ABOVE)
    assert topics(found) == [Topic.UPSIDE_DOWN]
    assert found.tray is not None
    assert abs(found.tray.turn_deg or 0.0) == pytest.approx(180, abs=2)


def test_a_mat_partly_covered_is_told_and_used_while_four_markers_are_left() -> None:
    half = measure_mat(shot(with_mat(stage(), covered=0.5)), known(), View.ABOVE)
    assert topics(half) == [Topic.MAT_PARTLY]
    assert "8 of the mat's 16 markers are covered" in half.advice[0].text
    assert half.tray is not None
    nearly = measure_mat(shot(with_mat(stage(), covered=0.74)), known(), View.ABOVE)
    last = measure_mat(shot(with_mat(stage(), covered=0.97)), known(), View.ABOVE)
    assert nearly.tray is not None
    assert last.tray is None
    assert last.faults[0].topic in (Topic.MAT_PARTLY, Topic.MAT_MISSING)


def test_no_mat_a_dark_one_and_one_from_behind_are_told_apart() -> None:
    none = measure_mat(shot(stage()), known(), View.ABOVE)
    assert [one.topic for one in none.faults] == [Topic.MAT_MISSING]
    dark = measure_mat(shot(with_mat(stage()).with_sensor(exposure=0.005)), known(), View.ABOVE)
    assert [one.topic for one in dark.faults] == [Topic.DARK]
    picture = shot(with_mat(stage()))[0]
    behind = np.ascontiguousarray(picture[:, ::-1])
    found = measure_mat([behind], known(), View.ABOVE)
    assert [one.topic for one in found.faults] == [Topic.MAT_MIRRORED]
    assert "--view below" in found.faults[0].text
    assert measure_mat([behind], known(), View.BELOW).tray is not None
    wrong = measure_mat([picture], known(), View.BELOW)
    assert [one.topic for one in wrong.faults] == [Topic.MAT_MIRRORED]


def test_a_lens_that_bends_is_told_and_measured() -> None:
    camera = replace(stage().camera, bulge=-0.45)
    bent = Stage(camera, LOOK.light, LOOK.table, LOOK.sensor)
    found = measure_mat(shot(with_mat(bent)), known(), View.ABOVE)
    assert topics(found) == [Topic.LENS]
    assert found.tray is not None
    assert found.tray.bulge is not None


def test_no_picture_is_an_error() -> None:
    with pytest.raises(ValueError, match="needs a picture"):
        set_up([], Wishes())
    with pytest.raises(ValueError, match="needs a picture"):
        measure_mat([], known(), View.ABOVE)


def test_a_mat_that_was_left_in_the_tray_is_told_and_its_markers_are_no_dice() -> None:
    found = set_up(shot(with_mat(stage())), Wishes(), [(320.0, 240.0)])
    assert [one.topic for one in found.faults] == [Topic.MAT_IN_TRAY]
    assert "--mat" in found.faults[0].text


def test_of_a_white_picture_the_light_alone_is_blamed() -> None:
    white = np.full((480, 640, 3), 255, np.uint8)
    assert topics(set_up([white], Wishes())) == [Topic.BRIGHT]


def test_a_floor_of_few_pixels_is_told_before_any_die_was_seen() -> None:
    small = [cv2.resize(one, (160, 120), interpolation=cv2.INTER_AREA) for one in shot(stage())]
    found = set_up([np.asarray(one, np.uint8) for one in small], Wishes())
    assert topics(found) == [Topic.SMALL_DICE]
    assert "160 x 120" in found.advice[0].text


def test_a_floor_with_a_colour_at_its_end_is_told_as_too_bright_and_kept() -> None:
    bright = [np.asarray(np.clip(one * 3.0 + 60, 0, 255), np.uint8) for one in shot(stage())]
    found = set_up(bright, Wishes())
    assert topics(found) == [Topic.BRIGHT]
    assert found.tray is not None


@pytest.mark.parametrize(
    ("corners", "said"),
    [
        ([(100, 80), (9000, 80), (540, 400)], "outside of the picture"),
        ([(-1, 80), (540, 80), (540, 400)], "outside of the picture"),
        ([(100, 80), (540, 400), (540, 80), (100, 400)], "in order around"),
        ([(100, 80), (101, 80), (101, 81), (100, 81)], "next to nothing"),
    ],
)
def test_corners_that_enclose_no_floor_are_refused_with_what_to_do(
    corners: list[tuple[int, int]], said: str
) -> None:
    wishes = Wishes(outline_px=tuple((float(x), float(y)) for x, y in corners))
    with pytest.raises(TrayUnusable, match=said):
        set_up(shot(stage()), wishes)
