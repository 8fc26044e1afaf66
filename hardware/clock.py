"""Time as the operating system tells it.

Knows the monotonic clock, the time of day and how to wait. Refuses to know what is timed.
"""

from __future__ import annotations

import time
from datetime import datetime
from typing import Protocol

from companion.table.ports import Clock


class WaitingClock(Clock, Protocol):
    """A clock that a recording can wait on."""

    def sleep_s(self, seconds: float) -> None:
        """Let that many seconds pass."""


class SystemClock:
    """The machine's own time."""

    def now_s(self) -> float:
        """Monotonic seconds."""
        return time.monotonic()

    def wall(self) -> datetime:
        """The time of day in the machine's zone."""
        return datetime.now().astimezone()

    def sleep_s(self, seconds: float) -> None:
        """Let that many seconds pass."""
        if seconds > 0:
            time.sleep(seconds)
