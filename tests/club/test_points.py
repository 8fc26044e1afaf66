"""How places become points and points become standings."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.club.messages import Place
from companion.club.points import points_of, standings, tournaments
from tests.club.evening import result


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


def test_people_are_known_by_name_at_every_table() -> None:
    lines = standings(
        [
            result(("Lucy", 1), ("Ralph", 2)),
            result((" lucy ", 1), ("Ann", 2), ("Ben", 3), table="table-2", ended="2031"),
        ]
    )
    assert [(line.rank, line.name, line.points, line.wins, line.matches) for line in lines] == [
        (1, "lucy", 6, 2, 2),
        (2, "Ann", 2, 0, 1),
        (3, "Ralph", 0, 0, 1),
        (4, "Ben", 0, 0, 1),
    ]


def test_equal_points_are_parted_by_wins_and_then_by_fewer_duels() -> None:
    lines = standings(
        [
            result(("Ann", 1), ("Ben", 2), match="1"),
            result(("Lucy", 2), ("Monica", 1), ("Ralph", 3), match="2"),
            result(("Alex", 1), ("Ben", 2), match="3"),
        ]
    )
    assert [(line.rank, line.name) for line in lines] == [
        (1, "Monica"),
        (2, "Alex"),
        (2, "Ann"),
        (4, "Lucy"),
        (5, "Ben"),
        (5, "Ralph"),
    ]


def test_the_tournament_of_the_newest_result_comes_first() -> None:
    found = tournaments(
        [
            result(("Ann", 1), tournament="Autumn cup", ended="2029"),
            result(("Ann", 1), tournament="Winter cup", ended="2030"),
            result(("Ann", 1), tournament=None, ended="2031"),
        ]
    )
    assert found == ("Winter cup", "Autumn cup")
