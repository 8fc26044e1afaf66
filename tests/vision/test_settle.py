"""One report for each throw, whatever else happens before the camera."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.vision.drawn import (
    EMPTY,
    HEIGHT,
    LEFT,
    OTHER,
    RIGHT,
    WIDTH,
    Die,
    Film,
    Scene,
    after_throw,
    filmed,
    reading_of,
    true_reading,
)
from vision.dice.settle import Phase, SettleRules
from vision.values import TrayReading


def test_a_throw_is_reported_once_however_long_the_dice_lie() -> None:
    film = filmed()
    scene = after_throw(film, LEFT, RIGHT)
    film.hold(scene, 10.0)
    assert film.values == [[3, 5]]


def test_the_report_names_the_first_frame_at_rest() -> None:
    film = filmed()
    scene = film.throw(EMPTY, (LEFT, RIGHT))
    first_at_rest = film.index + 1
    film.hold(scene, 1.0)
    assert [roll.frame for roll in film.rolls] == [first_at_rest]
    assert film.rolls[0].t_s == pytest.approx(50.0 + (first_at_rest + 1) / 10)


def test_dice_are_read_after_three_frames_and_no_less_than_three_tenths_of_a_second() -> None:
    fast, slow = filmed(fps=30.0), filmed(fps=2.0)
    for film in (fast, slow):
        after_throw(film, LEFT, RIGHT)
        assert film.values == [[3, 5]]
    waited = [film.rolled_at[0] - film.rolls[0].frame for film in (fast, slow)]
    assert waited == [9, 2], (
        "0.3 s are nine frames at 30 a second; at 2 a second three frames count"
    )


def test_an_empty_tray_is_never_a_throw() -> None:
    film = filmed()
    film.hold(EMPTY, 5.0)
    film.hand_over(EMPTY)
    film.hold(EMPTY, 5.0)
    assert film.rolls == []


def test_a_bounce_that_seems_to_stand_still_is_not_a_throw() -> None:
    film = filmed()
    scene = replace(EMPTY, dice=(LEFT, RIGHT))
    high = replace(EMPTY, dice=(replace(LEFT, y=120), replace(RIGHT, y=210)))
    film.throw(EMPTY, (LEFT, RIGHT))
    for _ in range(3):
        # Two pictures at the top of each bounce look the same.
        film.show(high)
        film.show(high)
        film.show(scene)
    film.hold(scene, 1.0)
    assert film.values == [[3, 5]]


def test_a_hand_that_passes_over_untouched_dice_is_no_throw() -> None:
    film = filmed()
    scene = after_throw(film, LEFT, RIGHT)
    for _ in range(3):
        film.hand_over(scene)
        film.hold(scene, 2.5)
    assert film.values == [[3, 5]]
    assert Phase.HAND_IN_VIEW in film.phases


def test_a_hand_that_passes_over_a_single_die_is_no_throw() -> None:
    film = filmed(awaited=1)
    scene = after_throw(film, LEFT)
    for _ in range(2):
        film.hand_over(scene)
        film.hold(scene, 2.5)
    assert film.values == [[3]]


def test_a_hand_that_rests_over_the_dice_is_no_throw() -> None:
    film = filmed()
    scene = after_throw(film, LEFT, RIGHT)
    film.hand_over(scene, stop_s=4.0)
    film.hold(scene, 2.5)
    assert film.values == [[3, 5]]


def test_a_die_that_is_held_still_over_another_one_is_no_throw() -> None:
    def read(scene: Scene, number: int) -> TrayReading:
        if scene.hand is None or scene.hand[0] > 400:
            return true_reading(scene)
        held = replace(OTHER, x=scene.hand[0] - 70, y=scene.hand[1])
        return replace(true_reading(scene), dice=(reading_of(LEFT), reading_of(held)))

    film = filmed(reader=read)
    scene = after_throw(film, LEFT, RIGHT)
    way = [680.0 - 40.0 * step for step in range(8)]
    for x in way:
        film.show(replace(scene, hand=(x, 280.0)))
    film.hold(replace(scene, hand=(way[-1], 280.0)), 4.0)
    for x in reversed(way):
        film.show(replace(scene, hand=(x, 280.0)))
    film.hold(scene, 2.5)
    assert film.values == [[3, 5]]


def test_one_die_picked_up_and_rolled_again_is_a_throw_of_all() -> None:
    film = filmed()
    scene = after_throw(film, LEFT, RIGHT)
    film.hand_over(scene)
    lying = replace(EMPTY, dice=(LEFT,))
    film.hold(lying, 3.0)
    assert film.values == [[3, 5]], "a die that is taken away is not a throw"
    film.hold(film.throw(lying, (OTHER,)), 1.5)
    assert film.values == [[3, 5], [3, 6]]


def test_the_same_faces_in_other_places_are_a_new_throw() -> None:
    film = filmed()
    after_throw(film, LEFT, RIGHT)
    film.hold(EMPTY, 1.0)
    moved = (replace(LEFT, x=330, y=150), replace(RIGHT, x=200, y=330))
    film.hold(film.throw(EMPTY, moved), 1.5)
    assert film.values == [[3, 5], [3, 5]]


def test_another_face_in_the_same_place_is_a_new_throw() -> None:
    film = filmed(awaited=1)
    after_throw(film, LEFT)
    film.hold(film.throw(EMPTY, (replace(LEFT, value=4),)), 1.5)
    assert film.values == [[3], [4]]


def test_dice_that_arrive_one_at_a_time_are_one_throw_of_the_awaited_number() -> None:
    film = filmed(awaited=3)
    scene = EMPTY
    for die in (LEFT, RIGHT, OTHER):
        scene = film.throw(scene, (die,))
        film.hold(scene, 1.2)
    film.hold(scene, 3.0)
    assert film.values == [[3, 5, 6]]


def test_another_number_than_awaited_is_reported_after_two_seconds_at_rest() -> None:
    film = filmed(awaited=3)
    scene = film.throw(EMPTY, (LEFT, RIGHT))
    film.hold(scene, 1.9)
    assert film.rolls == []
    film.hold(scene, 0.5)
    assert film.values == [[3, 5]]
    film.hold(scene, 5.0)
    assert len(film.rolls) == 1


def test_a_missing_die_that_comes_late_is_reported_with_all_dice() -> None:
    film = filmed(awaited=2)
    scene = film.throw(EMPTY, (LEFT,))
    film.hold(scene, 3.0)
    film.hold(film.throw(scene, (RIGHT,)), 1.0)
    assert film.values == [[3], [3, 5]]


def test_a_number_that_becomes_the_awaited_one_is_reported_without_the_wait() -> None:
    film = filmed(awaited=3)
    scene = film.throw(EMPTY, (LEFT, RIGHT))
    film.hold(scene, 1.0)
    film.awaited = 2
    film.hold(scene, 0.2)
    assert film.values == [[3, 5]]


def test_a_light_switched_on_is_no_throw() -> None:
    film = filmed()
    scene = after_throw(film, LEFT, RIGHT)
    for light in (1.8, 0.5, 1.0):
        film.hold(replace(scene, light=light), 3.0)
    film.hold(replace(scene, lamp=(0.0, 240.0)), 3.0)
    assert film.values == [[3, 5]]


def test_the_glow_of_our_own_lights_does_not_keep_the_dice_from_coming_to_rest() -> None:
    film = filmed()
    scene = film.throw(EMPTY, (LEFT, RIGHT))
    for step in range(30):
        lamp = (0.0, 240.0) if step % 4 < 2 else None
        film.show(replace(scene, lamp=lamp))
    assert film.values == [[3, 5]]


def test_a_lamp_that_blinks_in_view_does_not_hold_the_tray_up_for_ever() -> None:
    film = filmed(awaited=2)
    for step in range(400):
        film.show(replace(EMPTY, blink=step % 4 < 2))
    scene = film.throw(EMPTY, (LEFT, RIGHT))
    for step in range(30):
        film.show(replace(scene, blink=step % 4 < 2))
    assert film.values == [[3, 5]]


def test_a_die_that_spins_on_one_spot_for_ten_seconds_is_not_taken_for_a_lamp() -> None:
    film = filmed()
    scene = film.throw(EMPTY, (LEFT,))
    for step in range(100):
        spinning = replace(RIGHT, angle=0.8 * (step % 2), value=1 + 5 * (step % 2))
        film.show(replace(scene, dice=(LEFT, spinning)))
    film.hold(replace(scene, dice=(LEFT, RIGHT)), 1.0)
    assert film.values == [[3, 5]]


def test_a_bumped_camera_is_no_throw() -> None:
    film = filmed()
    scene = after_throw(film, LEFT, RIGHT)
    for shift in ((6.0, -4.0), (25.0, 30.0)):
        film.hold(replace(scene, shift=shift), 3.0)
        assert film.phase() is Phase.REPORTED
    assert film.values == [[3, 5]]


def test_a_bump_is_told_from_a_throw_by_the_table_even_for_one_die() -> None:
    film = filmed(awaited=1)
    scene = after_throw(film, LEFT)
    film.hold(replace(scene, shift=(30.0, 18.0)), 3.0)
    assert film.values == [[3]]
    film.hold(replace(scene, shift=(30.0, 18.0), dice=(replace(LEFT, x=330),)), 3.0)
    assert film.values == [[3], [3]]


def test_a_single_die_on_a_plain_table_that_is_bumped_is_no_throw_but_one_that_turned_is() -> None:
    plain = Scene(plain=True)
    film = Film(awaited=1)
    film.hold(plain, 1.0)
    film.hold(film.throw(plain, (LEFT,)), 1.5)
    bumped = replace(LEFT, x=LEFT.x + 25, y=LEFT.y - 20)
    film.hold(replace(plain, dice=(bumped,)), 2.0)
    assert film.values == [[3]]
    film.hold(replace(plain, dice=(replace(bumped, x=LEFT.x, angle=1.0),)), 2.0)
    assert film.values == [[3], [3]]


def test_an_empty_tray_is_not_called_covered_after_a_bump() -> None:
    film = filmed()
    film.hold(EMPTY, 2.0)
    film.hold(replace(EMPTY, shift=(25.0, 30.0)), 4.0)
    assert film.phase() is Phase.WAITING


def test_a_throw_after_a_bump_is_reported() -> None:
    film = filmed()
    scene = after_throw(film, LEFT, RIGHT)
    film.hold(replace(scene, shift=(25.0, 30.0)), 3.0)
    bumped = replace(EMPTY, shift=(25.0, 30.0))
    film.hold(film.throw(bumped, (OTHER, RIGHT)), 2.0)
    assert film.values == [[3, 5], [6, 5]]


def test_one_die_on_a_plain_table_that_rolls_to_the_same_face_is_a_throw() -> None:
    plain = Scene(plain=True)
    film = Film(awaited=1)
    film.hold(plain, 1.0)
    film.hold(film.throw(plain, (LEFT,)), 1.5)
    film.hold(film.throw(plain, (replace(LEFT, x=300, y=230),)), 1.5)
    assert film.values == [[3], [3]]


@pytest.mark.parametrize("fps", [2.0, 3.0, 5.0, 15.0, 30.0])
def test_the_reports_do_not_depend_on_the_rate_of_the_frames(fps: float) -> None:
    film = filmed(fps=fps)
    scene = after_throw(film, LEFT, RIGHT)
    film.hand_over(scene)
    film.hold(scene, 2.5)
    film.hold(film.throw(EMPTY, (OTHER, RIGHT)), 3.0)
    assert film.values == [[3, 5], [6, 5]]


def test_irregular_frames_make_no_difference() -> None:
    film = filmed()
    gaps = [0.05, 0.9, 0.02, 0.3, 0.11, 0.6, 0.04, 0.04]
    scene = film.throw(EMPTY, (LEFT, RIGHT))
    for step in range(40):
        film.fps = 1.0 / gaps[step % len(gaps)]
        film.show(scene)
    assert film.values == [[3, 5]]


def test_the_same_frames_give_the_same_reports() -> None:
    def told() -> tuple[list[object], list[Phase]]:
        film = filmed()
        scene = after_throw(film, LEFT, RIGHT)
        film.hand_over(scene)
        film.hold(film.throw(EMPTY, (OTHER,)), 3.0)
        return list(film.rolls), film.phases

    assert told() == told()


def test_a_tower_left_over_the_tray_is_named_and_reports_nothing() -> None:
    film = filmed()
    covered = replace(EMPTY, cover=True)
    film.hold(covered, 6.0)
    assert film.phase() is Phase.COVERED
    assert film.rolls == []
    film.hold(EMPTY, 2.0)
    assert film.phase() is Phase.WAITING
    after_throw(film, LEFT, RIGHT)
    assert film.values == [[3, 5]]


def test_dice_beside_something_large_are_reported_when_they_are_the_awaited_ones() -> None:
    film = filmed()
    beside = (replace(LEFT, x=70, y=430), replace(RIGHT, x=580, y=430))
    film.hold(replace(EMPTY, cover=True), 2.0)
    film.hold(film.throw(replace(EMPTY, cover=True), beside), 2.0)
    assert film.values == [[3, 5]]


def test_something_large_that_stays_does_not_keep_a_wrong_number_back_for_ever() -> None:
    film = filmed(awaited=2)
    film.hold(replace(EMPTY, cover=True), 2.0)
    scene = film.throw(replace(EMPTY, cover=True), (replace(LEFT, x=70, y=430),))
    film.hold(scene, 8.0)
    assert film.rolls == []
    film.hold(scene, 4.0)
    assert film.values == [[3]]


def test_dice_found_in_the_first_picture_are_a_throw_only_if_the_rules_say_so() -> None:
    found = Film(SettleRules(report_found=True))
    known = Film(SettleRules(report_found=False))
    for film in (found, known):
        film.hold(replace(EMPTY, dice=(LEFT, RIGHT)), 3.0)
    assert found.values == [[3, 5]]
    assert known.values == []
    known.hold(known.throw(EMPTY, (OTHER, RIGHT)), 2.0)
    assert known.values == [[6, 5]]


def test_a_throw_that_nobody_awaits_waits_for_the_time_in_the_rules() -> None:
    film = filmed(awaited=None, rules=SettleRules(any_count_for_s=1.0))
    scene = film.throw(EMPTY, (LEFT,))
    film.hold(scene, 0.8)
    scene = film.throw(scene, (RIGHT,))
    film.hold(scene, 0.8)
    assert film.rolls == []
    film.hold(scene, 0.5)
    assert film.values == [[3, 5]]


def test_the_phases_of_a_throw_follow_each_other() -> None:
    film = filmed()
    film.phases.clear()
    after_throw(film, LEFT, RIGHT)
    order = [phase for n, phase in enumerate(film.phases) if n == 0 or film.phases[n - 1] != phase]
    assert order == [
        Phase.WAITING,
        Phase.ROLLING,
        Phase.SETTLING,
        Phase.AT_REST,
        Phase.REPORTED,
    ]


def test_small_dice_are_seen_to_move() -> None:
    small = Die(4, 200, 200, side=14.0)
    film = filmed(awaited=1)
    film.hold(film.throw(EMPTY, (small,)), 1.5)
    film.hold(film.throw(EMPTY, (replace(small, x=330, y=150, value=2),)), 1.5)
    assert film.values == [[4], [2]]
    assert small.side < WIDTH / 40 < HEIGHT / 20
