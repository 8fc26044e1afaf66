"""Loops that run beside one another until they are told to stop.

Knows how their threads start, and that they end together within a deadline. Refuses to know
what they do, and to let one that hangs keep the process from ending.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Self

Run = Callable[[threading.Event], None]
"""Goes on until the event is set, and looks at it often enough for the deadline."""


class Loops:
    """Runs each in a thread of its own while it is open."""

    def __init__(
        self,
        loops: Sequence[tuple[str, Run]],
        within_s: float,
        wake: Callable[[], None] = lambda: None,
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        """``loops`` have names for their threads; ``within_s``: how long all are waited for.

        ``wake`` is called once the stop is set, for loops that wait for something else.
        """
        self._within_s = within_s
        self._wake = wake
        self._now_s = now_s
        self._stop = threading.Event()
        # Daemons: what hangs in a driver, a disk or a network must not keep the process.
        self._threads = [
            threading.Thread(target=run, args=(self._stop,), name=name, daemon=True)
            for name, run in loops
        ]

    def start(self) -> None:
        """Start all of them; once."""
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Stop them, and wait until they have ended or the time is over; twice is fine."""
        self._stop.set()
        self._wake()
        until_s = self._now_s() + self._within_s
        for thread in self._threads:
            if thread.ident is not None:
                thread.join(max(0.0, until_s - self._now_s()))

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
