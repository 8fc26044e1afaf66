"""The reach check against closed forms and plain cases.

Between no and yes lies what is too close to call: never less than half a millimetre to each
side, and for length never more than ``BAND_MM``.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

from companion.games.fields import Point
from companion.games.rocodromo.planar import Disc, Patch
from companion.games.rocodromo.reach import (
    TOLERANCE_MM,
    Question,
    Reach,
    Reason,
    Region,
    Verdict,
    check,
    is_too_short,
    region,
)

BAND_MM = 3.0
"""Tolerance and swing to both ends of a rope, and what they add through its lean."""

Outline = tuple[Point, ...]


def box(left: float, top: float, right: float, bottom: float) -> Outline:
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def ask(where: Region, nose: Point, hold: Point, length: float, width: float, r: float) -> Reach:
    return check(where, Question(Disc(nose, r), Disc(hold, r), length, width))


FIELD = region((box(-500, -500, 500, 500),))


def least_length(distance: float, radius: float, width: float) -> float:
    """The shortest rope on a free wall: it leans as far as its width allows."""
    lean = min(width - 2 * radius, distance)
    return math.sqrt(distance**2 - lean**2) + 2 * radius


@pytest.mark.parametrize("distance", [30.0, 60.0, 100.0, 180.0])
@pytest.mark.parametrize(("radius", "width"), [(2.0, 20.0), (4.0, 10.0), (5.0, 16.0)])
@pytest.mark.parametrize("angle", [0.0, 0.4, 1.571, 2.9])
def test_ro_geometry_one_large_section_is_valid_exactly_when_the_length_suffices(
    distance: float, radius: float, width: float, angle: float
) -> None:
    hold = (distance * math.cos(angle), distance * math.sin(angle))

    def at(length: float) -> Reach:
        return ask(FIELD, (0.0, 0.0), hold, length, width, radius)

    exact = least_length(distance, radius, width)
    assert at(exact).verdict is Verdict.CLOSE
    assert at(exact + 0.6).verdict is not Verdict.NO
    assert at(exact - 0.6).verdict is not Verdict.YES
    assert at(exact + BAND_MM).verdict is Verdict.YES
    assert at(exact - BAND_MM) == Reach(Verdict.NO, None, Reason.TOO_SHORT)


def test_ro_geometry_a_leaning_rope_may_be_shorter_than_a_straight_one() -> None:
    """The worked case: 100 mm apart, radius 2, 20 mm wide: 102.71 mm instead of 104 mm."""
    assert least_length(100.0, 2.0, 20.0) == pytest.approx(102.71, abs=0.01)
    straight_and_sure = 100.0 + 2 * 2.0 + 2 * TOLERANCE_MM
    leaning = ask(FIELD, (0.0, 0.0), (100.0, 0.0), straight_and_sure - 0.8, 20.0, 2.0)
    assert leaning.verdict is Verdict.YES


@pytest.mark.parametrize("width", [7.0, 8.0, 8.5])
def test_ro_geometry_a_rope_must_be_as_wide_as_the_hold(width: float) -> None:
    answers = {
        r: ask(FIELD, (0.0, 0.0), (60.0, 0.0), 100.0, width, r).verdict for r in (2.0, 4.0, 6.0)
    }
    assert answers[2.0] is Verdict.YES
    assert answers[4.0] is Verdict.CLOSE
    assert answers[6.0] is Verdict.NO


@pytest.mark.parametrize("strip", [1.6, 3.0, 20.0])
def test_ro_geometry_a_strip_of_a_third_colour_is_never_crossed(strip: float) -> None:
    left, right = box(-200, -100, -strip / 2, 100), box(strip / 2, -100, 200, 100)
    between = box(-strip / 2, -100, strip / 2, 100)
    parted = region((left, right), (between,))
    whole = region((left, right, between))
    for length in (60.0, 75.0, 150.0):
        assert ask(parted, (-30.0, 0.0), (30.0, 0.0), length, 12.0, 3.0).verdict is Verdict.NO
    assert ask(parted, (-30.0, 0.0), (30.0, 0.0), 75.0, 12.0, 3.0).reason is Reason.APART
    assert ask(whole, (-30.0, 0.0), (30.0, 0.0), 75.0, 12.0, 3.0).verdict is Verdict.YES


def test_a_thin_strip_of_a_third_colour_is_not_closed_like_a_seam() -> None:
    left, right = box(-200, -100, -0.3, 100), box(0.3, -100, 200, 100)
    strip = box(-0.3, -100, 0.3, 100)
    barred = ask(region((left, right), (strip,)), (-30.0, 0.0), (30.0, 0.0), 75.0, 12.0, 3.0)
    assert barred.verdict is not Verdict.YES
    open_seam = ask(region((left, right)), (-30.0, 0.0), (30.0, 0.0), 75.0, 12.0, 3.0)
    assert open_seam.verdict is Verdict.YES


@pytest.mark.parametrize(
    ("gap", "verdict"), [(0.0, "yes"), (0.5, "yes"), (0.9, "yes"), (4.0, "no")]
)
def test_printed_seams_are_closed_and_real_gaps_are_not(gap: float, verdict: str) -> None:
    where = region((box(-200, -100, -gap / 2, 100), box(gap / 2, -100, 200, 100)))
    assert ask(where, (-30.0, 0.0), (30.0, 0.0), 75.0, 12.0, 3.0).verdict.value == verdict


def test_sections_that_only_touch_at_a_corner_bear_no_rope() -> None:
    where = region((box(-100, -100, 0, 0), box(0, 0, 100, 100)))
    answer = ask(where, (-30.0, -30.0), (30.0, 30.0), 100.0, 12.0, 3.0)
    assert answer.verdict is Verdict.NO


def test_an_l_shaped_section_is_not_cut_across() -> None:
    arms: Outline = ((0, 0), (200, 0), (200, 40), (40, 40), (40, 200), (0, 200))
    where = region((arms,))
    assert ask(where, (20.0, 150.0), (150.0, 20.0), 250.0, 12.0, 3.0).reason is Reason.LEAVES
    assert ask(where, (20.0, 150.0), (20.0, 30.0), 140.0, 12.0, 3.0).verdict is Verdict.YES
    assert ask(where, (20.0, 40.0), (40.0, 20.0), 50.0, 12.0, 3.0).verdict is Verdict.YES


def test_a_hole_in_a_section_bars_a_rope() -> None:
    plain, hole = box(-100, -100, 100, 100), box(-4, -4, 4, 4)
    where = region((plain,), ())
    assert ask(where, (-40.0, 0.0), (40.0, 0.0), 95.0, 12.0, 3.0).verdict is Verdict.YES
    left: Outline = (
        (-100.0, -100.0),
        (0.0, -100.0),
        (0.0, -4.0),
        (-4.0, -4.0),
        (-4.0, 4.0),
        (0.0, 4.0),
    )
    left = (*left, (0.0, 100.0), (-100.0, 100.0))
    right = tuple((-x, y) for x, y in left)
    around = region((left, right), (hole,))
    assert ask(around, (-40.0, 0.0), (40.0, 0.0), 95.0, 12.0, 3.0).reason is Reason.LEAVES
    assert ask(around, (-40.0, 30.0), (40.0, 30.0), 95.0, 12.0, 3.0).verdict is Verdict.YES


@pytest.mark.parametrize(("room", "verdict"), [(48.0, "no"), (50.0, "close"), (53.0, "yes")])
def test_a_rope_longer_than_the_section_does_not_lie_in_it(room: float, verdict: str) -> None:
    where = region((box(0, 0, room, 8),))
    assert ask(where, (10.0, 4.0), (35.0, 4.0), 50.0, 6.0, 1.5).verdict.value == verdict


def test_an_exact_fit_is_too_close_to_call() -> None:
    where = region((box(0, 0, 50, 6),))
    assert ask(where, (5.0, 3.0), (45.0, 3.0), 50.0, 6.0, 2.0).verdict is Verdict.CLOSE


def test_a_nose_that_sticks_out_of_its_section_is_not_covered() -> None:
    where = region((box(0, -50, 200, 50),))
    assert ask(where, (-1.0, 0.0), (60.0, 0.0), 90.0, 12.0, 3.0).verdict is Verdict.NO
    assert ask(where, (2.8, 0.0), (60.0, 0.0), 90.0, 12.0, 3.0).verdict is Verdict.CLOSE
    assert ask(where, (5.0, 0.0), (60.0, 0.0), 90.0, 12.0, 3.0).verdict is Verdict.YES


def test_a_rope_shorter_than_wide_is_turned() -> None:
    answer = ask(FIELD, (0.0, 0.0), (30.0, 0.0), 10.0, 40.0, 2.0)
    assert answer.verdict is Verdict.YES
    assert ask(FIELD, (0.0, 0.0), (60.0, 0.0), 10.0, 40.0, 2.0).reason is Reason.TOO_SHORT


def test_outlines_serve_as_nose_and_hold() -> None:
    nose = Patch(((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)))
    hold = Patch(((50.0, 0.0), (60.0, 0.0), (60.0, 4.0), (50.0, 4.0)))
    verdicts = [check(FIELD, Question(nose, hold, length, 8.0)).verdict for length in (54, 60, 64)]
    assert verdicts == [Verdict.NO, Verdict.CLOSE, Verdict.YES]
    covered = check(FIELD, Question(nose, hold, 64, 8.0)).placement
    assert covered is not None
    assert min(x for x, _ in covered) < 0
    assert max(x for x, _ in covered) > 60


@pytest.mark.parametrize(
    "move", [lambda p: (p[0] + 300, p[1] - 70), lambda p: (-p[1], p[0]), lambda p: (-p[0], p[1])]
)
def test_moving_turning_or_mirroring_everything_changes_nothing(
    move: Callable[[Point], Point],
) -> None:
    one: Outline = ((0, 0), (60, 5), (70, 60), (10, 70))
    other: Outline = ((60, 5), (130, 0), (140, 80), (70, 60))
    where = region((one, other))
    moved = region((tuple(map(move, one)), tuple(map(move, other))))
    for length in (60, 70, 80, 90, 100, 110, 120):
        nose, hold = (30.0, 30.0), (100.0, 40.0)
        plain = ask(where, nose, hold, float(length), 14.0, 4.0)
        again = ask(moved, move(nose), move(hold), float(length), 14.0, 4.0)
        assert plain.verdict is again.verdict
        back = ask(where, hold, nose, float(length), 14.0, 4.0)
        assert plain.verdict is back.verdict


def test_what_is_too_short_needs_no_wall() -> None:
    question = Question(Disc((0.0, 0.0), 3.0), Disc((100.0, 0.0), 3.0), 90.0, 12.0)
    assert is_too_short(question)
    longer = Question(Disc((0.0, 0.0), 3.0), Disc((100.0, 0.0), 3.0), 106.0, 12.0)
    assert not is_too_short(longer)
