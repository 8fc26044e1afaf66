"""How the pictures of libcamera lie in memory, and the way to blue, green, red from there.

Knows libcamera's names of formats and picamera2's shapes of arrays. Refuses to know any
camera.

libcamera names formats by their order in a 32 bit word, so its ``RGB888`` is blue, green,
red in memory, which is what OpenCV wants, and ``BGR888`` is red, green, blue (measured with
the kernel's test camera, whose yellow bar came as 191, 191, 0 in ``BGR888``).
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import CameraUnavailable
from hardware.pictures import Picture

AS_OPENCV = "RGB888"
"""The format that needs no turning: ask for this one, and look at what comes."""

_TURNED = {
    "BGR888": cv2.COLOR_RGB2BGR,
    # picamera2 decodes these, and hands out red, green, blue.
    "MJPEG": cv2.COLOR_RGB2BGR,
    "XRGB8888": cv2.COLOR_BGRA2BGR,
    "XBGR8888": cv2.COLOR_RGBA2BGR,
    "YUYV": cv2.COLOR_YUV2BGR_YUYV,
    "YVYU": cv2.COLOR_YUV2BGR_YVYU,
    "UYVY": cv2.COLOR_YUV2BGR_UYVY,
}
_PLANES = {
    "YUV420": cv2.COLOR_YUV2BGR_I420,
    "YVU420": cv2.COLOR_YUV2BGR_YV12,
    "NV12": cv2.COLOR_YUV2BGR_NV12,
    "NV21": cv2.COLOR_YUV2BGR_NV21,
}


def check_format(form: str) -> None:
    """Raises CameraUnavailable for a format that cannot be turned."""
    if form != AS_OPENCV and form not in _TURNED and form not in _PLANES:
        known = ", ".join(sorted([AS_OPENCV, *_TURNED, *_PLANES]))
        raise CameraUnavailable(
            f"The camera gives its pictures as {form}; one of {known} was wanted. "
            f"Use another camera."
        )


def as_picture(array: NDArray[np.uint8], form: str, width: int, height: int) -> Picture:
    """``array``, as picamera2 hands it out, as height x width x 3, blue, green, red.

    ``form``, ``width`` and ``height`` are those that the camera was found to have after it
    was configured. Rows may be longer than the picture: padding is cut off.
    """
    if form in _PLANES:
        # The colour planes' rows are as long as the padded ones, or half: turn first, then cut.
        turned = cv2.cvtColor(array, _PLANES[form])
    elif form in _TURNED:
        turned = cv2.cvtColor(array, _TURNED[form])
    else:
        turned = array
    return np.ascontiguousarray(turned[:height, :width], np.uint8)
