"""The pins of the Raspberry Pi's header, and which of them the table uses unless told otherwise.

Knows which BCM number lies at which place of the 40-pin header, what else each pin may be
needed for, and the wiring that the documents draw. Refuses to know settings, drivers and
whether anything is wired.

Source of numbers and functions: the Raspberry Pi documentation, "GPIO and the 40-pin
header", and the peripherals' data sheet (pulls at reset: BCM 0 to 8 up, 9 to 27 down).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

HEADER: Mapping[int, int] = {
    0: 27, 1: 28, 2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32,
    13: 33, 14: 8, 15: 10, 16: 36, 17: 11, 18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16,
    24: 18, 25: 22, 26: 37, 27: 13,
}  # fmt: skip
"""BCM number to place on the header, 1 to 40."""
GROUND = (6, 9, 14, 20, 25, 30, 34, 39)
"""Places on the header that are ground."""
POWER_3V3 = (1, 17)
POWER_5V = (2, 4)
LAST_PULLED_UP = 8
"""At a reset BCM 0 to 8 are pulled up, those above down, until a program takes them."""


class Kind(StrEnum):
    """What is wired to a pin."""

    STATUS = "status"
    SEAT = "seat"
    BUTTON = "button"
    BUZZER = "buzzer"


@dataclass(frozen=True, slots=True)
class Wire:
    """One wire of the default map.

    ``role`` is its setting, with the place in a list (``lights.pins[0]``, ``buttons.undo``);
    ``gpio`` the BCM number; ``label`` what the drawing calls it; ``to`` what it leads to.
    """

    role: str
    gpio: int
    kind: Kind
    label: str
    to: str

    @property
    def header(self) -> int:
        """The place on the header, 1 to 40."""
        return HEADER[self.gpio]


_LAMP = "through 330 Ω to the {} leg of a common-cathode RGB LED"
_SEAT = "through 330 Ω to the long leg of an LED; its short leg to ground"
_PUSH = "a push button to ground; the Pi pulls the pin up itself"

DEFAULT_PINS: tuple[Wire, ...] = (
    Wire("lights.pins[0]", 17, Kind.STATUS, "status lamp, red", _LAMP.format("red")),
    Wire("lights.pins[1]", 27, Kind.STATUS, "status lamp, green", _LAMP.format("green")),
    Wire("lights.pins[2]", 22, Kind.STATUS, "status lamp, blue", _LAMP.format("blue")),
    Wire("lights.seats[0]", 23, Kind.SEAT, "seat 1", _SEAT),
    Wire("lights.seats[1]", 24, Kind.SEAT, "seat 2", _SEAT),
    Wire("lights.seats[2]", 25, Kind.SEAT, "seat 3", _SEAT),
    Wire("lights.seats[3]", 16, Kind.SEAT, "seat 4", _SEAT),
    Wire("lights.seats[4]", 26, Kind.SEAT, "seat 5", _SEAT),
    Wire("buttons.confirm", 6, Kind.BUTTON, "confirm", _PUSH),
    Wire("buttons.undo", 5, Kind.BUTTON, "undo", _PUSH),
    Wire("buttons.next", 4, Kind.BUTTON, "next", _PUSH),
    Wire("sound.buzzer", 12, Kind.BUZZER, "buzzer", "a passive piezo buzzer to ground"),
)
"""No pin that a bus, a hat or the serial port may want. Lamps and buzzer are at pins that a
reset pulls down, so that they are dark before the service starts; buttons at pulled-up ones."""


@dataclass(frozen=True, slots=True)
class Bus:
    """Pins that belong together for something else. ``purpose`` ends "GPIO 2 is for …"."""

    name: str
    pins: tuple[int, ...]
    purpose: str


HAT_ID = Bus("hat", (0, 1), "the identity memory of a hat, which is read at every start")
I2C = Bus("i2c", (2, 3), "I2C: hats, clocks and displays; both have a fixed pull-up resistor")
UART = Bus("uart", (14, 15), "the serial port, on which the console may be talking")
SPI = Bus("spi", (7, 8, 9, 10, 11), "SPI: displays and some hats")
I2S = Bus("i2s", (18, 19, 20, 21), "I2S: hats with sound")
BUSES = (HAT_ID, I2C, UART, SPI, I2S)


def bus_of(gpio: int) -> Bus | None:
    """The bus that a pin belongs to; None for a pin that is free for lamps and buttons."""
    return next((bus for bus in BUSES if gpio in bus.pins), None)


def place(gpios: Iterable[int]) -> str:
    """Where to find these pins: ``GPIO 5 (pin 29 of the header)``."""
    pins = tuple(gpios)
    numbers, places = (", ".join(map(str, part)) for part in (pins, [HEADER[pin] for pin in pins]))
    return f"GPIO {numbers} (pin{'s' if len(pins) > 1 else ''} {places} of the header)"
