"""Lamps at the pins of a Raspberry Pi.

Knows how to light RGB lamps through gpiozero. Refuses to know what the colours mean.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.errors import ConfigError
from companion.table.cues import Cue
from companion.table.ports import Rgb
from hardware.lights.simulated import SimulatedLights


class GpioLights:
    """RGB lamps, three pins each (red, green, blue), dimmed by pulse width.

    The pattern is that of simulated lamps, so that the page shows what the table sees.
    """

    def __init__(self, pins: Sequence[int], brightness: float = 1.0) -> None:
        """Raises ConfigError when the pins cannot be had."""
        # A driver may be imported only where lamps are wanted: it wants a Raspberry Pi.
        from gpiozero import RGBLED, GPIOZeroError

        self._lamps: list[Any] = []
        try:
            for red, green, blue in zip(pins[::3], pins[1::3], pins[2::3], strict=True):
                self._lamps.append(RGBLED(red, green, blue))
        except (GPIOZeroError, OSError) as fault:
            for lamp in self._lamps:
                lamp.close()
            raise ConfigError(
                f"The lamps at the pins {', '.join(map(str, pins))} cannot be used ({fault}). "
                f"Check lights.pins in the settings, or take it out to go without lamps."
            ) from fault
        self._pattern = SimulatedLights(len(self._lamps), brightness)
        self._written: tuple[Rgb, ...] = ()

    @property
    def colours(self) -> tuple[Rgb, ...]:
        """What every lamp shows now."""
        return self._pattern.colours

    def show(self, cue: Cue) -> None:
        """From now on show this cue."""
        self._pattern.show(cue)

    def tick(self, t_s: float) -> None:
        """Bring the lamps to where the pattern is at monotonic time ``t_s``."""
        self._pattern.tick(t_s)
        if self._pattern.colours == self._written:
            return
        self._written = self._pattern.colours
        for lamp, colour in zip(self._lamps, self._written, strict=True):
            lamp.color = tuple(level / 255 for level in colour)

    def close(self) -> None:
        """Lights out, pins free; may be called twice."""
        self._pattern.close()
        for lamp in self._lamps:
            if not lamp.closed:
                lamp.off()
                lamp.close()
