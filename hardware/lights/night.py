"""When it is night, for lamps and buzzer.

Knows the hours and the switch of the settings. Refuses to know clocks and lamps.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time


@dataclass(frozen=True, slots=True)
class Night:
    """``switch`` is ``hours``, ``on`` or ``off``; the hours may go over midnight.

    An end that equals the beginning means that there is no night.
    """

    switch: str
    begins: time
    ends: time

    @classmethod
    def of(cls, switch: str, begins: str, ends: str) -> Night:
        """From times of day as ``HH:MM``."""
        return cls(switch, time.fromisoformat(begins), time.fromisoformat(ends))

    def is_at(self, wall: datetime) -> bool:
        """Whether it is night at that time of day, as the machine's own zone counts it."""
        if self.switch != "hours":
            return self.switch == "on"
        now = wall.time()
        if self.begins <= self.ends:
            return self.begins <= now < self.ends
        return now >= self.begins or now < self.ends
