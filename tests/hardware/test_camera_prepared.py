"""Turning, mirroring and cutting."""

from __future__ import annotations

import numpy as np
import pytest

from companion.errors import CameraUnavailable
from hardware.cameras.prepared import AS_IT_IS, Preparation, prepared
from hardware.pictures import Picture
from tests.hardware.rigs import scripted_rig

CORNERS = {"top left": 10, "top right": 20, "bottom left": 30, "bottom right": 40}


def picture() -> Picture:
    """40 wide and 20 high, each quarter another grey."""
    made = np.zeros((20, 40, 3), np.uint8)
    made[:10, :20], made[:10, 20:], made[10:, :20], made[10:, 20:] = CORNERS.values()
    return made


def corners(image: Picture) -> tuple[int, int, int, int]:
    """Top left, top right, bottom left, bottom right."""
    return tuple(int(image[y, x, 0]) for y in (0, -1) for x in (0, -1))  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("preparation", "size", "seen"),
    [
        (Preparation(rotation=90), (40, 20), (30, 10, 40, 20)),
        (Preparation(rotation=180), (20, 40), (40, 30, 20, 10)),
        (Preparation(rotation=270), (40, 20), (20, 40, 10, 30)),
        (Preparation(mirror=True), (20, 40), (20, 10, 40, 30)),
        (Preparation(rotation=90, mirror=True), (40, 20), (10, 30, 20, 40)),
        (Preparation(cut_left=0.5), (20, 20), (20, 20, 40, 40)),
        (Preparation(cut_top=0.5, cut_right=0.25), (10, 30), (30, 40, 30, 40)),
        (Preparation(rotation=90, cut_bottom=0.75), (10, 20), (30, 10, 30, 10)),
    ],
)
def test_a_picture_is_turned_then_mirrored_then_cut(
    preparation: Preparation, size: tuple[int, int], seen: tuple[int, int, int, int]
) -> None:
    made = preparation.of(picture())
    assert made.shape == (*size, 3)
    assert corners(made) == seen
    assert made.flags.c_contiguous


def test_where_nothing_is_to_be_done_nothing_is_copied() -> None:
    image = picture()
    assert AS_IT_IS.of(image) is image
    camera = scripted_rig().camera
    assert prepared(camera, AS_IT_IS) is camera


def test_an_odd_angle_is_refused() -> None:
    with pytest.raises(CameraUnavailable, match="not 45"):
        Preparation(rotation=45)


@pytest.mark.parametrize(
    "cut", [Preparation, lambda: Preparation(cut_left=0.5, cut_right=0.4, cut_top=0.9)]
)
def test_a_tenth_may_be_left(cut: type[Preparation]) -> None:
    assert cut().rotation == 0


def test_less_than_a_tenth_may_not_be_left() -> None:
    with pytest.raises(CameraUnavailable, match="would leave 5% of the picture's width"):
        Preparation(cut_left=0.5, cut_right=0.45)


def test_a_prepared_camera_keeps_name_times_and_indices() -> None:
    plain, turned = scripted_rig(), scripted_rig()
    camera = prepared(turned.camera, Preparation(rotation=180))
    one, two = plain.camera.latest(-1, 0.0), camera.latest(-1, 0.0)
    assert one is not None
    assert two is not None
    assert (camera.name, two.index, two.t_s) == (plain.camera.name, one.index, one.t_s)
    assert np.array_equal(two.image, one.image[::-1, ::-1])
