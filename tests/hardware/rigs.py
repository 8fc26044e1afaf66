"""The cameras that need no hardware, each with the means to let it film."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from companion.table.ports import FrameSource
from hardware.cameras.live import LiveCamera, Patience
from hardware.cameras.picam import PiCamera
from hardware.cameras.v4l2 import V4l2Camera
from hardware.pictures import Picture, open_recording
from hardware.recorded import RecordedCamera
from hardware.script import Script
from hardware.scripted import ScriptedCamera
from hardware.simulated.drawn import DrawnTray
from tests.hardware.clocks import FakeClock
from tests.hardware.fake_picamera2 import FakeLibcamera
from tests.hardware.fake_v4l2 import DEVICE, FakeUsb, grey

WIDTH, HEIGHT = 64, 48
UNREACHED = 1_000_000
"""An index that no picture of a test has."""
SOON_S = 10.0
"""A deadline for what takes milliseconds, on a machine that may be busy."""
IMPATIENT = Patience(take_s=0.01, reopen_s=0.005, longest_s=0.005, close_s=SOON_S)

Scene = Callable[[int], Picture]
"""What the camera sees at a picture of that number."""


class Told:
    """Hears of drivers that hang."""

    def __init__(self) -> None:
        self.sentences: list[str] = []
        self.something = threading.Event()

    def __call__(self, sentence: str) -> None:
        self.sentences.append(sentence)
        self.something.set()


class ClockedRig:
    """A camera that goes by a clock: pictures are 0.1 s apart."""

    size = (WIDTH, HEIGHT)

    def __init__(self, make: Callable[[FakeClock], FrameSource[Picture]]) -> None:
        self.clock = FakeClock()
        self.camera = make(self.clock)

    def pass_pictures(self, count: int) -> None:
        self.clock.sleep_s(count * 0.1)

    def end(self) -> None:
        self.camera.close()


class Filmed:
    """Lets a live camera film one picture, and waits until it has it."""

    def __init__(self, camera: LiveCamera, clock: FakeClock, film: Callable[[int], None]) -> None:
        self._camera = camera
        self._clock = clock
        self._film = film
        self.count = 0

    def pictures(self, count: int) -> None:
        for _ in range(count):
            self._clock.sleep_s(0.1)
            self._film(self.count)
            frame = self._camera.latest(self.count - 1, SOON_S)
            assert frame is not None
            self.count += 1

    def lost(self) -> None:
        """Let time pass until the camera says so; what was on its way may come before."""
        for _ in range(2000):
            self._clock.sleep_s(0.1)
            if comes(self._camera, lambda: self._camera._trouble is not None, 0.01):
                return
        raise AssertionError("The camera was not lost.")


class V4l2Rig:
    """A USB camera, through what OpenCV would show of it."""

    size = (WIDTH, HEIGHT)

    def __init__(self, formats: tuple[str, ...] = ("YUYV", "MJPG")) -> None:
        self.usb = FakeUsb(self.size, formats)
        self.scene: Scene = lambda number: grey(10 + number, self.size)
        self.clock = FakeClock()
        self.camera = LiveCamera(
            lambda: V4l2Camera(DEVICE, self.usb.capture, self.usb.claim, self.usb.offered),
            self.clock,
            patience=IMPATIENT,
        )
        self.usb.unwatched = lambda: self.camera.ended
        self._filmed = Filmed(self.camera, self.clock, self._film)
        self.pass_pictures(1)

    def pass_pictures(self, count: int) -> None:
        self._filmed.pictures(count)

    def unplug(self) -> None:
        self.usb.unplug()
        self._filmed.lost()

    def replug(self) -> None:
        self.usb.replug()
        self.back()

    def back(self) -> None:
        """Wait until it films again."""
        come_back(self.camera, self.clock, self._filmed, lambda: self._film(self._filmed.count))

    def end(self) -> None:
        self.camera.close()

    def _film(self, number: int) -> None:
        self.usb.film(self.scene(number))


class PiRig:
    """The Raspberry Pi's camera, through what picamera2 would show of it."""

    def __init__(self, libcamera: FakeLibcamera | None = None, hold: bool = True) -> None:
        self.libcamera = libcamera or FakeLibcamera()
        self.size = self.libcamera.size
        self.clock = FakeClock()
        self.told = Told()
        self._hold = hold
        self.paused_s: list[float] = []
        self.camera = LiveCamera(self._opened, self.clock, self.told, patience=IMPATIENT)
        self.metadata: dict[str, object] = {}
        self.scene: Scene = lambda number: grey(100, self.size)
        self._filmed = Filmed(self.camera, self.clock, self._film)
        self.pass_pictures(1)

    def pass_pictures(self, count: int) -> None:
        self._filmed.pictures(count)

    def unplug(self) -> None:
        self.libcamera.plugged = False
        self.libcamera.cameras.clear()
        # Nothing says that the cable is out; only no picture comes.
        self._filmed.lost()

    def replug(self) -> None:
        self.libcamera.cameras.extend(FakeLibcamera().cameras)
        self.libcamera.plugged = True
        come_back(self.camera, self.clock, self._filmed, lambda: self._film(self._filmed.count))

    def end(self) -> None:
        self.libcamera.freed.set()
        self.camera.close()

    def _opened(self) -> PiCamera:
        return PiCamera(0, self.clock, self._hold, self.libcamera.load, self.paused_s.append)

    def _film(self, number: int) -> None:
        width, height = self.size
        stride = self.libcamera.stride or 3 * width
        buffer = np.zeros((height, stride), np.uint8)
        buffer[:, : 3 * width] = self.scene(number).reshape(height, 3 * width)
        self.libcamera.film((buffer, {"SensorTimestamp": number, **self.metadata}))


def comes(camera: LiveCamera, state: Callable[[], bool], within_s: float = SOON_S) -> bool:
    """Whether the camera comes to that state; looked at whenever it has news."""
    with camera._news:
        return camera._news.wait_for(state, within_s)


def come_back(
    camera: LiveCamera, clock: FakeClock, filmed: Filmed, film: Callable[[], None]
) -> None:
    """Let it film until a picture arrives: what comes before it is open again is gone."""

    def arrived() -> bool:
        newest = camera._newest
        return camera._trouble is None and newest is not None and newest.index >= filmed.count

    for _ in range(1000):
        clock.sleep_s(0.001)
        film()
        if comes(camera, arrived, 0.02):
            frame = camera.latest(-1, 0.0)
            assert frame is not None
            filmed.count = frame.index + 1
            return
    raise AssertionError("The camera did not come back.")


def folder_of_pictures(folder: Path, count: int = 30) -> Path:
    folder.mkdir()
    for number in range(count):
        picture = np.full((HEIGHT, WIDTH, 3), 5 * number, np.uint8)
        assert cv2.imwrite(str(folder / f"{number:03}.png"), picture)
    return folder


def video_of_pictures(path: Path, count: int = 30) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (WIDTH, HEIGHT))
    assert writer.isOpened()
    for number in range(count):
        writer.write(np.full((HEIGHT, WIDTH, 3), 5 * number, np.uint8))
    writer.release()
    return path


def recorded_rig(path: Path) -> ClockedRig:
    return ClockedRig(lambda clock: RecordedCamera(open_recording(path), "a recording", clock))


def scripted_rig() -> ClockedRig:
    script = Script(width=WIDTH, height=HEIGHT, moving_fps=10.0, still_fps=10.0)
    stage = DrawnTray(WIDTH, HEIGHT)
    return ClockedRig(lambda clock: ScriptedCamera(script, stage, "a script", clock))
