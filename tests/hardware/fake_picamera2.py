"""picamera2 as its source of 0.3.36 to 0.3.38 reads, and as it was seen to behave.

What was seen on a kernel's test camera, and is kept here: the second opening of one camera
fails with "Camera __init__ sequence did not complete." and the reason as its cause; libcamera
gives another format, size and stride than was asked for without an error; an unknown control
is a RuntimeError at once, a known one arrives some pictures later; a camera that was pulled
out stays in the list, gives nothing more, and ``stop`` does not return.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

LAG = 2
"""Pictures until a control has arrived."""
STREAM_KEYS = ("format", "size", "stride", "preserve_ar")
SENSOR = {
    "ExposureTime": (1, 1_000_000, 20_000),
    "AnalogueGain": (1.0, 16.0, 1.0),
    "AeEnable": (False, True, True),
    "AwbEnable": (False, True, True),
    "ColourGains": (0.0, 32.0, None),
    "FrameDurationLimits": (16_000, 120_000_000, None),
    "NoiseReductionMode": (0, 4, 0),
}
FOCUS = {"AfMode": (0, 2, 0), "LensPosition": (0.0, 32.0, 1.0)}
Shot = tuple[NDArray[np.uint8], dict[str, Any]]
"""What lies in the buffer, rows padded, and the metadata."""


def imx708(number: int) -> dict[str, Any]:
    """A camera on the ribbon cable, as ``global_camera_info`` lists it."""
    place = f"/base/soc/i2c0mux/i2c@{number}/imx708@1a"
    return {"Model": "imx708", "Location": 2, "Rotation": 180, "Id": place, "Num": number}


@dataclass
class FakeLibcamera:
    """What is behind the ribbon cables of one machine."""

    cameras: list[dict[str, Any]] = field(default_factory=lambda: [imx708(0)])
    size: tuple[int, int] = (64, 48)
    form: str = "RGB888"
    stride: int | None = None
    controls: dict[str, Any] = field(default_factory=lambda: {**SENSOR, **FOCUS})
    old: bool = False
    """True: as picamera2 up to 0.3.36 speaks of a camera that is not there."""
    listed_too_long: bool = False
    """True: a camera whose cable was pulled is listed and yet not there, as libcamera does."""
    start_fault: Exception | None = None
    stop_hangs: bool = False

    def __post_init__(self) -> None:
        self.taken: set[int] = set()
        self.used_elsewhere: set[int] = set()
        self.plugged = True
        self.opened: list[FakePicamera2] = []
        self.freed = threading.Event()
        """Lets a ``stop`` that hangs return after all, so that a test can tidy up."""

    def load(self) -> Any:
        """As ``from picamera2 import Picamera2``."""
        return FakeClass(self)

    @property
    def newest(self) -> FakePicamera2:
        """The camera object that was opened last."""
        return self.opened[-1]

    def film(self, shot: Shot) -> None:
        """A picture is complete; without anybody who films it is gone."""
        if self.plugged and self.opened and self.newest.started:
            self.newest.completed(shot)


class FakeClass:
    """The class ``Picamera2``."""

    def __init__(self, libcamera: FakeLibcamera) -> None:
        self._libcamera = libcamera

    def global_camera_info(self) -> list[dict[str, Any]]:
        if self._libcamera.listed_too_long:
            return [imx708(0)]
        # USB cameras last, else by name, backwards: an index here is not the Num.
        return sorted(
            self._libcamera.cameras,
            key=lambda one: ("/usb" not in one["Id"], one["Id"]),
            reverse=True,
        )

    def __call__(self, camera_num: int = 0) -> FakePicamera2:
        seen = [] if self._libcamera.listed_too_long else self.global_camera_info()
        if camera_num >= len(seen):
            if self._libcamera.old:
                raise IndexError("list index out of range")
            raise RuntimeError(
                f'No camera number {camera_num} found - use "rpicam-hello --list-cameras" to '
                f"check connected cameras"
            )
        number = int(seen[camera_num]["Num"])
        if number in self._libcamera.taken | self._libcamera.used_elsewhere:
            cause = RuntimeError("Failed to acquire camera: Device or resource busy")
            raise RuntimeError("Camera __init__ sequence did not complete.") from cause
        made = FakePicamera2(self._libcamera, number)
        self._libcamera.taken.add(number)
        self._libcamera.opened.append(made)
        return made


class FakePicamera2:
    """One open camera; its jobs are done by an event thread, as picamera2's are."""

    def __init__(self, libcamera: FakeLibcamera, number: int) -> None:
        self._libcamera = libcamera
        self._number = number
        self._lock = threading.Condition(threading.Lock())
        self._shots: deque[Shot] = deque()
        self._kept: Shot | None = None
        self._jobs: list[tuple[Future[Any], bool]] = []
        self._config: dict[str, Any] = {}
        self._closed = False
        self.copied = 0
        """Pictures that were copied out of their buffers."""
        self.started = False
        self.pre_callback: Callable[[Any], None] | None = None
        self.set: list[dict[str, Any]] = []
        self._under_way: deque[dict[str, Any]] = deque([{}] * LAG)
        self._in_force: dict[str, Any] = {}
        self._next: dict[str, Any] = {}
        self._thread = threading.Thread(target=self._events, daemon=True)
        self._thread.start()

    @property
    def camera_controls(self) -> dict[str, Any]:
        return dict(self._libcamera.controls)

    @property
    def sensor_resolution(self) -> tuple[int, int]:
        return (4608, 2592)

    def create_video_configuration(
        self, main: dict[str, Any], buffer_count: int = 6, controls: dict[str, Any] | None = None
    ) -> dict[str, Any]:
        for key in main:
            if key not in STREAM_KEYS:
                raise ValueError(
                    f"Bad key {key!r}: valid stream configuration keys are {STREAM_KEYS}"
                )
        width, height = main.get("size", (1280, 720))
        stream = {"format": "XBGR8888", **main, "size": (width - width % 2, height - height % 2)}
        return {"main": stream, "buffer_count": buffer_count, "controls": controls or {}}

    def configure(self, config: dict[str, Any]) -> None:
        if self.started:
            raise RuntimeError("Camera must be stopped before configuring")
        width, height = config["main"]["size"]
        if width % 2 or height % 2:
            raise RuntimeError("width and height should be even")
        got_width, _ = self._libcamera.size
        bytes_each = {"RGB888": 3, "BGR888": 3, "XRGB8888": 4, "XBGR8888": 4}
        stride = self._libcamera.stride or got_width * bytes_each.get(self._libcamera.form, 1)
        # "Adjusted" is not an error.
        main = {"format": self._libcamera.form, "size": self._libcamera.size, "stride": stride}
        self._config = {**config, "main": main}

    def camera_configuration(self) -> dict[str, Any]:
        return self._config

    def set_controls(self, controls: dict[str, Any]) -> None:
        for name in controls:
            if name not in self._libcamera.controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        with self._lock:
            self.set.append(dict(controls))
            self._next |= controls

    def start(self) -> None:
        if not self._config:
            self.configure(self.create_video_configuration(main={}))
        if self._libcamera.start_fault is not None:
            raise self._libcamera.start_fault
        self.started = True

    def capture_arrays(self, names: list[str], wait: object = None) -> Any:
        assert names == ["main"]
        return self._asked(True, wait)

    def capture_metadata(self, wait: object = None) -> Any:
        return self._asked(False, wait)

    def _asked(self, arrays: bool, wait: object) -> Any:
        job: Future[Any] = Future()
        with self._lock:
            self._jobs.append((job, arrays))
            self._lock.notify_all()
        if wait is False:
            return job
        return job.result(None if wait in (None, True) else float(str(wait)))

    def wait(self, job: Future[Any], timeout: float | None = None) -> Any:
        return job.result(timeout)

    def cancel_all_and_flush(self) -> None:
        with self._lock:
            for job, _ in self._jobs:
                job.set_exception(CancelledError())
            self._jobs.clear()

    def stop(self) -> None:
        if self.started and self._libcamera.stop_hangs and not self._libcamera.plugged:
            self._libcamera.freed.wait()
        self.started = False

    def close(self) -> None:
        if self._closed:
            return
        self.stop()
        with self._lock:
            self._closed = True
            self._lock.notify_all()
        self._libcamera.taken.discard(self._number)

    def completed(self, shot: Shot) -> None:
        with self._lock:
            self._shots.append(shot)
            self._lock.notify_all()

    def _events(self) -> None:
        while True:
            with self._lock:
                self._lock.wait_for(
                    lambda: self._closed or self._shots or (self._jobs and self._kept)
                )
                if self._closed:
                    return
                if self._shots:
                    # Only the last one is kept for whoever asks later.
                    self._kept = self._arrived(self._shots.popleft())
                    if self.pre_callback:
                        self.pre_callback(self._kept)
                if self._jobs and self._kept:
                    buffer, metadata = self._kept
                    self._kept = None
                    job, arrays = self._jobs.pop(0)
                    self.copied += arrays
                    job.set_result(([self._array(buffer)], metadata) if arrays else metadata)

    def _arrived(self, shot: Shot) -> Shot:
        """The picture, its metadata with the controls that were set some pictures ago."""
        self._under_way.append(self._next)
        self._next = {}
        self._in_force |= self._under_way.popleft()
        held = {name: value for name, value in self._in_force.items() if value}
        return shot[0], {**shot[1], **held}

    def _array(self, buffer: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """As ``make_array``: padding is cut off, except where colour has planes of its own."""
        main = self._config["main"]
        width, height = main["size"]
        match main["format"]:
            case "RGB888" | "BGR888":
                return buffer.reshape(height, -1)[:, : width * 3].reshape(height, width, 3).copy()
            case "XRGB8888" | "XBGR8888":
                return buffer.reshape(height, -1)[:, : width * 4].reshape(height, width, 4).copy()
            case "NV12" | "NV21":
                return buffer.reshape(height * 3 // 2, -1)[:, :width].copy()
            case "YUV420" | "YVU420":
                return buffer.reshape(height * 3 // 2, -1).copy()
            case other:
                raise RuntimeError(f"Format {other} not supported")
