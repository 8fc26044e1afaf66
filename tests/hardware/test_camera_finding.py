"""Which camera is the right one."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

import pytest

from companion.errors import CameraUnavailable
from hardware.cameras.finding import first_that_opens
from hardware.cameras.live import Device
from tests.hardware.test_camera_live import Named


def missing(place: object) -> NoReturn:
    raise CameraUnavailable(f"{place} is used by another table.")


def no_picamera2() -> NoReturn:
    raise CameraUnavailable("picamera2 is not there")


def find(
    ribbons: Callable[[], tuple[int, ...]] = lambda: (0, 1),
    devices: tuple[str, ...] = ("/dev/video0", "/dev/video2"),
    broken: tuple[object, ...] = (),
) -> str:
    def opened(place: object) -> Device:
        return missing(place) if place in broken else Named(str(place))

    return first_that_opens(ribbons, opened, lambda: devices, opened).name


def test_the_raspberry_pis_own_camera_comes_first() -> None:
    assert find() == "0"
    assert find(broken=(0,)) == "1"


def test_then_those_of_the_operating_system_in_their_order() -> None:
    assert find(broken=(0, 1)) == "/dev/video0"
    assert find(ribbons=no_picamera2) == "/dev/video0"
    assert find(ribbons=lambda: (), broken=("/dev/video0",)) == "/dev/video2"


def test_where_there_is_none_it_says_what_else_can_be_done() -> None:
    with pytest.raises(CameraUnavailable, match="--camera none"):
        find(ribbons=no_picamera2, devices=())


def test_where_there_are_some_it_says_why_none_of_them_opened() -> None:
    with pytest.raises(CameraUnavailable, match=r"0 is used .* /dev/video0 is used"):
        find(ribbons=lambda: (0,), devices=("/dev/video0",), broken=(0, "/dev/video0"))
