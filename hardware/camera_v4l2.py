"""A camera of the operating system, such as a USB camera, through OpenCV.

Knows how to open it, to keep only its newest picture, and to open it again when it was
gone. Refuses to know what is in the pictures.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self

import cv2
import numpy as np

from companion.errors import CameraLost, CameraUnavailable
from companion.table.ports import Clock, Frame
from hardware.pictures import Picture

WIDTH, HEIGHT = 1280, 960
CLOSE_S = 2.0
"""A driver whose camera was pulled out may hang for ever; so long is waited for it."""
REOPEN_S = 1.0
"""How long to wait before a lost camera is opened again."""

_log = logging.getLogger(__name__)


class Capture(Protocol):
    """What is used of OpenCV's capture."""

    def isOpened(self) -> bool:  # noqa: N802
        """True when the camera could be opened."""

    def read(self) -> tuple[bool, Any]:
        """The next picture; False when there is none."""

    def release(self) -> None:
        """Close the camera."""


def open_device(device: str) -> Capture:
    """The camera at ``/dev/videoN``, asked for a size that a tray needs, as MJPEG."""
    capture = cv2.VideoCapture(device, cv2.CAP_V4L2)
    # Uncompressed pictures of this size come at 5 to 10 a second over USB 2; MJPEG at 30.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, WIDTH)
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, HEIGHT)
    return capture


def find_devices(root: Path = Path("/dev")) -> tuple[str, ...]:
    """The video devices of this machine, lowest number first."""
    found = [path for path in root.glob("video*") if path.name[5:].isdigit()]
    return tuple(str(path) for path in sorted(found, key=lambda path: int(path.name[5:])))


class V4l2Camera:
    """Reads in a thread of its own, as a driver hands out old pictures to a slow reader."""

    def __init__(
        self,
        device: str,
        clock: Clock,
        open_capture: Callable[[str], Capture] = open_device,
        reopen_s: float = REOPEN_S,
        close_s: float = CLOSE_S,
    ) -> None:
        """Raises CameraUnavailable when the camera cannot be opened."""
        self._device = device
        self._clock = clock
        self._open = open_capture
        self._reopen_s = reopen_s
        self._close_s = close_s
        self._news = threading.Condition()
        self._newest: Frame[Picture] | None = None
        self._lost = False
        self._stop = threading.Event()
        first = open_capture(device)
        if not first.isOpened():
            first.release()
            raise CameraUnavailable(
                f"The camera {device} cannot be opened. Check that it is plugged in, that no "
                f"other program uses it, and that this user is in the group video."
            )
        # A daemon: a driver that hangs must not keep the process from ending.
        self._thread = threading.Thread(
            target=self._film, args=(first,), name=f"camera {device}", daemon=True
        )
        self._thread.start()

    @property
    def name(self) -> str:
        """What the page calls this camera."""
        return self._device

    @property
    def ended(self) -> bool:
        """A live camera ends only when it is closed."""
        return self._stop.is_set()

    def latest(self, after: int, timeout_s: float) -> Frame[Picture] | None:
        """The newest picture; see FrameSource. Raises CameraLost while the camera is gone."""

        def ready() -> bool:
            return (
                self._lost
                or self._stop.is_set()
                or (self._newest is not None and self._newest.index > after)
            )

        with self._news:
            self._news.wait_for(ready, timeout_s)
            if self._stop.is_set():
                return None
            if self._lost:
                raise CameraLost(
                    f"The camera {self._device} gives no pictures. Check its cable; it is "
                    f"tried again by itself."
                )
            newest = self._newest
            return newest if newest and newest.index > after else None

    def close(self) -> None:
        """Release the camera, with a deadline; may be called twice."""
        self._stop.set()
        with self._news:
            self._news.notify_all()
        if self._thread is not threading.current_thread():
            self._thread.join(self._close_s)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _film(self, first: Capture) -> None:
        capture: Capture | None = first
        index = 0
        while not self._stop.is_set():
            if capture is None:
                self._stop.wait(self._reopen_s)
                capture = self._open(self._device)
            good, image = _read(capture)
            with self._news:
                self._lost = not good
                if good:
                    self._newest = Frame(np.asarray(image, np.uint8), index, self._clock.now_s())
                    index += 1
                self._news.notify_all()
            if not good:
                capture.release()
                capture = None
        if capture is not None:
            capture.release()


def _read(capture: Capture) -> tuple[bool, Any]:
    """The next picture; a driver that chokes on one is as good as gone, and opened again."""
    try:
        return capture.read() if capture.isOpened() else (False, None)
    except (cv2.error, OSError) as fault:
        _log.warning("The camera's driver failed: %s", fault)
        return False, None
