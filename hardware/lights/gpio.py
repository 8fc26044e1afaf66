"""A lamp at pins of a Raspberry Pi.

Knows how to light an LED of one or three colours through gpiozero. Refuses to know when.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.errors import ConfigError

PULSES_HZ = 500
"""How often a dimmed lamp is switched in a second. Three or more pulses fall into an exposure
of 1/100 s, so that a dimmed lamp is one and the same light in every picture; more would keep
a small machine busy, because the pulses are made by a program."""
FAINTEST = 0.01
"""The driver counts pulse widths in hundredths and would round anything less to dark."""


class GpioLamp:
    """One pin (an LED) or three (red, green and blue of one lamp), dimmed by pulse width.

    At full brightness a pin is simply on.
    """

    def __init__(self, key: str, pins: Sequence[int]) -> None:
        """``key`` is the setting that names the pins. Raises ConfigError without them."""
        # A driver may be imported only where lamps are wanted: it wants a Raspberry Pi.
        from gpiozero import PWMLED

        self._leds: list[Any] = []
        try:
            for pin in pins:
                self._leds.append(PWMLED(pin, frequency=PULSES_HZ))
        # The drivers below gpiozero raise errors of their own, which are plain exceptions.
        except Exception as fault:
            self.close()
            raise ConfigError(
                f"The lamp at the pins {', '.join(map(str, pins))} cannot be used ({fault}). "
                f"Check {key} in the settings, or take it out to go without that lamp. "
                f"`companion doctor` says what is missing."
            ) from fault

    def write(self, levels: Sequence[float]) -> None:
        """Show these levels, 0 (dark) to 1, one for each pin."""
        for led, level in zip(self._leds, levels, strict=True):
            led.value = 0.0 if level <= 0.0 else min(1.0, max(FAINTEST, level))

    def close(self) -> None:
        """Dark, pins free; may be called twice."""
        for led in self._leds:
            if not led.closed:
                led.off()
                led.close()
