"""The formats in which a V4L2 camera gives its pictures, and how to get one that can be read.

Knows how a device is asked for its formats, which of them OpenCV decodes, and which to
prefer. Refuses to know how a device is found or opened.

Measured with OpenCV 4.11 on the kernel's simulated camera, but for JPEG: all of ``READ``
come in the right colours, as height x width x 3, except ``BGR3``, which comes in one row.
Asked for a format that the camera has not, OpenCV takes another without a word; asked for
one that the camera has and OpenCV cannot decode, it hands out bytes.
"""

from __future__ import annotations

import fcntl
import struct
from collections.abc import Sequence
from typing import Any, Protocol

import cv2
import numpy as np

from hardware.pictures import Picture

READ = (
    # Uncompressed pictures of this size come at 5 to 10 a second over USB 2; MJPEG at 30.
    *("MJPG", "JPEG"),
    *("YUYV", "UYVY", "YU12", "YV12", "NV12", "NV21", "RGB3", "XR24", "AR24", "BGR3"),
    # One colour a pixel, then none at all: better than no camera.
    *("BA81", "GBRG", "GRBG", "GREY", "Y16 ", "Y12 ", "Y10 "),
)
"""V4L2's names of the formats that can be read, the best first."""
UNKNOWN = ("MJPG", "YUYV")
"""What is asked for where a device does not say what it has: every camera knows the second."""
_ROWS_OF_BGR = "BGR3"

_ENUM_FMT = 0xC0405602
"""VIDIOC_ENUM_FMT of linux/videodev2.h, the same on every machine."""
_DESCRIBED = struct.Struct("=III32s4sI12x")
_CAPTURE, _CAPTURE_OF_PLANES = 1, 9
_MOST = 256
"""A driver that never comes to an end is not asked for ever."""


class Asked(Protocol):
    """What is used of OpenCV's capture to agree on a format."""

    def set(self, key: int, value: float) -> bool:
        """Ask for a property; something else may be taken, and True be said."""

    def get(self, key: int) -> float:
        """What the property is."""


def offered(file: int) -> tuple[str, ...]:
    """The formats that the open device ``file`` has; none where it does not say."""
    for kind in (_CAPTURE, _CAPTURE_OF_PLANES):
        names: list[str] = []
        for index in range(_MOST):
            asked = bytearray(_DESCRIBED.pack(index, kind, 0, b"", b"", 0))
            try:
                fcntl.ioctl(file, _ENUM_FMT, asked)
            except OSError:
                break
            names.append(_DESCRIBED.unpack(asked)[4].decode("latin-1"))
        if names:
            return tuple(names)
    return ()


def to_ask_for(offers: Sequence[str]) -> tuple[str, ...]:
    """The formats to ask for, the best first; none where none of ``offers`` can be read."""
    return tuple(one for one in READ if one in offers) if offers else UNKNOWN


def agree(capture: Asked, forms: Sequence[str], width: int, height: int) -> str:
    """Ask for the first of ``forms`` that is taken, and for a size. The format that it is."""
    for form in forms:
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*form))
        if _format(capture) == form:
            break
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, width)
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
    return _format(capture)


def shaped(image: Any, form: str, capture: Asked) -> Picture | None:
    """What OpenCV handed out as height x width x 3; None when it did not decode it."""
    array = np.asarray(image, np.uint8)
    if array.ndim == 3 and array.shape[2] == 3:
        return array
    width = int(capture.get(cv2.CAP_PROP_FRAME_WIDTH))
    height = int(capture.get(cv2.CAP_PROP_FRAME_HEIGHT))
    if form != _ROWS_OF_BGR or min(width, height) < 1:
        return None
    # Rows may be longer than the picture: padding is cut off.
    stride, rest = divmod(array.size, height)
    if rest or stride < 3 * width:
        return None
    rows = array.reshape(height, stride)[:, : 3 * width]
    return np.ascontiguousarray(rows).reshape(height, width, 3)


def _format(capture: Asked) -> str:
    number = int(capture.get(cv2.CAP_PROP_FOURCC))
    return "".join(chr(number >> shift & 0xFF) for shift in (0, 8, 16, 24)) if number > 0 else ""
