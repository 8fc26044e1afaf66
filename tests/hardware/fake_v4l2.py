"""A USB camera as OpenCV shows it: ``cv2.VideoCapture`` on devices that the test holds.

As OpenCV 4.11 does: a device that is not there or busy gives a capture that is not opened,
without an exception; ``set`` says whether it was taken, and another size may come than was
asked for; ``read`` blocks until the next picture, and says False, not an exception, when the
camera is gone; after ``release`` nothing is opened and nothing is read.
"""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable
from typing import Any

import cv2
import numpy as np

from companion.errors import CameraUnavailable
from hardware.pictures import Picture

REAL_SIZE = (64, 48)
DEVICE = "/dev/video7"


class FakeUsb:
    """One USB camera and its socket."""

    def __init__(self, size: tuple[int, int] = REAL_SIZE) -> None:
        self.size = size
        self.plugged = True
        self.busy = False
        self.opened = 0
        self.open_now = 0
        self._news = threading.Condition()
        self._waiting: deque[Picture | Exception] = deque()
        self.unwatched: Callable[[], bool] = lambda: False
        """True: a picture that the test did not give may come, as it does from a camera."""

    def film(self, picture: Picture | Exception) -> None:
        """The next picture, or what the driver chokes on."""
        with self._news:
            self._waiting.append(picture)
            self._news.notify_all()

    def unplug(self) -> None:
        with self._news:
            self.plugged = False
            self._news.notify_all()

    def replug(self) -> None:
        with self._news:
            self.plugged = True
            self._waiting.clear()

    def claim(self, device: str) -> int:
        """As ``hardware.cameras.v4l2.claim``: the node of an unplugged device is gone."""
        if not self.plugged:
            raise CameraUnavailable(f"There is no camera at {device}. Plug it in.")
        return os.open(os.devnull, os.O_RDONLY)

    def capture(self, device: str) -> FakeVideoCapture:
        """As ``cv2.VideoCapture(device, cv2.CAP_V4L2)``."""
        return FakeVideoCapture(self)

    def next_picture(self) -> Picture | Exception | None:
        with self._news:
            while not self._news.wait_for(lambda: self._waiting or not self.plugged, 0.01):
                if self.unwatched():
                    return grey(0, self.size)
            return self._waiting.popleft() if self.plugged else None


class FakeVideoCapture:
    """As OpenCV's, as far as it is used."""

    def __init__(self, usb: FakeUsb) -> None:
        self._usb = usb
        self._open = usb.plugged and not usb.busy
        usb.opened += 1
        usb.open_now += self._open

    def isOpened(self) -> bool:  # noqa: N802
        return self._open

    def set(self, key: int, value: float) -> bool:
        # The size nearest to what was asked for is taken: True, and something else comes.
        return self._open and key in (
            cv2.CAP_PROP_FOURCC,
            cv2.CAP_PROP_FRAME_WIDTH,
            cv2.CAP_PROP_FRAME_HEIGHT,
        )

    def get(self, key: int) -> float:
        width, height = self._usb.size
        sizes = {cv2.CAP_PROP_FRAME_WIDTH: width, cv2.CAP_PROP_FRAME_HEIGHT: height}
        return float(sizes.get(key, 0)) if self._open else 0.0

    def read(self) -> tuple[bool, Any]:
        if not self._open:
            return False, None
        picture = self._usb.next_picture()
        if isinstance(picture, Exception):
            raise picture
        return picture is not None, picture

    def release(self) -> None:
        self._usb.open_now -= self._open
        self._open = False


def grey(level: int, size: tuple[int, int] = REAL_SIZE) -> Picture:
    """A plain picture."""
    return np.full((size[1], size[0], 3), level, np.uint8)
