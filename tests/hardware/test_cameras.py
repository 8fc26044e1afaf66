"""What every camera promises, tested on every camera that needs no hardware."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hardware.cameras.prepared import Preparation, PreparedCamera
from tests.hardware.contract import LiveRig, Rig, TestEveryCamera, TestEveryLiveCamera
from tests.hardware.fake_picamera2 import FakeLibcamera
from tests.hardware.rigs import (
    HEIGHT,
    WIDTH,
    PiRig,
    V4l2Rig,
    folder_of_pictures,
    recorded_rig,
    scripted_rig,
    video_of_pictures,
)

__all__ = ["TestEveryCamera", "TestEveryLiveCamera"]


class PreparedRig:
    """A recording that is turned by a quarter."""

    size = (HEIGHT, WIDTH)

    def __init__(self, path: Path) -> None:
        self._inner = recorded_rig(path)
        self.camera = PreparedCamera(self._inner.camera, Preparation(rotation=90))

    def pass_pictures(self, count: int) -> None:
        self._inner.pass_pictures(count)

    def end(self) -> None:
        self.camera.close()


RIGS: dict[str, Callable[[Path], Rig]] = {
    "folder": lambda place: recorded_rig(folder_of_pictures(place / "pictures")),
    "video": lambda place: recorded_rig(video_of_pictures(place / "video.avi")),
    "script": lambda place: scripted_rig(),
    "v4l2": lambda place: V4l2Rig(),
    "v4l2 without MJPEG": lambda place: V4l2Rig(("BGR3", "YUYV")),
    "v4l2, in one row": lambda place: V4l2Rig(("BGR3",)),
    "picamera2": lambda place: PiRig(),
    "picamera2, padded": lambda place: PiRig(FakeLibcamera(stride=256)),
    "turned": lambda place: PreparedRig(folder_of_pictures(place / "pictures")),
}
LIVE_RIGS: dict[str, Callable[[], LiveRig]] = {"v4l2": V4l2Rig, "picamera2": PiRig}


@pytest.fixture(params=RIGS)
def rig(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Rig]:
    made = RIGS[request.param](tmp_path)
    yield made
    made.end()


@pytest.fixture(params=LIVE_RIGS)
def live_rig(request: pytest.FixtureRequest) -> Iterator[LiveRig]:
    made = LIVE_RIGS[request.param]()
    yield made
    made.end()
