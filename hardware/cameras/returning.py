"""The USB camera that filmed, found again when it comes back under another number.

Knows that the kernel keeps a number for as long as somebody has the old node open, and what
it says of where a camera is plugged in. Refuses to know how a camera is opened.

A camera that is away for the blink of an eye (a loose plug, a dip of the voltage) comes back
before this program has let go of ``/dev/video0``, and is ``/dev/video1`` from then on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from hardware.cameras.live import Device
from hardware.cameras.v4l2 import DEV, SYSFS, V4l2Camera


@dataclass(frozen=True, slots=True)
class Socket:
    """Where a camera is plugged in, and which of its devices is meant."""

    port: str
    index: str


def socket_of(node: Path, sysfs: Path) -> Socket | None:
    """Where the camera at ``/dev/videoN`` is plugged in; None where nothing is said of it."""
    about = sysfs / node.name
    try:
        return Socket(
            str((about / "device").resolve(strict=True)),
            (about / "index").read_text("utf-8", "replace").strip(),
        )
    except OSError:
        return None


class ReturningCamera:
    """Opens one camera again and again."""

    def __init__(
        self,
        place: str,
        open_device: Callable[[str], Device] = V4l2Camera,
        dev: Path = DEV,
        sysfs: Path = SYSFS,
    ) -> None:
        """``place``: ``/dev/videoN``, or a lasting name that points there."""
        self._place = place
        self._open_device = open_device
        self._dev = dev
        self._sysfs = sysfs
        self._socket: Socket | None = None

    def open(self) -> Device:
        """That camera: where it filmed before, else at its name. Raises CameraUnavailable."""
        node = self._returned() or self._place
        device = self._open_device(node)
        # Pulled out in this very moment nothing is said of it: then what was known still holds.
        self._socket = socket_of(Path(node).resolve(), self._sysfs) or self._socket
        return device

    def _returned(self) -> str | None:
        """The node of the camera that filmed; None when it is not known or not back."""
        if self._socket is None or Path(self._place).is_symlink():
            # A lasting name is set anew by the system, which knows cameras better.
            return None
        nodes = sorted(self._dev.glob("video*"))
        return next((str(n) for n in nodes if socket_of(n, self._sysfs) == self._socket), None)
