"""Dice that the border of the picture cuts: a hidden pip makes a question, never a number."""

from __future__ import annotations

from functools import cache

import pytest

from hardware.simulated.scene.looks import LOOKS
from vision.dice.reading import DiceReader
from vision.values import Status, TrayReading, TroubleCode

SIZE = (640, 480)


@cache
def reader() -> DiceReader:
    return DiceReader()


def at_border(name: str, face: int, sides_in: float) -> TrayReading:
    """A die alone whose centre is that many sides within the lower border."""
    look = LOOKS[name]
    stage = look.stage(SIZE)
    side = stage.shoot((look.die(face, (0.0, 0.0), 0.0),), 1).truth[0].size_px
    place = stage.camera.on_plane(SIZE[0] / 2, SIZE[1] - 1 - sides_in * side, look.edge_mm)
    die = look.die(face, (float(place[0]), float(place[1])), 0.0)
    return reader().read(stage.shoot((die,), 1).image_bgr)


@pytest.mark.parametrize("name", ["dark-wood", "white-table", "grey-carpet"])
@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize("sides_in", [0.05, 0.1, 0.15, 0.2, 0.3, 0.4])
def test_a_die_at_the_border_is_never_another_number(name: str, face: int, sides_in: float) -> None:
    reading = at_border(name, face, sides_in)
    assert reading.status is not Status.EMPTY
    if reading.status is Status.OK:
        assert [die.value for die in reading.dice] == [face]


def test_a_six_whose_pips_are_all_seen_is_read_though_it_is_cut() -> None:
    found = [at_border(name, 6, 0.335) for name in ("dark-wood", "red-cloth", "white-table")]
    assert all(TroubleCode.CUT_OFF in {t.code for t in one.trouble} for one in found)
    assert Status.OK in {one.status for one in found}


@pytest.mark.parametrize("face", [2, 3, 4, 5])
def test_a_face_that_may_have_lost_a_pip_is_asked_about(face: int) -> None:
    assert at_border("dark-wood", face, 0.3).status is Status.UNSURE
