"""The right camera of a machine, found by itself.

Knows the order in which cameras are tried: the Raspberry Pi's own first, then those on USB,
then any other. Refuses to know how any of them works.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from companion.errors import CameraUnavailable
from hardware.cameras.live import Device

NOT_FOUND = (
    "No camera was found on this machine. Plug one in, or start with --camera scripted:demo to "
    "see a simulated one, or with --camera none to play by hand."
)

_log = logging.getLogger(__name__)


def first_that_opens(
    pi_cameras: Callable[[], Sequence[int]],
    open_pi: Callable[[int], Device],
    devices: Callable[[], Sequence[str]],
    open_device: Callable[[str], Device],
) -> Device:
    """The first camera that opens. Raises CameraUnavailable: why those that are there did not."""
    troubles: list[str] = []
    try:
        numbers = pi_cameras()
    except CameraUnavailable as missing:
        # Most machines have no picamera2 and need none.
        _log.debug("%s", missing)
        numbers = ()
    for number in numbers:
        try:
            return open_pi(number)
        except CameraUnavailable as fault:
            troubles.append(str(fault))
    for device in devices():
        try:
            return open_device(device)
        except CameraUnavailable as fault:
            troubles.append(str(fault))
    raise CameraUnavailable(" ".join(troubles) or NOT_FOUND)
