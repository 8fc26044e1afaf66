"""Pips are told from other marks by their outlines; where one cannot tell, nothing is said."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np
import pytest

from hardware.simulated.scene.icons import ICONS, mark
from hardware.simulated.scene.sensor import Picture
from tests.tuning.scenes import strange_scene
from vision.dice.pips import Pattern
from vision.dice.reading import DiceReader
from vision.dice.spots import are_no_pips
from vision.values import Point, Status, TroubleCode

SIDE = 48
FINE = 4
PLACES: dict[int, tuple[Point, ...]] = {
    1: ((0.0, 0.0),),
    2: ((-0.24, -0.24), (0.24, 0.24)),
    3: ((-0.21, -0.21), (0.0, 0.0), (0.21, 0.21)),
    6: tuple((x, y) for x in (-0.25, 0.25) for y in (-0.25, 0.0, 0.25)),
}
SHARP_ICONS = sorted(set(ICONS) - {"hexagon", "burst", "diamond", "drop", "shield"})
"""Those that are not nearly as round as a disc."""
PIP: Picture = np.asarray(255 * (np.hypot(*np.mgrid[-48:48, -48:48]) < 47), np.uint8)


def icon(name: str) -> Picture:
    return np.asarray(np.rint(255 * mark(name)), np.uint8)


def face(
    marks: Sequence[tuple[Picture, Point, float]],
    *,
    side: float = SIDE,
    squash: float = 1.0,
    blur_px: float = 0.8,
    light: bool = False,
) -> Picture:
    """A face in the middle of a picture, seen under a slant: a mark's bitmap, its middle and its
    width, in sides."""
    wide = 3 * SIDE * FINE
    ink = np.zeros((wide, wide), np.uint8)
    for bitmap, (x, y), width in marks:
        px = round(width * SIDE * FINE)
        left, top = (round(wide / 2 + at * SIDE * FINE - px / 2) for at in (x, y))
        part = ink[top : top + px, left : left + px]
        part |= np.asarray(cv2.resize(bitmap, (px, px)), np.uint8)
    body, pip = ((40, 60, 170), (235, 235, 235)) if light else ((190, 225, 230), (25, 20, 30))
    full = np.full((wide, wide, 3), (70, 110, 60), np.uint8)
    edge = (wide - SIDE * FINE) // 2
    full[edge:-edge, edge:-edge] = body
    full[ink > 127] = pip
    to = round(3 * side)
    turned = np.array(cv2.getRotationMatrix2D((wide / 2, wide / 2), 25.0, to / wide), np.float64)
    turned[:, 2] += to / 2 - wide / 2
    turned[0] *= squash
    turned[0, 2] += to * (1 - squash) / 2
    soft = cv2.GaussianBlur(full, (0, 0), blur_px * wide / to)
    return np.asarray(cv2.warpAffine(soft, turned, (to, to), flags=cv2.INTER_AREA), np.uint8)


def pips(value: int, width: float = 0.19) -> list[tuple[Picture, Point, float]]:
    return [(PIP, at, width) for at in PLACES[value]]


def strange(picture: Picture, value: int, fit: float = 0.9, squash: float = 1.0) -> bool:
    """As the side of a face seen under a slant that of a square of the same area is taken."""
    middle = (picture.shape[0] - 1) / 2
    pattern = Pattern(value, np.full(6, fit), 100.0, 1.0, 0.0, 1.0, 1.0, np.zeros((2, 3)))
    side = picture.shape[0] / 3 * squash**0.5
    return are_no_pips(picture, (middle, middle, side), value, pattern)


@pytest.mark.parametrize("value", [1, 2, 3, 6])
@pytest.mark.parametrize("width", [0.15, 0.22])
@pytest.mark.parametrize("squash", [1.0, 0.7])
@pytest.mark.parametrize("light", [False, True])
def test_round_pips_are_pips(value: int, width: float, squash: float, light: bool) -> None:
    for side, blur_px in ((26.0, 0.6), (40.0, 1.5), (90.0, 0.8)):
        drawn = face(pips(value, width), side=side, squash=squash, blur_px=blur_px, light=light)
        assert not strange(drawn, value, squash=squash)


@pytest.mark.parametrize("towards", [(0.0, 0.06), (0.05, 0.05), (0.0, 0.0)], ids=str)
def test_drilled_pips_with_a_highlight_are_pips(towards: Point) -> None:
    marks = pips(2, 0.2)
    glints = [(x + towards[0], y + towards[1]) for x, y in PLACES[2]]
    drawn = face(marks, side=60, blur_px=0.6)
    for x, y in glints:
        cos, sin = np.cos(np.deg2rad(25)), np.sin(np.deg2rad(25))
        at = (round(90 + 60 * (cos * x + sin * y)), round(90 + 60 * (cos * y - sin * x)))
        cv2.circle(drawn, at, 2, (240, 250, 250), -1)
    assert not strange(drawn, 2)


@pytest.mark.parametrize("name", SHARP_ICONS)
def test_two_icons_are_no_two(name: str) -> None:
    marks = [(icon(name), at, 0.34) for at in PLACES[2]]
    assert strange(face(marks), 2)


@pytest.mark.parametrize("name", ["triangle", "lightning", "cross"])
def test_an_icon_beside_a_pip_or_alone_is_no_number(name: str) -> None:
    mixed = [(PIP, PLACES[2][0], 0.2), (icon(name), PLACES[2][1], 0.34)]
    assert strange(face(mixed), 2)
    assert strange(face([(icon(name), (0.0, 0.0), 0.4)]), 1)


def test_pips_of_two_sizes_and_one_too_many_or_too_few_are_no_two() -> None:
    sizes = [(PIP, PLACES[2][0], 0.14), (PIP, PLACES[2][1], 0.24)]
    assert strange(face(sizes), 2)
    assert strange(face(pips(3)), 2)
    assert strange(face(pips(2)), 3)


def test_one_large_mark_is_no_six() -> None:
    large = face([(icon("burst"), (0.0, 0.0), 0.8)])
    assert strange(large, 6)
    assert not strange(large, 6, fit=0.99)


def test_what_is_too_small_or_cut_by_the_border_is_not_judged() -> None:
    marks = [(icon("cross"), at, 0.34) for at in PLACES[2]]
    assert not strange(face(marks, side=20), 2)
    drawn = face(marks)
    assert not are_no_pips(
        drawn[:, SIDE:],
        ((drawn.shape[1] - 1) / 2 - SIDE, (drawn.shape[0] - 1) / 2, SIDE),
        2,
        Pattern(2, np.full(6, 0.9), 100.0, 1.0, 0.0, 1.0, 1.0, np.zeros((2, 3))),
    )


def test_a_ring_around_a_pip_is_a_die_that_spins() -> None:
    drawn = face(pips(1))
    assert not strange(drawn, 1)
    x, y = np.meshgrid(*(np.arange(n) - (n - 1) / 2 for n in drawn.shape[:2]))
    smeared = np.abs(np.hypot(x, y) / SIDE - 0.32) < 0.06
    drawn[smeared] = np.asarray(0.65 * drawn[smeared], np.uint8)
    assert strange(drawn, 1)


@cache
def reader() -> DiceReader:
    return DiceReader()


@pytest.mark.parametrize("number", [6, 18, 29, 30, 38, 87])
def test_a_symbol_that_looks_like_pips_to_the_net_is_a_question(number: int) -> None:
    reading = reader().read(strange_scene(number).image_bgr)
    assert reading.status is Status.UNSURE
    assert TroubleCode.UNKNOWN_DIE in {trouble.code for trouble in reading.trouble}
