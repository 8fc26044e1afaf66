"""A clock for tests: time passes only when somebody waits or says so."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

START = datetime(2026, 11, 29, 20, 0, tzinfo=UTC)


class FakeClock:
    """Starts at 100 s, which is not 0, so that nobody relies on that."""

    def __init__(self, start_s: float = 100.0) -> None:
        self._start_s = start_s
        self._now_s = start_s

    def now_s(self) -> float:
        return self._now_s

    def wall(self) -> datetime:
        return START + timedelta(seconds=self._now_s - self._start_s)

    def sleep_s(self, seconds: float) -> None:
        self._now_s += max(0.0, seconds)
