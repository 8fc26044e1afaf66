"""The worked cases of the rulings, RO-T1 to RO-T10; the geometry kernel is in test_reach."""

from __future__ import annotations

from companion.games.rocodromo.actions import Prepare
from companion.games.rocodromo.events import BalanceLost, ClimbValid
from companion.games.rocodromo.state import Choosing, Climbed, Consoling, available
from tests.games.rocodromo.walls import (
    ANN,
    BEN,
    after,
    climbing,
    done,
    first_climb,
    placed,
    refused,
    rope,
    ropes,
    start,
)


def test_ro_t1_two_carabiners_reach_the_third_rope() -> None:
    state = after(start(), Prepare("red", 2, None)).position
    assert state.hands[ANN] == ropes("red3")
    assert state.hanging == ((rope("red1"), 1), (rope("red2"), 1))
    assert state.carabiners == (0, 2)


def test_ro_t2_carabiners_on_a_rope_go_to_who_takes_it() -> None:
    state = placed(
        start(), ("", None), ("red3", None), carabiners=(2, 0), hanging={"red1": 2}
    )  # fmt: skip
    after_it = after(state, Prepare("red", 0, None)).position
    assert after_it.hands[ANN] == ropes("red1")
    assert after_it.carabiners[ANN] == 4
    assert after_it.hanging == ()


def test_ro_t4_no_carabiner_no_second_rope() -> None:
    state = placed(start(), ("red3", None), ("", None), carabiners=(0, 2), hanging={"red1": 2})
    refusal = refused(state, Prepare("red", 1, None))
    assert (refusal.code, refusal.rule) == ("too_few_carabiners", "RO2")


def test_ro_t5_a_fourth_rope_costs_one() -> None:
    state = placed(start(), ("red1 red2 red3", None), ("", None))
    assert refused(state, Prepare("blue", 0, None)).code == "give_back_first"
    state = after(state, Prepare("blue", 0, rope("red2")))
    assert state.position.hands[ANN] == ropes("blue1 red1 red3")
    assert rope("red2") in available(state, "red")


def test_ro_t6_a_rope_that_covers_both_inside_both_sections_is_valid() -> None:
    state = placed(start(), ("blue3 red1", 0), ("", None))
    state, events = done(after(state, climbing(1, "blue3")[0]), climbing(1, "blue3")[1])
    assert isinstance(events[0], ClimbValid)
    assert state.position.holds == (1, None)
    assert state.position.hands[ANN] == ropes("red1")
    assert rope("blue3") in available(state, "blue")
    assert state.position.phase == Climbed()


def test_ro_t7_a_rope_that_leaves_the_sections_loses_balance() -> None:
    state = placed(start(), ("blue4", 1), ("", 7))
    state, events = done(after(state, climbing(4, "blue4")[0]), climbing(4, "blue4")[1])
    assert isinstance(events[0], BalanceLost)
    assert events[0].reason == "leaves"
    assert state.position.holds == (1, 7)
    assert rope("blue4") in available(state, "blue")
    assert state.position.phase == Consoling(rope("blue4"))
    assert state.position.turn == ANN
    assert after(state, Prepare("blue", 2, None)).position.turn == BEN
    three = placed(state, ("", 1), ("blue1", 7), carabiners=(2, 2), phase=state.position.phase)
    assert refused(three, Prepare("blue", 2, None)).code == "just_used"


def test_ro_t10_a_failed_first_climb_leaves_the_wall_and_may_begin_elsewhere() -> None:
    state = placed(start(), ("blue1", None), ("", None))
    state = after(state, *first_climb(0, 1, "blue1"))
    assert state.position.holds == (None, None)
    assert state.position.phase == Consoling(rope("blue1"))
    state = after(state, Prepare("blue", 1, None), Prepare("red", 0, None))
    assert state.position.phase == Choosing()
    assert state.position.hands[ANN] == ropes("blue2")
    state = after(state, first_climb(2, 1, "blue2")[0])
    assert state.position.holds == (2, None)
