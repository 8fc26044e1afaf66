"""A camera that films in a thread of its own, whatever drives it.

Knows how to keep only the newest picture, when a camera counts as lost, how to open it
again, and that a driver may never return. Refuses to know any driver.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, Self

from companion.errors import CameraLost, CameraUnavailable
from companion.table.ports import Clock, Frame
from hardware.pictures import Picture

_log = logging.getLogger(__name__)


class Device(Protocol):
    """A camera that is open. Used by one thread at a time."""

    @property
    def name(self) -> str:
        """What the page calls this camera."""

    def take(self, wait_s: float) -> Picture | None:
        """The next picture, None when none came in that time. Raises CameraLost."""

    def let_pass(self, wait_s: float) -> bool:
        """Let the next picture pass, unseen; False when none came. Raises CameraLost.

        It is neither copied nor decoded, which is what a picture costs.
        """

    def close(self) -> None:
        """Let go of the camera. A driver whose camera was pulled out may never return."""


Opener = Callable[[], Device]
"""Opens a camera. Raises CameraUnavailable, with what to do."""
Hung = Callable[[str], None]
"""Is told, once and in a sentence, that a driver does not return."""


def unheard(sentence: str) -> None:
    """Nobody asked to be told of a driver that hangs."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a camera is waited for, in seconds."""

    take_s: float = 0.5
    """A device is asked for so long at a time: a stop is noticed within it."""
    lost_after_s: float = 3.0
    """Without a picture for so long it is lost; the slowest gives one every second."""
    reopen_s: float = 1.0
    """Pause before a lost camera is opened again; each time it is not there twice as long …"""
    longest_s: float = 8.0
    """… but no longer than this: looking costs a log line and some milliseconds."""
    close_s: float = 2.0
    """A driver that has not let go by then never will."""
    stuck_after_s: float = 25.0
    """OpenCV waits ten seconds for a picture and may open a device twice; more is a hang."""


PATIENCE = Patience()

AHEAD = 30
"""Pictures: a reader that asks for a later one knows nothing of the camera's pace, and none
passes unseen for its sake."""


class LiveCamera:
    """The newest picture of a device; a driver would hand out old ones to a slow reader.

    A lost camera is let go of and opened again by itself, which may find another one. Where
    its driver does not let go, nothing in this process can use it any more: ``hung`` is
    told, so that the process ends and is started anew.

    Pictures that its one reader has said not to want (``after`` lies ahead of them) pass by
    unseen, and count.
    """

    def __init__(
        self,
        open_device: Opener,
        clock: Clock,
        hung: Hung = unheard,
        awaited: str | None = None,
        patience: Patience = PATIENCE,
    ) -> None:
        """``awaited``: what the camera is called until it is there. It is then opened in the
        background, so that nobody waits for a driver to load or for a camera to be plugged in.

        Raises CameraUnavailable when the camera cannot be opened and is not waited for.
        """
        self._open = open_device
        self._clock = clock
        self._hung = hung
        self._patience = patience
        self._news = threading.Condition()
        self._newest: Frame[Picture] | None = None
        self._passed = -1
        """The index of the last picture, seen or not."""
        self._unwanted = -1
        """The last index that the reader does not want."""
        self._trouble: str | None = None
        self._stuck = False
        self._pause_s = 0.0
        self._stop = threading.Event()
        first = open_device() if awaited is None else None
        self._name = (awaited or "") if first is None else first.name
        self._beat_s = clock.now_s()
        # A daemon: a driver that hangs must not keep the process from ending.
        self._thread = threading.Thread(
            target=self._film, args=(first,), name=f"camera {self._name}", daemon=True
        )
        self._thread.start()

    @property
    def name(self) -> str:
        """What the page calls this camera."""
        return self._name

    @property
    def ended(self) -> bool:
        """A live camera ends only when it is closed."""
        return self._stop.is_set()

    def latest(self, after: int, timeout_s: float) -> Frame[Picture] | None:
        """The newest picture; see FrameSource. Raises CameraLost while the camera is gone."""

        def ready() -> bool:
            return (
                self._trouble is not None or self._stop.is_set() or self._fresh(after) is not None
            )

        with self._news:
            near = after <= self._passed + AHEAD
            self._unwanted = after if near else -1
            self._news.wait_for(ready, timeout_s)
            if self._stop.is_set():
                return None
            trouble, newest = self._trouble, self._fresh(after)
            silent_s = self._clock.now_s() - self._beat_s
        if silent_s > self._patience.stuck_after_s:
            trouble = self._hangs()
        if trouble is not None:
            raise CameraLost(trouble)
        return newest

    def close(self) -> None:
        """Release the camera, with a deadline; may be called twice."""
        self._stop.set()
        with self._news:
            self._news.notify_all()
        if self._thread is threading.current_thread():
            return
        self._thread.join(self._patience.close_s)
        if self._thread.is_alive():
            self._hangs()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _film(self, first: Device | None) -> None:
        device = first
        while not self._stop.is_set() and not self._stuck:
            try:
                device = self._reopened() if device is None else self._shot(device)
            except Exception as fault:
                self._say(self._said(fault))
                if device is not None and self._let_go(device):
                    device = None
        if device is not None and not self._stuck:
            _close(device)

    def _shot(self, device: Device) -> Device:
        """Take one picture, or let it pass; the same device. Raises CameraLost."""
        with self._news:
            index = self._passed + 1
            wanted = index > self._unwanted
        if wanted:
            picture = device.take(self._patience.take_s)
            came = picture is not None
        else:
            picture, came = None, device.let_pass(self._patience.take_s)
        now_s = self._clock.now_s()
        with self._news:
            if came:
                self._passed = index
                if picture is not None:
                    self._newest = Frame(picture, index, now_s)
                self._trouble = None
                self._pause_s = self._patience.reopen_s
                self._beat_s = now_s
                self._news.notify_all()
                return device
            silent_s = now_s - self._beat_s
        if silent_s > self._patience.lost_after_s:
            raise CameraLost(
                f"The camera {device.name} gives no pictures. Check its cable; it is tried "
                f"again by itself."
            )
        return device

    def _fresh(self, after: int) -> Frame[Picture] | None:
        """The newest picture if it is wanted; none where later ones have passed unseen."""
        newest = self._newest
        return newest if newest and newest.index > after and newest.index == self._passed else None

    def _reopened(self) -> Device | None:
        """The device once it can be opened, after a pause; None when it cannot."""
        self._stop.wait(self._pause_s)
        if self._stop.is_set():
            return None
        longer_s = max(2 * self._pause_s, self._patience.reopen_s)
        self._pause_s = min(longer_s, self._patience.longest_s)
        try:
            device = self._open()
        except CameraUnavailable as missing:
            self._say(str(missing))
            return None
        with self._news:
            self._name = device.name
            self._beat_s = self._clock.now_s()
        _log.info("The camera %s is open.", device.name)
        return device

    def _let_go(self, device: Device) -> bool:
        """Close a lost device; False when its driver does not return."""
        closer = threading.Thread(
            target=_close, args=(device,), name=f"closing {device.name}", daemon=True
        )
        closer.start()
        closer.join(self._patience.close_s)
        if closer.is_alive():
            self._hangs()
            return False
        self._beat()
        return True

    def _said(self, fault: Exception) -> str:
        """What is said of a loss. A fault that no driver should have ends no thread either."""
        if isinstance(fault, CameraLost):
            return str(fault)
        said = (
            f"The camera {self._name} failed ({type(fault).__name__}: {fault}). It is tried "
            f"again by itself; the log says more."
        )
        if said != self._trouble:
            # It may go on for months: once is enough.
            _log.error("The camera %s failed.", self._name, exc_info=fault)
        return said

    def _say(self, trouble: str) -> None:
        with self._news:
            self._trouble = trouble
            self._beat_s = self._clock.now_s()
            self._news.notify_all()

    def _beat(self) -> None:
        with self._news:
            self._beat_s = self._clock.now_s()

    def _hangs(self) -> str:
        """Tell, once, that the driver does not return; what is said of it."""
        with self._news:
            first, self._stuck = not self._stuck, True
            self._trouble = (
                f"The driver of the camera {self._name} does not answer any more. Check the "
                f"camera's cable and start again; the game is kept."
            )
            said = self._trouble
            self._news.notify_all()
        if first:
            _log.error("%s", said)
            self._hung(said)
        return said


def _close(device: Device) -> None:
    try:
        device.close()
    except Exception as fault:
        # Whatever a driver says of a camera that is gone, it is as closed as it can be.
        _log.warning("The camera %s did not close cleanly: %s", device.name, fault)
