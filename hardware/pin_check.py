"""Whether the pins that the settings name can do what they are meant for on this machine.

Knows what else a pin may be needed for, and where the operating system tells what is
switched on. Refuses to take a pin, and to know what the settings are called.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from hardware.pin_map import (
    DEFAULT_PINS,
    HAT_ID,
    I2C,
    I2S,
    LAST_PULLED_UP,
    SPI,
    UART,
    Bus,
    bus_of,
    place,
)


class Grade(StrEnum):
    """How grave it is: a fault does not work, a warning works with a flaw."""

    OK = "ok"
    WARNING = "warning"
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class PinUse:
    """``key`` is the setting that names the pin; ``lit``: a lamp or buzzer, no button."""

    key: str
    gpio: int
    lit: bool


@dataclass(frozen=True, slots=True)
class PinFinding:
    """What was found, in a sentence, and what to do; ``advice`` is empty when all is well."""

    grade: Grade
    found: str
    advice: str = ""


@dataclass(frozen=True, slots=True)
class Header:
    """What the operating system uses of the header: names of buses, and the hat's if any."""

    switched_on: frozenset[str] = frozenset()
    hat: str | None = None


def look(root: Path = Path("/")) -> Header:
    """What is switched on here; ``root`` is where /dev and /proc lie."""
    on = set()
    if (root / "dev/i2c-1").exists():
        on.add(I2C.name)
    if any((root / "dev").glob("spidev0.*")):
        on.add(SPI.name)
    if (root / "dev/serial0").exists() or "console=serial0" in _text(root / "proc/cmdline"):
        on.add(UART.name)
    tree = root / "proc/device-tree"
    states = [*tree.glob("soc/i2s@*/status"), *tree.glob("axi/*/rp1/i2s@*/status")]
    if any(_text(state) == "okay" for state in states):
        on.add(I2S.name)
    return Header(frozenset(on), _text(tree / "hat/product") or None)


def judge(uses: Sequence[PinUse], header: Header) -> tuple[PinFinding, ...]:
    """What is to be said of these pins, gravest first; one line when all is well."""
    if not uses:
        return ()
    found = [*_shared(uses), *(finding for use in uses for finding in _doubts(use, uses, header))]
    if not found:
        pins = place(use.gpio for use in uses)
        return (PinFinding(Grade.OK, f"Nothing else needs the pins in use, {pins}."),)
    order = list(Grade)
    return tuple(sorted(found, key=lambda each: -order.index(each.grade)))


def _shared(uses: Iterable[PinUse]) -> Iterator[PinFinding]:
    owners: dict[int, str] = {}
    for use in uses:
        if owners.setdefault(use.gpio, use.key) != use.key:
            yield PinFinding(
                Grade.FAULT,
                f"{use.key} and {owners[use.gpio]} both name GPIO {use.gpio}.",
                "Give each lamp, button and buzzer pins of its own.",
            )


def _doubts(use: PinUse, uses: Sequence[PinUse], header: Header) -> Iterator[PinFinding]:
    bus = bus_of(use.gpio)
    named = f"{use.key} names {place([use.gpio])}"
    if bus is HAT_ID:
        yield PinFinding(
            Grade.FAULT, f"{named}, which is for {HAT_ID.purpose}.", _other(uses, HAT_ID)
        )
        return
    if bus is not None and bus.name in header.switched_on:
        yield PinFinding(
            Grade.FAULT,
            f"{named}, and {bus.name.upper()} is switched on here: it is for {bus.purpose}.",
            f"{_other(uses, bus)} Or switch {bus.name.upper()} off with raspi-config.",
        )
        return
    if bus is not None and header.hat is not None:
        yield PinFinding(
            Grade.WARNING,
            f"{named}, which the hat {header.hat} may need for {bus.name.upper()}.",
            _other(uses, bus),
        )
    if use.lit and bus is I2C:
        yield PinFinding(
            Grade.WARNING,
            f"{named}, where a fixed resistor pulls up: a lamp there glows at all times.",
            _other(uses, bus),
        )
    elif use.lit and use.gpio <= LAST_PULLED_UP:
        yield PinFinding(
            Grade.WARNING,
            f"{named}, which a reset pulls up: a lamp there glows faintly until the service runs.",
            _other(uses, bus),
        )


def _other(uses: Sequence[PinUse], bus: Bus | None) -> str:
    """Advice with pins that are free for anything, those of the default map first."""
    taken = {use.gpio for use in uses}
    free = [
        wire.gpio for wire in DEFAULT_PINS if wire.gpio not in taken and wire.gpio > LAST_PULLED_UP
    ]
    if not free:
        return "Take another pin."
    return f"Take another pin, such as GPIO {' or '.join(map(str, free[:3]))}."


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8", "replace").strip("\0 \n\t")
    except OSError:
        return ""
