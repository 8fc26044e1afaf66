"""Trying lamps, buzzer and buttons one by one while the table runs.

Knows for how long presses are only told and which were heard. Refuses to know pins, and
how a lamp is lit.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence

from companion.table.panel import Heard, Part
from companion.table.ports import Button, Clock

LISTEN_S = 30.0
"""Time enough to walk to the table and to push each button."""
_REMEMBERED = 12


class PinPanel:
    """The page's way to the pins; see Panel. ``hears`` is for the loop that takes presses."""

    def __init__(
        self,
        lit: Sequence[Part],
        buttons: Sequence[Part],
        probe: Callable[[str], bool],
        clock: Clock,
    ) -> None:
        """``lit`` are the parts that ``probe`` knows by name."""
        self._parts = (*lit, *buttons)
        self._probe = probe
        self._clock = clock
        self._lock = threading.Lock()
        self._until_s: float | None = None
        self._heard: deque[tuple[Button, float]] = deque(maxlen=_REMEMBERED)

    def parts(self) -> tuple[Part, ...]:
        """What is wired."""
        return self._parts

    def probe(self, name: str) -> bool:
        """Light that part, or let it sound, for a moment; False when there is none."""
        return self._probe(name)

    def listen(self) -> None:
        """For a while presses are only told here and do nothing at the table."""
        with self._lock:
            self._until_s = self._clock.now_s() + LISTEN_S
            self._heard.clear()

    def listening_s(self) -> float:
        """For how many more seconds presses are only told here; 0 when they act."""
        with self._lock:
            if self._until_s is None:
                return 0.0
            return max(0.0, self._until_s - self._clock.now_s())

    def heard(self) -> tuple[Heard, ...]:
        """What was pressed since the last ``listen``, newest first."""
        now_s = self._clock.now_s()
        with self._lock:
            return tuple(Heard(button, now_s - at_s) for button, at_s in reversed(self._heard))

    def hears(self, button: Button) -> bool:
        """Whether that press was only to be heard here; then it must do nothing else."""
        if not self.listening_s():
            return False
        with self._lock:
            self._heard.append((button, self._clock.now_s()))
        return True
