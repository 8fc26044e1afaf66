"""Lights: each cue has its own rhythm, and seats follow whose turn it is."""

from __future__ import annotations

import re
from itertools import groupby, pairwise
from pathlib import Path

import pytest

from companion.table.cues import Cue
from hardware.lights.patterns import PATTERNS, colours, seat_levels
from hardware.lights.simulated import SimulatedLights

STEP_S = 0.05
LONGEST_S = 24.0
"""Every pattern has come round at least six times."""
DARK = (0, 0, 0)
LIGHTS_MD = Path(__file__).resolve().parents[2] / "docs" / "lights.md"


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


@pytest.mark.parametrize("cue", list(Cue))
def test_the_seats_whose_turn_it_is_show_the_rhythm_and_the_others_are_dark(cue: Cue) -> None:
    times_s = [(n + 0.5) * STEP_S for n in range(200)]
    shown = [seat_levels(cue, t_s, (1, 3), 4, 0.5) for t_s in times_s]
    assert {len(levels) for levels in shown} == {4}
    assert [levels[1] > 0 for levels in shown] == list(rhythm(cue)[:200])
    assert all(levels[1] == levels[3] for levels in shown)
    assert all(levels[0] == levels[2] == 0.0 for levels in shown)
    assert max(levels[1] for levels in shown) == (0.0 if cue is Cue.OFF else 0.5)


def test_a_seat_without_an_led_lights_no_other() -> None:
    assert seat_levels(Cue.READING, 0.1, (4,), 3) == (0.0, 0.0, 0.0)


def test_lamps_are_dimmed_at_once_but_never_in_the_middle_of_a_reading() -> None:
    levels = [1.0]
    lights = SimulatedLights(1, lambda: levels[-1])
    lights.show(Cue.READING)
    lights.tick(10.0)
    bright = lights.colours
    levels.append(0.1)
    lights.tick(10.5)
    assert lights.colours == bright, "the camera would take the change for something else"
    lights.show(Cue.FALL)
    lights.tick(11.0)
    assert max(lights.colours[0]) == round(255 * 0.1)
    levels.append(1.0)
    lights.tick(11.1)
    assert max(lights.colours[0]) == 255


def test_the_documents_name_every_cue() -> None:
    rows = re.findall(r"^\| ([a-z ]+) \| [a-z ]+ \| ", LIGHTS_MD.read_text("utf-8"), re.MULTILINE)
    assert rows[0] == "cue"
    assert [row.replace(" ", "_") for row in rows[1 : len(Cue)]] == [
        cue.value for cue in PATTERNS if cue is not Cue.OFF
    ]
