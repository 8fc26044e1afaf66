"""Ruling by ruling, RO1 to RO14: the wall, the ropes, the climb."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.errors import BoardError
from companion.games.rocodromo.actions import (
    ChooseRope,
    Declare,
    EndTurn,
    JudgeClimb,
    Prepare,
    StartOn,
)
from companion.games.rocodromo.assembly import bridges, clashes, dealt
from companion.games.rocodromo.checking import climb
from companion.games.rocodromo.events import (
    BalanceLost,
    ClimbValid,
    RopeLaid,
    RopeTaken,
)
from companion.games.rocodromo.reach import Reason, Verdict
from companion.games.rocodromo.state import (
    Choosing,
    Climbed,
    Consoling,
    Declared,
    JudgingClimb,
    available,
)
from companion.games.rocodromo.wall import Rope
from tests.games.rocodromo.walls import (
    ANN,
    BEN,
    COLOURS,
    GAME,
    after,
    climbing,
    done,
    face,
    kit,
    placed,
    plain_drill,
    refused,
    rope,
    ropes,
    start,
    upright,
)


def with_gap(gap_mm: float) -> dict[str, Any]:
    """The drill wall with a gap between its levels, and ropes that fit its two tiles."""
    plain = plain_drill()
    plain["layout"]["gap_mm"] = gap_mm
    plain["ropes"]["lengths_mm"] = {colour: [40, 80, 120, 190] for colour in COLOURS}
    return plain


def test_ro1_equal_colours_may_not_meet_between_levels() -> None:
    red = face(2, [upright("red", 0, 90), upright("green", 90, 200)], (45, 150))
    faces = [plain_drill()["faces"][0], red, plain_drill()["faces"][2]]
    with pytest.raises(BoardError, match="Level 2: red of tile 2a meets red of tile 1a") as caught:
        kit(plain_drill(faces=faces))
    assert len(caught.value.faults) == 1
    turned = [{"tile": t, "side": "a", "quarters": q} for t, q in ((1, 0), (3, 0), (2, 1))]
    with pytest.raises(BoardError, match="red of tile 2a"):  # turned, green lies below, red on top
        kit(plain_drill(faces=faces, placed=[*turned[:2], {**turned[2], "quarters": 3}]))
    kit(plain_drill(faces=faces, placed=turned))


def test_ro1_colours_that_only_touch_at_a_corner_or_side_by_side_are_free() -> None:
    corner = face(2, [upright("green", 0, 100), upright("red", 100, 200)], (45, 150))
    beside = face(3, [upright("blue", 0, 90), upright("green", 90, 200)], (45, 150))
    box = kit(plain_drill(faces=[plain_drill()["faces"][0], corner, beside]))
    assert clashes(box, box.placed) == ()


def test_ro1_dealt_tiles_never_clash_and_the_number_decides_alone() -> None:
    box = kit()
    walls = {number: dealt(box, number) for number in range(1, 30)}
    assert all(clashes(box, wall) == () for wall in walls.values())
    assert len(set(walls.values())) > 5
    assert start(tiles=7).terms.wall == start(tiles=7).terms.wall
    assert start(tiles=7).terms.wall.placed == walls[7]
    assert start().terms.wall.placed == box.placed


def test_ro1_dealing_finds_the_only_order_and_says_when_there_is_none() -> None:
    red = [face(tile, [upright("red", 0, 200)], (45, 150)) for tile in (1, 2)]
    blue = face(3, [upright("blue", 0, 200)], (45, 150))
    tower = {**plain_drill()["layout"], "levels": [[0], [0], [0]]}
    order = [{"tile": tile, "side": "a", "quarters": 0} for tile in (1, 3, 2)]
    box = kit(plain_drill(faces=[*red, blue], placed=order, layout=tower))
    assert all(dealt(box, number)[1].tile == 3 for number in range(1, 9))
    only_red = replace(box, faces=box.faces[:2], fingerprint="only red")
    with pytest.raises(ValueError, match=r"no wall was found .*Lay the tiles by hand"):
        dealt(only_red, 1)


@pytest.mark.parametrize("skip", [0, 1, 2, 3])
def test_ro2_each_shorter_rope_skipped_costs_a_carabiner(skip: int) -> None:
    state = placed(start(), ("", None), ("", None), carabiners=(4, 0))
    state, events = done(state, Prepare("green", skip, None))
    position = state.position
    assert position.hands[ANN] == (Rope("green", skip + 1),)
    assert position.hanging == tuple((Rope("green", i), 1) for i in range(1, skip + 1))
    assert position.carabiners == (4 - skip, 0)
    assert events[0] == RopeTaken(
        ANN, Rope("green", skip + 1), 0, tuple(Rope("green", i) for i in range(1, skip + 1)), None
    )


def test_ro2_ropes_that_are_gone_are_no_step_and_carabiners_pile_up() -> None:
    state = placed(
        start(), ("", None), ("green2", None), carabiners=(2, 1), hanging={"green1": 1}
    )  # fmt: skip
    state = after(state, Prepare("green", 2, None))
    assert state.position.hands[ANN] == ropes("green4")
    assert state.position.hanging == ((rope("green1"), 2), (rope("green3"), 1))


def test_ro3_carabiners_gained_serve_from_the_next_turn_on() -> None:
    state = placed(start(), ("", None), ("", None), carabiners=(0, 2), hanging={"red1": 2})
    assert refused(state, Prepare("red", 1, None)).code == "too_few_carabiners"
    state = after(state, Prepare("red", 0, None))
    assert state.position.turn == BEN
    assert state.position.carabiners == (2, 2)
    state = after(state, Prepare("blue", 0, None), Prepare("red", 2, None))
    assert state.position.hands[ANN] == ropes("red1 red4")


def test_ro4_with_three_ropes_one_goes_back_first_and_without_carabiners() -> None:
    state = placed(start(), ("red1 red2 red4", None), ("", None))
    refusal = refused(state, Prepare("blue", 0, None))
    assert (refusal.code, refusal.rule) == ("give_back_first", "RO4")
    state = after(state, Prepare("red", 1, rope("red1")))
    assert state.position.hands[ANN] == ropes("red2 red3 red4")
    assert state.position.hanging == ((rope("red1"), 1),)
    two = placed(start(), ("red1 red2", None), ("", None))
    assert refused(two, Prepare("blue", 0, rope("red1"))).code == "keep_your_ropes"


def test_ro4_house_rule_taking_the_same_rope_back() -> None:
    """By default it is allowed: the turn passes and nothing else changes."""
    hands = (("red1 red2 red4", None), ("", None))
    same = Prepare("red", 0, rope("red1"))
    state = placed(start(), *hands)
    assert after(state, same).position.hands == state.position.hands
    strict = placed(start(same_rope_again=False), *hands)
    refusal = refused(strict, same)
    assert (refusal.code, refusal.rule) == ("same_rope", "RO4")
    assert after(strict, Prepare("red", 1, rope("red1"))).position.turn == BEN


def test_ro5_a_colour_without_ropes_cannot_be_chosen() -> None:
    state = placed(start(), ("red1 red2", None), ("red3 red4", None))
    refusal = refused(state, Prepare("red", 0, None))
    assert (refusal.code, refusal.rule) == ("colour_used_up", "RO5")


def test_ro6_the_destination_is_declared_before_the_rope_and_the_colours_agree() -> None:
    state = placed(start(), ("blue3 red4", 0), ("", 4))
    assert refused(state, ChooseRope(rope("blue3"))).code == "declare_before_rope"
    assert refused(state, Declare(4)).code == "occupied"
    state = after(state, Declare(1))
    assert state.position.phase == Declared(1, first=False)
    refusal = refused(state, ChooseRope(rope("red4")))
    assert (refusal.code, refusal.rule) == ("other_colour", "RO6")
    assert refused(state, Declare(5)).code == "choose_rope_first"
    assert GAME.legal_actions(state) == ((ANN, ChooseRope(rope("blue3"))),)


def test_ro7_a_hold_of_a_colour_not_in_hand_cannot_be_declared() -> None:
    state = placed(start(), ("blue3", 0), ("", None))
    refusal = refused(state, Declare(5))
    assert (refusal.code, refusal.rule) == ("no_rope_of_colour", "RO7")
    assert state.position.hands[ANN] == ropes("blue3")


def test_ro7_who_could_declare_nothing_cannot_come_on_the_wall() -> None:
    state = placed(start(), ("violet1", None), ("", None))
    assert refused(state, StartOn(0)).code == "no_destination"


def test_ro8_every_direction_is_open() -> None:
    state = placed(start(), ("blue3 red3 yellow3", 4), ("", 0))
    open_to = {
        action.hold for _, action in GAME.legal_actions(state) if isinstance(action, Declare)
    }
    assert open_to == {1, 2, 3, 5, 7, 8, 9}
    down = after(state, *climbing(1, "blue3"))
    assert down.position.holds[ANN] == 1


def test_ro9_a_climb_is_valid_when_some_placement_exists() -> None:
    wall = start().terms.wall
    found = climb(wall, 0, 1, rope("blue3"))
    assert found.verdict is Verdict.YES
    assert found.placement is not None
    assert len(found.placement) == 4
    assert climb(wall, 0, 1, rope("blue2")).reason is Reason.TOO_SHORT
    assert climb(wall, 7, 9, rope("yellow4")).reason is Reason.LEAVES


@pytest.mark.parametrize("gap", [0.0, 0.9, 1.5, 4.0])
def test_ro9_a_rope_may_lie_over_the_gap_between_two_levels(gap: float) -> None:
    wall = start(board=kit(with_gap(gap))).terms.wall
    assert climb(wall, 5, 7, Rope("yellow", 4)).verdict is Verdict.YES


def test_ro10_the_gap_over_a_third_section_bears_no_rope() -> None:
    """Red is left of x 100, blue right of it; yellow lies above both, 4 mm higher."""
    wall = start(board=kit(with_gap(4.0))).terms.wall
    strips = list(bridges(wall, (wall.area(5), wall.area(7))))
    assert strips == [((0.0, 200.0), (100.0, 200.0), (100.0, 204.0), (0.0, 204.0))]
    assert list(bridges(wall, (wall.area(5), wall.area(1)))) == []


def test_ro9_what_is_too_close_to_call_is_judged_by_the_table() -> None:
    lengths = {colour: [40, 80, 108, 230] for colour in COLOURS}  # 107.7 is the least
    box = kit(plain_drill(ropes={"width_mm": 20, "lengths_mm": lengths}))
    laid = placed(start(board=box), ("blue3", 0), ("", None))
    laid, events = done(after(laid, Declare(1)), ChooseRope(rope("blue3")))
    assert events == (RopeLaid(ANN, rope("blue3"), too_close=True),)
    assert laid.position.phase == JudgingClimb(1, first=False, rope=rope("blue3"))
    assert laid.position.hands[ANN] == ropes("blue3")
    assert after(laid, JudgeClimb(True)).position.holds[ANN] == 1
    failed, told = done(laid, JudgeClimb(False))
    assert failed.position.holds[ANN] == 0
    assert isinstance(told[0], BalanceLost)
    assert told[0].reason == "table"


def test_ro9_house_rule_the_table_may_judge_every_climb() -> None:
    state = placed(start(checking="table"), ("blue2", 0), ("", None), measured=(False, None))
    state, events = done(after(state, Declare(1)), ChooseRope(rope("blue2")))
    assert events == (RopeLaid(ANN, rope("blue2"), too_close=False),)
    assert [action for _, action in GAME.legal_actions(state)] == [
        JudgeClimb(True),
        JudgeClimb(False),
    ]
    assert refused(state, Prepare("red", 0, None)).code == "judge_climb_first"


def test_ro9_house_rule_equal_colours_side_by_side() -> None:
    """A blue section goes on across the upright seam: joined, the long rope fits in it."""
    blue = face(3, [upright("blue", 0, 110), upright("green", 110, 200)], (45, 170))
    box = kit(plain_drill(faces=[*plain_drill()["faces"][:2], blue]))
    joined, apart = start(board=box), start(board=box, side_by_side="apart")
    assert joined.terms.wall.area(1) == joined.terms.wall.area(2)
    assert apart.terms.wall.area(1) != apart.terms.wall.area(2)
    assert climb(joined.terms.wall, 0, 1, rope("blue4")).verdict is Verdict.YES
    assert climb(apart.terms.wall, 0, 1, rope("blue4")).reason is Reason.LEAVES
    assert len({joined.terms.wall, apart.terms.wall}) == 2


def test_ro10_sections_that_do_not_meet_bear_no_climb() -> None:
    wall = start().terms.wall
    assert climb(wall, 2, 3, rope("blue3")).reason is Reason.APART
    state = placed(start(), ("blue3", 2), ("", 7))
    _, events = done(after(state, Declare(3)), ChooseRope(rope("blue3")))
    assert isinstance(events[0], BalanceLost)
    assert events[0].reason == "apart"


def test_ro11_climbers_under_the_rope_do_not_matter() -> None:
    wall = kit(
        plain_drill(
            faces=[
                face(
                    1,
                    [upright("red", 0, 100), upright("blue", 100, 200)],
                    (50, 170), (100 - 10, 170), (150, 170),
                ),
                *plain_drill()["faces"][1:],
            ]
        )
    )  # fmt: skip
    state = placed(start(board=wall), ("blue3", 0), ("", 1))
    assert after(state, *climbing(2, "blue3")).position.holds == (2, 1)


def test_ro12_after_a_climb_one_may_go_on_or_stop() -> None:
    state = placed(start(), ("blue3 red1", 0), ("", None))
    state = after(state, *climbing(1, "blue3"))
    assert state.position.phase == Climbed()
    assert rope("blue3") in available(state, "blue")
    assert refused(state, Prepare("red", 0, None)).code == "climb_or_end"
    assert after(state, EndTurn()).position.turn == BEN
    assert after(state, Declare(5)).position.phase == Declared(5, first=False)


def test_ro12_without_a_rope_the_turn_ends_by_itself() -> None:
    state = placed(start(), ("blue3", 0), ("", None))
    state = after(state, *climbing(1, "blue3"))
    assert (state.position.turn, state.position.phase) == (BEN, Choosing())


def test_ro13_who_fails_and_is_not_the_highest_must_take_another_rope() -> None:
    state = placed(start(), ("blue2", 0), ("", 7))
    state, events = done(after(state, Declare(1)), ChooseRope(rope("blue2")))
    assert state.position.holds == (0, 7)
    assert state.position.hands[ANN] == ()
    assert events[0] == BalanceLost(ANN, 0, 1, rope("blue2"), "too_short", False, True)
    refusal = refused(state, Prepare("blue", 1, None))
    assert (refusal.code, refusal.rule) == ("just_used", "RO13")
    assert refused(state, EndTurn()).code == "take_rope_first"
    assert after(state, Prepare("blue", 0, None)).position.turn == BEN


def test_ro13_the_highest_takes_no_rope() -> None:
    state = placed(start(), ("blue2", 4), ("", 0))
    state, events = done(after(state, Declare(3)), ChooseRope(rope("blue2")))
    assert isinstance(events[0], BalanceLost)
    assert not events[0].consoled
    assert (state.position.turn, state.position.hands[ANN]) == (BEN, ())


def test_ro14_the_rope_just_returned_may_be_skipped() -> None:
    state = placed(start(), ("blue1", 0), ("", 7))
    state = after(state, *climbing(1, "blue1"))
    assert state.position.phase == Consoling(rope("blue1"))
    assert refused(state, Prepare("blue", 0, None)).code == "just_used"
    state = after(state, Prepare("blue", 1, None))
    assert state.position.hands[ANN] == ropes("blue2")
    assert state.position.hanging == ((rope("blue1"), 1),)


def test_ro9_a_valid_climb_tells_where_the_rope_lay() -> None:
    state = placed(start(), ("blue3", 0), ("", None))
    _, events = done(after(state, Declare(1)), ChooseRope(rope("blue3")))
    climbed = events[0]
    assert isinstance(climbed, ClimbValid)
    assert len(climbed.placement) == 4
    xs = [x / 10 for x, _ in climbed.placement]
    assert min(xs) <= 46
    assert max(xs) >= 155
