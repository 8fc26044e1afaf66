"""The attempt and its judge, ruling by ruling.

CL3, CL4, CL5, CL6, CL7, CL8, CL9, CL10, CL11, CL12, CL13, CL14, CL15, CL16, CL17, CL18, CL23.
"""

from __future__ import annotations

import pytest

from companion.games.climb.actions import (
    AcceptFall,
    CallFall,
    CardMoved,
    ChooseHand,
    Done,
    GiveUp,
    Hand,
    Overrule,
    PlaceCard,
    Rule,
)
from companion.games.climb.board import Finger
from companion.games.climb.events import (
    FallCalled,
    Fell,
    MoveFinished,
    Noticed,
    Overruled,
    ShiftMeasured,
    SummitReached,
)
from companion.games.climb.rounds import points_of_move
from companion.games.climb.route import Side
from companion.games.climb.state import Breach, Climbing, ClimbState, Judging, Result
from tests.games.climb.routes import (
    GAME,
    LUCY,
    NAMES,
    RALPH,
    after,
    attempt_of,
    climbing,
    done,
    refused,
)

EXAMPLE = ("T base", "R 1b", "L 1c", "done", "-T", "-L", "M 2a", "done", "-R", "T summit", "done")


def fault_of(state: ClimbState) -> Breach:
    """What is being judged."""
    phase = state.position.phase
    assert isinstance(phase, Judging)
    return phase.fault.breach


def last_result(state: ClimbState) -> Result:
    return state.position.results[-1]


def test_cl_t1_the_example_of_the_rulebook_is_worth_five_points() -> None:
    state = climbing()
    rests, scored = [], []
    for text in EXAMPLE:
        state, events = done(state, text)
        for event in events:
            if isinstance(event, MoveFinished):
                scored.append((event.fingers, event.points, event.total))
            if isinstance(event, SummitReached):
                assert event.points == 5
        if isinstance(state.position.phase, Climbing) and attempt_of(state).last_rest:
            rests.append(attempt_of(state).last_rest[0])
    assert scored == [(3, 3, 3), (2, 1, 4), (2, 1, 5)]
    assert list(dict.fromkeys(rests)) == [Finger.THUMB, Finger.RING]
    assert last_result(state) == Result(LUCY, Hand.RIGHT, (3, 2, 2), True, None)


def test_cl_t1_holds_are_closed_as_the_fingers_leave_them() -> None:
    second_move_done = climbing(*EXAMPLE[:8])
    assert attempt_of(second_move_done).left == (("1c", Finger.LITTLE),)
    third = after(second_move_done, "-R")
    assert attempt_of(third).left == (("1b", Finger.RING), ("1c", Finger.LITTLE))


def test_cl3_a_climb_begins_with_a_hand_and_one_finger_in_the_base_camp() -> None:
    state = climbing()
    assert refused(state, "R 1b").code == "start_in_base"
    assert refused(state, "T summit").rule == "CL3"
    assert refused(state, CardMoved(1, 9)).code == "not_climbing"
    assert refused(state, ChooseHand(Hand.LEFT)).code == "climb_on"
    for finger in "TIMRL":
        assert len(attempt_of(after(state, f"{finger} base")).down) == 1


def test_cl4_a_move_adds_one_to_four_fingers_to_the_one_that_stays() -> None:
    begun = climbing("T base")
    assert refused(begun, "done").code == "nothing_placed"
    five = after(begun, "R 1b", "L 1c", "M 2a", "I 2b", "done")
    assert attempt_of(five).moves == (5,)
    assert refused(five, "done").code == "nothing_placed"
    three_stay = after(five, "-T", "-I")
    assert refused(three_stay, "T 3a").code == "lift_more"
    assert refused(three_stay, "T 3a").rule == "CL4"
    one_stays = after(three_stay, "-R", "-L", "T 3a")
    assert refused(one_stays, "-M").code == "rest_lifted"
    assert attempt_of(after(one_stays, "done")).moves == (5, 2)


def test_cl4_a_finger_that_is_down_cannot_come_down_and_one_that_is_up_cannot_go_up() -> None:
    state = climbing("T base", "R 1b")
    assert refused(state, "R 4a").code == "already_down"
    assert refused(state, "-M").code == "not_down"
    assert refused(state, "M 9a").code == "no_such_place"
    assert refused(state, PlaceCard(9, Side.ABOVE, 0)).code == "climb_on"


def test_cl5_the_same_finger_cannot_rest_twice() -> None:
    state = climbing("T base", "R 1b", "L 1c", "done", "-L")
    refusal = refused(state, "-R")
    assert (refusal.code, refusal.rule) == ("same_rest", "CL5")
    assert "keep the ring finger down" in GAME.refusal_text(refusal)
    assert attempt_of(after(state, "-T", "M 2a", "done")).moves == (3, 2)


def test_cl6_a_hold_that_was_left_is_closed_to_every_finger() -> None:
    moves = ("T base", "M 4a", "L 4b", "done", "-T", "-M")
    state = climbing(*moves)
    assert refused(state, "R 4a").code == "closed_hold"
    assert refused(state, "R 4a").rule == "CL6"


def test_cl6_by_house_rule_it_is_closed_only_to_the_finger_that_left_it() -> None:
    moves = ("T base", "M 4a", "L 4b", "done", "-T", "-M")
    state = climbing(*moves, closed_holds="finger")
    assert attempt_of(after(state, "R 4a", "done")).moves == (3, 2)
    assert fault_of(after(state, "M 4a")) is Breach.RETURNED


def test_cl7_a_finger_may_leave_a_hold_for_two_while_the_other_rests_there() -> None:
    state = climbing("T base", "I 6a", "M 6a", "done", "-T", "-M", "R 1b", "done")
    assert attempt_of(state).moves == (3, 2)


def test_cl8_cl_t7_a_hold_for_two_needs_both_fingers_at_the_end_of_the_move() -> None:
    state = climbing("T base", "I 6a", "R 1b")
    refusal = refused(state, "done")
    assert (refusal.code, refusal.rule) == ("half_double", "CL8")
    both, events = done(after(state, "M 6a"), "done")
    assert events[0] == MoveFinished(LUCY, 4, 6, 6)
    three = done(climbing("T base", "I 6a", "M 6a"), "done")[1]
    assert three[0] == MoveFinished(LUCY, 3, 3, 3)
    assert attempt_of(both).moves == (4,)


def test_cl8_by_house_rule_half_of_a_hold_for_two_is_a_fall() -> None:
    state = climbing("T base", "I 6a", "done", half_double="fall")
    assert fault_of(state) is Breach.HALF_DOUBLE
    assert last_result(after(state, AcceptFall())).breach is Breach.HALF_DOUBLE


def test_cl9_two_fingers_do_not_share_an_ordinary_hold() -> None:
    state = climbing("T base", "M 4a")
    assert refused(state, "R 4a").code == "two_in_one"
    assert refused(state, "R 4a").rule == "CL9"


def test_cl10_no_finger_goes_back_into_the_base_camp() -> None:
    assert refused(climbing("T base"), "I base").code == "back_to_base"
    state = climbing("T base", "R 1b", "done", "-T")
    assert refused(state, "T base").rule == "CL10"


def test_cl11_one_finger_of_any_colour_counts_in_the_summit_zone() -> None:
    for finger in "IMRL":
        state = climbing("T base", f"{finger} summit", "done")
        assert last_result(state).summit
    state = climbing("T base", "I summit")
    assert refused(state, "M summit").code == "summit_taken"
    assert refused(state, "M summit").rule == "CL11"


def test_cl11_by_house_rule_any_number_of_fingers_counts_there() -> None:
    state = climbing("T base", "I summit", "M summit", "R summit", "done", summit_fingers="any")
    assert last_result(state).moves == (4,)


def test_cl12_the_last_move_may_use_holds_too() -> None:
    state = climbing("T base", "R 1b", "L 1c", "I 2b", "M summit", "done")
    assert last_result(state) == Result(LUCY, Hand.RIGHT, (5,), True, None)
    assert GAME.standings(state).lines[0].score == 10


def test_cl13_two_to_five_fingers_are_worth_1_3_6_10() -> None:
    assert [points_of_move(fingers) for fingers in (2, 3, 4, 5)] == [1, 3, 6, 10]


def test_cl14_after_a_fall_finished_moves_count_and_the_broken_one_does_not() -> None:
    state = climbing(*EXAMPLE[:5], "M 2b")
    assert fault_of(state) is Breach.WRONG_COLOUR
    state, events = done(state, AcceptFall(), RALPH)
    assert events[0] == Fell(LUCY, Breach.WRONG_COLOUR, 3)
    assert last_result(state).moves == (3,)


def test_cl14_cl_t9_in_the_expert_variation_a_fall_counts_nothing() -> None:
    eleven = ("T base", "R 1b", "L 1c", "M 2a", "I 2b", "done", "-T", "-L", "-M", "-I", "T 3a")
    state = climbing(*eleven, "done", "-R", "R 1b", expert_variation=True)
    assert attempt_of(after(climbing(*eleven, "done"))).moves == (5, 2)
    state = after(state, AcceptFall())
    assert last_result(state).moves == (5, 2)
    assert GAME.standings(state).lines[0].score == 0


def test_cl15_giving_up_is_a_fall_and_keeps_the_points() -> None:
    state, events = done(climbing(*EXAMPLE[:4]), GiveUp())
    assert last_result(state) == Result(LUCY, Hand.RIGHT, (3,), False, None)
    assert GAME.event_text(events[0], NAMES) == "Lucy gives up with 3 points."
    expert = after(climbing(*EXAMPLE[:4], expert_variation=True), GiveUp())
    assert GAME.standings(expert).lines[0].score == 0


@pytest.mark.parametrize(
    ("actions", "slip", "breach"),
    [
        (("T base", "R 1b", "done"), "-R", Breach.SAME_REST),
        (("T base", "R 1b", "done"), "M 2a", Breach.LIFT_MORE),
        (("T base", "R 1b"), "-T", Breach.REST_LIFTED),
        (("T base",), "I base", Breach.BACK_TO_BASE),
        (("T base",), "I beside", Breach.BESIDE),
        (("T base", "I summit"), "M summit", Breach.SUMMIT_TAKEN),
        (("T base", "M 4a"), "R 4a", Breach.TWO_IN_ONE),
        (("T base", "M 4a", "-M"), "R 4a", Breach.CLOSED_HOLD),
    ],
)
def test_cl16_a_slip_is_refused_and_only_by_house_rule_a_fall(
    actions: tuple[str, ...], slip: str, breach: Breach
) -> None:
    assert refused(climbing(*actions), slip).code == breach.value
    state = climbing(*actions, slip, breaches="fall")
    assert fault_of(state) is breach
    assert last_result(after(state, AcceptFall())).breach is breach


def test_cl16_lifting_every_finger_is_a_fall_and_no_slip() -> None:
    for actions in (("T base", "-T"), ("T base", "R 1b", "done", "-T", "-R")):
        assert fault_of(climbing(*actions)) is Breach.NO_TOUCH


def test_cl17_a_strict_referee_calls_the_fall_and_the_table_may_overrule_it() -> None:
    before = climbing("T base", "R 1b")
    state, events = done(before, "M 2b")
    assert isinstance(events[-1], FallCalled)
    assert events[-1].judge is None
    assert refused(state, "M 2a").code == "verdict_first"
    assert refused(state, Overrule()).code == "opponents_judge"
    struck, events = done(state, Overrule(), RALPH)
    assert isinstance(events[0], Overruled)
    assert struck == before


def test_cl17_an_adviser_notices_and_the_judges_decide() -> None:
    state, events = done(climbing("T base", judge="advise"), "M 2b")
    assert isinstance(events[-1], Noticed)
    assert [fault.breach for fault in attempt_of(state).notices] == [Breach.WRONG_COLOUR]
    unnoticed = after(state, "done")
    assert attempt_of(unnoticed).moves == (2,)
    assert attempt_of(unnoticed).notices == ()
    called = after(state, CallFall(Rule.WRONG_COLOUR), seat=RALPH)
    assert last_result(after(called, AcceptFall())).breach is Breach.WRONG_COLOUR


def test_cl17_with_the_referee_off_only_opponents_call_falls() -> None:
    state = climbing("T base", "M 2b", "-T", "-M", "M 2b", "T 1a", "done", judge="off")
    assert attempt_of(state).moves == (2,)
    assert refused(state, CallFall(Rule.RETURNED)).code == "opponents_judge"
    for rule in Rule:
        called = after(state, CallFall(rule), seat=RALPH)
        assert fault_of(called).value == rule.value
        assert after(called, Overrule(), seat=RALPH) == state


def test_cl17_who_climbs_alone_is_the_own_judge() -> None:
    state = climbing("T base", seats=1)
    called = after(state, CallFall(Rule.CARD_MOVED))
    assert after(called, Overrule()) == state


def test_cl18_only_a_shift_beyond_the_cameras_error_counts_and_is_shown() -> None:
    state = climbing("T base")
    same, events = done(state, CardMoved(3, 2))
    assert same == state
    assert events == (ShiftMeasured(LUCY, 3, 2, False),)
    moved, events = done(state, CardMoved(3, 3))
    assert fault_of(moved) is Breach.CARD_MOVED
    assert events[0] == ShiftMeasured(LUCY, 3, 3, True)
    assert "by 0.3 mm" in GAME.prompt_text(moved, NAMES)
    small = done(climbing("T base", card_shift_tenths_mm=10), CardMoved(3, 9))[1]
    assert small == (ShiftMeasured(LUCY, 3, 9, False),)
    assert refused(state, CardMoved(40, 3)).code == "not_on_route"
    for tenths_mm in (0, -1, 10_001):
        assert refused(state, CardMoved(3, tenths_mm)).rule == "CL18"


@pytest.mark.parametrize(
    ("actions", "breach"),
    [
        (("T base", "-T"), Breach.NO_TOUCH),
        (("T base", "M 2b"), Breach.WRONG_COLOUR),
        (("T base", "R 1b", "-R", "R 1b"), Breach.RETURNED),
        (("T base", CardMoved(6, 40)), Breach.CARD_MOVED),
    ],
)
def test_cl23_there_are_four_falls(actions: tuple[str, ...], breach: Breach) -> None:
    state = climbing(*actions)
    assert fault_of(state) is breach
    assert [rule.value for rule in Rule].count(breach.value) == 1
    assert len(Rule) == 4
    text = GAME.event_text(done(state, AcceptFall())[1][0], NAMES)
    assert text.startswith("Lucy falls, because ")


def test_cl23_a_fall_is_named_before_any_slip() -> None:
    many_down = climbing("T base", "R 1b", "L 1c", "done")
    assert fault_of(after(many_down, "M 2b")) is Breach.WRONG_COLOUR


def test_cl_t4_a_middle_finger_in_a_blue_hold_falls_and_keeps_the_points() -> None:
    state = after(climbing(*EXAMPLE[:4], "-T", "-L", "M 2b"), AcceptFall())
    assert GAME.standings(state).lines[0].score == 3


def test_cl_t5_a_ring_finger_back_in_the_yellow_hold_it_left_falls() -> None:
    state = climbing(*EXAMPLE[:9], "R 1b")
    assert fault_of(state) is Breach.RETURNED


def test_cl_t8_either_finger_alone_may_take_a_hold_for_one_or_the_other() -> None:
    for finger in "MR":
        assert attempt_of(climbing("T base", f"{finger} 4a", "done")).moves == (2,)
    assert fault_of(climbing("T base", "I 4a")) is Breach.WRONG_COLOUR


def test_a_move_cannot_end_with_one_finger_whatever_the_judge_thinks() -> None:
    state = climbing("T base", "R 1b", "-T", judge="off")
    assert refused(state, Done()).code == "too_few_fingers"
