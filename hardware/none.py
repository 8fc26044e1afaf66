"""No camera at all: the table is played by hand.

Knows that there are no frames. Refuses to know anything else.
"""

from __future__ import annotations

from types import TracebackType
from typing import Self

from companion.table.ports import Frame
from hardware.clock import WaitingClock
from hardware.pictures import Picture


class NoCamera:
    """Waits as a camera would, and never has a frame."""

    name = "no camera"
    ended = False

    def __init__(self, clock: WaitingClock) -> None:
        self._clock = clock

    def latest(self, after: int, timeout_s: float) -> Frame[Picture] | None:
        """None, after the whole time."""
        self._clock.sleep_s(timeout_s)
        return None

    def close(self) -> None:
        """Nothing is held."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
