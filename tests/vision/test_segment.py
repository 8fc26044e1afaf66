"""Rumours find dice that nobody marked."""

from __future__ import annotations

import numpy as np

from tests.vision.faces import draw_face, table
from vision.dice.crop import Pyramid
from vision.dice.segment import Place, body_rumours, pip_rumours


def gap(place: Place, x: float, y: float) -> float:
    return float(np.hypot(place[0] - x, place[1] - y)) / place[2]


def test_pips_away_from_known_dice_are_found() -> None:
    picture = table()
    draw_face(picture, 4, (80, 120), 50)
    draw_face(picture, 5, (240, 130), 50)
    found = pip_rumours(Pyramid(picture), 50, [(80, 120, 50)], 5)
    assert any(gap(place, 240, 130) < 0.3 for place in found)
    assert all(gap(place, 80, 120) > 0.5 for place in found)


def test_a_body_without_pips_but_of_a_known_colour_is_found() -> None:
    picture = table()
    draw_face(picture, 4, (80, 120), 50)
    draw_face(picture, 0, (240, 130), 50)
    found = body_rumours(Pyramid(picture), 50, [(80, 120, 50)], 5)
    assert any(gap(place, 240, 130) < 0.2 for place in found)


def test_a_table_of_the_colour_of_the_dice_is_no_rumour_itself() -> None:
    picture = np.full((240, 320, 3), (225, 230, 235), np.uint8)
    draw_face(picture, 4, (80, 120), 50)
    assert body_rumours(Pyramid(picture), 50, [(80, 120, 50)], 5) == []


def test_without_known_dice_there_is_no_known_colour() -> None:
    assert body_rumours(Pyramid(table()), 50, [], 5) == []


def test_an_even_table_has_no_pips() -> None:
    assert pip_rumours(Pyramid(np.full((240, 320, 3), 90, np.uint8)), 50, [], 5) == []


def test_a_picture_smaller_than_a_die_has_no_rumours() -> None:
    assert pip_rumours(Pyramid(np.full((16, 16, 3), 90, np.uint8)), 200, [], 5) == []
