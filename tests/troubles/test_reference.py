"""The picture of the empty tray: has the camera moved, and what lies there besides dice."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from hardware.simulated.scene.die import Die
from hardware.simulated.scene.hand import hand
from hardware.simulated.scene.looks import LOOKS
from hardware.simulated.scene.stage import Rendered, Stage
from hardware.simulated.scene.throw import throw
from tests.troubles.scenes import TRAYS, known_tray
from tests.troubles.things import THINGS, lies_at, with_thing
from vision.calibration.floor import Shape
from vision.calibration.reference import Compared, compared, emptied, reduced
from vision.calibration.strange import Thing, things
from vision.calibration.tray import Tray
from vision.values import TrayFit

Place = tuple[float, float, float]

NEAR_PX = 12.0
"""A thing has a shadow and a height, so its place may be a little beside its outline."""


@cache
def stage_of(name: str) -> Stage:
    return LOOKS[name].stage((640, 480), 0.88)


@cache
def tray_of(name: str) -> Tray:
    return known_tray(stage_of(name), 35.0)


@cache
def dice_of(name: str) -> tuple[Die, ...]:
    look = LOOKS[name]
    rng = np.random.default_rng(8)
    return throw([2, 3, 6], look, rng, stage=stage_of(name)).rest


def places(rendered: Rendered) -> list[Place]:
    return [(*die.centre_px, die.size_px) for die in rendered.truth]


def seen(name: str, rendered: Rendered) -> Compared:
    return compared(tray_of(name), rendered.image_bgr, places(rendered))


def strange(name: str, rendered: Rendered) -> list[Thing]:
    fit = seen(name, rendered)
    affine = fit.affine if fit.fit is TrayFit.MOVED else None
    return things(tray_of(name), rendered.image_bgr, places(rendered), affine)


def lamps(name: str) -> dict[str, Stage]:
    """The tray under other light."""
    stage, light = stage_of(name), LOOKS[name].light
    dim = replace(
        light,
        key=(0.4 * light.key[0], 0.4 * light.key[1], 0.4 * light.key[2]),
        room=(0.4 * light.room[0], 0.4 * light.room[1], 0.4 * light.room[2]),
    )
    other = replace(light, azimuth=light.azimuth + 2, elevation=0.8)
    return {
        "as it was": stage,
        "dim": stage.with_light(dim),
        "warm": stage.with_light(replace(light, key=(0.3, 0.5, 0.8), room=(0.2, 0.3, 0.4))),
        "from elsewhere": Stage(stage.camera, other, LOOKS[name].table, stage.sensor),
        "bright": stage.with_sensor(exposure=1.6),
    }


@pytest.mark.parametrize("name", TRAYS)
def test_neither_dice_nor_lamps_look_like_a_bump_or_like_a_thing(name: str) -> None:
    for stage in lamps(name).values():
        rendered = stage.shoot(dice_of(name), 5)
        assert seen(name, rendered).fit is TrayFit.MATCHES
        assert strange(name, rendered) == []


@pytest.mark.parametrize(("dx", "dy"), [(8.0, -6.0), (-20.0, 9.0), (40.0, 30.0)])
@pytest.mark.parametrize("name", TRAYS)
def test_a_bumped_camera_is_told_and_the_tray_found_again(name: str, dx: float, dy: float) -> None:
    rendered = stage_of(name).knocked(dx, dy).shoot(dice_of(name), 6)
    fit = seen(name, rendered)
    assert fit.fit is TrayFit.MOVED
    moved = tray_of(name).moved(fit.affine)
    middle = moved.outline_px.mean(axis=0) - tray_of(name).outline_px.mean(axis=0)
    assert middle == pytest.approx((dx, dy), abs=2.0)
    assert strange(name, rendered) == []


def test_another_scene_is_unlike_and_the_tray_is_nowhere() -> None:
    other = LOOKS["red-cloth"].stage((640, 480)).shoot((), 1)
    fit = compared(tray_of("green-felt-tray"), other.image_bgr)
    assert fit.fit is TrayFit.UNLIKE


def test_a_tray_without_any_pattern_cannot_be_recognised() -> None:
    plain = np.full((480, 640, 3), 200, np.uint8)
    outline = np.array([[100.0, 80], [540, 80], [540, 400], [100, 400]])
    tray = Tray((640, 480), Shape.QUAD, outline, reference_bgr=reduced(plain))
    assert compared(tray, plain).fit is TrayFit.UNKNOWN
    assert compared(replace(tray, reference_bgr=None), plain).fit is TrayFit.UNKNOWN
    assert things(replace(tray, reference_bgr=None), plain) == []


@pytest.mark.parametrize("thing", [*THINGS])
def test_a_thing_in_the_tray_is_found_where_it_is(thing: str) -> None:
    for name in TRAYS:
        rendered = with_thing(stage_of(name), thing, (-12.0, 20.0), 0.7).shoot((), 7)
        found = strange(name, rendered)
        assert found
        # Of a long thing the walls of the tray may hide an end: any place on it will do.
        body = lies_at(stage_of(name), thing, (-12.0, 20.0), 0.7)
        assert cv2.pointPolygonTest(body, found[0].centre_px, measureDist=True) > -NEAR_PX
        assert found[0].faces is not None
        assert found[0].faces > 0.2


def test_a_die_that_the_reader_did_not_see_is_a_thing_as_large_as_a_die() -> None:
    for name in TRAYS:
        rendered = stage_of(name).shoot(dice_of(name), 7)
        found = things(tray_of(name), rendered.image_bgr, places(rendered)[1:])
        assert len(found) == 1
        assert found[0].faces is not None
        assert found[0].faces >= 0.5
        gap = np.subtract(found[0].centre_px, rendered.truth[0].centre_px)
        assert np.hypot(*gap) < 25


def test_a_hand_is_a_large_thing() -> None:
    bones = hand((300.0, 220.0), 0.9, 26.0)
    rendered = stage_of("green-felt-tray").shoot(dice_of("green-felt-tray"), 7, hand=bones)
    found = things(tray_of("green-felt-tray"), rendered.image_bgr, [])
    assert found[0].floor_share > 0.1


def test_the_empty_tray_is_worked_out_from_throws() -> None:
    look, stage = LOOKS["black-tray"], stage_of("black-tray")
    rng = np.random.default_rng(3)
    pictures = [
        stage.shoot(throw([1, 4, 6], look, rng, stage=stage).rest, seed).image_bgr
        for seed in range(5)
    ]
    empty = reduced(stage.shoot((), 9).image_bgr).astype(int)
    off = np.abs(emptied(pictures).astype(int) - empty).max(axis=2)
    assert (off > 25).mean() < 0.004
