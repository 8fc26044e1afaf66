"""Pins without a Raspberry Pi: gpiozero's own imitation, put in its place for one test."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin


@contextmanager
def mock_pins() -> Iterator[Any]:
    """The imitation, with pins that can be dimmed."""
    before = Device.pin_factory
    Device.pin_factory = MockFactory(pin_class=MockPWMPin)
    try:
        yield Device.pin_factory
    finally:
        Device.pin_factory.reset()
        Device.pin_factory = before


def duty(pins: Any, *numbers: int) -> list[float]:
    """How much of the time each pin is on."""
    return [round(pins.pin(number).state, 2) for number in numbers]


def pushed(pins: Any, number: int) -> None:
    """A short push on the button between that pin and ground."""
    pins.pin(number).drive_low()
    pins.pin(number).drive_high()
