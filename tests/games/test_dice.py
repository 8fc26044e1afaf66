"""Handfuls, throws and exact odds."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.dice import (
    FACES,
    MAX_DICE_WRITTEN,
    DiceSpec,
    Rolled,
    RolledDie,
    chance,
    chance_of_reaching,
    count_throws,
    is_face,
    throws,
    ways,
)

HANDFULS = st.dictionaries(
    st.sampled_from(["d4", "d6", "d8"]), st.integers(1, 2), min_size=1, max_size=2
).map(DiceSpec.of)


@given(st.integers(1, 6), st.integers(1, 6), st.integers(0, 1))
def test_the_odds_are_those_of_the_closed_form(number: int, white: int, blue: int) -> None:
    misses = Fraction(number - 1, 6) ** white * Fraction(min(4, number - 1), 4) ** blue
    assert chance_of_reaching(number, DiceSpec.of({"d6": white, "d4": blue})) == 1 - misses


@given(HANDFULS)
def test_throws_with_their_ways_are_all_orders_of_the_dice(spec: DiceSpec) -> None:
    kinds = [kind for kind, n in spec.counts for _ in range(n)]
    orders: dict[Rolled, int] = {}
    for values in product(*(FACES[kind] for kind in kinds)):
        rolled = Rolled(tuple(map(RolledDie, kinds, values)))
        orders[rolled] = orders.get(rolled, 0) + 1
    assert len(throws(spec)) == count_throws(spec) == len(orders)
    assert {rolled: ways(rolled) for rolled in throws(spec)} == orders


def test_a_sum_can_be_asked_for_as_well() -> None:
    two = DiceSpec.parse("2d6")
    assert chance(two, lambda rolled: sum(map(int, rolled.values)) == 7) == Fraction(1, 6)


@given(HANDFULS)
def test_a_handful_is_read_as_it_is_written(spec: DiceSpec) -> None:
    assert DiceSpec.parse(str(spec)) == spec
    assert spec.total == sum(spec.count(kind) for kind in FACES)


@pytest.mark.parametrize(("text", "written"), [("2d6 + 1d4", "1d4+2d6"), ("d6+d6", "2d6")])
def test_writing_is_forgiving(text: str, written: str) -> None:
    assert str(DiceSpec.parse(text)) == written


@pytest.mark.parametrize("text", ["", "6", "2x6!", "0d6", "-1d6", "2d6++1d4", "d", "D6+"])
def test_what_is_no_handful_is_refused_with_what_to_write(text: str) -> None:
    if text == "d":
        assert DiceSpec.parse(text).count("d") == 1  # a kind of its own, unknown to the games
        return
    with pytest.raises(ValueError, match="2d6"):
        DiceSpec.parse(text)


@pytest.mark.parametrize("text", ["100d6", "60d6+40d6", "9" * 5000 + "d6"])
def test_too_many_dice_are_refused_quickly(text: str) -> None:
    with pytest.raises(ValueError, match=str(MAX_DICE_WRITTEN)):
        DiceSpec.parse(text)


@given(st.permutations([1, 3, 3, 6]))
def test_equal_throws_are_equal_values(values: list[int]) -> None:
    assert Rolled.of("d6", values) == Rolled.of("d6", [1, 3, 3, 6])
    assert hash(Rolled.of("d6", values)) == hash(Rolled.of("d6", [6, 3, 3, 1]))
    assert Rolled.of("d6", values).values == (1, 3, 3, 6)


def test_a_face_must_be_on_the_die() -> None:
    assert is_face("d4", 4)
    for kind, value in (("d4", 5), ("d6", 0), ("d6", True), ("d6", "3"), ("d6", 3.0), ("d7", 1)):
        assert not is_face(kind, value)
