"""The renderer: what it says is true of a picture must be what the picture shows."""

from __future__ import annotations

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest

from hardware.simulated.scene import LOOKS, Stage, barrel_die, looking_at, pip_die, throw
from hardware.simulated.scene.camera import Camera
from hardware.simulated.scene.die import Die
from hardware.simulated.scene.draw import draw_dice
from hardware.simulated.scene.hand import hand
from hardware.simulated.scene.light import Light
from hardware.simulated.scene.paint import Paint, pip_places
from hardware.simulated.scene.pose import CUBE_FACES, cube_value, showing, turned
from hardware.simulated.scene.sensor import Picture
from hardware.simulated.scene.solid import RoundedCube, barrel, meet

SMALL = (320, 240)
FLAT_WHITE = Paint(grain=0.0, gloss=0.0, pip=(0.0, 0.0, 0.0), body=(0.9, 0.9, 0.9))
EVEN = Light(elevation=1.4, key=(0.1, 0.1, 0.1), room=(0.7, 0.7, 0.7), softness=0.3, glare=0.0)


def dots_inside(image: Picture, corners: tuple[tuple[float, float], ...]) -> int:
    """Dark blobs inside the outline of a top face, counted by flood filling."""
    mask = np.zeros(image.shape[:2], np.uint8)
    middle = np.mean(np.array(corners), axis=0)
    shrunk = middle + (np.array(corners) - middle) * 0.9
    cv2.fillConvexPoly(mask, shrunk.round().astype(np.int32), (255.0,))
    dark = ((image.max(axis=2) < 90) & (mask > 0)).astype(np.uint8)
    count, _, stats, _ = cv2.connectedComponentsWithStats(dark)
    return sum(1 for row in stats[1:count] if row[4] > 8)


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("layout", [0, 3])
def test_the_picture_shows_as_many_pips_as_the_truth_says(value: int, layout: int) -> None:
    paint = replace(FLAT_WHITE, pips=replace(FLAT_WHITE.pips, layout=layout, hollow=0.0))
    camera = looking_at(SMALL, 60.0, 450.0)
    stage = Stage(camera, EVEN, LOOKS["white-table"].table)
    seen = stage.shoot([pip_die(value, (0.0, 0.0), 0.4, paint)])
    assert seen.truth[0].value == value
    assert dots_inside(seen.image_bgr, seen.truth[0].outline_px) == value


def test_opposite_faces_of_a_rendered_die_make_seven() -> None:
    assert all(sum(pair) == 7 for pair in CUBE_FACES)
    for value in range(1, 7):
        rotation = showing(value, 0.3)
        upside_down = np.diag([1.0, -1.0, -1.0]).astype(np.float32) @ rotation
        assert cube_value(rotation) + cube_value(upside_down) == 7


def test_a_face_that_a_die_does_not_have_cannot_be_laid_up() -> None:
    with pytest.raises(ValueError, match="has no 7"):
        showing(7, 0.0)


@pytest.mark.parametrize("value", range(1, 5))
def test_a_four_sided_die_shows_the_wanted_numeral(value: int) -> None:
    die = barrel_die(value, (3.0, -4.0), 1.1)
    assert die.value == value
    assert die.cocked_deg < 0.1


@pytest.mark.parametrize("name", sorted(LOOKS))
def test_every_look_renders_dice_whose_truth_lies_in_the_picture(name: str) -> None:
    look = LOOKS[name]
    dice = [look.die(v, (-30.0 + 20 * v, 0.0), 0.3 * v, v) for v in (1, 2, 3)]
    seen = look.stage(SMALL).shoot(dice, 3)
    assert seen.image_bgr.shape == (240, 320, 3)
    assert seen.image_bgr.dtype == np.uint8
    assert [die.value for die in seen.truth] == [1, 2, 3]
    for die in seen.truth:
        x0, y0, x1, y1 = die.box_px
        assert x0 < die.centre_px[0] < x1
        assert y0 < die.centre_px[1] < y1
        assert 0 < x0 < x1 < 320
        assert 0 < y0 < y1 < 240
        assert die.visible > 0.97
        assert 0.5 < die.front < 1.4
        assert die.cocked_deg < 0.1
        assert not die.moving


def test_a_die_changes_the_picture_where_its_truth_says_and_little_elsewhere() -> None:
    stage = LOOKS["green-felt-tray"].stage(SMALL).with_sensor(noise=0.0, blur_px=0.0)
    empty = stage.shoot(()).image_bgr.astype(int)
    seen = stage.shoot([pip_die(5, (20.0, 10.0), 0.2)])
    change = np.abs(seen.image_bgr.astype(int) - empty).max(axis=2)
    x0, y0, x1, y1 = (round(v) for v in seen.truth[0].box_px)
    assert (change[y0 + 2 : y1 - 2, x0 + 2 : x1 - 2] > 20).mean() > 0.8
    change[y0 - 30 : y1 + 30, x0 - 30 : x1 + 30] = 0
    assert change.max() <= 2


def test_the_same_seed_gives_the_same_bytes_and_another_seed_other_noise() -> None:
    look = LOOKS["red-cloth"]
    dice = [look.die(4, (10.0, 5.0), 0.7)]
    first, again, other = (look.stage(SMALL).shoot(dice, seed).image_bgr for seed in (1, 1, 2))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_a_die_behind_another_is_said_to_be_hidden() -> None:
    camera = looking_at(SMALL, 120.0, 300.0, tilt=1.0)
    near, far = pip_die(1, (0.0, -10.0), edge_mm=30.0), pip_die(2, (0.0, 14.0), edge_mm=12.0)
    seen = Stage(camera, EVEN, LOOKS["white-table"].table).shoot([near, far])
    assert seen.truth[0].visible > 0.97
    assert seen.truth[1].visible < 0.2


def test_a_die_beyond_the_border_is_said_to_be_cut() -> None:
    camera = looking_at(SMALL, 120.0, 450.0)
    edge = camera.on_plane(319.5, 120.0, 16.0)
    stage = Stage(camera, EVEN, LOOKS["white-table"].table)
    seen = stage.shoot([pip_die(3, (float(edge[0]), float(edge[1])))])
    assert 0.4 < seen.truth[0].visible < 0.6


def test_a_leaning_die_is_said_to_be_cocked_and_touches_the_table() -> None:
    die = pip_die(6, (0.0, 0.0), 0.3, cocked=math.radians(25), towards=0.8)
    assert die.value == 6
    assert die.cocked_deg == pytest.approx(25, abs=0.1)
    assert float(die.hull_mm()[:, 2].min()) == pytest.approx(0, abs=1e-3)


def test_a_hand_over_a_die_hides_it() -> None:
    stage = LOOKS["green-felt-tray"].stage(SMALL)
    die = pip_die(5, (0.0, 0.0))
    x, y = stage.shoot([die]).truth[0].centre_px
    covered = stage.shoot([die], hand=hand((x - 25, y), 0.0, 14.0))
    assert covered.truth[0].visible < 0.3


def test_projecting_and_looking_back_agree_with_lens_and_tilt() -> None:
    camera = looking_at((640, 480), 250.0, 420.0, 0.5, bulge=-0.08, squash=1.07, roll=0.2)
    points = np.array([[0, 0, 0], [40, 25, 0], [-60, 30, 0], [10, -50, 0]], np.float32)
    for point, (x, y) in zip(points, camera.project(points), strict=True):
        assert camera.on_plane(float(x), float(y)) == pytest.approx(point, abs=0.05)


def test_seen_from_above_x_runs_right_and_y_up_in_the_picture() -> None:
    camera = looking_at((640, 480), 250.0)
    middle, right, away = camera.project(np.array([[0, 0, 0], [10, 0, 0], [0, 10, 0]], np.float32))
    assert right[0] > middle[0] + 5
    assert away[1] < middle[1] - 5
    assert np.linalg.det(camera.axes) == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize("body", [RoundedCube(0.12), RoundedCube(0.05, 0.68), barrel()])
def test_rays_meet_a_body_on_its_surface(body: RoundedCube) -> None:
    x, y = (g.ravel() for g in np.meshgrid(*[np.linspace(-0.9, 0.9, 40, dtype=np.float32)] * 2))
    origin = np.array([0.3, -0.2, 6.0], np.float32)
    rays = np.stack([x - origin[0], y - origin[1], np.full_like(x, -6.0)])
    rays /= np.linalg.norm(rays, axis=0)
    index, t = meet(body, origin, rays)
    points = origin[:, None] + rays[:, index] * t
    assert 300 < index.size < 1600
    assert np.abs(body.distance(points)).max() < 0.01
    assert np.linalg.norm(body.normals(points), axis=0) == pytest.approx(1, abs=1e-4)


def test_a_six_has_two_rows_of_three_closer_within_than_across() -> None:
    places = pip_places(6, 2, Paint().pips)
    assert len(places) == 6
    steps = (
        sorted({round(float(v), 4) for v in places[:, 0]}),
        sorted({round(float(v), 4) for v in places[:, 1]}),
    )
    assert sorted(map(len, steps)) == [2, 3]


def test_dice_outside_the_picture_and_behind_the_camera_do_no_harm() -> None:
    camera: Camera = looking_at(SMALL, 100.0, 100.0)
    dice: list[Die] = [
        pip_die(2, (900.0, 0.0)),
        pip_die(3, (0.0, 0.0)).at((0, 0, 500), turned(0.0)),
    ]
    floor = np.full((240, 320, 3), 0.4, np.float32)
    picture, layers = draw_dice(floor, camera, EVEN, dice)
    assert layers == (None, None)
    assert np.isfinite(picture).all()


def test_of_a_die_that_crosses_the_whole_picture_in_one_exposure_only_a_shadow_is_seen() -> None:
    stage = LOOKS["dark-wood"].stage(SMALL)
    die = LOOKS["dark-wood"].die(3, (0.0, 0.0), 0.4)
    fast = replace(die, moving_px=(9000.0, 12000.0))
    empty, seen, gone = (
        stage.shoot(dice, 1).image_bgr.astype(int) for dice in ((), (die,), (fast,))
    )
    assert (seen - empty).max() > 60
    assert (gone - empty).max() < 20


def test_a_throw_ends_with_the_wanted_faces_apart() -> None:
    look = LOOKS["red-felt-tray"]
    thrown = throw([1, 1, 3, 4, 6], look, np.random.default_rng(5), fours=[2], size_px=SMALL)
    seen = thrown.render(thrown.frames - 1)
    assert [(d.kind, d.value) for d in seen.truth] == [
        *(("d6", v) for v in (1, 1, 3, 4, 6)),
        ("d4", 2),
    ]
    assert not any(die.moving for die in seen.truth)
    places = [die.pose.centre_mm[:2] for die in thrown.rest]
    for number, place in enumerate(places):
        for other in places[:number]:
            assert np.hypot(*(place - other)) > 1.4 * look.edge_mm


def test_a_throw_moves_until_it_is_settled_and_never_again() -> None:
    thrown = throw([2, 5], LOOKS["dark-wood"], np.random.default_rng(8), size_px=SMALL)
    settled = thrown.settled_frame
    assert any(d.moving_px != (0.0, 0.0) for d in thrown.dice(settled - 1))
    for index in range(settled, thrown.frames):
        assert thrown.dice(index) == thrown.rest


def test_dice_in_flight_never_sink_into_the_table() -> None:
    thrown = throw([2, 5, 6], LOOKS["dark-wood"], np.random.default_rng(9), size_px=SMALL)
    low = [float(die.hull_mm()[:, 2].min()) for i in range(thrown.frames) for die in thrown.dice(i)]
    assert min(low) > -0.05
    assert max(low) > 15


def test_touching_dice_touch_without_overlap() -> None:
    for seed in range(6):
        look = LOOKS["white-table"]
        thrown = throw([3, 4], look, np.random.default_rng(seed), touching=True, size_px=SMALL)
        one, two = (die.pose.centre_mm[:2] for die in thrown.rest)
        assert look.edge_mm <= np.hypot(*(one - two)) < 1.12 * look.edge_mm


def test_a_frame_beyond_the_throw_is_refused() -> None:
    thrown = throw([1], LOOKS["dark-wood"], np.random.default_rng(1), size_px=SMALL)
    with pytest.raises(IndexError):
        thrown.render(thrown.frames)


def test_more_dice_than_fit_are_refused_with_advice() -> None:
    with pytest.raises(ValueError, match="Ask for fewer"):
        throw([1] * 80, LOOKS["dark-wood"], np.random.default_rng(1), size_px=SMALL)
