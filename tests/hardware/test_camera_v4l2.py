"""USB cameras: which devices are cameras, and who may use them."""

from __future__ import annotations

import multiprocessing
import os
from multiprocessing.connection import Connection
from pathlib import Path

import cv2
import pytest

from companion.errors import CameraLost, CameraUnavailable
from hardware.cameras.v4l2 import FEW, V4l2Camera, claim, find_devices, open_capture
from tests.hardware.fake_v4l2 import DEVICE, FakeUsb, grey
from tests.hardware.rigs import SOON_S


def device(place: Path, name: str, about: str = "", index: int = 0, usb: bool = False) -> None:
    """One device, as ``/dev`` and ``/sys/class/video4linux`` show it below ``place``."""
    (place / "dev").mkdir(exist_ok=True)
    (place / "dev" / name).touch()
    real = place / "devices" / ("usb1" if usb else "platform") / name
    real.mkdir(parents=True)
    (real / "name").write_text(about + "\n")
    (real / "index").write_text(f"{index}\n")
    (place / "sys").mkdir(exist_ok=True)
    (place / "sys" / name).symlink_to(real)


def found(place: Path) -> list[str]:
    return [Path(path).name for path in find_devices(place / "dev", place / "sys")]


def test_devices_are_found_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    for name in ("video10", "video2", "videoX", "video0", "vidi1"):
        (tmp_path / name).touch()
    assert [Path(path).name for path in find_devices(tmp_path, tmp_path / "none")] == [
        "video0",
        "video2",
        "video10",
    ]


def test_cameras_on_usb_come_before_others(tmp_path: Path) -> None:
    device(tmp_path, "video0", "vivid")
    device(tmp_path, "video8", "HD Pro Webcam C920", usb=True)
    assert found(tmp_path) == ["video8", "video0"]


def test_a_cameras_second_device_is_none(tmp_path: Path) -> None:
    device(tmp_path, "video0", "HD Pro Webcam C920", usb=True)
    device(tmp_path, "video1", "HD Pro Webcam C920", index=1, usb=True)
    assert found(tmp_path) == ["video0"]


def test_the_raspberry_pis_decoders_and_raw_sensors_are_no_cameras(tmp_path: Path) -> None:
    names = ("bcm2835-codec-decode", "rp1-cfe-csi2_ch0", "pispbe-input", "unicam-image")
    for number, about in enumerate((*names, "rpi-hevc-dec", "bcm2835-isp-output0")):
        device(tmp_path, f"video{number}", about)
    device(tmp_path, "video40", "a webcam")
    assert found(tmp_path) == ["video40"]


def test_a_camera_is_named_as_its_maker_names_it(tmp_path: Path) -> None:
    device(tmp_path, "video7", "HD Pro Webcam C920", usb=True)
    usb = FakeUsb()
    camera = V4l2Camera(DEVICE, usb.capture, usb.claim, usb.offered, tmp_path / "sys")
    assert camera.name == "HD Pro Webcam C920 (/dev/video7)"
    camera.close()


def test_a_camera_that_cannot_be_opened_says_what_to_check_and_is_let_go(tmp_path: Path) -> None:
    node = tmp_path / "video7"
    node.touch()
    usb = FakeUsb()
    usb.busy = True
    with pytest.raises(CameraUnavailable, match="plugged in"):
        V4l2Camera(str(node), usb.capture)
    os.close(claim(str(node)))


@pytest.mark.parametrize("fault", [cv2.error("no such ioctl"), OSError("unplugged")])
def test_a_driver_that_fails_while_it_is_set_up_cannot_be_opened(fault: Exception) -> None:
    usb = FakeUsb()
    usb.set_fault = fault
    with pytest.raises(CameraUnavailable, match=str(fault)):
        V4l2Camera(DEVICE, usb.capture, usb.claim, usb.offered)
    assert usb.open_now == 0
    assert usb.claims == 0


def test_a_camera_that_is_closed_gives_no_pictures_and_may_be_closed_again() -> None:
    usb = FakeUsb()
    camera = V4l2Camera(DEVICE, usb.capture, usb.claim, usb.offered)
    camera.close()
    camera.close()
    assert usb.open_now == 0
    with pytest.raises(CameraLost, match="cable"):
        camera.take(SOON_S)


@pytest.mark.parametrize("bad", [cv2.error("an empty buffer"), OSError("cut short")])
def test_a_few_bad_pictures_are_no_lost_camera_while_it_is_plugged_in(
    tmp_path: Path, bad: Exception
) -> None:
    node = tmp_path / "video7"
    node.touch()
    usb = FakeUsb()
    camera = V4l2Camera(str(node), usb.capture, usb.claim, usb.offered)
    for _ in range(2):
        for _ in range(FEW):
            usb.film(bad)
            assert camera.take(SOON_S) is None
        usb.film(grey(7))
        picture = camera.take(SOON_S)
        assert picture is not None
        assert picture[0, 0, 0] == 7
    for _ in range(FEW):
        usb.film(bad)
        assert not camera.let_pass(SOON_S)
    usb.film(bad)
    with pytest.raises(CameraLost, match="cable"):
        camera.take(SOON_S)
    camera.close()


def test_a_bad_picture_of_a_camera_that_is_gone_is_a_lost_camera_at_once(tmp_path: Path) -> None:
    node = tmp_path / "video7"
    node.touch()
    usb = FakeUsb()
    camera = V4l2Camera(str(node), usb.capture, usb.claim, usb.offered)
    node.unlink()
    usb.unplug()
    with pytest.raises(CameraLost, match="cable"):
        camera.take(SOON_S)
    camera.close()


def test_a_device_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(CameraUnavailable, match="no camera at"):
        V4l2Camera(str(tmp_path / "video9"))


def test_a_device_that_this_user_may_not_use_names_the_group(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def denied(path: str, flags: int) -> int:
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr(os, "open", denied)
    with pytest.raises(CameraUnavailable, match="group video"):
        claim(str(tmp_path))


def test_a_second_table_in_this_process_is_refused_until_the_first_lets_go(tmp_path: Path) -> None:
    node = tmp_path / "video7"
    node.touch()
    usb = FakeUsb()
    first = V4l2Camera(str(node), usb.capture)
    with pytest.raises(CameraUnavailable, match="used by another table"):
        V4l2Camera(str(node), usb.capture)
    first.close()
    V4l2Camera(str(node), usb.capture).close()


def hold(node: str, line: Connection) -> None:
    """Another process with that camera, until it is told to go without letting go of it."""
    claim(node)
    line.send("have it")
    line.recv()
    os._exit(0)


def test_a_table_in_another_process_is_refused_and_one_that_died_is_not(tmp_path: Path) -> None:
    node = tmp_path / "video7"
    node.touch()
    ours, theirs = multiprocessing.Pipe()
    other = multiprocessing.get_context("spawn").Process(target=hold, args=(str(node), theirs))
    other.start()
    assert ours.poll(6 * SOON_S)
    with pytest.raises(CameraUnavailable, match="used by another table"):
        claim(str(node))
    ours.send("go")
    other.join(SOON_S)
    os.close(claim(str(node)))


def test_opencv_says_of_a_file_that_is_no_camera_what_the_fake_says(tmp_path: Path) -> None:
    node = tmp_path / "video7"
    node.touch()
    real = open_capture(str(node))
    usb = FakeUsb()
    usb.busy = True
    fake = usb.capture(str(node))
    for capture in (real, fake):
        assert not capture.isOpened()
        assert capture.read() == (False, None)
        capture.release()
        capture.release()
