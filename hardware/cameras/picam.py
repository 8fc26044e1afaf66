"""The Raspberry Pi's own camera, through picamera2.

Knows how picamera2 is opened, configured and read, what it says when it cannot, and that
its camera may not be what was asked for. Refuses to know when pictures are wanted, and what
happens when none come.
"""

from __future__ import annotations

import importlib
import logging
import os
import time
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from typing import Any

from companion.errors import CameraLost, CameraUnavailable
from companion.table.ports import Clock
from hardware.cameras.layout import AS_OPENCV, as_picture, check_format
from hardware.cameras.metering import Metering
from hardware.pictures import Picture

WIDTH, HEIGHT = 1280, 960
BUFFERS = 4
"""One is filled, one waits, one is copied, one to spare; each takes 3.7 MB of the GPU's memory."""
FASTEST_S = 1 / 40
"""Above the 30 a second that are asked for; some cameras do not keep to it, and would keep the
processor busy with pictures that nobody needs."""
_SAMPLED = 32
"""Every so many rows and columns are looked at for the brightness."""

_log = logging.getLogger(__name__)

Load = Callable[[], Any]
"""Gives picamera2's class, or raises what its import raises."""


def load_picamera2() -> Any:
    """picamera2's class. It comes with the operating system, and brings libcamera with it."""
    return importlib.import_module("picamera2").Picamera2


def pi_cameras(load: Load = load_picamera2) -> tuple[int, ...]:
    """The numbers of the cameras on the ribbon cable, picamera2's order.

    Those on USB are left out: they are served by their own driver. Raises CameraUnavailable
    where there is no picamera2.
    """
    seen = _class(load).global_camera_info()
    # A position in this list is what picamera2 is opened with; its Num is something else.
    return tuple(number for number, one in enumerate(seen) if "/usb" not in str(one.get("Id", "")))


class PiCamera:
    """One camera that is open and films. Its own thread alone may use it."""

    def __init__(
        self,
        number: int,
        clock: Clock,
        hold: bool = True,
        load: Load = load_picamera2,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        """``hold``: exposure, white balance and focus stay as they are once settled.

        Raises CameraUnavailable, each with what to do.
        """
        picamera2 = _class(load)
        self.name = _name(picamera2, number)
        self._clock = clock
        self._pause = pause
        self._job: Any = None
        self._due_s = clock.now_s()
        try:
            self._driver = picamera2(number)
        except (IndexError, RuntimeError) as fault:
            # IndexError: what versions up to 0.3.36 say where there is no such camera.
            _close_pipe(fault)
            raise CameraUnavailable(_why(number, fault)) from fault
        try:
            self._start(hold)
        except CameraUnavailable:
            self._driver.close()
            raise
        except Exception as fault:
            self._driver.close()
            raise CameraUnavailable(_why(number, fault)) from fault

    def take(self, wait_s: float) -> Picture | None:
        """The next picture, None when none came in that time. Raises CameraLost."""
        answer = self._answer(wait_s, seen=True)
        if not isinstance(answer, tuple):
            # None came, or one for which only its passing was asked about.
            return None
        arrays, metadata = answer
        picture = as_picture(arrays[0], self._form, *self._size)
        self._adjust(metadata, float(picture[::_SAMPLED, ::_SAMPLED].mean()))
        return picture

    def let_pass(self, wait_s: float) -> bool:
        """Let the next picture pass without copying it. Raises CameraLost."""
        return self._answer(wait_s, seen=False) is not None

    def close(self) -> None:
        """Let go of the camera; may never return when its cable was pulled."""
        self._driver.cancel_all_and_flush()
        self._driver.stop()
        self._driver.close()

    def _answer(self, wait_s: float, seen: bool) -> Any:
        """The next picture with its metadata, or the metadata alone; None when none came."""
        if (early_s := self._due_s - self._clock.now_s()) > 0:
            self._pause(early_s)
        driver = self._driver
        try:
            # One question stays open until it is answered: a given-up one would eat a picture.
            if self._job is None:
                self._job = (
                    driver.capture_arrays(["main"], wait=False)
                    if seen
                    else driver.capture_metadata(wait=False)
                )
            answer = driver.wait(self._job, timeout=wait_s)
        except TimeoutError:
            return None
        except (CancelledError, RuntimeError, OSError, ValueError) as fault:
            self._job = None
            raise CameraLost(
                f"The {self.name} failed ({_innermost(fault)}). Check its cable; it is tried "
                f"again by itself."
            ) from fault
        self._job = None
        self._due_s = self._clock.now_s() + FASTEST_S
        return answer

    def _start(self, hold: bool) -> None:
        wanted = {"format": AS_OPENCV, "size": (WIDTH, HEIGHT)}
        self._driver.configure(
            self._driver.create_video_configuration(main=wanted, buffer_count=BUFFERS)
        )
        # libcamera gives what it has rather than fail: what came counts, not what was asked for.
        got = self._driver.camera_configuration()["main"]
        self._form = str(got["format"])
        self._size = (int(got["size"][0]), int(got["size"][1]))
        check_format(self._form)
        advertised = frozenset(self._driver.camera_controls)
        self._metering = Metering(advertised, hold)
        if first := self._metering.first():
            self._driver.set_controls(first)
        self._driver.start()
        _log.info(
            "The %s films %d x %d as %s, rows of %s bytes.",
            self.name,
            *self._size,
            self._form,
            got.get("stride"),
        )

    def _adjust(self, metadata: dict[str, Any], brightness: float) -> None:
        controls = self._metering.saw(metadata, brightness, self._clock.now_s())
        if not controls:
            return
        try:
            self._driver.set_controls(controls)
        except RuntimeError as fault:
            _log.warning("The %s does not take %s: %s", self.name, controls, fault)
        else:
            _log.info("The %s was set: %s", self.name, controls)


def _class(load: Load) -> Any:
    try:
        return load()
    except ImportError as fault:
        raise CameraUnavailable(
            f"The Raspberry Pi's camera needs picamera2, which is not there ({fault}). "
            f"Install it with: sudo apt install python3-picamera2; and let the virtual "
            f"environment see it (python3 -m venv --system-site-packages)."
        ) from fault
    except Exception as fault:
        # Such as ValueError "numpy.dtype size changed": a numpy that its parts were not built for.
        raise CameraUnavailable(
            f"picamera2 is there but cannot be used ({fault}). Its numpy must be the "
            f"operating system's; companion doctor says more."
        ) from fault


def _close_pipe(fault: BaseException) -> None:
    """Close the pipe that picamera2 0.3.38 leaves open when it cannot open its camera.

    A camera that is looked for again and again would use up all files of the process. The
    half made object is known to the fault alone.
    """
    for frame, _ in traceback.walk_tb(fault.__traceback__):
        half_made: Any = frame.f_locals.get("self")
        reading = getattr(half_made, "notifymeread", None)
        if reading is not None and not reading.closed:
            reading.close()
            os.close(half_made.notifyme_w)


def _name(picamera2: Any, number: int) -> str:
    """Raises CameraUnavailable when there is no such camera."""
    seen = picamera2.global_camera_info()
    if number >= len(seen):
        raise CameraUnavailable(_absent(number))
    return f"Raspberry Pi camera {seen[number].get('Model') or number}"


def _absent(number: int) -> str:
    which = f"camera number {number}" if number else "camera"
    return (
        f"There is no {which} on this Raspberry Pi. Switch it off, check both ends of the "
        f"ribbon cable, and try rpicam-hello --list-cameras."
    )


def _why(number: int, fault: BaseException) -> str:
    if isinstance(fault, IndexError) or any("No camera number" in said for said in _said(fault)):
        return _absent(number)
    if any("busy" in said.lower() for said in _said(fault)):
        return (
            "The Raspberry Pi's camera is used by another program. End that one first: two "
            "programs cannot film with one camera."
        )
    return (
        f"The Raspberry Pi's camera cannot be opened ({_innermost(fault)}). Check its ribbon "
        f"cable and that this user is in the group video."
    )


def _said(fault: BaseException) -> Iterator[str]:
    """What was said from the outside in: picamera2 hides the cause in a cause."""
    at: BaseException | None = fault
    while at is not None:
        yield str(at)
        at = at.__cause__


def _innermost(fault: BaseException) -> str:
    *_, last = (said or type(fault).__name__ for said in _said(fault))
    return last
