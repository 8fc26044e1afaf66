"""The committed recordings: exactly one report for each roll, read by the real reader."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import pytest

from hardware.pictures import open_recording
from tests.fixtures.truths import recording_truths
from vision.dice.reading import DiceReader
from vision.dice.settle import Phase, Settle
from vision.values import SettledRoll, Status

LATE_FRAMES = 2
"""A die that wobbles out may be called still a frame or two later than the renderer says."""


@dataclass(frozen=True)
class Told:
    """What was reported of a recording, how many readings that took, how it ended."""

    rolls: tuple[SettledRoll, ...]
    readings: int
    frames: int
    phase: Phase


@cache
def reader() -> DiceReader:
    return DiceReader()


@cache
def told_of(name: str, step: int = 1) -> Told:
    """A recording, or every so manieth frame of it, watched and read."""
    truth = TRUTHS[name]
    recording = open_recording(truth.folder)
    settle = Settle()
    rolls: list[SettledRoll] = []
    readings, phase = 0, Phase.WAITING
    for number in range(0, len(recording.times_s), step):
        image = recording.picture(number)
        watched = settle.watch(image, number, recording.times_s[number], truth.awaited)
        phase = watched.phase
        if watched.read:
            readings += 1
            roll = settle.take(reader().read(image))
            rolls += [roll] if roll else []
    return Told(tuple(rolls), readings, len(recording.times_s), phase)


NAMES = [truth.name for truth in recording_truths()]
TRUTHS = {truth.name: truth for truth in recording_truths()}


def test_there_are_recordings() -> None:
    assert len(NAMES) >= 5


@pytest.mark.parametrize("name", NAMES)
def test_every_roll_is_reported_exactly_once(name: str) -> None:
    assert len(told_of(name).rolls) == len(TRUTHS[name].rolls)


@pytest.mark.parametrize("name", NAMES)
def test_the_first_frame_at_rest_is_named(name: str) -> None:
    for roll, (frame, _) in zip(told_of(name).rolls, TRUTHS[name].rolls, strict=True):
        assert frame - 1 <= roll.frame <= frame + LATE_FRAMES


@pytest.mark.parametrize("name", NAMES)
def test_no_roll_is_reported_wrongly_without_a_doubt(name: str) -> None:
    for roll, (_, values) in zip(told_of(name).rolls, TRUTHS[name].rolls, strict=True):
        read = sorted(die.value for die in roll.reading.dice if isinstance(die.value, int))
        if roll.reading.status is Status.OK:
            assert read == list(values)


@pytest.mark.parametrize("name", NAMES)
def test_a_recording_ends_with_dice_that_were_reported(name: str) -> None:
    assert told_of(name).phase is Phase.REPORTED


@pytest.mark.parametrize("name", NAMES)
def test_few_frames_are_read(name: str) -> None:
    # The first rest, each roll, and each time a hand or the light has passed: three looks each.
    assert told_of(name).readings <= 3 * (2 + len(TRUTHS[name].events) // 20)
    assert told_of(name).readings < told_of(name).frames / 2


@pytest.mark.parametrize("step", [2, 3])
@pytest.mark.parametrize("name", NAMES)
def test_a_slower_camera_gives_the_same_number_of_reports(name: str, step: int) -> None:
    assert len(told_of(name, step).rolls) == len(TRUTHS[name].rolls)
