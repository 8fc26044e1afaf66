"""Parts of the table that see dice, made when they are first needed.

Knows that loading them takes longer than showing the page. Refuses to know how they see.

The page must not wait for the readers: they are made while people find their seats, and a throw
that comes sooner waits for them.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from typing import Protocol, runtime_checkable

from companion.runtime.eyes import Read, ahead_of
from companion.runtime.pictures import Picture
from companion.table.teaching import Look, SetFacts, Teacher
from vision.values import TrayReading

_log = logging.getLogger(__name__)


@runtime_checkable
class Rests(Protocol):
    """A reader that holds memory from one reading to the next."""

    def rest(self) -> None:
        """Let go of it; no reading is near."""


class LaterReader:
    """A reader that is made at its first picture, or before if there is time."""

    def __init__(
        self, make: Callable[[], Read], give_back: Callable[[], None] = lambda: None
    ) -> None:
        """``give_back`` gives the system what the process holds and does not need."""
        self._make = make
        self._give_back = give_back
        self._made: Read | None = None
        self._lock = threading.Lock()

    def __call__(self, image_bgr: Picture) -> TrayReading:
        """Read a picture."""
        return self._reader()(image_bgr)

    def lies(self, image_bgr: Picture) -> None:
        """A frame before the one that is read; nothing waits for a reader that is not made yet."""
        if (ahead := ahead_of(self._made)) is not None:
            ahead.lies(image_bgr)

    def moved(self) -> None:
        """Something moves, or there is nothing to read."""
        if (ahead := ahead_of(self._made)) is not None:
            ahead.moved()

    def rest(self) -> None:
        """Nothing happens in the tray: let go of what readings took."""
        if (rests := _resting(self._made)) is not None:
            rests.rest()
        self._give_back()

    def prepare(self, after_s: float = 0.0) -> None:
        """Make the reader after so long, in a thread of its own, unless a picture comes before."""
        timer = threading.Timer(after_s, self._prepare)
        timer.name = "reader"
        # A stop does not wait for it.
        timer.daemon = True
        timer.start()

    def _prepare(self) -> None:
        try:
            self._reader()
            # What loading took and left, some 6 MB.
            self._give_back()
        except Exception:
            # The first throw runs into the same and says it on the page.
            _log.exception("The reader of dice could not be made ready.")

    def _reader(self) -> Read:
        with self._lock:
            if self._made is None:
                self._made = self._make()
            return self._made


class LaterTeacher:
    """A Teacher that is made when somebody first wants to teach."""

    def __init__(self, make: Callable[[], Teacher]) -> None:
        self._make = make
        self._made: Teacher | None = None
        self._lock = threading.Lock()

    def sets(self) -> Sequence[SetFacts]:
        """The sets that can be used, the practice ones first."""
        return self._teacher().sets()

    def look(self) -> Look | None:
        """Look at the newest picture of the tray; None before the first."""
        return self._teacher().look()

    def looked_at(self, number: int) -> Look | None:
        """A look that was taken lately; None when it is no longer kept."""
        return self._teacher().looked_at(number)

    def picture(self, number: int) -> bytes | None:
        """The JPEG of a look; None when it is no longer kept."""
        return self._teacher().picture(number)

    def teach(self, number: int, die: int, name: str, label: str) -> None:
        """A die of a look shows this face of that set."""
        self._teacher().teach(number, die, name, label)

    def forget(self, name: str, label: str) -> None:
        """Remove a face with its pictures."""
        self._teacher().forget(name, label)

    def advice(self, name: str) -> Sequence[str]:
        """What should be mended about a set."""
        return self._teacher().advice(name)

    def _teacher(self) -> Teacher:
        with self._lock:
            if self._made is None:
                self._made = self._make()
            return self._made


def _resting(read: object) -> Rests | None:
    """The reader, if it holds memory that it can let go of."""
    return read if isinstance(read, Rests) else None
