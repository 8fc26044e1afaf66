"""A camera that plays a recording at the pace of the clock.

Knows which picture of a recording is due. Refuses to know how the recording is stored and
what is in the pictures.
"""

from __future__ import annotations

from bisect import bisect_right
from types import TracebackType
from typing import Self

from companion.errors import CameraLost, PictureUnreadable
from companion.table.ports import Frame
from hardware.clock import WaitingClock
from hardware.pictures import Picture, Recording


class RecordedCamera:
    """Behaves as a live camera: a slow reader misses pictures, the newest wins.

    A recording that loops goes on counting its frames upwards.
    """

    def __init__(
        self, recording: Recording, name: str, clock: WaitingClock, loop: bool = False
    ) -> None:
        self._recording = recording
        self._name = name
        self._clock = clock
        self._loop = loop
        self._times_s = recording.times_s
        # After the last picture a loop waits as long as between the two before it.
        last_step_s = self._times_s[-1] - self._times_s[-2] if len(self._times_s) > 1 else 1.0
        self._round_s = self._times_s[-1] + last_step_s
        self._start_s: float | None = None
        self._handed = -1
        self._ended = False
        self._closed = False

    @property
    def name(self) -> str:
        """What the page calls this camera."""
        return self._name

    @property
    def ended(self) -> bool:
        """True once the last picture was handed out, or after closing."""
        return self._ended or self._closed

    def latest(self, after: int, timeout_s: float) -> Frame[Picture] | None:
        """The picture that is due now, if its index is above ``after``; see FrameSource.

        Raises CameraLost for a picture that cannot be decoded.
        """
        if self.ended:
            return None
        if self._start_s is None:
            self._start_s = self._clock.now_s()
        deadline_s = self._clock.now_s() + timeout_s
        if self._handed < after and not self._loop:
            # Somebody who leaves frames out must not miss the last one.
            after = max(self._handed, min(after, len(self._times_s) - 2))
        index = self._due()
        if index <= after:
            if self._is_last(after):
                self._ended = True
                return None
            self._clock.sleep_s(min(self._time_s(after + 1), deadline_s) - self._clock.now_s())
            index = self._due()
            if index <= after:
                return None
        self._handed = index
        try:
            picture = self._recording.picture(index % len(self._times_s))
        except PictureUnreadable as fault:
            self._ended = self._is_last(index)
            raise CameraLost(str(fault)) from fault
        return Frame(picture, index, self._time_s(index))

    def close(self) -> None:
        """Release the recording; may be called twice."""
        self._closed = True
        self._recording.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _due(self) -> int:
        # A clock that adds up small waits may stand a rounding error before the picture.
        passed_s = self._clock.now_s() - (self._start_s or 0.0) + 1e-6
        rounds = int(passed_s // self._round_s) if self._loop else 0
        within = bisect_right(self._times_s, passed_s - rounds * self._round_s) - 1
        return rounds * len(self._times_s) + max(within, 0)

    def _time_s(self, index: int) -> float:
        rounds, within = divmod(index, len(self._times_s))
        return (self._start_s or 0.0) + rounds * self._round_s + self._times_s[within]

    def _is_last(self, index: int) -> bool:
        return not self._loop and index >= len(self._times_s) - 1
