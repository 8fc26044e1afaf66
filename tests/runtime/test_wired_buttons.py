"""Buttons that the settings name act at the table."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from companion.cli.wiring import wire_buttons
from companion.config import ButtonSettings, Config
from companion.runtime.hands import Hands
from companion.table.ports import Button
from companion.table.table import Table
from hardware.buttons import NoButtons
from hardware.lights.simulated import SimulatedLights
from tests.hardware.clocks import FakeClock
from tests.table.fakes import d6, version


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    """Pins without a Raspberry Pi."""
    before, Device.pin_factory = Device.pin_factory, MockFactory()
    yield Device.pin_factory
    Device.pin_factory.reset()
    Device.pin_factory = before


def pressed(pins: MockFactory, pin: int) -> None:
    """A push on the button between that pin and ground."""
    pins.pin(pin).drive_low()
    pins.pin(pin).drive_high()


def test_a_push_on_the_pin_named_for_undo_takes_back_a_step(
    table: Table, clock: FakeClock, pins: MockFactory
) -> None:
    table.throw(d6(3, 4), version(table), "page")
    buttons = wire_buttons(Config(buttons=ButtonSettings(undo=5)))
    hands = Hands(table, SimulatedLights(), buttons, clock)
    hands.turn()
    match = table.snapshot().match
    assert match is not None
    assert match.can_undo
    pressed(pins, 5)
    hands.turn()
    match = table.snapshot().match
    assert match is not None
    assert not match.can_undo
    assert match.log[-1].source == "button"
    buttons.close()


def test_each_button_has_a_setting_and_its_own_pin(pins: MockFactory) -> None:
    buttons = wire_buttons(Config(buttons=ButtonSettings(confirm=5, undo=6, next=13)))
    for pin in (13, 5, 6):
        pressed(pins, pin)
    assert buttons.presses() == (Button.NEXT, Button.CONFIRM, Button.UNDO)
    buttons.close()


def test_without_pins_no_driver_is_asked(pins: MockFactory) -> None:
    assert isinstance(wire_buttons(Config()), NoButtons)
    assert not pins.pins
