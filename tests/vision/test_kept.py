"""Dice that were reported: untouched, bumped together, or new."""

from __future__ import annotations

import cmath
import math
from random import Random

import pytest

from vision.dice.kept import MOVED, KeptDie, bumped, kept, moved_by, slid_pairs, untouched
from vision.values import DieKind, DieReading

SIDE = 50.0
THREE = KeptDie(3, (100.0, 100.0), SIDE)
FIVE = KeptDie(5, (300.0, 220.0), SIDE)
SIX = KeptDie(6, (150.0, 320.0), SIDE)
ALL = (THREE, FIVE, SIX)
CHANGED = [False, False, False]


def placed(die: KeptDie, x: float, y: float) -> KeptDie:
    return KeptDie(die.value, (x, y), die.side_px)


def turned(dice: tuple[KeptDie, ...], degrees: float, stretch: float = 1.0) -> tuple[KeptDie, ...]:
    turn = cmath.rect(stretch, math.radians(degrees))
    moved = ((die, complex(*die.centre_px) * turn + (12 - 7j)) for die in dice)
    return tuple(placed(die, z.real, z.imag) for die, z in moved)


def test_the_side_of_a_die_is_that_of_its_box() -> None:
    reading = DieReading(DieKind.D6, 4, 0.9, (), (50.0, 60.0), (30.0, 40.0, 70.0, 80.0))
    assert kept(reading) == KeptDie(4, (50.0, 60.0), 40.0)


def test_dice_in_their_places_are_untouched_in_any_order() -> None:
    assert untouched(ALL, (SIX, THREE, FIVE), CHANGED)


def test_a_die_found_where_the_picture_has_not_changed_did_not_come_since() -> None:
    assert untouched((THREE, FIVE), ALL, [True, True, True])
    assert not untouched((THREE, FIVE), ALL, [True, True, False])


def test_dice_that_are_gone_do_not_count() -> None:
    assert untouched(ALL, (SIX,), [False])
    assert untouched(ALL, (), [])


@pytest.mark.parametrize(("share", "same"), [(0.9 * MOVED, True), (1.1 * MOVED, False)])
def test_a_die_may_seem_to_wander_by_a_share_of_its_side(share: float, same: bool) -> None:
    assert untouched((THREE,), (placed(THREE, 100 + share * SIDE, 100),), [False]) is same


def test_another_face_in_the_same_place_is_new_unless_the_picture_is_the_same() -> None:
    other = KeptDie(4, THREE.centre_px, SIDE)
    assert not untouched((THREE,), (other,), [False])
    assert untouched((THREE,), (other,), [True])


def test_a_die_that_was_not_read_may_be_any() -> None:
    unread = KeptDie(None, THREE.centre_px, SIDE)
    assert untouched((THREE,), (unread,), [False])
    assert untouched((unread,), (THREE,), [False])


def test_two_dice_are_not_the_same_one() -> None:
    assert not untouched((THREE,), (THREE, placed(THREE, 105, 100)), [False, False])


def test_a_die_more_is_new() -> None:
    assert not untouched((THREE, FIVE), ALL, CHANGED)


@pytest.mark.parametrize(("degrees", "stretch"), [(0, 1.0), (4, 1.0), (-6, 1.01), (0, 0.98)])
def test_a_bump_moves_all_dice_together(degrees: float, stretch: float) -> None:
    assert bumped(ALL, turned(ALL, degrees, stretch))


@pytest.mark.parametrize(("degrees", "stretch"), [(25, 1.0), (0, 1.2), (-40, 1.0)])
def test_more_than_a_bump_is_a_throw(degrees: float, stretch: float) -> None:
    assert not bumped(ALL, turned(ALL, degrees, stretch))


def test_one_die_alone_tells_nothing_of_a_bump() -> None:
    assert not bumped((THREE,), moved_by((THREE,), 30, 10))


def test_a_die_that_moved_otherwise_is_no_bump() -> None:
    now = list(moved_by(ALL, 20, 10))
    now[1] = placed(FIVE, 380, 180)
    assert not bumped(ALL, tuple(now))


def test_another_face_is_no_bump() -> None:
    first, second, third = moved_by(ALL, 20, 10)
    assert not bumped(ALL, (first, KeptDie(1, second.centre_px, SIDE), third))


def test_dice_thrown_at_random_hardly_ever_look_like_a_bump() -> None:
    chance = Random(5)

    def thrown() -> tuple[KeptDie, ...]:
        return tuple(
            KeptDie(chance.randint(1, 6), (chance.uniform(0, 1000), chance.uniform(0, 750)), SIDE)
            for _ in range(2)
        )

    looked_alike = sum(bumped(thrown(), thrown()) for _ in range(20_000))
    assert looked_alike <= 4, "less than one in ten thousand, with room for chance"


def test_dice_that_slid_are_paired_by_face_within_their_side() -> None:
    moved = (placed(FIVE, 330, 220), placed(THREE, 100, 140))
    assert slid_pairs((THREE, FIVE), moved) == [(FIVE, moved[0]), (THREE, moved[1])]
    assert slid_pairs((THREE, FIVE), (placed(FIVE, 360, 220),)) == []
    assert slid_pairs((THREE,), (placed(SIX, 100, 100),)) == []


def test_a_doubtful_value_does_not_tell_dice_apart() -> None:
    doubtful = DieReading(DieKind.D6, 4, 0.6, (), (50.0, 60.0), (30.0, 40.0, 70.0, 80.0))
    assert kept(doubtful).value is None
