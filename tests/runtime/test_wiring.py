"""From the settings file to lamps, buttons and buzzer at pins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from companion import config
from companion.cli.wiring import doubts, wire, wire_or_go_on
from companion.config import Config
from companion.errors import ConfigError
from companion.table.cues import Cue
from companion.table.panel import PartKind
from companion.table.ports import Button
from hardware.lights.gpio import GpioLamp
from hardware.pin_map import DEFAULT_PINS
from tests.hardware.clocks import FakeClock
from tests.hardware.pins import duty, mock_pins, pushed

WIRED = """
    [lights]
    pins = [17, 27, 22]
    seats = [23, 24, 25, 16, 26]
    brightness = 0.5
    night_brightness = 0.1
    [buttons]
    confirm = 6
    undo = 5
    next = 4
    [sound]
    buzzer = 12
"""


@pytest.fixture
def pins() -> Iterator[Any]:
    with mock_pins() as factory:
        yield factory


@dataclass
class DayClock(FakeClock):
    """A clock whose time of day is set."""

    day: datetime = field(default=datetime(2026, 11, 30, 12, 0))

    def __post_init__(self) -> None:
        super().__init__()

    def wall(self) -> datetime:
        return self.day


def settings(text: str = WIRED) -> Config:
    return config.parse(text, "x.toml")


def test_the_settings_of_the_default_wiring_wire_every_part(pins: Any) -> None:
    wired = wire(settings(), DayClock())
    assert sorted(pin.info.name for pin in pins.pins.values()) == sorted(
        f"GPIO{each.gpio}" for each in DEFAULT_PINS
    )
    kinds = [part.kind for part in (*wired.board.parts, *wired.button_parts)]
    assert kinds == [PartKind.LAMP, *[PartKind.SEAT] * 5, PartKind.BUZZER, *[PartKind.BUTTON] * 3]
    assert wired.board.parts[0].where == "GPIO 17, 27, 22 (pins 11, 13, 15 of the header)"
    assert len({part.name for part in wired.board.parts}) == len(wired.board.parts)
    pushed(pins, 4)
    assert wired.buttons.presses() == (Button.NEXT,)
    wired.close()
    wired.close()


def test_a_table_without_wires_asks_no_driver(pins: Any) -> None:
    wired = wire(Config(), DayClock())
    assert wired.board.parts == ()
    assert wired.button_parts == ()
    assert wired.buttons.presses() == ()
    wired.close()
    assert not pins.pins


def test_at_night_lamps_are_dim_and_the_buzzer_is_silent(pins: Any) -> None:
    clock = DayClock()
    wired = wire(settings(), clock)
    wired.board.show(Cue.FALL, (0,))
    wired.board.tick(1.0)
    assert duty(pins, 17, 23, 12) == [0.5, 0.5, 0.5]
    clock.day = datetime(2026, 11, 30, 23, 0)
    wired.board.tick(1.05)
    assert duty(pins, 17, 23, 12) == [0.1, 0.1, 0.0]
    wired.close()


def test_a_buzzer_that_is_switched_off_leaves_its_pin_alone(pins: Any) -> None:
    wired = wire(settings("[sound]\nbuzzer = 12\non = false"), DayClock())
    assert not pins.pins
    assert wired.board.parts == ()
    wired.close()


def test_where_one_pin_cannot_be_had_none_is_kept(pins: Any) -> None:
    taken = GpioLamp("lights.pins", [4])
    with pytest.raises(ConfigError, match="buttons"):
        wire(settings(), DayClock())
    taken.close()
    wire(settings(), DayClock()).close()


def test_a_table_whose_pins_cannot_be_had_goes_on_without_them_and_says_so(pins: Any) -> None:
    taken, told = GpioLamp("lights.pins", [22]), list[str]()
    text = f'{WIRED}\n[wled]\nurl = "http://127.0.0.1:9"'
    wired = wire_or_go_on(settings(text), DayClock(), told.append)
    assert [part.kind for part in wired.board.parts] == [PartKind.STRIP]
    assert wired.button_parts == ()
    (sentence,) = told
    assert "17, 27, 22 cannot be used" in sentence
    assert sentence.endswith("The game goes on without lamps, buttons and buzzer.")
    wired.close()
    taken.close()
    wire_or_go_on(settings(), DayClock(), told.append).close()
    assert len(told) == 1


def test_pins_that_something_else_needs_are_said_so_with_what_to_do(tmp_path: Path) -> None:
    assert doubts(settings(), tmp_path) == ()
    (tmp_path / "dev").mkdir()
    (tmp_path / "dev/i2c-1").touch()
    (sentence,) = doubts(settings("[buttons]\nundo = 3"), tmp_path)
    assert sentence.startswith("buttons.undo names GPIO 3 (pin 5 of the header), and I2C is")
    assert "Take another pin, such as GPIO 17" in sentence
