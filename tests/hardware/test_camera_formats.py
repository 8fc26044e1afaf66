"""USB cameras and the formats in which they give their pictures."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from companion.errors import CameraLost, CameraUnavailable
from hardware.cameras.finding import first_that_opens
from hardware.cameras.formats import READ, offered
from hardware.cameras.v4l2 import V4l2Camera
from hardware.pictures import Picture
from tests.hardware.fake_v4l2 import DEVICE, OWN_LIST, REAL_SIZE, FakeUsb
from tests.hardware.rigs import SOON_S


def of_colours() -> Picture:
    """A picture that shows when colours, rows or columns have changed places."""
    width, height = REAL_SIZE
    return np.arange(height * width * 3, dtype=np.uint32).astype(np.uint8).reshape(height, width, 3)


def opened(usb: FakeUsb) -> V4l2Camera:
    return V4l2Camera(DEVICE, usb.capture, usb.claim, usb.offered)


def taken_by(camera: V4l2Camera) -> Picture:
    """The next picture, which is a good one."""
    picture = camera.take(SOON_S)
    assert picture is not None
    return picture


def silent(file: int) -> tuple[str, ...]:
    """A device that does not say which formats it has."""
    return ()


@pytest.mark.parametrize("form", READ)
def test_a_camera_with_one_format_that_can_be_read_gives_its_picture(form: str) -> None:
    usb = FakeUsb(formats=(form,))
    camera = opened(usb)
    usb.film(of_colours())
    assert np.array_equal(taken_by(camera), of_colours())
    camera.close()


def test_every_format_that_is_asked_for_can_be_opened_by_opencv() -> None:
    assert set(READ) <= set(OWN_LIST)


@pytest.mark.parametrize(
    ("formats", "taken"),
    [
        (("YUYV", "MJPG"), "MJPG"),
        (("BGR3", "GREY", "YUYV"), "YUYV"),
        (("H264", "YVYU", "NV12"), "NV12"),
        (("GREY", "BA81"), "BA81"),
    ],
)
def test_the_best_format_of_a_camera_is_taken(formats: tuple[str, ...], taken: str) -> None:
    usb = FakeUsb(formats=formats)
    camera = opened(usb)
    assert usb.taken == taken
    camera.close()


@pytest.mark.parametrize("formats", [("H264",), ("YVYU", "H264"), ("BG10", "Y14 ")])
def test_a_camera_of_which_no_format_can_be_read_says_so_and_is_let_go(
    formats: tuple[str, ...],
) -> None:
    usb = FakeUsb(formats=formats)
    with pytest.raises(CameraUnavailable, match=rf"{formats[0]}.*MJPG, .*another camera"):
        opened(usb)
    assert usb.open_now == 0
    assert usb.claims == 0


def test_a_camera_that_cannot_be_read_leaves_its_place_to_the_next() -> None:
    infrared, webcam = FakeUsb(formats=("Y14 ",)), FakeUsb()
    found = first_that_opens(
        lambda: (),
        lambda number: opened(infrared),
        lambda: ("/dev/video0", "/dev/video2"),
        lambda node: opened(infrared if node == "/dev/video0" else webcam),
    )
    assert webcam.open_now == 1
    found.close()


@pytest.mark.parametrize(("formats", "taken"), [(("MJPG",), "MJPG"), (("BGR3", "YUYV"), "YUYV")])
def test_of_a_camera_that_does_not_say_what_it_has_what_most_have_is_asked(
    formats: tuple[str, ...], taken: str
) -> None:
    usb = FakeUsb(formats=formats)
    camera = V4l2Camera(DEVICE, usb.capture, usb.claim, silent)
    usb.film(of_colours())
    assert np.array_equal(taken_by(camera), of_colours())
    assert usb.taken == taken
    camera.close()


@pytest.mark.parametrize("cut", [1, 3 * REAL_SIZE[0]])
def test_bytes_that_are_no_picture_are_a_lost_camera_and_not_a_picture(cut: int) -> None:
    usb = FakeUsb(formats=("BGR3",))
    camera = opened(usb)
    usb.film(of_colours().reshape(-1)[cut:].reshape(1, -1, 1))
    with pytest.raises(CameraLost, match="BGR3"):
        camera.take(SOON_S)
    camera.close()


def test_rows_that_are_longer_than_the_picture_are_cut() -> None:
    width, height = REAL_SIZE
    padded = np.zeros((height, 3 * width + 32), np.uint8)
    padded[:, : 3 * width] = of_colours().reshape(height, -1)
    usb = FakeUsb(formats=("BGR3",))
    camera = opened(usb)
    usb.film(padded.reshape(1, -1, 1))
    picture = taken_by(camera)
    assert np.array_equal(picture, of_colours())
    assert picture.flags.c_contiguous
    camera.close()


def test_a_file_that_is_no_camera_offers_no_format(tmp_path: Path) -> None:
    path = tmp_path / "video7"
    path.touch()
    file = os.open(path, os.O_RDWR)
    assert offered(file) == ()
    os.close(file)
