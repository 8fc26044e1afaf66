"""When a camera's own adjusting counts as done, and when it may begin again."""

from __future__ import annotations

from typing import Any

import pytest

from hardware.cameras.metering import (
    ARRIVES_S,
    AT_LAST_S,
    FIRST_S,
    OTHER_LIGHT_S,
    Metering,
)

ALL = frozenset(
    {"ExposureTime", "AnalogueGain", "ColourGains", "AeEnable", "AwbEnable", "AfMode"}
    | {"LensPosition"}
)
SETTLED = {"ExposureTime": 12_000, "AnalogueGain": 2.0, "ColourGains": (1.9, 1.4)}
FRAME_S = 1 / 30


class Film:
    """Pictures one after another, and what is set after each."""

    def __init__(self, metering: Metering) -> None:
        self.metering = metering
        self.t_s = 100.0

    def run(self, seconds: float, brightness: float = 90.0, **changed: Any) -> list[dict[str, Any]]:
        """What was set while so many seconds were filmed; nothing is left out."""
        answers = []
        for _ in range(round(seconds / FRAME_S)):
            self.t_s += FRAME_S
            answers.append(self.metering.saw({**SETTLED, **changed}, brightness, self.t_s))
        return [answer for answer in answers if answer]

    def drift(self, seconds: float) -> list[dict[str, Any]]:
        """A camera that never comes to rest: each picture a twentieth longer or shorter."""
        answers = []
        for number in range(round(seconds / FRAME_S)):
            answers += self.run(FRAME_S, ExposureTime=12_000 + 600 * (number % 2))
        return answers


@pytest.fixture
def film() -> Film:
    return Film(Metering(ALL))


def test_nothing_is_held_in_the_first_second(film: Film) -> None:
    assert film.run(FIRST_S - 2 * FRAME_S) == []
    assert len(film.run(5 * FRAME_S)) == 1
    assert film.metering.held


def test_what_still_changes_is_not_held_before_its_time_is_up(film: Film) -> None:
    assert film.drift(AT_LAST_S - 2 * FRAME_S) == []
    assert len(film.drift(4 * FRAME_S)) == 1


def test_a_lens_that_still_searches_is_waited_for(film: Film) -> None:
    assert film.run(2.0, AfState=1, LensPosition=2.0) == []
    (held,) = film.run(1.0, AfState=2, LensPosition=4.0)
    assert held["LensPosition"] == 4.0


def test_only_values_are_held_that_the_camera_told(film: Film) -> None:
    (held,) = film.run(2.0, AnalogueGain=None, ColourGains=None)
    assert held == {"ExposureTime": 12_000}


def test_a_hand_over_the_tray_changes_nothing(film: Film) -> None:
    film.run(2.0 + ARRIVES_S)
    assert film.run(4 * OTHER_LIGHT_S, brightness=70.0) == []
    assert film.run(OTHER_LIGHT_S - 1.0, brightness=20.0) == []
    assert film.run(1.0) == []
    assert film.run(OTHER_LIGHT_S - 1.0, brightness=20.0) == []


@pytest.mark.parametrize("brightness", [40.0, 200.0])
def test_another_light_for_good_is_settled_for_anew(film: Film, brightness: float) -> None:
    film.run(2.0 + ARRIVES_S)
    freed, held = film.run(OTHER_LIGHT_S + 3.0, brightness, ExposureTime=9_000)
    assert (freed["ExposureTime"], freed["AnalogueGain"]) == (0, 0.0)
    assert freed["AwbEnable"] is True
    assert held["ExposureTime"] == 9_000
    assert film.run(2 * OTHER_LIGHT_S, brightness) == []


def test_in_the_dark_nothing_is_begun_again_and_again(film: Film) -> None:
    film.run(2.0 + ARRIVES_S, brightness=0.1)
    assert film.run(2 * OTHER_LIGHT_S, brightness=0.6) == []


def test_a_camera_that_may_adjust_itself_is_never_held() -> None:
    film = Film(Metering(ALL, hold=False))
    assert film.run(2 * AT_LAST_S) == []
    assert not film.metering.held
