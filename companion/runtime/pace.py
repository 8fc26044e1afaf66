"""How often the tray is looked at: at every frame while something goes on, else seldom.

Knows when a tray has been quiet for long enough. Refuses to know what is on it.

A camera gives thirty frames a second and nearly all of them show what the one before showed.
Nothing is lost by looking at every third: a throw or a hand lasts longer than a tenth of a
second, and from the first frame that differs every frame counts again.
"""

from __future__ import annotations

from collections.abc import Callable

QUIET_AFTER_S = 2.0
"""After so long without anything new the tray is looked at less often."""
QUIET_EVERY_S = 30.0
"""While it stays quiet this is told again so often: pages are opened meanwhile."""
LOOK_EVERY_S = 0.1
"""And then so often. As many looks as a slow camera has frames anyway."""
_LONGEST_STEP_S = 1.0
"""Frames further apart than this tell nothing of the camera's usual pace."""


class Pace:
    """Counts how many frames may be left out. Times are those of frames, in seconds."""

    def __init__(self, quiet: Callable[[], None]) -> None:
        """``quiet`` is called when the tray has become quiet, and again while it stays so."""
        self._quiet = quiet
        self._last: tuple[int, float] | None = None
        self._frame_s: float | None = None
        self._since_s: float | None = None
        self._told_s: float | None = None

    def saw(self, index: int, t_s: float, nothing_new: bool) -> None:
        """A frame was looked at; ``nothing_new``: nothing moves and nothing is to be read."""
        if self._last is not None and index > self._last[0]:
            passed_s = t_s - self._last[1]
            if 0.0 < passed_s < _LONGEST_STEP_S:
                self._frame_s = passed_s / (index - self._last[0])
        self._last = (index, t_s)
        if not nothing_new:
            self._since_s = self._told_s = None
            return
        if self._since_s is None:
            self._since_s = t_s
        due = self._told_s is None or t_s - self._told_s >= QUIET_EVERY_S
        if due and self._is_quiet(t_s):
            self._told_s = t_s
            self._quiet()

    def after(self) -> int:
        """The index after which the next frame is wanted; -1 for any."""
        if self._last is None:
            return -1
        index, t_s = self._last
        if self._frame_s is None or not self._is_quiet(t_s):
            return index
        # A camera's frames do not come to the microsecond.
        return index + max(0, int(LOOK_EVERY_S / self._frame_s + 0.1) - 1)

    def _is_quiet(self, t_s: float) -> bool:
        return self._since_s is not None and t_s - self._since_s >= QUIET_AFTER_S
