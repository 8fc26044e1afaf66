"""How places become points."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.club.messages import Place
from companion.club.points import points_of


def _points(*ranks: int) -> tuple[int, ...]:
    return points_of(
        tuple(Place(str(i), "red", rank, None, rank == 1) for i, rank in enumerate(ranks))
    )


def test_whoever_beats_three_gets_six_points() -> None:
    assert _points(1, 2, 3, 4) == (6, 4, 2, 0)


def test_a_shared_place_is_worth_a_point_to_both() -> None:
    assert _points(1, 2, 2) == (4, 1, 1)
    assert _points(1, 1) == (1, 1)


def test_who_plays_alone_gets_none() -> None:
    assert _points(1) == (0,)


@given(st.lists(st.integers(1, 6), max_size=8))
def test_a_match_gives_two_points_for_each_pair_of_players(ranks: list[int]) -> None:
    assert sum(_points(*ranks)) == len(ranks) * (len(ranks) - 1)
