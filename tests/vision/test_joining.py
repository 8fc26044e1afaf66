"""The joining weighs evidence as told: agreement is sure, disagreement and rumours are not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.dice.evidence import Evidence, Witnessed
from vision.dice.joining import FACE, PRESENCE, beside_wall, judge, shipped_joining
from vision.dice.locate import Sighting
from vision.dice.pips import Pattern
from vision.dice.reading import A_DOUBT, PLAIN, Decision, decide
from vision.values import Status


def sighting(value: int, heat: float, x: float = 100, y: float = 100) -> Sighting:
    faces = np.full(7, 0.01)
    faces[value - 1] = 0.94
    return Sighting(x, y, 50, heat, faces)


def pattern(value: int, fit: float = 0.99) -> Pattern:
    fits = np.full(6, fit - 0.12)
    fits[value - 1] = fit
    return Pattern(value, fits, 130, 0.97, 0.03, 0.9, 1.05, np.eye(2, 3))


def witnessed(
    value: int, heat: float = 0.9, lattice: int | None = None, fit: float = 0.99, x: float = 100
) -> Witnessed:
    seen = sighting(value, heat, x)
    return Witnessed(
        x, 100, 50, seen, seen, (seen, seen, seen), pattern(lattice or value, fit), False, False
    )


def decision(*places: Witnessed) -> Decision:
    return decide(Evidence(640, 480, 50 if places else None, places), shipped_joining())


def test_the_stored_coefficients_are_those_of_the_features() -> None:
    joining = shipped_joining()
    assert joining.presence.shape == (len(PRESENCE),)
    assert joining.face.shape == (len(FACE),)
    assert 0.5 < joining.sure < 1
    assert 0.5 < joining.surely_empty < 1


def test_no_place_at_all_is_certainly_empty() -> None:
    assert decision().status is Status.EMPTY
    assert decision().confidence == 1


@pytest.mark.parametrize("value", range(1, 7))
def test_a_die_on_which_all_agree_is_sure(value: int) -> None:
    found = decision(witnessed(value))
    assert found.status is Status.OK
    assert [die.value for die in found.dice] == [value]
    assert found.confidence > 0.95


@pytest.mark.parametrize("lattice", [2, 5, 6])
def test_net_and_lattice_that_disagree_are_never_sure(lattice: int) -> None:
    found = decision(witnessed(4), witnessed(4, lattice=lattice, x=300))
    assert found.status is Status.UNSURE
    assert len(found.dice) == 2


def test_looks_that_disagree_among_themselves_are_less_sure() -> None:
    agreed = witnessed(4)
    split = replace(agreed, close=(sighting(5, 0.9), sighting(4, 0.9), sighting(6, 0.9)))
    assert decision(split).confidence < decision(agreed).confidence


def test_a_place_that_may_be_a_die_makes_the_whole_unsure() -> None:
    faint = witnessed(3, heat=0.35, fit=0.93, x=300)
    presences = [one.presence for one in judge(Evidence(640, 480, 50, (faint,)), shipped_joining())]
    assert 0.35 < presences[0] < 0.97
    assert decision(witnessed(4), faint).status is Status.UNSURE


def test_a_face_that_the_looks_rather_take_for_one_without_pips_is_never_sure() -> None:
    faces = np.array([0.02, 0.02, 0.26, 0.02, 0.02, 0.02, 0.02, 0.02, 0.6])
    seen = replace(sighting(3, 0.95), faces=faces)
    symbol = replace(witnessed(3), main=seen, turned=seen, close=(seen, seen, seen))
    assert decision(symbol).status is Status.UNSURE


def test_a_poor_lattice_that_outweighs_the_looks_is_never_sure() -> None:
    rather_six = np.array([0.01, 0.01, 0.01, 0.35, 0.01, 0.58, 0.01, 0.01, 0.01])
    six = replace(sighting(6, 0.9), faces=rather_six)
    four = replace(sighting(4, 0.9), faces=np.roll(rather_six, -2))
    lattice = replace(pattern(4), fits=np.array([0.3, 0.64, 0.78, 0.9, 0.74, 0.71]))
    torn = replace(witnessed(6), main=six, turned=six, close=(six, six, four), pattern=lattice)
    assert judge(Evidence(640, 480, 50, (torn,)), shipped_joining())[0].value == 4
    assert decision(torn).status is Status.UNSURE


def lying(slope: tuple[float, float], x: float, leaning: float = 0.2) -> Witnessed:
    seen = replace(sighting(4, 0.95, x), leaning=leaning, slope=slope)
    return replace(witnessed(4, x=x), main=seen, turned=seen, close=(seen, seen, seen))


def test_dice_that_are_all_seen_from_the_same_side_lie_flat() -> None:
    level = [lying((0.1, 0.2), x) for x in (100, 180, 300, 400)]
    assert decision(*level).status is Status.OK


def test_a_die_seen_from_another_side_than_the_others_may_be_cocked() -> None:
    level = [lying((0.1, 0.2), x) for x in (100, 300, 400)]
    cocked = lying((0.3, 0.1), 160, leaning=0.5)
    found = decision(*level, cocked)
    assert found.status is Status.UNSURE
    assert min(found.dice, key=lambda die: die.flat).seen.x == 160


def test_a_close_look_counts_for_the_side_that_a_die_is_seen_from() -> None:
    level = [lying((0.1, 0.2), x) for x in (100, 300, 400)]
    die = lying((0.1, 0.2), 160)
    close = tuple(replace(one, slope=(0.32, 0.05)) for one in die.close if one is not None)
    flats = [
        judge(Evidence(640, 480, 50, (*level, one)), shipped_joining())[-1].flat
        for one in (die, replace(die, close=close))
    ]
    assert flats[1] < flats[0]


def test_what_looks_as_if_it_leaned_on_nothing_is_rather_no_die() -> None:
    level, leaning = lying((0.1, 0.2), 300, leaning=0.1), lying((0.1, 0.2), 300, leaning=0.9)
    presences = [
        judge(Evidence(640, 480, 50, (lying((0.1, 0.2), 100), one)), shipped_joining())[1].presence
        for one in (level, leaning)
    ]
    assert presences[1] < presences[0]


def test_a_wall_may_hold_a_die_up_as_another_die_would() -> None:
    joining = shipped_joining()
    free, company = lying((0.1, 0.2), 100, leaning=0.6), lying((0.1, 0.2), 300)
    die = judge(Evidence(640, 480, 50, (free, company)), joining)[0]
    held = beside_wall(die, joining)
    assert held.flat < die.flat
    assert beside_wall(held, joining).flat == held.flat


def test_a_tray_whose_only_die_passes_for_the_pip_of_a_one_is_never_sure() -> None:
    tray, die = replace(witnessed(1), side=300), replace(witnessed(3, heat=0.5), side=40)
    assert decision(replace(witnessed(1), side=300)).status is Status.OK
    assert decision(tray, die).status is Status.UNSURE


def test_a_face_with_more_pips_than_places_within_it_is_that_face() -> None:
    large, pip = replace(witnessed(6), side=300), replace(witnessed(1, x=110), side=40)
    assert decision(large, pip).status is Status.OK


def test_a_cold_place_without_pips_takes_no_certainty_away() -> None:
    cold = witnessed(3, heat=0.12, fit=0.6, x=300)
    assert decision(witnessed(4), cold).status is Status.OK


def test_a_die_seen_twice_counts_once() -> None:
    assert len(decision(witnessed(4), witnessed(4, heat=0.8, x=115)).dice) == 1


def test_confidence_is_the_product_over_dice() -> None:
    one, two = decision(witnessed(4)), decision(witnessed(4), witnessed(4, x=300))
    assert two.confidence == pytest.approx(one.confidence**2, rel=0.02)


def test_a_face_that_is_plainly_read_is_not_passed_over_for_sure() -> None:
    sure = witnessed(3, x=100)
    for heat in np.linspace(0.02, 0.6, 60):
        doubted = witnessed(6, heat=float(heat), x=400)
        found = decision(sure, doubted)
        (one,) = (die for die in (*found.dice, *found.others) if die.seen is doubted)
        if A_DOUBT < one.presence < 0.3:
            assert one.face_confidence > PLAIN
            assert found.confidence > shipped_joining().sure, "else it were a question anyway"
            assert found.status is Status.UNSURE
            return
    pytest.fail("no place was as doubtful as this is about")
