"""Lamps that only the page shows.

Knows the colours that real lamps would show now. Refuses to know how they are drawn.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.table.cues import Cue
from companion.table.ports import Rgb
from hardware.lights.patterns import colours

Brightness = Callable[[], float]
"""How bright lamps are now, 0 to 1: it changes at night."""


def full() -> float:
    """As bright as the lamps go."""
    return 1.0


class SimulatedLights:
    """A strip of lamps without wires."""

    def __init__(self, lamps: int = 8, brightness: Brightness = full) -> None:
        self._lamps = lamps
        self._brightness = brightness
        self._cue = Cue.OFF
        self._level = 0.0
        self._since_s: float | None = None
        self._elapsed_s = 0.0
        self._shown: tuple[Rgb, ...] = colours(Cue.OFF, 0.0, lamps)

    @property
    def colours(self) -> tuple[Rgb, ...]:
        """What every lamp shows now."""
        return self._shown

    @property
    def now(self) -> tuple[Cue, float, float]:
        """The cue, for how many seconds it has been shown, and the brightness (0 to 1)."""
        return self._cue, self._elapsed_s, self._level

    def show(self, cue: Cue, seats: tuple[int, ...] = ()) -> None:
        """From now on show this cue; its rhythm begins with the next tick."""
        if cue is not self._cue:
            self._cue, self._since_s = cue, None

    def tick(self, t_s: float) -> None:
        """Bring the lamps to where the pattern is at monotonic time ``t_s``."""
        begun = self._since_s is None
        if self._since_s is None:
            self._since_s = t_s
        # The night must not fall in the middle of a reading: the camera would see it.
        if begun or self._cue is not Cue.READING:
            self._level = self._brightness()
        self._elapsed_s = t_s - self._since_s
        self._shown = colours(self._cue, self._elapsed_s, self._lamps, self._level)

    def close(self) -> None:
        """Lights out; may be called twice."""
        self._cue = Cue.OFF
        self._shown = colours(Cue.OFF, 0.0, self._lamps)
