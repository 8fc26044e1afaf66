"""Finding the floor of a tray, and knowing where dice lie in it."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from companion.errors import TrayUnusable
from hardware.simulated.scene.looks import LOOKS
from hardware.simulated.scene.table import tray_outline
from hardware.simulated.scene.throw import throw
from tests.troubles.scenes import TRAYS
from vision.calibration.floor import Floor, Outline, Shape, found_floor
from vision.calibration.tray import Tray, Where

NO_TRAYS = ("dark-wood", "white-table", "grey-carpet")


@cache
def found(name: str, with_dice: bool) -> Floor | None:
    look = LOOKS[name]
    stage = look.stage((640, 480), 0.88)
    dice = throw([1, 3, 5, 6], look, np.random.default_rng(4), stage=stage).rest
    return found_floor(stage.shoot(dice if with_dice else (), 2).image_bgr)


def true_edges(name: str) -> tuple[Outline, Outline]:
    """The floor's edge, and the outer edge of the rim, as the camera sees them."""
    look = LOOKS[name]
    camera = look.stage((640, 480), 0.88).camera
    tray = look.table.tray
    assert tray is not None
    floor = camera.project(tray_outline(tray, tray.half_mm, 0.0))
    rim = camera.project(tray_outline(tray, tray.half_mm + tray.rim_mm, tray.high_mm))
    return floor.astype(np.float64), rim.astype(np.float64)


@pytest.mark.parametrize("with_dice", [False, True])
@pytest.mark.parametrize("name", TRAYS)
def test_the_floor_of_a_tray_is_found_empty_and_with_dice(name: str, with_dice: bool) -> None:
    floor = found(name, with_dice)
    assert floor is not None
    assert floor.shape is (Shape.QUAD if name == "red-felt-tray" else Shape.ELLIPSE)
    inner, outer = true_edges(name)
    tray = Tray((640, 480), floor.shape, floor.outline_px)
    side = 0.88 * 39.4
    # A die that lies flat against the wall has its middle half a side inside the floor's edge:
    # it must not be taken to lie outside, whatever shadow the rim throws. (In a deep shadow it
    # may be asked about: the strip in the shade is taken for the wall.)
    middle = inner.mean(axis=0)
    for x, y in inner:
        way = np.array([x, y]) - middle
        foot = middle + way * (1 - 0.5 * side / float(np.hypot(*way)))
        assert tray.where(float(foot[0]), float(foot[1]), side) is not Where.OUTSIDE
    # And one that lies on the table, a die's width away from the rim, is outside.
    for x, y in outer:
        way = np.array([x, y]) - middle
        beside = middle + way * (1 + 1.5 * side / float(np.hypot(*way)))
        assert tray.where(float(beside[0]), float(beside[1]), side) is Where.OUTSIDE


@pytest.mark.parametrize("with_dice", [False, True])
@pytest.mark.parametrize("name", NO_TRAYS)
def test_a_bare_table_is_no_tray(name: str, with_dice: bool) -> None:
    assert found(name, with_dice) is None


@pytest.mark.parametrize("level", [0, 128, 255])
def test_an_even_picture_is_no_tray(level: int) -> None:
    assert found_floor(np.full((120, 160, 3), level, np.uint8)) is None


def test_the_smallest_pictures_are_looked_at_without_a_fall() -> None:
    for size in ((16, 16), (16, 300), (300, 17)):
        noise = np.random.default_rng(1).integers(0, 255, (*size, 3), np.uint8)
        assert found_floor(noise) is None


def square(lean: tuple[float, float] = (0.0, 0.0)) -> Tray:
    outline = np.array([[100.0, 80], [540, 80], [540, 400], [100, 400]])
    return Tray((640, 480), Shape.QUAD, outline, lean=lean, die_side_px=40.0)


@pytest.mark.parametrize(
    ("x", "where"),
    [(320, Where.INSIDE), (127, Where.INSIDE), (121, Where.AT_WALL), (95, Where.ON_RIM),
     (46, Where.ON_RIM), (42, Where.OUTSIDE), (10, Where.OUTSIDE)],
)  # fmt: skip
def test_a_die_lies_inside_at_the_wall_on_the_rim_or_outside(x: float, where: Where) -> None:
    assert square().where(x, 240, 40) is where


def test_seen_from_the_side_a_die_at_the_far_wall_is_still_inside() -> None:
    # Its upper face is seen beyond the floor's far edge: 0.6 sides of height move it up.
    assert square().where(320, 70, 40) is Where.ON_RIM
    assert square(lean=(0.0, -0.7)).where(320, 76, 40) is Where.AT_WALL


def test_a_tray_fits_pictures_of_another_size_but_not_of_another_shape() -> None:
    tray = square().fitted(1280, 960)
    assert tray.die_side_px == pytest.approx(80)
    assert tray.where(2 * 320.0, 2 * 240.0, 80) is Where.INSIDE
    assert tray.where(2 * 95.0, 2 * 240.0, 80) is Where.ON_RIM
    with pytest.raises(TrayUnusable, match=r"640 x 480.*1280 x 720"):
        square().fitted(1280, 720)


def test_millimetres_come_from_a_mat_or_else_from_the_dice() -> None:
    assert square().mm_per_px == pytest.approx(0.4)
    to_mm = np.diag([0.25, 0.25, 1.0])
    measured = Tray((640, 480), Shape.QUAD, square().outline_px, to_mm=to_mm)
    assert measured.mm_per_px == pytest.approx(0.25)
    assert measured.fitted(320, 240).mm_per_px == pytest.approx(0.5)
    assert Tray((640, 480), Shape.QUAD, square().outline_px).mm_per_px is None
