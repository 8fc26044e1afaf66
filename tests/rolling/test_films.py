"""The short form of the measure: a few throws and some seconds of hands in every test run."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from tests.rolling.films import hands_film, one_throw, throws_film
from tests.rolling.measure import FRAMES, Result, Verdict, by_reader, by_truth, judge
from tests.rolling.reel import Shot
from tests.rolling.table import faults, table
from vision.dice.reading import DiceReader
from vision.values import TrayReading


@cache
def reader() -> DiceReader:
    return DiceReader()


@pytest.mark.parametrize("seed", [1, 2])
def test_throws_are_called_once_and_in_time_by_a_reader_that_knows(seed: int) -> None:
    result = judge(throws_film(seed, throws=3, small=True), by_truth)
    assert len(result.judged) == 3
    assert faults([result]) == []
    assert all(t.called is not None and t.called <= FRAMES for t in result.judged)


def test_half_a_minute_of_hands_is_no_throw() -> None:
    result = judge(hands_film(0, seconds=30.0, small=True), by_truth)
    assert result.seconds > 30.0
    assert len(result.judged) == 1
    assert faults([result]) == []


@pytest.mark.parametrize(("seed", "count"), [(3, 2), (8, 5)])
def test_a_throw_is_read_right_or_in_doubt(seed: int, count: int) -> None:
    result = judge(one_throw(seed, count), by_reader(reader()))
    assert len(result.judged) == 1
    assert faults([result]) == []
    assert result.judged[0].verdict in (Verdict.RIGHT, Verdict.DOUBT)


def test_the_measure_finds_what_is_wrong() -> None:
    def blind(shot: Shot) -> TrayReading:
        return by_truth(replace(shot, seen=(False,) * len(shot.dice)))

    def mistaken(shot: Shot) -> TrayReading:
        truth = by_truth(shot)
        dice = tuple(replace(die, value=7 - int(str(die.value))) for die in truth.dice)
        return replace(truth, dice=dice)

    for read, verdict in ((blind, Verdict.MISSED), (mistaken, Verdict.WRONG)):
        result = judge(one_throw(seed=3, count=2, size_px=(320, 240)), read)
        assert [t.verdict for t in result.judged] == [verdict]
        assert len(faults([result])) == 1
        assert verdict in table([result], "test")


def test_a_film_is_the_same_each_time() -> None:
    def told() -> Result:
        return judge(one_throw(seed=5, count=1, size_px=(320, 240)), by_truth)

    first, second = told(), told()
    assert first.judged == second.judged
    assert first.frames == second.frames
