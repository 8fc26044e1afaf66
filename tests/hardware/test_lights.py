"""Lights: each cue has its own rhythm, and lamps at real pins follow it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, pairwise
from typing import Any

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.errors import ConfigError
from companion.table.cues import Cue
from companion.table.ports import Button
from hardware.buttons import GpioButtons, NoButtons
from hardware.lights.gpio import GpioLights
from hardware.lights.patterns import PATTERNS, colours
from hardware.lights.simulated import SimulatedLights

STEP_S = 0.05
LONGEST_S = 24.0
"""Every pattern has come round at least six times."""
DARK = (0, 0, 0)


def rhythm(cue: Cue, start_s: float = 0.0) -> tuple[bool, ...]:
    """On or off, twenty times a second."""
    count = round(LONGEST_S / STEP_S)
    # In the middle of each step, where no rounding error changes the answer.
    times_s = (start_s + (number + 0.5) * STEP_S for number in range(count))
    return tuple(colours(cue, t_s, 1)[0] != DARK for t_s in times_s)


def runs(cue: Cue) -> tuple[tuple[bool, int], ...]:
    """How long the lamp stays on and off, without the first and last, which may be cut."""
    found = [(lit, len(list(steps))) for lit, steps in groupby(rhythm(cue))]
    return tuple(found[1:-1]) if len(found) > 2 else tuple(found[:1])


def test_every_cue_has_a_pattern() -> None:
    assert set(PATTERNS) == set(Cue)


def test_no_two_cues_share_a_rhythm_wherever_one_begins_to_look() -> None:
    # The set of run lengths does not depend on the moment at which one looks up.
    seen = {cue: frozenset(runs(cue)) for cue in Cue}
    assert len(set(seen.values())) == len(Cue)


def test_the_light_is_steady_while_dice_are_read() -> None:
    assert set(rhythm(Cue.READING)) == {True}
    assert len({colours(Cue.READING, n * STEP_S, 3) for n in range(200)}) == 1


def test_off_is_dark() -> None:
    assert set(rhythm(Cue.OFF)) == {False}


@pytest.mark.parametrize("cue", list(Cue))
def test_no_rhythm_flashes_more_than_three_times_in_a_second(cue: Cue) -> None:
    lit = rhythm(cue)
    rises = [n for n, (before, after) in enumerate(pairwise(lit)) if after and not before]
    second = round(1 / STEP_S)
    assert all(sum(n <= other < n + second for other in rises) <= 3 for n in rises)


@pytest.mark.parametrize("cue", list(Cue))
def test_brightness_dims_a_cue_and_leaves_its_rhythm(cue: Cue) -> None:
    for n in range(200):
        full = colours(cue, n * STEP_S, 2, 1.0)
        dim = colours(cue, n * STEP_S, 2, 0.002)
        assert len(full) == len(dim) == 2
        assert (full[0] == DARK) == (dim[0] == DARK)
        assert all(d <= f for d, f in zip(dim[0], full[0], strict=True))
    assert colours(cue, 0.05, 1, 0.0) == (DARK,)


def test_the_same_cue_at_the_same_time_gives_the_same_colours() -> None:
    assert colours(Cue.FALL, 0.1, 5) == colours(Cue.FALL, 0.1, 5)
    assert len(colours(Cue.FALL, 0.1, 5)) == 5


def test_a_rhythm_begins_when_its_cue_begins() -> None:
    lights = SimulatedLights(1)
    lights.show(Cue.IDLE)
    lights.tick(1003.7)
    assert lights.colours[0] != DARK
    lights.tick(1003.7 + 1.0)
    assert lights.colours[0] == DARK
    lights.show(Cue.IDLE)
    lights.tick(1003.7 + 1.1)
    assert lights.colours[0] == DARK, "showing the same cue again does not start it again"


def test_simulated_lights_are_dark_before_the_start_and_after_the_end() -> None:
    lights = SimulatedLights(3)
    assert lights.colours == (DARK,) * 3
    lights.show(Cue.READING)
    lights.tick(5.0)
    assert DARK not in lights.colours
    lights.close()
    lights.close()
    assert lights.colours == (DARK,) * 3


@pytest.fixture
def pins() -> Iterator[Any]:
    before = Device.pin_factory
    Device.pin_factory = MockFactory(pin_class=MockPWMPin)
    yield Device.pin_factory
    Device.pin_factory.reset()
    Device.pin_factory = before


def duty(pins: Any, *numbers: int) -> list[float]:
    return [round(pins.pin(number).state, 2) for number in numbers]


def test_lamps_at_pins_show_the_colours_that_the_page_shows(pins: Any) -> None:
    lights = GpioLights([17, 27, 22, 5, 6, 13], 0.5)
    lights.show(Cue.FALL)
    lights.tick(10.0)
    assert len(lights.colours) == 2
    assert duty(pins, 17, 27, 22) == [round(level / 255, 2) for level in lights.colours[0]]
    assert duty(pins, 5, 6, 13) == duty(pins, 17, 27, 22)
    assert duty(pins, 17)[0] > 0.4
    lights.tick(10.5)
    assert duty(pins, 17, 27, 22, 5, 6, 13) == [0.0] * 6
    lights.close()


def test_a_pin_is_written_only_when_its_colour_changes(pins: Any) -> None:
    lights = GpioLights([17, 27, 22])
    lights.show(Cue.READING)
    lights.tick(1.0)
    written = len(pins.pin(17).states)
    for n in range(50):
        lights.tick(1.0 + n * STEP_S)
    assert len(pins.pin(17).states) == written
    lights.close()


def test_closing_puts_the_lamps_out_and_frees_the_pins(pins: Any) -> None:
    lights = GpioLights([17, 27, 22])
    lights.show(Cue.READING)
    lights.tick(1.0)
    assert duty(pins, 17)[0] > 0
    states = pins.pin(17).states
    lights.close()
    lights.close()
    assert states[-1].state == 0
    GpioLights([17, 27, 22]).close()


def test_pins_that_are_taken_are_named(pins: Any) -> None:
    first = GpioLights([17, 27, 22])
    with pytest.raises(ConfigError, match=r"lights\.pins"):
        GpioLights([5, 6, 17])
    first.close()
    GpioLights([5, 6, 17]).close()


def test_presses_are_remembered_in_their_order_and_told_once(pins: Any) -> None:
    buttons = GpioButtons({Button.CONFIRM: 2, Button.UNDO: 3, Button.NEXT: 4})
    assert buttons.presses() == ()
    for number in (3, 2, 3):
        pins.pin(number).drive_low()
        pins.pin(number).drive_high()
    assert buttons.presses() == (Button.UNDO, Button.CONFIRM, Button.UNDO)
    assert buttons.presses() == ()
    buttons.close()
    buttons.close()


def test_a_button_that_somebody_leans_on_is_not_remembered_for_ever(pins: Any) -> None:
    buttons = GpioButtons({Button.CONFIRM: 2})
    for _ in range(100):
        pins.pin(2).drive_low()
        pins.pin(2).drive_high()
    assert 1 <= len(buttons.presses()) < 100
    buttons.close()


def test_button_pins_that_are_taken_are_said_so(pins: Any) -> None:
    lights = GpioLights([2, 3, 4])
    with pytest.raises(ConfigError, match="buttons"):
        GpioButtons({Button.CONFIRM: 5, Button.UNDO: 2})
    lights.close()


def test_a_table_without_buttons_is_never_pressed() -> None:
    buttons = NoButtons()
    assert buttons.presses() == ()
    buttons.close()
