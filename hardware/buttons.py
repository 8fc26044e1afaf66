"""Buttons at the pins of a Raspberry Pi, or none.

Knows which pin is which button and remembers what was pressed. Refuses to know what a
press does.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from companion.errors import ConfigError
from companion.table.ports import Button

BOUNCE_S = 0.03
"""Contacts of a push button chatter for up to about 20 ms."""
_REMEMBERED = 32
"""Presses that nobody asked for: more of them are somebody leaning on the button."""


class NoButtons:
    """A table without buttons."""

    def presses(self) -> tuple[Button, ...]:
        """Never any."""
        return ()

    def close(self) -> None:
        """Nothing is held."""


class GpioButtons:
    """Push buttons between a pin and ground."""

    def __init__(self, pins: Mapping[Button, int]) -> None:
        """Raises ConfigError when the pins cannot be had."""
        # As for the lamps: the driver is wanted only where there are buttons.
        from gpiozero import Button as PushButton
        from gpiozero import GPIOZeroError

        # Pressed in the driver's thread, read in the loop's: a deque takes both.
        self._pressed: deque[Button] = deque(maxlen=_REMEMBERED)
        self._buttons: list[Any] = []
        try:
            for button, pin in pins.items():
                push = PushButton(pin, bounce_time=BOUNCE_S)
                push.when_pressed = self._remember(button)
                self._buttons.append(push)
        except (GPIOZeroError, OSError) as fault:
            self.close()
            raise ConfigError(
                f"The buttons at the pins {', '.join(map(str, pins.values()))} cannot be used "
                f"({fault}). Check the pins in the settings."
            ) from fault

    def presses(self) -> tuple[Button, ...]:
        """What was pressed since the last call, oldest first."""
        taken = []
        while self._pressed:
            taken.append(self._pressed.popleft())
        return tuple(taken)

    def close(self) -> None:
        """Release the pins; may be called twice."""
        for push in self._buttons:
            push.close()

    def _remember(self, button: Button) -> Callable[[], None]:
        def pressed() -> None:
            self._pressed.append(button)

        return pressed
