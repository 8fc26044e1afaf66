"""Pins that something else needs are named with what to do, and sound ones are left alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.pin_check import Grade, Header, PinUse, judge, look
from hardware.pin_map import BUSES, DEFAULT_PINS, HAT_ID, Kind

EVERYTHING_ON = Header(frozenset(bus.name for bus in BUSES), "Sound Hat")
DEFAULTS = [
    PinUse(wire.role.split("[")[0], wire.gpio, wire.kind is not Kind.BUTTON)
    for wire in DEFAULT_PINS
]


NOTHING_ON = Header()


def only(use: PinUse, header: Header = NOTHING_ON) -> tuple[Grade, str, str]:
    (finding,) = judge([use], header)
    return finding.grade, finding.found, finding.advice


def test_the_default_wiring_is_sound_beside_every_bus_and_hat() -> None:
    (finding,) = judge(DEFAULTS, EVERYTHING_ON)
    assert finding.grade is Grade.OK
    assert not finding.advice


def test_without_pins_there_is_nothing_to_say() -> None:
    assert judge([], EVERYTHING_ON) == ()


@pytest.mark.parametrize("bus", [bus for bus in BUSES if bus is not HAT_ID], ids=lambda b: b.name)
def test_a_pin_of_a_bus_that_is_switched_on_is_a_fault(bus: object) -> None:
    (pins,) = [each for each in BUSES if each is bus]
    header = Header(frozenset({pins.name}))
    for gpio in pins.pins:
        grade, found, advice = only(PinUse("buttons.undo", gpio, False), header)
        assert grade is Grade.FAULT
        assert found.startswith(f"buttons.undo names GPIO {gpio} (pin ")
        assert pins.purpose in found
        assert "raspi-config" in advice
        assert judge([PinUse("buttons.undo", gpio, False)], Header())[0].grade is Grade.OK


@pytest.mark.parametrize("gpio", HAT_ID.pins)
def test_the_pins_of_a_hats_memory_are_always_a_fault(gpio: int) -> None:
    grade, found, advice = only(PinUse("sound.buzzer", gpio, True))
    assert grade is Grade.FAULT
    assert "identity memory of a hat" in found
    assert advice == "Take another pin, such as GPIO 17 or 27 or 22."


def test_a_hat_may_need_its_bus_even_where_it_is_off() -> None:
    grade, found, _ = only(PinUse("buttons.next", 10, False), Header(hat="Sound Hat"))
    assert grade is Grade.WARNING
    assert "Sound Hat" in found


def test_a_lamp_at_a_pin_that_is_pulled_up_glows_by_itself() -> None:
    grade, found, _ = only(PinUse("lights.seats", 2, True))
    assert (grade, "glows at all times" in found) == (Grade.WARNING, True)
    grade, found, _ = only(PinUse("lights.seats", 5, True))
    assert (grade, "glows faintly until the service runs" in found) == (Grade.WARNING, True)
    assert only(PinUse("buttons.undo", 5, False))[0] is Grade.OK
    assert only(PinUse("lights.seats", 9, True))[0] is Grade.OK


def test_a_pin_with_two_owners_is_a_fault_and_the_gravest_comes_first() -> None:
    uses = [
        PinUse("lights.seats", 5, True),
        PinUse("buttons.undo", 5, False),
        PinUse("sound.buzzer", 12, True),
    ]
    found = judge(uses, Header())
    assert [each.grade for each in found] == [Grade.FAULT, Grade.WARNING]
    assert found[0].found == "buttons.undo and lights.seats both name GPIO 5."


def test_what_is_switched_on_is_read_from_the_system(tmp_path: Path) -> None:
    assert look(tmp_path) == Header()
    tree = tmp_path / "proc/device-tree"
    for folder in (tmp_path / "dev", tree / "hat", tree / "soc/i2s@7e203000"):
        folder.mkdir(parents=True)
    (tmp_path / "dev/i2c-1").touch()
    (tmp_path / "dev/spidev0.1").touch()
    (tmp_path / "proc/cmdline").write_text("console=serial0,115200 console=tty1", "utf-8")
    (tree / "hat/product").write_bytes(b"Sound Hat\0")
    (tree / "soc/i2s@7e203000/status").write_bytes(b"disabled\0")
    assert look(tmp_path) == Header(frozenset({"i2c", "spi", "uart"}), "Sound Hat")
    (tree / "soc/i2s@7e203000/status").write_bytes(b"okay\0")
    assert "i2s" in look(tmp_path).switched_on
