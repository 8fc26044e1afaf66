"""How often the tray is looked at, by the frames of cameras of several speeds."""

from __future__ import annotations

import pytest

from companion.runtime.pace import QUIET_AFTER_S, QUIET_EVERY_S, Pace


def looked_at(fps: float, seconds: float, new_at_s: float = -1.0) -> tuple[list[float], int]:
    """The seconds of the frames that are looked at, and how often the tray became quiet."""
    told: list[float] = []
    pace = Pace(lambda: told.append(0.0))
    times_s: list[float] = []
    for index in range(int(fps * seconds)):
        if index <= pace.after():
            continue
        t_s = 100.0 + index / fps
        times_s.append(index / fps)
        pace.saw(index, t_s, nothing_new=not abs(index / fps - new_at_s) < 0.5 / fps)
    return times_s, len(told)


@pytest.mark.parametrize(("fps", "looks"), [(30.0, 10), (15.0, 15), (60.0, 10), (10.0, 10), (5, 5)])
def test_a_quiet_tray_is_looked_at_ten_times_a_second_at_most(fps: float, looks: int) -> None:
    times_s, told = looked_at(fps, 10.0)
    assert sum(8.0 <= t_s < 9.0 for t_s in times_s) == looks
    assert told == 1


def test_until_it_is_quiet_every_frame_is_looked_at() -> None:
    times_s, _ = looked_at(30.0, 10.0)
    early = [t_s for t_s in times_s if t_s < QUIET_AFTER_S]
    assert len(early) == 60


def test_while_it_stays_quiet_that_is_told_again_and_again() -> None:
    _, told = looked_at(10.0, QUIET_AFTER_S + 3 * QUIET_EVERY_S + 1.0)
    assert told == 4


def test_from_something_new_on_every_frame_counts_again() -> None:
    times_s, told = looked_at(30.0, 12.0, new_at_s=6.0)
    assert any(abs(t_s - 6.0) < 0.01 for t_s in times_s)
    after = [t_s for t_s in times_s if 6.0 <= t_s < 7.5]
    assert len(after) == 45
    assert told == 2


def test_any_frame_is_welcome_at_first() -> None:
    assert Pace(lambda: None).after() == -1


def test_a_camera_that_was_away_does_not_make_the_frames_seem_slow() -> None:
    pace = Pace(lambda: None)
    for index in range(100):
        pace.saw(index, index / 30, nothing_new=True)
    pace.saw(100, 100 / 30 + 20.0, nothing_new=True)
    assert pace.after() == 102
