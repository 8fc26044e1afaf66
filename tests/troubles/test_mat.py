"""The printed mat: what it looks like, and what a camera learns from it."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import replace

import cv2
import numpy as np
import pytest

from hardware.simulated.scene.camera import Camera, looking_at
from hardware.simulated.scene.looks import LOOKS
from hardware.simulated.scene.stage import Stage
from tests.troubles.sheet import with_mat
from vision.calibration.mat import MARKERS, bent_px, found_mat, seen_markers, straightened
from vision.calibration.mat_sheet import PAGE_MM, black_boxes, pdf, svg
from vision.calibration.posture import lean_from_scale

SIZE = (1280, 960)


def stage_under(camera: Camera) -> Stage:
    look = LOOKS["dark-wood"]
    return Stage(camera, look.light, look.table, look.sensor)


def millimetre_error(camera: Camera, turn: float) -> float:
    """Mean error over the picture, in millimetres, of places measured with a mat."""
    mat = found_mat(with_mat(stage_under(camera), (5.0, -8.0), turn).shoot((), 1).image_bgr)
    assert mat is not None
    assert mat.markers == MARKERS
    width, height = camera.size_px
    grid = np.array([[x, y] for x in (150, 600, 1100) for y in (120, 480, 840)], float)
    grid *= [width / 1280, height / 960]
    straight = straightened(grid, camera.size_px, mat.bulge or 0.0)
    measured = cv2.perspectiveTransform(straight[None], mat.to_mm)[0]
    true = np.array([camera.on_plane(float(x), float(y))[:2] for x, y in grid]) - [5.0, -8.0]
    c, s = np.cos(turn), np.sin(turn)
    right, down = c * true[:, 0] + s * true[:, 1], s * true[:, 0] - c * true[:, 1]
    return float(np.hypot(measured[:, 0] - right, measured[:, 1] - down).mean())


@pytest.mark.parametrize("tilt", [0.0, 0.5])
@pytest.mark.parametrize("turn", [0.0, 2.0, 3.1])
def test_places_are_measured_to_a_tenth_of_a_millimetre(tilt: float, turn: float) -> None:
    assert millimetre_error(looking_at(SIZE, 260, 480, tilt), turn) < 0.12


@pytest.mark.parametrize("bulge", [-0.3, -0.15, 0.1])
def test_the_bend_of_the_lens_is_measured(bulge: float) -> None:
    camera = replace(looking_at(SIZE, 260, 480), bulge=bulge)
    assert millimetre_error(camera, 0.3) < 0.2
    mat = found_mat(with_mat(stage_under(camera)).shoot((), 1).image_bgr)
    assert mat is not None
    assert mat.bulge is not None
    half = np.hypot(*SIZE) / 2
    true_px = abs(bulge) * (half / camera.focal_px) ** 2 * half
    assert bent_px(SIZE, mat.bulge) == pytest.approx(true_px, rel=0.35)


@pytest.mark.parametrize(("turn", "told"), [(0.0, 0.0), (-1.0, 57.3), (1.5, -85.9)])
def test_the_turn_of_the_picture_is_told(turn: float, told: float) -> None:
    mat = found_mat(
        with_mat(stage_under(looking_at(SIZE, 260, 480)), turn=turn).shoot((), 1).image_bgr
    )
    assert mat is not None
    assert mat.turn_deg == pytest.approx(told, abs=1.0)


def test_a_camera_that_looks_from_the_side_shifts_what_is_high() -> None:
    camera = looking_at(SIZE, 300, 480, tilt=0.4)
    mat = found_mat(with_mat(stage_under(camera)).shoot((), 1).image_bgr)
    assert mat is not None
    foot, top = camera.project(np.array([[0, 0, 0], [0, 0, 16]], np.float32))
    across = camera.project(np.array([[-8, 0, 0], [8, 0, 0], [0, -8, 0], [0, 8, 0]], np.float32))
    wide, high = across[1] - across[0], across[3] - across[2]
    scale = float(np.sqrt(abs(wide[0] * high[1] - wide[1] * high[0])))
    lean = lean_from_scale(mat.to_mm, SIZE, (float(foot[0]), float(foot[1])))
    assert lean == pytest.approx(tuple((top - foot) / scale), abs=0.06)


def test_a_mat_that_is_half_covered_is_still_measured_and_one_nearly_covered_is_not() -> None:
    stage = stage_under(looking_at(SIZE, 260, 480))
    half = found_mat(with_mat(stage, covered=0.5).shoot((), 1).image_bgr)
    assert half is not None
    assert half.markers == MARKERS / 2
    last = with_mat(stage, covered=0.97).shoot((), 1).image_bgr
    assert len(seen_markers(last)) < 4
    assert found_mat(last) is None


def test_a_mat_seen_from_behind_says_so() -> None:
    picture = with_mat(stage_under(looking_at(SIZE, 260, 480))).shoot((), 1).image_bgr
    mat = found_mat(np.ascontiguousarray(picture[:, ::-1]))
    assert mat is not None
    assert mat.mirrored
    straight = found_mat(picture)
    assert straight is not None
    assert not straight.mirrored


def test_the_sheet_as_svg_shows_every_box_inside_an_a4_page() -> None:
    root = ET.fromstring(svg())
    assert root.get("width") == "210mm"
    assert len(root.findall("{http://www.w3.org/2000/svg}rect")) == len(black_boxes()) + 5
    for x, y, width, height in black_boxes():
        assert 0 < x < x + width < PAGE_MM[0]
        assert 0 < y < y + height < PAGE_MM[1]


def test_the_sheet_as_pdf_has_a_table_of_its_objects_that_is_right() -> None:
    document = pdf()
    assert document.startswith(b"%PDF-1.4")
    start = int(document.split(b"startxref\n")[1].split(b"\n")[0])
    rows = document[start:].split(b"trailer")[0].splitlines()[3:]
    assert len(rows) == 5
    for number, row in enumerate(rows, start=1):
        assert document[int(row[:10]) :].startswith(b"%d 0 obj" % number)
