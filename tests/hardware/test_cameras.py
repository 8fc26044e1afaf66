"""What every camera promises, tested on every camera that needs no hardware."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Queue
from typing import Any, Protocol

import cv2
import numpy as np
import pytest

from companion.errors import CameraLost, CameraUnavailable
from companion.table.ports import FrameSource
from hardware.camera_v4l2 import V4l2Camera, find_devices
from hardware.pictures import Picture, open_recording
from hardware.recorded import RecordedCamera
from hardware.script import Script
from hardware.scripted import ScriptedCamera
from hardware.simulated.drawn import DrawnTray
from tests.hardware.clocks import FakeClock

WIDTH, HEIGHT = 64, 48


class Rig(Protocol):
    """A camera under test, and the means to let it take pictures."""

    @property
    def camera(self) -> FrameSource[Picture]:
        """The camera."""

    def pass_pictures(self, count: int) -> None:
        """So many pictures are taken; nobody looks."""

    def end(self) -> None:
        """Tidy up."""


class ClockedRig:
    """A camera that goes by a clock: pictures are 0.1 s apart."""

    def __init__(self, make: Callable[[FakeClock], FrameSource[Picture]]) -> None:
        self.clock = FakeClock()
        self.camera = make(self.clock)

    def pass_pictures(self, count: int) -> None:
        self.clock.sleep_s(count * 0.1)

    def end(self) -> None:
        self.camera.close()


class QueueCapture:
    """A driver that blocks until the test gives it a picture; None means it fails, an
    exception that it chokes."""

    def __init__(self, pictures: Queue[Any]) -> None:
        self._pictures = pictures
        self._taken = False

    def isOpened(self) -> bool:  # noqa: N802
        return True

    def read(self) -> tuple[bool, Any]:
        # The picture before this one has been dealt with, otherwise nobody would ask again.
        if self._taken:
            self._pictures.task_done()
        self._taken = True
        picture = self._pictures.get()
        if isinstance(picture, Exception):
            raise picture
        return picture is not None, picture

    def release(self) -> None:
        if self._taken:
            self._pictures.task_done()
            self._taken = False


class V4l2Rig:
    """The camera with a thread of its own, on a driver of the test's."""

    def __init__(self) -> None:
        self.pictures: Queue[Any] = Queue()
        self.clock = FakeClock()
        self.camera = V4l2Camera(
            "/dev/video7",
            self.clock,
            lambda device: QueueCapture(self.pictures),
            reopen_s=0.0,
            close_s=0.0,
        )
        self.pass_pictures(1)

    def pass_pictures(self, count: int) -> None:
        for _ in range(count):
            self.clock.sleep_s(0.1)
            self.pictures.put(np.full((HEIGHT, WIDTH, 3), 90, np.uint8))
            self.pictures.join()

    def end(self) -> None:
        self.camera.close()
        self.pictures.put(None)
        self.camera._thread.join()


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


@pytest.fixture(params=["folder", "video", "script", "v4l2"])
def rig(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Rig]:
    made: Rig
    match request.param:
        case "folder":
            made = recorded_rig(folder_of_pictures(tmp_path / "pictures"))
        case "video":
            made = recorded_rig(video_of_pictures(tmp_path / "video.avi"))
        case "script":
            made = scripted_rig()
        case _:
            made = V4l2Rig()
    yield made
    made.end()


def fail() -> None:
    raise ZeroDivisionError


class TestEveryCamera:
    def test_it_gives_pictures_of_eight_bits_and_three_colours(self, rig: Rig) -> None:
        frame = rig.camera.latest(-1, 1.0)
        assert frame is not None
        assert frame.image.shape == (HEIGHT, WIDTH, 3)
        assert frame.image.dtype == np.uint8

    def test_it_has_a_name_for_the_page(self, rig: Rig) -> None:
        assert rig.camera.name

    def test_indices_and_times_rise(self, rig: Rig) -> None:
        frames = []
        after = -1
        for _ in range(5):
            frame = rig.camera.latest(after, 0.0)
            assert frame is not None
            frames.append(frame)
            after = frame.index
            rig.pass_pictures(1)
        pairs = list(itertools.pairwise(frames))
        assert len(pairs) == 4
        assert all(first.index < second.index for first, second in pairs)
        assert all(first.t_s < second.t_s for first, second in pairs)

    def test_it_does_not_give_the_same_picture_twice(self, rig: Rig) -> None:
        frame = rig.camera.latest(-1, 1.0)
        assert frame is not None
        assert rig.camera.latest(frame.index, 0.0) is None

    def test_a_slow_reader_gets_the_newest_picture_and_no_older_one(self, rig: Rig) -> None:
        first = rig.camera.latest(-1, 1.0)
        assert first is not None
        rig.pass_pictures(5)
        newest = rig.camera.latest(first.index, 0.0)
        assert newest is not None
        assert newest.t_s == pytest.approx(first.t_s + 0.5, abs=0.01)
        assert rig.camera.latest(newest.index, 0.0) is None

    def test_it_is_closed_by_the_with_statement_and_may_be_closed_again(self, rig: Rig) -> None:
        with rig.camera as camera:
            assert camera.latest(-1, 1.0) is not None
        assert camera.ended
        assert camera.latest(-1, 0.0) is None
        camera.close()

    def test_an_error_inside_the_with_statement_is_not_swallowed(self, rig: Rig) -> None:
        with pytest.raises(ZeroDivisionError), rig.camera:
            fail()
        assert rig.camera.ended


class TestALiveCamera:
    @pytest.mark.parametrize("loss", [None, cv2.error("a frame cut short"), OSError("unplugged")])
    def test_a_lost_camera_is_opened_again_by_itself(self, loss: Exception | None) -> None:
        rig = V4l2Rig()
        try:
            before = rig.camera.latest(-1, 1.0)
            assert before is not None
            rig.pictures.put(loss)
            rig.pictures.join()
            with pytest.raises(CameraLost, match="cable"):
                rig.camera.latest(before.index, 1.0)
            rig.pass_pictures(1)
            after = rig.camera.latest(before.index, 1.0)
            assert after is not None
            assert after.index > before.index
        finally:
            rig.end()

    def test_one_that_cannot_be_opened_says_what_to_check(self) -> None:
        class Closed(QueueCapture):
            def isOpened(self) -> bool:  # noqa: N802
                return False

        with pytest.raises(CameraUnavailable, match="plugged in"):
            V4l2Camera("/dev/video7", FakeClock(), lambda device: Closed(Queue()))

    def test_devices_are_found_in_the_order_of_their_numbers(self, tmp_path: Path) -> None:
        for name in ("video10", "video2", "videoX", "video0", "vidi1"):
            (tmp_path / name).touch()
        assert [Path(device).name for device in find_devices(tmp_path)] == [
            "video0",
            "video2",
            "video10",
        ]
