"""The lamps, LEDs and buzzer that are wired show one cue together, and can be tried apart."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from companion.errors import ConfigError
from companion.table.cues import Cue
from companion.table.panel import Part, PartKind
from hardware.lights.board import PROBE_S, LightBoard
from hardware.lights.gpio import FAINTEST, GpioLamp
from hardware.sound_buzzer import GpioBuzzer
from tests.hardware.pins import duty, mock_pins

STATUS = Part("lights.pins 0", PartKind.LAMP, "status lamp", "")
SEATS = [Part(f"lights.seats {n}", PartKind.SEAT, f"LED of seat {n + 1}", "") for n in range(2)]
BUZZER = Part("sound.buzzer", PartKind.BUZZER, "buzzer", "")


class NotedLamp:
    """Notes what it is asked for; breaks on demand."""

    def __init__(self) -> None:
        self.written: list[tuple[float, ...]] = []
        self.closed = 0
        self.fault: Exception | None = None

    def write(self, levels: Sequence[float]) -> None:
        if self.fault:
            raise self.fault
        self.written.append(tuple(levels))

    def close(self) -> None:
        self.closed += 1
        if self.fault:
            raise self.fault


class NotedBeeper:
    """Notes its tones."""

    def __init__(self) -> None:
        self.tones: list[float | None] = []

    def write(self, tone_hz: float | None) -> None:
        self.tones.append(tone_hz)

    def close(self) -> None:
        """Nothing is held."""


@pytest.fixture
def pins() -> Iterator[Any]:
    with mock_pins() as factory:
        yield factory


def at_pins(brightness: float = 1.0) -> LightBoard:
    """A status lamp at 17, 27, 22 and two seats at 23 and 24."""
    seats = [
        (part, GpioLamp("lights.seats", [pin])) for part, pin in zip(SEATS, (23, 24), strict=True)
    ]
    lamp = GpioLamp("lights.pins", [17, 27, 22])
    return LightBoard([(STATUS, lamp)], seats, None, lambda: brightness)


def test_lamps_at_pins_show_the_colours_that_the_page_shows(pins: Any) -> None:
    board = at_pins(0.5)
    board.show(Cue.FALL, (1,))
    board.tick(10.0)
    assert len(board.colours) == 1
    assert duty(pins, 17, 27, 22) == [round(level / 255, 2) for level in board.colours[0]]
    assert duty(pins, 17)[0] > 0.4
    assert duty(pins, 23, 24) == [0.0, 0.5]
    board.tick(10.5)
    assert duty(pins, 17, 27, 22, 23, 24) == [0.0] * 5
    board.close()


def test_while_dice_are_read_no_pin_is_touched(pins: Any) -> None:
    board = at_pins()
    board.show(Cue.READING, (0,))
    board.tick(1.0)
    written = [len(pins.pin(pin).states) for pin in (17, 27, 22, 23, 24)]
    for n in range(100):
        board.show(Cue.READING, (0,))
        board.tick(1.0 + n * 0.05)
    assert [len(pins.pin(pin).states) for pin in (17, 27, 22, 23, 24)] == written
    assert duty(pins, 23, 24) == [1.0, 0.0]
    board.close()


def test_the_faintest_light_is_not_rounded_to_dark(pins: Any) -> None:
    lamp = GpioLamp("lights.pins", [17])
    lamp.write([0.001])
    assert pins.pin(17).state == FAINTEST
    lamp.write([0.0])
    assert pins.pin(17).state == 0.0
    lamp.close()


def test_closing_puts_everything_out_and_frees_the_pins(pins: Any) -> None:
    board = at_pins()
    board.show(Cue.READING, (0, 1))
    board.tick(1.0)
    assert min(duty(pins, 17, 27, 22, 23, 24)) > 0
    states = {pin: pins.pin(pin).states for pin in (17, 27, 22, 23, 24)}
    board.close()
    board.close()
    assert {pin: seen[-1].state for pin, seen in states.items()} == dict.fromkeys(states, 0)
    at_pins().close()


def test_pins_that_are_taken_are_named_and_none_is_kept(pins: Any) -> None:
    first = GpioLamp("lights.pins", [17, 27, 22])
    with pytest.raises(ConfigError, match=r"5, 6, 17 .*Check lights\.pins"):
        GpioLamp("lights.pins", [5, 6, 17])
    with pytest.raises(ConfigError, match=r"pin 22 .*sound\.buzzer"):
        GpioBuzzer("sound.buzzer", 22)
    first.close()
    GpioLamp("lights.pins", [5, 6, 17]).close()


def test_an_error_of_the_driver_below_is_told_as_one_of_the_settings(
    pins: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Busy(Exception):
        """What lgpio raises is a plain exception."""

    def refuse(*args: object) -> None:
        raise Busy("GPIO busy")

    monkeypatch.setattr(pins, "pin", refuse)
    with pytest.raises(ConfigError, match="GPIO busy"):
        GpioLamp("lights.pins", [17, 27, 22])


def test_one_lamp_that_fails_is_said_once_and_does_not_stop_the_others(
    caplog: pytest.LogCaptureFixture,
) -> None:
    broken, sound = NotedLamp(), NotedLamp()
    broken.fault = OSError("a loose wire")
    other = Part("lights.pins 1", PartKind.LAMP, "lamp 2", "")
    board = LightBoard([(STATUS, broken), (other, sound)])
    board.show(Cue.FALL)
    with caplog.at_level(logging.ERROR):
        for n in range(40):
            board.tick(n * 0.05)
    assert caplog.text.count("status lamp failed") == 1
    assert len(sound.written) > 2
    broken.fault = None
    board.tick(2.0)
    assert broken.written == sound.written[-1:], "it is tried again, and shows what is shown now"
    broken.fault = OSError("again")
    board.close()
    assert (broken.closed, sound.closed) == (1, 1)


def test_a_lamp_is_tried_colour_by_colour_and_then_shows_its_cue_again() -> None:
    lamp, seat = NotedLamp(), NotedLamp()
    board = LightBoard([(STATUS, lamp)], [(SEATS[0], seat)])
    board.show(Cue.READING, (0,))
    board.tick(5.0)
    assert board.probe(STATUS.name)
    for n in range(round(PROBE_S / 0.05) + 1):
        board.tick(5.0 + n * 0.05)
    reading = lamp.written[0]
    assert lamp.written == [reading, (1, 0, 0), (0, 1, 0), (0, 0, 1), reading]
    assert seat.written == [(1.0,)]


def test_a_seat_is_tried_although_it_is_not_its_turn() -> None:
    seat = NotedLamp()
    board = LightBoard([], [(SEATS[0], seat)])
    board.show(Cue.READING, ())
    board.tick(5.0)
    assert board.probe(SEATS[0].name)
    for n in range(round(PROBE_S / 0.05) + 1):
        board.tick(5.0 + n * 0.05)
    assert seat.written == [(0.0,), (1.0,), (0.0,)]


def test_only_what_is_wired_can_be_tried() -> None:
    board = LightBoard([(STATUS, NotedLamp())], [], (BUZZER, NotedBeeper()))
    assert [part.name for part in board.parts] == [STATUS.name, BUZZER.name]
    assert not board.probe("lights.seats 0")


def test_without_lamps_the_page_still_draws_a_strip() -> None:
    board = LightBoard()
    board.show(Cue.READING)
    board.tick(1.0)
    assert len(board.colours) > 1
    assert (0, 0, 0) not in board.colours
    board.close()
    assert set(board.colours) == {(0, 0, 0)}
