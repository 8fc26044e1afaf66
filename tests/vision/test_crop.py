"""Cut-outs keep places exactly, at every scale, turn and border."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.dice.crop import cut, resized


@pytest.mark.parametrize("scale", [0.23, 0.5, 1.0, 1.7])
@pytest.mark.parametrize("turn", [0.0, 0.8, 2.0])
@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("centre", [(150.0, 101.0), (3.0, 2.0), (297.5, 199.0)])
def test_the_centre_comes_to_the_middle_and_places_map_back(
    scale: float, turn: float, mirrored: bool, centre: tuple[float, float]
) -> None:
    picture = np.zeros((200, 300, 3), np.uint8)
    cv2.circle(
        picture, (round(centre[0] * 8), round(centre[1] * 8)), 8 * 9, (255, 255, 255), -1, 8, 3
    )
    one = cut(picture, centre, scale, 96, turn=turn, mirrored=mirrored)
    assert one.image.shape == (96, 96, 3)
    assert one.to_picture(47.5, 47.5) == pytest.approx(centre, abs=1e-6)
    assert one.image[47:49, 47:49].min() > 200


def test_a_turned_cut_out_still_points_to_the_same_place() -> None:
    picture = np.zeros((200, 300, 3), np.uint8)
    cv2.circle(picture, (170, 90), 3, (255, 255, 255), -1)
    one = cut(picture, (150, 100), 0.9, 96, turn=0.7, mirrored=True)
    y, x = np.unravel_index(int(cv2.blur(one.image[:, :, 0], (5, 5)).argmax()), (96, 96))
    assert one.to_picture(float(x), float(y)) == pytest.approx((170, 90), abs=1.6)


@pytest.mark.parametrize("scale", [0.23, 1.7])
@pytest.mark.parametrize("turn", [0.0, 0.8, 2.0])
@pytest.mark.parametrize("mirrored", [False, True])
def test_a_direction_in_the_cut_out_is_that_between_two_places_of_the_picture(
    scale: float, turn: float, mirrored: bool
) -> None:
    one = cut(
        np.zeros((200, 300, 3), np.uint8), (150, 100), scale, 96, turn=turn, mirrored=mirrored
    )
    start, end = np.array(one.to_picture(20, 30)), np.array(one.to_picture(23, 26))
    assert one.direction(3, -4) == pytest.approx(tuple((end - start) * scale))


@pytest.mark.parametrize("size", [(150, 100), (61, 40), (600, 400)])
def test_resizing_keeps_places(size: tuple[int, int]) -> None:
    picture = np.zeros((200, 300, 3), np.uint8)
    cv2.circle(picture, (200, 60), 14, (255, 255, 255), -1)
    small = resized(picture, *size)
    assert small.shape == (size[1], size[0], 3)
    moments = cv2.moments(small[:, :, 0])
    x, y = moments["m10"] / moments["m00"], moments["m01"] / moments["m00"]
    assert x == pytest.approx(200.5 * size[0] / 300 - 0.5, abs=0.12)
    assert y == pytest.approx(60.5 * size[1] / 200 - 0.5, abs=0.12)


def test_a_grid_finer_than_the_small_picture_becomes_even_grey() -> None:
    picture = np.zeros((400, 400, 3), np.uint8)
    picture[::2] = 255
    small = resized(picture, 90, 90)
    assert np.ptp(small[5:-5, 5:-5]) < 60
