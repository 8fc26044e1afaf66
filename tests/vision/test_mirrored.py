"""A lamp in a face is a doubt exactly where another face would look the same."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.faces import draw_face, table
from vision.dice.mirrored import Mirrored, mirrored
from vision.dice.pips import read_patterns

SIDE = 60.0
CENTRE = (150.0, 120.0)
TURN = 0.3
RED_BGR = (40, 40, 170)
PALE_BGR = (225, 228, 230)
BURNT = (255, 255, 255)
DARK_PIPS = ((205, 212, 216), (25, 25, 25))
LIGHT_PIPS = (RED_BGR, PALE_BGR)

Colours = tuple[tuple[int, int, int], tuple[int, int, int]]


def face(value: int, colours: Colours = DARK_PIPS, turn: float = TURN) -> NDArray[np.uint8]:
    picture = table()
    draw_face(picture, value, CENTRE, SIDE, turn, *colours)
    return picture


def at(x: float, y: float, turn: float = TURN) -> tuple[int, int]:
    """Pixels of a place on the face, in sides."""
    cos, sin = np.cos(turn), np.sin(turn)
    return (
        round(CENTRE[0] + SIDE * (cos * x - sin * y)),
        round(CENTRE[1] + SIDE * (sin * x + cos * y)),
    )


def lamp(
    picture: NDArray[np.uint8], x: float, y: float, radius: float, colour: tuple[int, ...] = BURNT
) -> None:
    cv2.circle(picture, at(x, y), round(radius * SIDE), colour, -1, cv2.LINE_AA)


def judged(picture: NDArray[np.uint8], value: int) -> Mirrored:
    softer = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), np.uint8)
    place = (*CENTRE, SIDE)
    (pattern,) = read_patterns(softer, [place])
    return mirrored(softer, place, value, pattern)


@pytest.mark.parametrize("colours", [DARK_PIPS, LIGHT_PIPS], ids=["dark pips", "light pips"])
@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("turn", [0.0, 0.3, 0.7])
def test_a_face_without_a_lamp_is_no_doubt(value: int, colours: Colours, turn: float) -> None:
    assert not judged(face(value, colours, turn), value).doubtful


@pytest.mark.parametrize(("value", "radius"), [(4, 0.11), (4, 0.2), (2, 0.11), (2, 0.2)])
def test_a_lamp_where_a_middle_pip_would_lie_is_a_doubt(value: int, radius: float) -> None:
    picture = face(value)
    lamp(picture, 0, 0, radius)
    assert judged(picture, value).doubtful


@pytest.mark.parametrize("value", [3, 4, 5, 6])
def test_a_lamp_where_no_pip_can_be_missing_is_no_doubt(value: int) -> None:
    picture = face(value)
    lamp(picture, 0.13, 0.39, 0.08)
    assert not judged(picture, value).doubtful


@pytest.mark.parametrize("value", [5, 6])
def test_no_lamp_makes_a_face_of_one_with_more_dark_pips_than_any(value: int) -> None:
    picture = face(value)
    lamp(picture, 0.0, 0.26, 0.09)
    assert not judged(picture, value).doubtful


GREEN_DICE = ((60, 150, 60), PALE_BGR)


@pytest.mark.parametrize(
    ("value", "colours", "doubtful"),
    [(4, DARK_PIPS, True), (6, DARK_PIPS, False), (6, GREEN_DICE, True)],
)
def test_where_the_lattice_is_lost_a_lamp_is_a_doubt_unless_no_face_has_more_pips(
    value: int, colours: Colours, doubtful: bool
) -> None:
    picture = face(value, colours)
    lamp(picture, 0.0, 0.0, 0.15)
    (pattern,) = read_patterns(picture, [(*CENTRE, SIDE)])
    lost = replace(pattern, value=1)
    assert mirrored(picture, (*CENTRE, SIDE), value, lost).doubtful is doubtful


def test_two_lamps_on_both_sides_of_a_one_are_a_doubt_and_one_is_none() -> None:
    picture = face(1)
    lamp(picture, -0.26, -0.26, 0.12)
    assert not judged(picture, 1).doubtful
    lamp(picture, 0.26, 0.26, 0.12)
    assert judged(picture, 1).doubtful


def test_a_dark_pip_that_is_whole_in_a_burnt_patch_shows_through() -> None:
    picture = table()
    draw_face(picture, 0, CENTRE, SIDE, TURN, DARK_PIPS[0])
    lamp(picture, -0.26, -0.26, 0.2)
    for x in (-0.26, 0.26):
        lamp(picture, x, x, 0.1, DARK_PIPS[1])
    found = judged(picture, 2)
    assert found.shows_through


def test_a_dark_pip_beside_a_patch_proves_nothing() -> None:
    picture = face(4)
    lamp(picture, 0, 0, 0.2)
    assert not judged(picture, 4).shows_through


@pytest.mark.parametrize("radius", [0.08, 0.1, 0.15])
@pytest.mark.parametrize(("value", "read"), [(2, 3), (4, 5)])
def test_a_lamp_among_light_pips_that_passes_for_one_is_a_doubt(
    value: int, read: int, radius: float
) -> None:
    picture = face(value, LIGHT_PIPS)
    lamp(picture, 0, 0, radius)
    assert judged(picture, read).doubtful


def test_a_single_burnt_pip_on_a_dark_body_is_a_doubt() -> None:
    picture = face(0, LIGHT_PIPS)
    lamp(picture, 0, 0, 0.1)
    assert judged(picture, 1).doubtful


def test_a_streak_across_two_light_pips_is_a_doubt() -> None:
    picture = face(4, LIGHT_PIPS)
    cv2.line(picture, at(-0.26, -0.3), at(-0.26, 0.3), BURNT, 8, cv2.LINE_AA)
    assert judged(picture, 6).doubtful
