"""The Raspberry Pi's camera on the real picamera2 and the real libcamera.

Run by ``./run test-picamera2`` in a root file system that has both, with libcamera's virtual
cameras: "Virtual dice" plays pictures of ours, "Virtual bars" draws a test card. Elsewhere
these tests are left out: on a Raspberry Pi they would fight with its own camera.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.errors import CameraUnavailable
from hardware.cameras.live import LiveCamera
from hardware.cameras.picam import PiCamera, pi_cameras
from hardware.clock import SystemClock
from hardware.factory import open_camera
from tests.hardware.clocks import FakeClock
from tests.hardware.contract import Rig, TestEveryCamera
from tests.hardware.picamera2_facts import TestWhatPicamera2Does, camera
from tests.hardware.rigs import IMPATIENT, SOON_S, Filmed
from tests.picamera2.frames import BLUE_BGR, HEIGHT, RED_BGR, WIDTH
from tests.picamera2.gate import Gate
from tests.picamera2.shim import real_picamera2

__all__ = ["TestEveryCamera", "TestWhatPicamera2Does", "camera"]

if "TABLE_COMPANION_VIRTUAL_CAMERAS" not in os.environ:
    pytest.skip(
        "needs libcamera's virtual cameras; ./run test-picamera2 has them", allow_module_level=True
    )

# picamera2 starts its threads in a manner that Python 3.10 gave up.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")
DICE, BARS = 0, 1
"""picamera2 lists cameras by name, backwards."""


@pytest.fixture(scope="module")
def picamera2() -> Any:
    return real_picamera2()


class RealStack:
    """It films without being asked to."""

    def __init__(self, picamera2: Any) -> None:
        self.picamera2 = picamera2

    def film(self) -> None:
        pass


@pytest.fixture
def stack(picamera2: Any) -> RealStack:
    return RealStack(picamera2)


class RealRig:
    """A virtual camera, whose pictures come one by one."""

    size = (WIDTH, HEIGHT)

    def __init__(self, picamera2: Any, number: int) -> None:
        self._gate = Gate(picamera2, number)
        self.clock = FakeClock()
        self.camera = LiveCamera(
            lambda: PiCamera(0, self.clock, load=self._gate.load), self.clock, patience=IMPATIENT
        )
        self._filmed = Filmed(self.camera, self.clock, lambda number: self._gate.permits.release())
        self.pass_pictures(1)

    def pass_pictures(self, count: int) -> None:
        self._filmed.pictures(count)

    def end(self) -> None:
        self.camera.close()


@pytest.fixture(params=[DICE, BARS], ids=["dice", "bars"])
def rig(request: pytest.FixtureRequest, picamera2: Any) -> Iterator[Rig]:
    made = RealRig(picamera2, request.param)
    yield made
    made.end()


def test_both_cameras_are_found(picamera2: Any) -> None:
    assert pi_cameras() == (DICE, BARS)


def test_the_colours_and_the_edges_are_those_of_the_picture(picamera2: Any) -> None:
    camera = PiCamera(DICE, SystemClock())
    try:
        picture = camera.take(SOON_S)
    finally:
        camera.close()
    assert camera.name == "Raspberry Pi camera Virtual dice"
    assert picture is not None
    assert picture.shape == (HEIGHT, WIDTH, 3)
    for column, wanted in ((5, BLUE_BGR), (WIDTH - 6, RED_BGR)):
        # JPEG and the way over brightness and colour cost some levels, a swap costs 180.
        assert np.abs(picture[10, column].astype(int) - wanted).max() < 25


def test_it_goes_on_filming_by_itself_at_a_bearable_rate(picamera2: Any) -> None:
    clock = SystemClock()
    camera = open_camera("picamera2:0", clock)
    assert camera is not None
    with camera:
        first = camera.latest(-1, SOON_S)
        assert first is not None
        later = camera.latest(first.index + 19, SOON_S)
        assert later is not None
    # The camera itself gives a thousand a second.
    assert (later.index - first.index) / (later.t_s - first.t_s) < 45


def test_auto_finds_it(picamera2: Any) -> None:
    camera = open_camera("auto", SystemClock())
    assert camera is not None
    with camera:
        assert camera.name == "Raspberry Pi camera Virtual dice"
        assert camera.latest(-1, SOON_S) is not None


def test_it_can_be_opened_again_and_again(picamera2: Any) -> None:
    for _ in range(3):
        camera = PiCamera(BARS, SystemClock())
        assert camera.take(SOON_S) is not None
        camera.close()


def test_a_camera_in_use_is_said_to_be_in_use(picamera2: Any) -> None:
    first = PiCamera(DICE, SystemClock())
    try:
        with pytest.raises(CameraUnavailable, match="used by another program"):
            PiCamera(DICE, SystemClock())
    finally:
        first.close()


def test_looking_for_a_busy_camera_for_hours_leaves_no_file_open(picamera2: Any) -> None:
    first = PiCamera(DICE, SystemClock())
    try:
        counts = []
        for _ in range(4):
            with pytest.raises(CameraUnavailable):
                PiCamera(DICE, SystemClock())
            gc.collect()
            counts.append(len(list(Path("/proc/self/fd").iterdir())))
    finally:
        first.close()
    assert counts[1:] == counts[:1] * 3


def test_a_camera_that_is_not_there_is_said_so(picamera2: Any) -> None:
    with pytest.raises(CameraUnavailable, match="no camera number 7"):
        PiCamera(7, SystemClock())
