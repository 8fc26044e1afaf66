"""``companion doctor --pins``: every lamp, button and buzzer, one by one.

Knows how to try each of them with a person who looks. Refuses to know how pins are driven.

Without a person (no terminal, or JSON wanted) only what can be told without touching a pin
is told: double use, and pins that something else needs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

from companion.cli.wiring import (
    button_parts,
    button_pins,
    seat_lamps,
    status_lamps,
    uses_of,
    wire_buttons,
)
from companion.config import Config
from companion.doctor.findings import Finding, fault, good, not_applicable, warning
from companion.errors import ConfigError, NoAnswer
from companion.table.ports import Button, Buttons
from hardware.clock import WaitingClock
from hardware.lights.gpio import GpioLamp
from hardware.pin_check import Grade, judge, look
from hardware.pin_map import place
from hardware.sound_buzzer import GpioBuzzer

CHECK = "pins"
PUSH_WITHIN_S = 15.0
"""How long a person has to push a button."""
_LOOK_S = 0.05
TONE_HZ, TONE_S = 880.0, 0.5
COLOURS = ("red", "green", "blue")

Ask = Callable[[str], bool]
"""Puts a question to a person; True for yes."""
Tell = Callable[[str], None]


def run_pins(
    config: Config,
    clock: WaitingClock,
    ask: Ask | None = None,
    tell: Tell = print,
    root: Path = Path("/"),
) -> list[Finding]:
    """What is to be said of the pins in use; each is tried where ``ask`` reaches a person.

    ``root`` is where the system's /dev and /proc lie.
    """
    uses = uses_of(config)
    if not uses:
        return [
            not_applicable(
                CHECK,
                "No lamp, button or buzzer is set, so there is none to try. They are wired as "
                "docs/lights.md says and named in the settings: lights.pins, lights.seats, "
                "buttons.confirm, buttons.undo, buttons.next, sound.buzzer.",
            )
        ]
    findings = [
        _as_finding(each.grade, each.found, each.advice) for each in judge(uses, look(root))
    ]
    if ask is None:
        return findings
    try:
        findings.extend(_tried(config, clock, ask, tell))
    except ConfigError as error:
        findings.append(
            fault(
                CHECK,
                str(error),
                "If the service is running it holds the pins: try them on its page, /pins, or "
                "stop it first (sudo systemctl stop table-companion).",
            )
        )
    return findings


def _as_finding(grade: Grade, found: str, advice: str) -> Finding:
    match grade:
        case Grade.OK:
            return good(CHECK, found)
        case Grade.WARNING:
            return warning(CHECK, found, advice)
        case Grade.FAULT:
            return fault(CHECK, found, advice)


def _tried(config: Config, clock: WaitingClock, ask: Ask, tell: Tell) -> Iterator[Finding]:
    """Each part in turn. Raises ConfigError when a pin cannot be had."""
    for part, pins in status_lamps(config):
        yield _lamp(part.label, "lights.pins", pins, COLOURS, ask)
    for part, pins in seat_lamps(config):
        yield _lamp(part.label, "lights.seats", pins, ("lit",), ask)
    if config.sound.buzzer is not None:
        yield _buzzer(config.sound.buzzer, clock, ask)
    wired = button_pins(config)
    if wired:
        with closing(wire_buttons(config)) as buttons:
            for button, part in zip(wired, button_parts(wired), strict=True):
                yield _button(button, part.where, buttons, clock, tell)


def _lamp(label: str, key: str, pins: Sequence[int], shows: Sequence[str], ask: Ask) -> Finding:
    dark = []
    with closing(GpioLamp(key, pins)) as lamp:
        for lit, word in enumerate(shows):
            lamp.write([1.0 if index == lit else 0.0 for index in range(len(pins))])
            if not ask(f"Is the {label} {word} now, and nothing else of it?"):
                dark.append(f"{word} at {place([pins[lit]])}")
    if dark:
        return fault(
            CHECK,
            f"The {label} was not seen as it should be: {', '.join(dark)}.",
            "Check the wire, the resistor and which way round the LED is; where colours are "
            "swapped, swap the numbers in the settings.",
        )
    return good(CHECK, f"The {label} lights up ({place(pins)}).")


def _buzzer(pin: int, clock: WaitingClock, ask: Ask) -> Finding:
    with closing(GpioBuzzer("sound.buzzer", pin)) as buzzer:
        buzzer.write(TONE_HZ)
        clock.sleep_s(TONE_S)
        buzzer.write(None)
    if ask("Did the buzzer sound?"):
        return good(CHECK, f"The buzzer sounds ({place([pin])}).")
    return fault(
        CHECK,
        f"The buzzer at {place([pin])} was not heard.",
        "Check its wires. It has to be a passive one (a plain piezo); an active one only ticks.",
    )


def _button(
    button: Button, where: str, buttons: Buttons, clock: WaitingClock, tell: Tell
) -> Finding:
    buttons.presses()  # what was pushed before it was asked for
    tell(f"Push the button {button} now, within {PUSH_WITHIN_S:.0f} seconds.")
    until_s = clock.now_s() + PUSH_WITHIN_S
    while clock.now_s() < until_s:
        pressed = buttons.presses()
        if button in pressed:
            return good(CHECK, f"The button {button} works ({where}).")
        # A long push is heard as such, whichever button it was.
        others = [each for each in pressed if each is not Button.HELP]
        if others:
            return fault(
                CHECK,
                f"Asked for {button}, the button {others[0]} was heard.",
                f"Swap buttons.{button} and buttons.{others[0]} in the settings, or the wires.",
            )
        clock.sleep_s(_LOOK_S)
    return fault(
        CHECK,
        f"The button {button} at {where} was not heard.",
        "Check that it is wired between that pin and ground.",
    )


def ask_at_terminal(question: str) -> bool:
    """Ask at the terminal; anything but a no is a yes. Raises NoAnswer at its end."""
    try:
        return not input(f"{question} [Y/n] ").strip().lower().startswith("n")
    except EOFError:
        raise NoAnswer("Nobody answered. Run `companion doctor --pins` at a terminal.") from None
