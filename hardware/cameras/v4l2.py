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

from companion.errors import CameraLost, CameraUnavailable
from hardware.cameras.formats import READ, Asked, agree, offered, shaped, to_ask_for
from hardware.pictures import Picture

WIDTH, HEIGHT = 1280, 960
FEW = 3
"""Bad pictures in a row that a camera may give while it is plugged in: many begin with one that is
empty or cut short, and opening them anew would bring the same again."""
DEV = Path("/dev")
SYSFS = Path("/sys/class/video4linux")
_NO_CAMERAS = ("bcm2835-", "rp1-cfe", "rpi-", "rpivid", "pispbe", "unicam", "hevc")
"""The Pi's own decoders and raw sensors: devices too, but they give no pictures by themselves."""

_log = logging.getLogger(__name__)


class Capture(Asked, Protocol):
    """What is used of OpenCV's capture."""

    def isOpened(self) -> bool:  # noqa: N802
        """True when the camera could be opened."""

    def read(self) -> tuple[bool, Any]:
        """The next picture; False when there is none."""

    def grab(self) -> bool:
        """As ``read``, but the picture stays where it is."""

    def release(self) -> None:
        """Close the camera."""


def open_capture(device: str) -> Capture:
    """The camera at ``/dev/videoN``."""
    return cv2.VideoCapture(device, cv2.CAP_V4L2)


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
        offered: Callable[[int], tuple[str, ...]] = offered,
        sysfs: Path = SYSFS,
    ) -> None:
        """Raises CameraUnavailable when it cannot be opened, or its pictures cannot be read."""
        about = _text(sysfs / Path(device).resolve().name / "name")
        self.name = f"{about} ({device})" if about else device
        self._device = Path(device)
        self._bad = 0
        self._capture: Capture | None = None
        self._claim: int | None = claim(device)
        try:
            forms = to_ask_for(offers := offered(self._claim))
            if not forms:
                raise CameraUnavailable(_unread(self.name, " or ".join(offers)))
            self._capture = open_capture(device)
            if not self._capture.isOpened():
                raise CameraUnavailable(_unopened(device))
            self._form = agree(self._capture, forms, WIDTH, HEIGHT)
            if self._form not in READ:
                raise CameraUnavailable(_unread(self.name, self._form))
        except (cv2.error, OSError) as fault:
            self.close()
            raise CameraUnavailable(_unopened(device, f" ({fault})")) from fault
        except CameraUnavailable:
            self.close()
            raise

    def take(self, wait_s: float) -> Picture | None:
        """The next picture, None for a bad one; OpenCV waits as long as it likes.

        Raises CameraLost.
        """
        answer = self._answer(lambda capture: capture.read())
        if answer is None:
            return None
        capture, image = answer
        picture = shaped(image, self._form, capture)
        if picture is None:
            raise CameraLost(_unread(self.name, self._form))
        return picture

    def let_pass(self, wait_s: float) -> bool:
        """Let the next picture pass without decoding it. Raises CameraLost."""
        return self._answer(lambda capture: (capture.grab(), None)) is not None

    def close(self) -> None:
        """Let go of the camera; may be called twice, and may never return."""
        if self._capture is not None:
            self._capture.release()
        if self._claim is not None:
            os.close(self._claim)
            self._claim = None

    def _answer(self, ask: Callable[[Capture], tuple[bool, Any]]) -> tuple[Capture, Any] | None:
        """What is asked of the capture, and the picture; None for a bad one. Raises CameraLost."""
        capture = self._capture
        try:
            good, image = ask(capture) if capture and capture.isOpened() else (False, None)
        except (cv2.error, OSError) as fault:
            _log.warning("The camera's driver failed: %s", fault)
            good, image = False, None
        if capture is not None and good:
            self._bad = 0
            return capture, image
        self._bad += 1
        if self._bad > FEW or capture is None or not self._device.exists():
            raise CameraLost(
                f"The camera {self.name} gives no pictures. Check its cable; it is tried again "
                f"by itself."
            )
        return None


def _unopened(device: str, why: str = "") -> str:
    return (
        f"The camera {device} cannot be opened{why}. Check that it is plugged in, that no other "
        f"program uses it, and that this user is in the group video."
    )


def _unread(name: str, forms: str) -> str:
    return (
        f"The camera {name} gives its pictures as {forms}, which cannot be read here. One of "
        f"{', '.join(one.strip() for one in READ)} is wanted: use another camera."
    )


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8", "replace").strip()
    except OSError:
        return ""


def _on_usb(about: Path) -> bool:
    return "/usb" in str(about.resolve())
