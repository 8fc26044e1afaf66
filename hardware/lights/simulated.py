"""Lamps that only the page shows.

Knows the colours that real lamps would show now. Refuses to know how they are drawn.
"""

from __future__ import annotations

from companion.table.cues import Cue
from companion.table.ports import Rgb
from hardware.lights.patterns import colours


class SimulatedLights:
    """A strip of lamps without wires."""

    def __init__(self, lamps: int = 8, brightness: float = 1.0) -> None:
        self._lamps = lamps
        self._brightness = brightness
        self._cue = Cue.OFF
        self._since_s: float | None = None
        self._shown: tuple[Rgb, ...] = colours(Cue.OFF, 0.0, lamps)

    @property
    def colours(self) -> tuple[Rgb, ...]:
        """What every lamp shows now."""
        return self._shown

    def show(self, cue: Cue) -> None:
        """From now on show this cue; its rhythm begins with the next tick."""
        if cue is not self._cue:
            self._cue, self._since_s = cue, None

    def tick(self, t_s: float) -> None:
        """Bring the lamps to where the pattern is at monotonic time ``t_s``."""
        if self._since_s is None:
            self._since_s = t_s
        elapsed_s = t_s - self._since_s
        self._shown = colours(self._cue, elapsed_s, self._lamps, self._brightness)

    def close(self) -> None:
        """Lights out; may be called twice."""
        self._cue = Cue.OFF
        self._shown = colours(Cue.OFF, 0.0, self._lamps)
