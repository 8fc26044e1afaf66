"""What is read while dice lie still: how often, how doubts are settled, what stays untouched."""

from __future__ import annotations

from dataclasses import replace

from tests.vision.drawn import (
    EMPTY,
    LEFT,
    OTHER,
    RIGHT,
    Film,
    Scene,
    after_throw,
    filmed,
    reading_of,
    true_reading,
    unsure,
)
from vision.values import Status, TrayReading


def test_a_still_tray_is_not_read_again() -> None:
    film = filmed()
    scene = after_throw(film, LEFT, RIGHT)
    before = film.readings
    film.hold(scene, 20.0)
    assert film.readings == before


def test_a_doubtful_reading_is_looked_at_three_times_and_reported_as_doubtful() -> None:
    film = filmed(reader=lambda scene, number: unsure(true_reading(scene)))
    before = film.readings
    scene = film.throw(EMPTY, (LEFT, RIGHT))
    film.hold(scene, 3.0)
    assert film.readings - before == 3
    assert [roll.reading.status for roll in film.rolls] == [Status.UNSURE]


def test_the_values_seen_most_often_are_the_ones_in_doubt() -> None:
    seen = [[3, 6], [3, 5], [3, 5]]

    def read(scene: Scene, number: int) -> TrayReading:
        truth = true_reading(scene)
        return unsure(truth, seen[(number - start) % 3]) if len(scene.dice) == 2 else truth

    film = filmed(reader=read)
    start = film.readings
    film.hold(film.throw(EMPTY, (LEFT, RIGHT)), 2.0)
    assert film.values == [[3, 5]]
    assert film.rolls[0].reading.status is Status.UNSURE


def test_one_sure_reading_does_not_overrule_a_doubt_but_two_do() -> None:
    def reader(sure_from: int) -> Film:
        def read(scene: Scene, number: int) -> TrayReading:
            truth = true_reading(scene)
            return unsure(truth) if truth.dice and number - start < sure_from else truth

        film = filmed(reader=read)
        start = film.readings
        film.hold(film.throw(EMPTY, (LEFT, RIGHT)), 2.0)
        return film

    assert [roll.reading.status for roll in reader(sure_from=1).rolls] == [Status.OK]
    assert [roll.reading.status for roll in reader(sure_from=2).rolls] == [Status.UNSURE]


def test_something_new_that_cannot_be_read_at_all_is_reported_as_a_doubt_once() -> None:
    nothing = TrayReading(Status.UNSURE, 0.4, ())
    film = filmed(reader=lambda scene, number: nothing)
    film.hold(EMPTY, 4.0)
    assert film.rolls == [], "an empty tray that the reader is not sure of is no throw"
    scene = film.throw(EMPTY, (LEFT, RIGHT))
    film.hold(scene, 6.0)
    assert [roll.reading for roll in film.rolls] == [nothing]
    film.awaited = None
    film.hold(film.throw(EMPTY, (OTHER,)), 4.0)
    assert len(film.rolls) == 1, "nor is anything that nobody awaits"


def test_an_untouched_die_that_is_read_otherwise_the_next_time_is_no_throw() -> None:
    def read(scene: Scene, number: int) -> TrayReading:
        truth = true_reading(scene)
        if number % 2 and len(truth.dice) == 2:
            return replace(truth, dice=(reading_of(LEFT, value=2), truth.dice[1]))
        return truth

    film = filmed(reader=read)
    scene = after_throw(film, LEFT, RIGHT)
    for _ in range(4):
        film.hand_over(scene)
        film.hold(scene, 2.5)
    assert len(film.rolls) == 1
