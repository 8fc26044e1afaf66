"""A buzzer at a pin of a Raspberry Pi.

Knows how to let a passive piezo buzzer sound through gpiozero. Refuses to know when.
"""

from __future__ import annotations

from typing import Any

from companion.errors import ConfigError

HALF = 0.5
"""A square wave is loudest when it is on half of the time."""
_REST_HZ = 440.0


class GpioBuzzer:
    """A passive piezo buzzer between a pin and ground."""

    def __init__(self, key: str, pin: int) -> None:
        """``key`` is the setting that names the pin. Raises ConfigError when it cannot be had."""
        # As for the lamps: the driver is wanted only where there is a buzzer.
        from gpiozero import PWMOutputDevice

        try:
            self._piezo: Any = PWMOutputDevice(pin, frequency=_REST_HZ)
        # The drivers below gpiozero raise errors of their own, which are plain exceptions.
        except Exception as fault:
            raise ConfigError(
                f"The buzzer at the pin {pin} cannot be used ({fault}). "
                f"Check {key} in the settings, or take it out to go without a buzzer. "
                f"`companion doctor` says what is missing."
            ) from fault

    def write(self, tone_hz: float | None) -> None:
        """Sound at that pitch until the next call; None: be silent."""
        if tone_hz is None:
            self._piezo.value = 0.0
            return
        self._piezo.frequency = tone_hz
        self._piezo.value = HALF

    def close(self) -> None:
        """Silent, pin free; may be called twice."""
        if not self._piezo.closed:
            self._piezo.off()
            self._piezo.close()
