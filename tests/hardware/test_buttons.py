"""Buttons: a short push counts once, a long one asks for help, and pins are freed again."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from companion.errors import ConfigError
from companion.table.ports import Button
from hardware.buttons import GpioButtons, NoButtons
from hardware.lights.gpio import GpioLamp
from tests.hardware.pins import mock_pins, pushed

WITHIN_S = 10.0


@pytest.fixture
def pins() -> Iterator[Any]:
    with mock_pins() as factory:
        yield factory


def first_press(buttons: GpioButtons) -> tuple[Button, ...]:
    """The first presses that come, within a deadline."""
    nap = threading.Event()
    for _ in range(round(WITHIN_S / 0.01)):
        if told := buttons.presses():
            return told
        nap.wait(0.01)
    return ()


def test_presses_are_remembered_in_their_order_and_told_once(pins: Any) -> None:
    buttons = GpioButtons({Button.CONFIRM: 6, Button.UNDO: 5, Button.NEXT: 4})
    assert buttons.presses() == ()
    for number in (5, 6, 5, 4):
        pushed(pins, number)
    assert buttons.presses() == (Button.UNDO, Button.CONFIRM, Button.UNDO, Button.NEXT)
    assert buttons.presses() == ()
    buttons.close()
    buttons.close()


def test_a_button_that_is_held_asks_for_help_once_and_does_nothing_else(pins: Any) -> None:
    buttons = GpioButtons({Button.UNDO: 5}, hold_s=0.02)
    pins.pin(5).drive_low()
    assert first_press(buttons) == (Button.HELP,)
    pins.pin(5).drive_high()
    assert buttons.presses() == (), "letting go after a long push is no short one"
    pushed(pins, 5)
    assert first_press(buttons) == (Button.UNDO,)
    buttons.close()


def test_a_push_counts_when_the_button_is_let_go(pins: Any) -> None:
    buttons = GpioButtons({Button.UNDO: 5}, hold_s=60.0)
    pins.pin(5).drive_low()
    assert buttons.presses() == ()
    pins.pin(5).drive_high()
    assert buttons.presses() == (Button.UNDO,)
    buttons.close()


def test_a_button_that_somebody_leans_on_is_not_remembered_for_ever(pins: Any) -> None:
    buttons = GpioButtons({Button.CONFIRM: 6})
    for _ in range(100):
        pushed(pins, 6)
    assert 1 <= len(buttons.presses()) < 100
    buttons.close()


def test_button_pins_that_are_taken_are_said_so(pins: Any) -> None:
    lamp = GpioLamp("lights.pins", [2, 3, 4])
    with pytest.raises(ConfigError, match="buttons"):
        GpioButtons({Button.CONFIRM: 5, Button.UNDO: 2})
    lamp.close()
    GpioButtons({Button.CONFIRM: 5, Button.UNDO: 2}).close()


def test_a_table_without_buttons_is_never_pressed() -> None:
    buttons = NoButtons()
    assert buttons.presses() == ()
    buttons.close()
