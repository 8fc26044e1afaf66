"""From the settings to the lamps, buttons and buzzer that are wired.

Knows which implementation each of them gets and what people call it. Refuses to know when
they light up and what a press does.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from companion.config import ButtonSettings, Config, SoundSettings
from companion.config.pins import BUTTONS, is_lit, pin_uses
from companion.errors import ConfigError
from companion.table.panel import Part, PartKind
from companion.table.ports import Button, Buttons, Clock
from hardware.buttons import GpioButtons, NoButtons
from hardware.lights.board import Beeper, Lamp, LightBoard
from hardware.lights.gpio import GpioLamp
from hardware.lights.night import Night
from hardware.lights.wled import WledStrip
from hardware.pin_check import Grade, PinUse, judge, look
from hardware.pin_map import place
from hardware.sound_buzzer import GpioBuzzer

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, eq=False)
class Wiring:
    """What is wired; ``button_parts`` in the order of ``wired_buttons``."""

    board: LightBoard
    buttons: Buttons
    wired_buttons: tuple[Button, ...]
    button_parts: tuple[Part, ...]

    def close(self) -> None:
        """Lights out, pins free; may be called twice."""
        self.board.close()
        self.buttons.close()


def wire(config: Config, clock: Clock) -> Wiring:
    """Take the pins that the settings name. Raises ConfigError; then no pin is kept."""
    night = _night(config)
    lights, sound = config.lights, config.sound
    with ExitStack() as taken:
        lamps = [(part, _kept(taken, _lamp(part, pins))) for part, pins in status_lamps(config)]
        seats = [(part, _kept(taken, _lamp(part, pins))) for part, pins in seat_lamps(config)]
        buzzer = None
        if sound.buzzer is not None and sound.on:
            beeper: Beeper = GpioBuzzer("sound.buzzer", sound.buzzer)
            taken.callback(beeper.close)
            buzzer = (_buzzer_part(sound.buzzer), beeper)
        buttons = wire_buttons(config)
        taken.callback(buttons.close)
        if config.wled.url:
            strip = Part("wled.url", PartKind.STRIP, "LED strip", config.wled.url)
            lamps.append((strip, _kept(taken, WledStrip(config.wled.url, clock))))
        board = LightBoard(
            lamps,
            seats,
            buzzer,
            lambda: lights.night_brightness if night(clock) else lights.brightness,
            lambda: sound.at_night or not night(clock),
        )
        taken.pop_all()
    pins = button_pins(config)
    return Wiring(board, buttons, tuple(pins), button_parts(pins))


def wire_or_go_on(config: Config, clock: Clock, tell: Callable[[str], None]) -> Wiring:
    """As ``wire``; where pins cannot be had ``tell`` gets the reason and the table goes on
    without any. It can be played all the same, also after an upgrade that lost the driver."""
    for doubt in doubts(config):
        _log.warning("%s", doubt)
    try:
        return wire(config, clock)
    except ConfigError as fault:
        _log.error("%s", fault)
        tell(f"{fault} The game goes on without lamps, buttons and buzzer.")
    lights = replace(config.lights, pins=(), seats=())
    bare = replace(config, lights=lights, buttons=ButtonSettings(), sound=SoundSettings())
    return wire(bare, clock)


def uses_of(config: Config) -> tuple[PinUse, ...]:
    """Every pin that the settings name."""
    named = pin_uses(config.lights, config.buttons, config.sound)
    return tuple(PinUse(key, gpio, is_lit(key)) for key, gpio in named)


def doubts(config: Config, root: Path = Path("/")) -> tuple[str, ...]:
    """What speaks against the pins in use on this machine, with what to do, in sentences.

    ``root`` is where the system's /dev and /proc lie.
    """
    found = judge(uses_of(config), look(root))
    return tuple(f"{each.found} {each.advice}" for each in found if each.grade is not Grade.OK)


def status_lamps(config: Config) -> list[tuple[Part, tuple[int, ...]]]:
    """The lamps of three colours with their pins."""
    pins = config.lights.pins
    triples = [pins[first : first + 3] for first in range(0, len(pins), 3)]
    names = ["status lamp"] if len(triples) == 1 else [f"lamp {n + 1}" for n in range(len(triples))]
    return [
        (Part(f"lights.pins {number}", PartKind.LAMP, name, place(triple)), triple)
        for number, (name, triple) in enumerate(zip(names, triples, strict=True))
    ]


def seat_lamps(config: Config) -> list[tuple[Part, tuple[int, ...]]]:
    """The LEDs of the seats with their pins."""
    return [
        (
            Part(f"lights.seats {seat}", PartKind.SEAT, f"LED of seat {seat + 1}", place([pin])),
            (pin,),
        )
        for seat, pin in enumerate(config.lights.seats)
    ]


def button_pins(config: Config) -> dict[Button, int]:
    """The buttons that have a pin; the settings name them as the table does."""
    named = {Button(name): getattr(config.buttons, name) for name in BUTTONS}
    return {button: pin for button, pin in named.items() if pin is not None}


def button_parts(pins: Mapping[Button, int]) -> tuple[Part, ...]:
    """The buttons as parts that people can try."""
    return tuple(
        Part(f"buttons.{button}", PartKind.BUTTON, f"button {button}", place([pin]))
        for button, pin in pins.items()
    )


def wire_buttons(config: Config) -> Buttons:
    """The buttons that have a pin. Raises ConfigError when it cannot be had."""
    pins = button_pins(config)
    return GpioButtons(pins, config.buttons.hold_s) if pins else NoButtons()


def _night(config: Config) -> Callable[[Clock], bool]:
    lights = config.lights
    night = Night.of(lights.night, lights.night_from, lights.night_until)
    return lambda clock: night.is_at(clock.wall())


def _lamp(part: Part, pins: tuple[int, ...]) -> Lamp:
    return GpioLamp(part.name.split()[0], pins)


def _kept(taken: ExitStack, lamp: Lamp) -> Lamp:
    taken.callback(lamp.close)
    return lamp


def _buzzer_part(pin: int) -> Part:
    return Part("sound.buzzer", PartKind.BUZZER, "buzzer", place([pin]))
