"""Standings that are kept up to date: the same as those worked out anew, at a fraction of it."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from types import FrameType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.club.board import Board
from companion.club.messages import Result, written
from companion.club.points import Line, points_of, ranked
from companion.club.tally import NEWEST, WANTED_HELD, Tally
from tests.club.evening import result
from web.club.view import tournament_view

PEOPLE = ("Lucy", "Ralph", "Monica", "Alex", "Ann", "Ben", " ann ", "LUCY")


def test_people_are_known_by_name_at_every_table() -> None:
    lines = _standing(
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
    lines = _standing(
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
    tally = _tally(
        [
            result(("Ann", 1), tournament="Autumn cup", ended="2029", match="1"),
            result(("Ann", 1), tournament="Winter cup", ended="2030", match="2"),
            result(("Ann", 1), tournament=None, ended="2031", match="3"),
        ]
    )
    assert tally.tournament(None).name == "Winter cup"
    assert tally.tournament(None).others == ("Autumn cup",)
    assert tally.tournament("Spring cup").others == ("Winter cup", "Autumn cup")


RESULTS = st.builds(
    lambda names, number, table, cup, ended: result(
        *((name, 1 + rank // 2) for rank, name in enumerate(names)),
        match=str(number),
        table=f"table-{table}",
        tournament=cup,
        ended=str(2030 + ended),
    ),
    st.lists(st.sampled_from(PEOPLE), min_size=1, max_size=4),
    st.integers(1, 6),
    st.integers(1, 2),
    st.sampled_from([None, "Winter cup", "Autumn cup"]),
    st.integers(0, 3),
)


@given(st.lists(st.tuples(RESULTS, st.booleans()), max_size=24))
def test_whatever_comes_and_goes_the_tally_is_that_of_what_is_there(
    steps: list[tuple[Result, bool]],
) -> None:
    there: dict[tuple[str, str], Result] = {}
    tally = Tally()
    for each, comes in steps:
        before = there.pop((each.table, each.match), None)
        if before is not None:
            tally.remove(before)
        if comes:
            there[each.table, each.match] = each
            tally.add(each)
        tally.tournament(None)
    results = list(there.values())
    newest_first = sorted(results, key=_order, reverse=True)
    assert len(tally) == len(results)
    assert tally.newest_first() == tuple(newest_first)
    for cup in ("Winter cup", "Autumn cup"):
        counted = [each for each in newest_first if each.tournament == cup]
        assert tally.tournament(cup).standing == _worked_out(counted)
        assert tally.tournament(cup).newest == tuple(counted[:NEWEST])
    cups = sorted({(each.ended, each.tournament) for each in results if each.tournament})
    assert tally.tournament(None).name == (cups[-1][1] if cups else None)


def test_a_result_that_is_not_counted_cannot_be_taken_out() -> None:
    tally = _tally([result(("Ann", 1), match="1")])
    with pytest.raises(ValueError, match="not counted"):
        tally.remove(result(("Ben", 1), match="1"))
    assert len(tally) == 1


def test_without_a_tournament_the_newest_of_all_results_are_told() -> None:
    told = _tally([_match(number, cup=None) for number in range(30)]).tournament(None)
    assert (told.name, told.standing) == (None, ())
    assert [each.match for each in told.newest] == [str(n) for n in range(29, 29 - NEWEST, -1)]


def test_while_no_result_changes_the_same_is_told() -> None:
    tally = _tally([result(("Ann", 1))])
    told = tally.tournament(None)
    assert tally.tournament("Winter cup") is told
    assert tally.newest_first() is tally.newest_first()
    tally.add(result(("Ann", 1), match="2"))
    assert tally.tournament(None) is not told


def test_asking_for_any_name_does_not_fill_the_memory() -> None:
    tally = Tally()
    for number in range(5 * WANTED_HELD):
        tally.tournament(f"cup {number}")
    assert len(tally._told) <= WANTED_HELD


def test_a_new_result_costs_no_more_where_there_are_many() -> None:
    """Lines of Python that are run for one result more, from its message to what is drawn."""
    few, many = (_lines_for_one_more(count) for count in (200, 3_200))
    # To find its place among sixteen times as many takes four more looks, in five lists.
    assert few > 50, "nothing was counted"
    assert many < few + 60


def _lines_for_one_more(count: int) -> int:
    board = Board()
    for number in range(count):
        _hear(board, _match(number))
    tournament_view(board.tournament(None))
    board.now()
    with _LinesCounted() as lines:
        _hear(board, _match(count))
        tournament_view(board.tournament(None))
        board.now()
    return len(lines)


def _hear(board: Board, said: Result) -> None:
    board.heard(said.table, ("result", said.match), written(said))


class _LinesCounted:
    """Notes each line of the club's modules that is run meanwhile."""

    def __enter__(self) -> list[int]:
        self._lines: list[int] = []
        self._before = sys.gettrace()
        sys.settrace(self._trace)
        return self._lines

    def __exit__(self, *_: object) -> None:
        sys.settrace(self._before)

    def _trace(self, frame: FrameType, event: str, _: Any) -> Any:
        if "club" not in frame.f_code.co_filename:
            return None
        if event == "line":
            self._lines.append(frame.f_lineno)
        return self._trace


def _match(number: int, cup: str | None = "Winter cup") -> Result:
    """One of many matches between sixteen people at eight tables."""
    names = [f"{PEOPLE[(number + seat) % 6]} {number % 3}" for seat in range(4)]
    return result(
        *((name, 1 + seat) for seat, name in enumerate(names)),
        match=str(number),
        table=f"table-{number % 8}",
        tournament=cup,
        ended=f"2030-01-{number:06d}",
    )


def _tally(results: Iterable[Result]) -> Tally:
    tally = Tally()
    for each in results:
        tally.add(each)
    return tally


def _standing(results: Iterable[Result]) -> tuple[Line, ...]:
    return _tally(results).tournament("Winter cup").standing


def _order(each: Result) -> tuple[str, str, int, str]:
    return (each.ended, each.table, each.entry, each.match)


def _worked_out(results: Iterable[Result]) -> tuple[Line, ...]:
    """The standings of those matches, from the first to the last of them."""
    lines: dict[str, Line] = {}
    for each in sorted(results, key=_order):
        for place, points in zip(each.places, points_of(each.places), strict=True):
            key = " ".join(place.name.split()).casefold()
            old = lines.get(key, Line(0, "", 0, 0, 0, 0))
            lines[key] = Line(
                0,
                place.name.strip(),
                old.points + points,
                old.matches + 1,
                old.wins + place.winner,
                old.duels + len(each.places) - 1,
            )
    return ranked(lines.values())
