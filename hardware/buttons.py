"""Buttons at the pins of a Raspberry Pi, or none.

Knows which pin is which button, tells a short push from a long one and remembers what was
pressed. Refuses to know what a press does.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Any

from companion.errors import ConfigError
from companion.table.ports import Button

BOUNCE_S = 0.03
"""Contacts of a push button chatter for up to about 20 ms. lgpio waits until a level has stood
for that long before it tells of it, so a press comes so much later."""
HOLD_S = 1.0
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
    """Push buttons between a pin and ground.

    A short push counts when the button is let go, for only then it is known to be short. One
    that is held asks for help, at once and whichever button it is.
    """

    def __init__(self, pins: Mapping[Button, int], hold_s: float = HOLD_S) -> None:
        """Raises ConfigError when the pins cannot be had."""
        # As for the lamps: the driver is wanted only where there are buttons.
        from gpiozero import Button as PushButton

        # Pressed in the driver's thread, read in the loop's: a deque takes both.
        self._pressed: deque[Button] = deque(maxlen=_REMEMBERED)
        self._buttons: list[Any] = []
        try:
            for button, pin in pins.items():
                push = PushButton(pin, bounce_time=BOUNCE_S, hold_time=hold_s)
                self._buttons.append(push)
                ear = _Ear(button, self._pressed)
                push.when_pressed, push.when_released = ear.pressed, ear.released
                push.when_held = ear.held
        # The drivers below gpiozero raise errors of their own, which are plain exceptions.
        except Exception as fault:
            self.close()
            raise ConfigError(
                f"The buttons at the pins {', '.join(map(str, pins.values()))} cannot be used "
                f"({fault}). Check the pins in the settings. `companion doctor` says what is "
                f"missing."
            ) from fault

    def presses(self) -> tuple[Button, ...]:
        """What was pressed since the last call, oldest first; HELP for a long push."""
        taken = []
        while self._pressed:
            taken.append(self._pressed.popleft())
        return tuple(taken)

    def close(self) -> None:
        """Release the pins; may be called twice."""
        for push in self._buttons:
            push.close()


class _Ear:
    """One button's way from the driver's events to a press."""

    def __init__(self, button: Button, pressed: deque[Button]) -> None:
        self._button = button
        self._told = pressed
        self._down = False

    def pressed(self) -> None:
        self._down = True

    def held(self) -> None:
        if self._down:
            self._down = False
            self._told.append(Button.HELP)

    def released(self) -> None:
        # A button that was down when the service started was not pressed for the table.
        if self._down:
            self._down = False
            self._told.append(self._button)
