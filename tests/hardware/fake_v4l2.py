"""A USB camera as OpenCV shows it: ``cv2.VideoCapture`` on devices that the test holds.

As OpenCV 4.11 does: a device that is not there or busy gives a capture that is not opened,
without an exception; ``set`` says whether it was taken, and another size may come than was
asked for; ``read`` blocks until the next picture, and says False, not an exception, when the
camera is gone; after ``release`` nothing is opened and nothing is read.

Its formats, as measured with OpenCV 4.11 on the kernel's simulated camera: when opened, and
when a format is asked for that the camera has not, it takes the first of its own list that the
camera has, and does not say so; a format that the camera has is taken even where OpenCV cannot
decode it, and then ``read`` gives one row of bytes. So it does for ``BGR3``, which needs no
decoding. A camera with nothing of the list is not opened.
"""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.errors import CameraUnavailable
from hardware.pictures import Picture

REAL_SIZE = (64, 48)
OWN_LIST = (
    *("BGR3", "RGB3", "YV12", "YU12", "411P", "YUYV", "UYVY", "NV12", "NV21", "BA81", "GBRG"),
    *("GRBG", "XR24", "AR24", "S910", "MJPG", "JPEG", "Y16 ", "Y12 ", "Y10 ", "GREY"),
)
"""In OpenCV's order."""
ONE_ROW = "BGR3"
DEVICE = "/dev/video7"


class FakeUsb:
    """One USB camera and its socket."""

    def __init__(
        self, size: tuple[int, int] = REAL_SIZE, formats: tuple[str, ...] = ("YUYV", "MJPG")
    ) -> None:
        self.size = size
        self.formats = formats
        self.plugged = True
        self.busy = False
        self.opened = 0
        self.open_now = 0
        self.set_fault: Exception | None = None
        self.decoded = 0
        """Pictures that were decoded and handed out."""
        self.taken = ""
        """The format that it was set to last."""
        self._claims: list[int] = []
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
        self._claims.append(os.open(os.devnull, os.O_RDONLY))
        return self._claims[-1]

    @property
    def claims(self) -> int:
        """How many claims are not given back."""
        return sum(Path(f"/proc/self/fd/{file}").exists() for file in self._claims)

    def offered(self, file: int) -> tuple[str, ...]:
        """As ``hardware.cameras.formats.offered``."""
        return self.formats

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
        self._format = next((one for one in OWN_LIST if one in usb.formats), "")
        self._open = usb.plugged and not usb.busy and bool(self._format)
        usb.opened += 1
        usb.open_now += self._open

    def isOpened(self) -> bool:  # noqa: N802
        return self._open

    def set(self, key: int, value: float) -> bool:
        if self._usb.set_fault is not None:
            raise self._usb.set_fault
        # The nearest to what was asked for is taken: True, and something else comes.
        if key == cv2.CAP_PROP_FOURCC and self._open:
            asked = next((one for one in self._usb.formats if fourcc(one) == int(value)), "")
            self._format = asked or next(one for one in OWN_LIST if one in self._usb.formats)
            self._usb.taken = self._format
        return self._open and key in (
            cv2.CAP_PROP_FOURCC,
            cv2.CAP_PROP_FRAME_WIDTH,
            cv2.CAP_PROP_FRAME_HEIGHT,
        )

    def get(self, key: int) -> float:
        width, height = self._usb.size
        said = {
            cv2.CAP_PROP_FRAME_WIDTH: width,
            cv2.CAP_PROP_FRAME_HEIGHT: height,
            cv2.CAP_PROP_FOURCC: fourcc(self._format) if self._format else 0,
        }
        return float(said.get(key, 0)) if self._open else 0.0

    def grab(self) -> bool:
        return self._grabbed() is not None

    def _grabbed(self) -> Picture | None:
        picture = self._usb.next_picture() if self._open else None
        if isinstance(picture, Exception):
            raise picture
        return picture

    def read(self) -> tuple[bool, Any]:
        picture = self._grabbed()
        if picture is None:
            return False, None
        self._usb.decoded += 1
        if self._format == ONE_ROW:
            return True, picture.reshape(1, -1)
        if self._format not in OWN_LIST:
            return True, picture[..., :2].reshape(1, -1)
        return True, picture

    def release(self) -> None:
        self._usb.open_now -= self._open
        self._open = False


def fourcc(form: str) -> int:
    """V4L2's number of a format."""
    return cv2.VideoWriter.fourcc(*form)


def grey(level: int, size: tuple[int, int] = REAL_SIZE) -> Picture:
    """A plain picture."""
    return np.full((size[1], size[0], 3), level, np.uint8)
