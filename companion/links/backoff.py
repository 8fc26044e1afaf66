"""How long to wait before the next try.

Knows growing pauses. Refuses to know clocks, and what is tried.
"""

from __future__ import annotations

from collections.abc import Callable


class Backoff:
    """Pauses that double from ``first_s`` to ``most_s``, each shortened by up to a half.

    ``chance`` gives 0 to 1: after a power cut all tables of a club come back at once, and
    must not knock at the broker in step.
    """

    def __init__(self, first_s: float, most_s: float, chance: Callable[[], float]) -> None:
        self._first_s = first_s
        self._most_s = most_s
        self._chance = chance
        self._next_s = first_s

    def pause_s(self) -> float:
        """The pause before the next try."""
        pause_s = self._next_s * (1 - self._chance() / 2)
        self._next_s = min(self._next_s * 2, self._most_s)
        return pause_s

    def reset(self) -> None:
        """It worked: the next pause is the first again."""
        self._next_s = self._first_s
