"""The Raspberry Pi's camera: what it may turn out to be, and what is held once it has settled."""

from __future__ import annotations

import sys

import cv2
import numpy as np
import pytest

from companion.errors import CameraUnavailable
from hardware.cameras.picam import FASTEST_S, PiCamera, load_picamera2, pi_cameras
from hardware.pictures import Picture
from tests.hardware.clocks import FakeClock
from tests.hardware.fake_picamera2 import FOCUS, SENSOR, FakeLibcamera, Shot, imx708
from tests.hardware.rigs import SOON_S, PiRig

WIDTH, HEIGHT = 8, 4
BLUE_BGR = (250, 40, 10)
SETTLED = {"ExposureTime": 12_000, "AnalogueGain": 2.0, "ColourGains": (1.9, 1.4)}


def blue() -> Picture:
    return np.full((HEIGHT, WIDTH, 3), BLUE_BGR, np.uint8)


def in_memory(form: str) -> Picture:
    """A blue picture in libcamera's format, rows close together."""
    ways = {
        "BGR888": cv2.COLOR_BGR2RGB,
        "XRGB8888": cv2.COLOR_BGR2BGRA,
        "XBGR8888": cv2.COLOR_BGR2RGBA,
    }
    if form == "RGB888":
        return blue()
    if form in ways:
        return np.asarray(cv2.cvtColor(blue(), ways[form]), np.uint8)
    planes = np.asarray(cv2.cvtColor(blue(), cv2.COLOR_BGR2YUV_I420), np.uint8)
    if form == "YUV420":
        return planes
    u, v = planes[HEIGHT:].reshape(2, HEIGHT // 2, WIDTH // 2)
    return np.vstack([planes[:HEIGHT], np.stack([u, v], axis=-1).reshape(HEIGHT // 2, WIDTH)])


def padded(rows: Picture, stride: int, form: str) -> Picture:
    """The same rows with rubbish behind each, as the hardware writes them."""
    if form == "YUV420":
        # The colour planes' rows are half as long, and so is their padding.
        y = padded(rows[:HEIGHT].reshape(HEIGHT, WIDTH), stride, "")
        uv = padded(rows[HEIGHT:].reshape(HEIGHT, WIDTH // 2), stride // 2, "")
        return np.concatenate([y.ravel(), uv.ravel()])
    flat = rows.reshape(rows.shape[0], -1)
    out = np.full((flat.shape[0], stride), 77, np.uint8)
    out[:, : flat.shape[1]] = flat
    return out


@pytest.mark.parametrize("stride", [None, 64])
@pytest.mark.parametrize("form", ["RGB888", "BGR888", "XRGB8888", "XBGR8888", "YUV420", "NV12"])
def test_whatever_format_and_stride_come_the_picture_is_blue_green_red(
    form: str, stride: int | None
) -> None:
    libcamera = FakeLibcamera(size=(WIDTH, HEIGHT), form=form, stride=stride)
    camera = PiCamera(0, FakeClock(), load=libcamera.load)
    rows = in_memory(form)
    libcamera.film((rows if stride is None else padded(rows, stride, form), {}))
    picture = camera.take(SOON_S)
    camera.close()
    assert picture is not None
    assert picture.shape == (HEIGHT, WIDTH, 3)
    assert np.abs(picture.astype(int) - BLUE_BGR).max() <= 6


def test_a_format_that_nobody_can_turn_is_refused_and_the_camera_let_go() -> None:
    libcamera = FakeLibcamera(form="SRGGB10")
    with pytest.raises(CameraUnavailable, match="as SRGGB10"):
        PiCamera(0, FakeClock(), load=libcamera.load)
    assert libcamera.taken == set()


def test_a_camera_that_does_not_start_is_let_go() -> None:
    libcamera = FakeLibcamera(start_fault=RuntimeError("Failed to start camera: Broken pipe"))
    with pytest.raises(CameraUnavailable, match="Broken pipe"):
        PiCamera(0, FakeClock(), load=libcamera.load)
    assert libcamera.taken == set()


@pytest.mark.parametrize("old", [False, True])
@pytest.mark.parametrize("number", [0, 1])
def test_a_camera_that_is_not_there_is_said_so_with_every_version(old: bool, number: int) -> None:
    libcamera = FakeLibcamera(cameras=[imx708(0)] * number, old=old)
    with pytest.raises(CameraUnavailable, match="ribbon cable"):
        PiCamera(number, FakeClock(), load=libcamera.load)


@pytest.mark.parametrize("old", [False, True])
def test_one_that_goes_between_the_list_and_the_opening_is_said_so(old: bool) -> None:
    libcamera = FakeLibcamera(old=old, listed_too_long=True)
    libcamera.cameras.clear()
    with pytest.raises(CameraUnavailable, match="ribbon cable"):
        PiCamera(0, FakeClock(), load=libcamera.load)


def test_a_camera_in_another_programs_hands_is_said_to_be() -> None:
    libcamera = FakeLibcamera()
    libcamera.used_elsewhere.add(0)
    with pytest.raises(CameraUnavailable, match="used by another program"):
        PiCamera(0, FakeClock(), load=libcamera.load)


def test_cameras_on_usb_are_left_to_their_own_driver() -> None:
    usb = {"Model": "C920", "Location": 2, "Id": "/base/scb/pcie/usb@0/usb1-1.3", "Num": 0}
    libcamera = FakeLibcamera(cameras=[usb, imx708(1)])
    assert pi_cameras(libcamera.load) == (0,)
    assert PiCamera(0, FakeClock(), load=libcamera.load).name == "Raspberry Pi camera imx708"


def test_a_picamera2_built_for_another_numpy_is_told_apart_from_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def clash() -> object:
        raise ValueError("numpy.dtype size changed, may indicate binary incompatibility")

    with pytest.raises(CameraUnavailable, match="numpy must be the operating system's"):
        pi_cameras(clash)
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraUnavailable, match="apt install python3-picamera2"):
        pi_cameras(load_picamera2)


def test_a_camera_that_races_is_slowed_down() -> None:
    libcamera = FakeLibcamera()
    paused: list[float] = []
    camera = PiCamera(0, FakeClock(), load=libcamera.load, pause=paused.append)
    shot: Shot = (np.zeros((48, 64, 3), np.uint8), {})
    for _ in range(2):
        libcamera.film(shot)
        assert camera.take(SOON_S) is not None
    camera.close()
    assert paused == [pytest.approx(FASTEST_S)]


def settle(rig: PiRig) -> list[dict[str, object]]:
    """Let the camera film for two seconds what it has settled for; what was set then."""
    rig.metadata = dict(SETTLED)
    rig.pass_pictures(20)
    return rig.libcamera.newest.set


def test_exposure_gain_and_white_balance_are_held_once_they_have_settled() -> None:
    rig = PiRig(FakeLibcamera(controls=dict(SENSOR)))
    assert settle(rig) == [{"AeEnable": True, "AwbEnable": True}, SETTLED]
    rig.end()


def test_focus_is_held_where_there_is_a_lens_that_moves() -> None:
    rig = PiRig(FakeLibcamera(controls={**SENSOR, **FOCUS}))
    rig.metadata = {**SETTLED, "LensPosition": 3.5, "AfState": 2}
    rig.pass_pictures(20)
    first, held = rig.libcamera.newest.set
    assert first["AfMode"] == 2
    assert held == {**SETTLED, "AfMode": 0, "LensPosition": 3.5}
    rig.end()


def test_only_controls_that_the_camera_has_are_set() -> None:
    rig = PiRig(FakeLibcamera(controls={"ExposureTime": (1, 9, 1)}))
    assert settle(rig) == [{"ExposureTime": 12_000}]
    rig.end()


def test_a_camera_without_controls_is_left_alone() -> None:
    rig = PiRig(FakeLibcamera(controls={}))
    assert settle(rig) == []
    rig.end()


def test_a_camera_that_may_go_on_adjusting_itself_does() -> None:
    rig = PiRig(hold=False)
    assert settle(rig) == [{"AeEnable": True, "AwbEnable": True, "AfMode": 2}]
    rig.end()
