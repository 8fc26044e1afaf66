"""A frame that shows nothing new is known cheaply, and nothing that matters is missed."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.faces import draw_face, table
from vision.dice.settle import Settle
from vision.stillness import LONGEST_S, Stillness

Image = NDArray[np.uint8]


def tray(scale: int = 2) -> Image:
    picture = table()
    draw_face(picture, 5, (90, 120), 30)
    return np.asarray(cv2.resize(picture, None, fx=scale, fy=scale), np.uint8)


def noisy(picture: Image, sigma: float, seed: int) -> Image:
    noise = np.random.default_rng(seed).normal(0, sigma, picture.shape)
    return np.asarray(np.clip(picture + noise, 0, 255), np.uint8)


def remembering(picture: Image) -> Stillness:
    stillness = Stillness()
    stillness.remember(picture, 10.0)
    return stillness


@pytest.mark.parametrize("sigma", [0.0, 1.5, 4.0, 8.0])
def test_the_same_tray_is_the_same_whatever_the_sensor_adds(sigma: float) -> None:
    stillness = remembering(noisy(tray(), sigma, 0))
    assert all(stillness.same(noisy(tray(), sigma, seed), 10.1) for seed in range(1, 6))


@pytest.mark.parametrize("sigma", [0.0, 1.5, 4.0])
def test_a_die_that_moved_by_a_fifth_of_its_side_is_not_the_same(sigma: float) -> None:
    moved = table()
    draw_face(moved, 5, (96, 120), 30)
    later = np.asarray(cv2.resize(moved, None, fx=2, fy=2), np.uint8)
    stillness = remembering(noisy(tray(), sigma, 0))
    assert not stillness.same(noisy(later, sigma, 1), 10.1)


def test_a_die_of_a_sixtieth_of_the_width_that_comes_to_lie_there_is_seen() -> None:
    for x in range(40, 50):
        picture = tray()
        cv2.rectangle(picture, (x, 150), (x + 9, 159), (235, 235, 235), -1)
        assert not remembering(tray()).same(picture, 10.1)


def test_other_light_another_size_and_a_long_time_are_not_the_same() -> None:
    stillness = remembering(tray())
    assert stillness.same(tray(), 10.0 + 0.9 * LONGEST_S)
    assert not stillness.same(tray(), 10.0 + LONGEST_S)
    assert not stillness.same(tray(), 9.9)
    assert not stillness.same(tray(1), 10.1)
    assert not stillness.same(np.asarray(np.clip(tray() * 1.1, 0, 255), np.uint8), 10.1)
    stillness.forget()
    assert not stillness.same(tray(), 10.1)


def test_slow_changes_add_up() -> None:
    stillness = remembering(tray())
    later = [np.asarray(np.clip(tray() * (1 - 0.002 * k), 0, 255), np.uint8) for k in range(1, 15)]
    assert stillness.same(later[0], 10.1)
    assert not stillness.same(later[-1], 10.1)


def test_settle_says_of_every_frame_what_it_would_without_the_cheap_question(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    moved = table()
    draw_face(moved, 5, (150, 120), 30)
    story = [tray()] * 12 + [np.asarray(cv2.resize(moved, None, fx=2, fy=2), np.uint8)] * 12

    def told() -> list[object]:
        settle = Settle()
        return [
            settle.watch(noisy(picture, 2.0, k), k, k / 15, 1) for k, picture in enumerate(story)
        ]

    cheap = told()
    monkeypatch.setattr(Stillness, "same", lambda *_: False)
    assert cheap == told()
