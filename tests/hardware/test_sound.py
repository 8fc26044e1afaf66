"""The buzzer: short tones, once for each cue, and none where none may be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.table.cues import Cue
from companion.table.panel import Part, PartKind
from hardware.lights.board import PROBE_TONE_HZ, LightBoard
from hardware.sound import TONES, tone_at
from hardware.sound_buzzer import GpioBuzzer
from tests.hardware.pins import mock_pins
from tests.hardware.test_board import NotedBeeper

BUZZER = Part("sound.buzzer", PartKind.BUZZER, "buzzer", "")
TURN_S = 0.05
LONGEST_S = 1.2


@pytest.fixture
def pins() -> Iterator[Any]:
    with mock_pins() as factory:
        yield factory


@pytest.mark.parametrize("cue", list(Cue))
def test_a_cue_sounds_once_and_shortly(cue: Cue) -> None:
    heard = [tone_at(cue, n * TURN_S) for n in range(2000)]
    last = max((n for n, hz in enumerate(heard) if hz), default=-1)
    assert (last + 1) * TURN_S <= LONGEST_S
    assert (last >= 0) == (cue in TONES)


def test_no_tone_is_too_short_for_the_turns_of_the_lights() -> None:
    for tones in TONES.values():
        for tone in tones:
            assert tone.end_s - tone.start_s >= 2 * TURN_S - 1e-9
        ends = [tone.end_s for tone in tones][:-1]
        gaps = [b.start_s - a for a, b in zip(ends, tones[1:], strict=True)]
        assert all(gap >= 2 * TURN_S - 1e-9 for gap in gaps)


def test_waiting_reading_and_rolling_are_silent() -> None:
    for cue in (Cue.OFF, Cue.IDLE, Cue.YOUR_TURN, Cue.ROLL_NOW, Cue.ROLLING, Cue.READING):
        assert cue not in TONES


def test_good_and_bad_news_differ_without_an_ear_for_pitch() -> None:
    shapes = {
        cue: tuple((tone.start_s, tone.end_s) for tone in TONES[cue])
        for cue in (Cue.ACCEPTED, Cue.SUCCESS, Cue.FALL, Cue.DOUBT, Cue.CAMERA_LOST, Cue.GAME_OVER)
    }
    assert len(set(shapes.values())) == len(shapes)


def sounded(board: LightBoard, from_s: float, turns: int) -> None:
    for n in range(turns):
        board.tick(from_s + n * TURN_S)


def test_the_buzzer_sounds_when_a_cue_begins_and_not_again_while_it_lasts() -> None:
    beeper = NotedBeeper()
    board = LightBoard(buzzer=(BUZZER, beeper))
    board.show(Cue.ACCEPTED)
    sounded(board, 7.0, 200)
    assert beeper.tones == [880.0, None]
    board.show(Cue.ACCEPTED)
    sounded(board, 20.0, 20)
    assert beeper.tones == [880.0, None]
    board.show(Cue.FALL)
    sounded(board, 30.0, 100)
    assert beeper.tones == [880.0, None, 880.0, None, 440.0, None]


def test_at_night_the_buzzer_is_silent_but_can_be_tried() -> None:
    beeper = NotedBeeper()
    board = LightBoard(buzzer=(BUZZER, beeper), may_sound=lambda: False)
    board.show(Cue.FALL)
    sounded(board, 1.0, 40)
    assert beeper.tones == [None]
    assert board.probe(BUZZER.name)
    sounded(board, 9.0, 80)
    assert beeper.tones == [None, PROBE_TONE_HZ, None]


def test_a_buzzer_at_a_pin_gets_half_a_wave_of_that_pitch_and_is_silent_at_the_end(
    pins: Any,
) -> None:
    buzzer = GpioBuzzer("sound.buzzer", 12)
    pin = pins.pin(12)
    assert pin.state == 0
    buzzer.write(880.0)
    assert (pin.frequency, pin.state) == (880.0, 0.5)
    buzzer.write(None)
    assert pin.state == 0
    buzzer.write(440.0)
    states = pin.states
    buzzer.close()
    buzzer.close()
    assert states[-1].state == 0
    GpioBuzzer("sound.buzzer", 12).close()
