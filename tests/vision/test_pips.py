"""The lattice of pips reads faces without any learning."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.faces import draw_face, table
from vision.dice.lattice import COARSE_POINTS, PATTERNS, POSES_AT_ONCE
from vision.dice.pips import FITTED_AT_ONCE, NUDGES, ROUNDS, read_patterns, rough_fits

SECOND_THREAD = 262_144
"""Multiplications from which OpenBLAS shares out a matrix product."""

RED_BGR = (40, 40, 200)
WHITE_BGR = (240, 240, 240)


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("side", [20.0, 47.0, 150.0])
@pytest.mark.parametrize("turn", [0.0, 0.45, 0.785, 1.3])
def test_every_face_is_read_at_every_size_and_turn(value: int, side: float, turn: float) -> None:
    picture = table(400, 400)
    draw_face(picture, value, (201.3, 198.6), side, turn)
    (pattern,) = read_patterns(picture, [(201.3, 198.6, side)])
    assert pattern.value == value
    assert pattern.fit > 0.9
    assert pattern.lead > 0.005


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize(
    ("body", "pip"),
    [(RED_BGR, WHITE_BGR), (WHITE_BGR, RED_BGR), ((30, 30, 30), WHITE_BGR), (RED_BGR, (0, 0, 0))],
)
def test_colours_of_body_and_pips_do_not_matter(
    value: int, body: tuple[int, int, int], pip: tuple[int, int, int]
) -> None:
    picture = table()
    draw_face(picture, value, (150, 120), 60, 0.5, body, pip)
    (pattern,) = read_patterns(picture, [(150, 120, 60)])
    assert pattern.value == value
    assert abs(pattern.contrast) > 30


@pytest.mark.parametrize("value", range(1, 7))
def test_a_place_that_is_a_little_off_is_still_read(value: int) -> None:
    picture = table()
    draw_face(picture, value, (150, 120), 60, 0.2)
    (pattern,) = read_patterns(picture, [(155, 116, 66)])
    assert pattern.value == value


@pytest.mark.parametrize("value", range(1, 7))
def test_a_face_seen_at_a_slant_is_read(value: int) -> None:
    picture = table(300, 300)
    draw_face(picture, value, (150, 150), 90, 0.6)
    slanted = cv2.resize(picture, (300, 210), interpolation=cv2.INTER_AREA)
    (pattern,) = read_patterns(np.asarray(slanted, np.uint8), [(150, 105, 75)])
    assert pattern.value == value
    if value in (4, 5):  # fewer pips do not fix the lattice, sixes differ by maker
        assert pattern.squash > 1.15


def test_dark_pips_have_positive_contrast_and_light_pips_negative() -> None:
    picture = table()
    draw_face(picture, 5, (80, 120), 60)
    draw_face(picture, 5, (220, 120), 60, body=(30, 30, 30), pip=WHITE_BGR)
    dark, light = read_patterns(picture, [(80, 120, 60), (220, 120, 60)])
    assert dark.contrast > 100
    assert light.contrast < -100


def test_a_bare_body_and_an_empty_table_fit_worse_than_any_face() -> None:
    picture = table()
    draw_face(picture, 0, (80, 120), 60)
    draw_face(picture, 1, (240, 60), 60)
    bare, empty, face = read_patterns(picture, [(80, 120, 60), (240, 180, 60), (240, 60, 60)])
    assert max(bare.fit, empty.fit) < 0.85 < 0.93 < face.fit


def test_the_border_tells_a_body_from_spots_on_a_table() -> None:
    picture = table()
    draw_face(picture, 4, (80, 120), 60)
    for x, y in ((-1, -1), (1, -1), (-1, 1), (1, 1)):
        cv2.circle(picture, (240 + 16 * x, 120 + 16 * y), 6, (10, 10, 10), -1)
    body, spots = read_patterns(picture, [(80, 120, 60), (240, 120, 60)])
    assert (body.value, spots.value) == (4, 4)
    assert body.border > 0.8
    assert spots.border < 0.2


def test_the_rough_fit_ranks_a_face_above_the_table() -> None:
    picture = table()
    draw_face(picture, 3, (80, 120), 60)
    face, empty = rough_fits(picture, [(80, 120, 60), (240, 120, 60)])
    assert face > 0.9
    assert face > empty + 0.1


def test_places_at_the_very_border_are_described_not_refused() -> None:
    picture = table()
    places = [(0.0, 0.0, 40.0), (319.0, 239.0, 40.0), (-5.0, 100.0, 40.0)]
    assert len(read_patterns(picture, places)) == 3


def test_no_places_give_no_patterns() -> None:
    assert read_patterns(table(), []) == []


@pytest.mark.parametrize("side", [30.0, 110.0])
@pytest.mark.parametrize("turn", [0.0, 0.45, 1.3])
def test_the_pose_takes_the_lattice_to_the_pips(side: float, turn: float) -> None:
    picture = table(400, 400)
    draw_face(picture, 4, (201.3, 198.6), side, turn)
    (pattern,) = read_patterns(picture, [(203.0, 197.0, side * 1.1)])
    corners = np.array([(x, y, 1.0) for x, y in ((-1, -1), (-1, 1), (1, 1), (1, -1))])
    for x, y in corners @ pattern.pose.T:
        assert picture[round(y), round(x)].max() < 90
    assert np.allclose(pattern.pose[:, 2], (201.3, 198.6), atol=0.06 * side)


def test_no_matrix_product_waits_for_a_second_thread() -> None:
    assert len(PATTERNS) * len(COARSE_POINTS) * POSES_AT_ONCE < SECOND_THREAD
    for _, followed, points in ROUNDS:
        rows = 2 * FITTED_AT_ONCE * followed * NUDGES
        assert rows * 3 * len(points) < SECOND_THREAD
