"""The reach check against a naive one that lays thousands of ropes."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from companion.games.rocodromo.planar import Disc
from companion.games.rocodromo.reach import Question, Verdict, check, region
from tests.games.rocodromo.naive import Point, find, spare, stays_inside

CASES = 120
LONG_MODE_CASES = 3000
TRIES = 1500


def sections(rng: Random) -> list[list[Point]]:
    """Four sections around a point, or an L-shape and two more."""
    px, py = rng.uniform(35, 85), rng.uniform(35, 85)
    top, bottom, left, right = (rng.uniform(30, 90) for _ in range(4))
    parts: list[list[Point]] = [
        [(0, 0), (top, 0), (px, py), (0, left)],
        [(top, 0), (120, 0), (120, right), (px, py)],
        [(px, py), (120, right), (120, 120), (bottom, 120)],
        [(0, left), (px, py), (bottom, 120), (0, 120)],
    ]
    if rng.random() < 0.5:
        parts[:2] = [[(0, 0), (120, 0), (120, right), (px, py), (0, left)]]
    return parts


def compare(seed: int) -> Verdict:
    """One random case; raises AssertionError where the two checks contradict each other."""
    rng = Random(seed)
    parts = sections(rng)
    one, other = rng.randrange(len(parts)), rng.randrange(len(parts))
    nose, hold = (_point_in(parts[i], rng) for i in (one, other))
    length, width = rng.uniform(35, 110), rng.uniform(9, 16)
    allowed = [parts[i] for i in sorted({one, other})]
    strangers = [parts[i] for i in range(len(parts)) if i not in (one, other)]
    where = region(tuple(map(tuple, allowed)), tuple(map(tuple, strangers)))
    answer = check(where, Question(Disc(nose, 3.0), Disc(hold, 4.0), length, width))
    if answer.verdict is Verdict.YES:
        assert answer.placement is not None
        corners = list(answer.placement)
        assert min(spare(corners, (nose, 3.0)), spare(corners, (hold, 4.0))) >= 0.5 - 1e-6
        assert stays_inside(corners, allowed)
    elif answer.verdict is Verdict.NO:
        found = find((nose, 3.0), (hold, 4.0), length, width, allowed, rng, TRIES)
        assert found is None, (seed, found)
    return answer.verdict


def _point_in(outline: list[Point], rng: Random) -> Point:
    """Somewhere in an outline, as a mixture of its corners and their middle."""
    weights = [rng.random() + 0.2 for _ in outline]
    total = sum(weights)
    x = sum(w * px for w, (px, _) in zip(weights, outline, strict=True)) / total
    y = sum(w * py for w, (_, py) in zip(weights, outline, strict=True)) / total
    return (x, y)


def test_no_rope_is_found_where_the_answer_is_no_and_every_yes_lies_well() -> None:
    verdicts = Counter(compare(seed) for seed in range(CASES))
    assert verdicts[Verdict.YES] > 15
    assert verdicts[Verdict.NO] > 15


@pytest.mark.long
def test_three_thousand_cases_agree_with_the_naive_check() -> None:
    verdicts = Counter(compare(seed) for seed in range(LONG_MODE_CASES))
    assert verdicts[Verdict.CLOSE] < LONG_MODE_CASES / 8


def test_the_naive_check_does_find_ropes() -> None:
    """Else it could not contradict anything: it finds most that the other finds with ease."""
    found = asked = 0
    for seed in range(200):
        rng = Random(seed)
        parts = sections(rng)
        nose, hold = _point_in(parts[0], rng), _point_in(parts[0], rng)
        length, width = rng.uniform(45, 70), rng.uniform(12, 16)
        where = region((tuple(parts[0]),), tuple(map(tuple, parts[1:])))
        question = Question(Disc(nose, 3.0), Disc(hold, 4.0), length, width)
        if check(where, question).verdict is Verdict.YES:
            asked += 1
            lies = find((nose, 3.0), (hold, 4.0), length, width, parts[:1], rng, TRIES)
            found += lies is not None
        if asked == 20:
            break
    assert asked >= 10
    assert found > 0.6 * asked
