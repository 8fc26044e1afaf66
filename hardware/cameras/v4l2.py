"""A camera of the operating system, such as a USB camera, through OpenCV.

Knows where its devices are, how one is claimed, opened and read. Refuses to know what
happens when it is gone, and what is in the pictures.
"""

from __future__ import annotations

import fcntl
import logging
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np

from companion.errors import CameraLost, CameraUnavailable
from hardware.pictures import Picture

WIDTH, HEIGHT = 1280, 960
_MJPG, _YUYV = cv2.VideoWriter.fourcc(*"MJPG"), cv2.VideoWriter.fourcc(*"YUYV")
DEV = Path("/dev")
SYSFS = Path("/sys/class/video4linux")
_NO_CAMERAS = ("bcm2835-", "rp1-cfe", "rpi-", "rpivid", "pispbe", "unicam", "hevc")
"""The Pi's own decoders and raw sensors: devices too, but they give no pictures by themselves."""

_log = logging.getLogger(__name__)


class Capture(Protocol):
    """What is used of OpenCV's capture."""

    def isOpened(self) -> bool:  # noqa: N802
        """True when the camera could be opened."""

    def read(self) -> tuple[bool, Any]:
        """The next picture; False when there is none."""

    def release(self) -> None:
        """Close the camera."""


def open_capture(device: str) -> Capture:
    """The camera at ``/dev/videoN``, asked for a size that a tray needs, as MJPEG."""
    capture = cv2.VideoCapture(device, cv2.CAP_V4L2)
    # Uncompressed pictures of this size come at 5 to 10 a second over USB 2; MJPEG at 30.
    capture.set(cv2.CAP_PROP_FOURCC, _MJPG)
    if int(capture.get(cv2.CAP_PROP_FOURCC)) != _MJPG:
        # A driver without MJPEG puts a format of its own choice in its place, and OpenCV hands
        # out one row of bytes where it cannot decode that. Every camera knows this one.
        capture.set(cv2.CAP_PROP_FOURCC, _YUYV)
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, WIDTH)
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, HEIGHT)
    return capture


def find_devices(dev: Path = DEV, sysfs: Path = SYSFS) -> tuple[str, ...]:
    """The devices of this machine that may be cameras: USB ones first, lowest number first."""
    found: list[tuple[bool, int, str]] = []
    for path in dev.glob("video*"):
        number, about = path.name[5:], sysfs / path.name
        if not number.isdigit() or _text(about / "index") not in ("", "0"):
            # A camera's further devices carry no pictures.
            continue
        if not _text(about / "name").startswith(_NO_CAMERAS):
            found.append((not _on_usb(about), int(number), str(path)))
    return tuple(path for _, _, path in sorted(found))


def claim(device: str) -> int:
    """An open file that keeps other tables away from this device until it is closed.

    A second program can open a camera and even set its size; without this both would see
    pictures stop and go. Raises CameraUnavailable, each with what to do.
    """
    try:
        file = os.open(device, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        raise CameraUnavailable(
            f"There is no camera at {device}. Plug it in, or name another with --camera."
        ) from None
    except PermissionError:
        raise CameraUnavailable(
            f"This user may not use the camera {device}. Put the user into the group video: "
            f"sudo usermod -aG video NAME; then log in again."
        ) from None
    except OSError as fault:
        raise CameraUnavailable(
            f"The camera {device} cannot be opened ({fault.strerror}). Check that it is plugged "
            f"in and that no other program uses it."
        ) from fault
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(file)
        raise CameraUnavailable(
            f"The camera {device} is used by another table on this machine. End that one first, "
            f"or name another camera with --camera."
        ) from None
    return file


class V4l2Camera:
    """One camera that is open and films."""

    def __init__(
        self,
        device: str,
        open_capture: Callable[[str], Capture] = open_capture,
        claim: Callable[[str], int] = claim,
        sysfs: Path = SYSFS,
    ) -> None:
        """Raises CameraUnavailable when the camera cannot be opened."""
        self._device = device
        self._claim: int | None = claim(device)
        self._capture = open_capture(device)
        if not self._capture.isOpened():
            self.close()
            raise CameraUnavailable(
                f"The camera {device} cannot be opened. Check that it is plugged in, that no "
                f"other program uses it, and that this user is in the group video."
            )
        about = _text(sysfs / Path(device).resolve().name / "name")
        self.name = f"{about} ({device})" if about else device

    def take(self, wait_s: float) -> Picture:
        """The next picture; OpenCV waits for it as long as it likes. Raises CameraLost."""
        try:
            good, image = self._capture.read() if self._capture.isOpened() else (False, None)
        except (cv2.error, OSError) as fault:
            # A driver that chokes on one picture is as good as gone, and opened again.
            _log.warning("The camera's driver failed: %s", fault)
            good, image = False, None
        if not good:
            raise CameraLost(
                f"The camera {self.name} gives no pictures. Check its cable; it is tried again "
                f"by itself."
            )
        return np.asarray(image, np.uint8)

    def close(self) -> None:
        """Let go of the camera; may be called twice, and may never return."""
        self._capture.release()
        if self._claim is not None:
            os.close(self._claim)
            self._claim = None


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8", "replace").strip()
    except OSError:
        return ""


def _on_usb(about: Path) -> bool:
    return "/usb" in str(about.resolve())
