"""Ruling by ruling, RO15 to RO22: consolation, the first climb, the end, large walls."""

from __future__ import annotations

from itertools import product

import pytest

from companion.games.rocodromo.actions import (
    ChooseRope,
    Declare,
    EndTurn,
    JudgeEnd,
    Prepare,
    StartOn,
)
from companion.games.rocodromo.checking import EndPoint, gap_mm, is_near
from companion.games.rocodromo.events import (
    BalanceLost,
    EndMeasured,
    EndTriggered,
    MatchEnded,
)
from companion.games.rocodromo.state import (
    Choosing,
    Climbed,
    Consoling,
    Declared,
    Ended,
    JudgingEnd,
    Started,
)
from tests.games.rocodromo.walls import (
    ANN,
    BEN,
    COLOURS,
    GAME,
    LUCY,
    after,
    climbing,
    done,
    face,
    first_climb,
    kit,
    placed,
    plain_drill,
    refused,
    rope,
    start,
    upright,
)


@pytest.mark.parametrize(("rule", "consoled"), [("highest", False), ("not_highest", True)])
def test_ro15_house_rule_two_at_the_same_height(rule: str, consoled: bool) -> None:
    """By default both count as the highest and get nothing."""
    state = placed(start(3, level_climbers=rule), ("blue2", 0), ("", 1), ("", None))
    _, events = done(after(state, Declare(3)), ChooseRope(rope("blue2")))
    assert isinstance(events[0], BalanceLost)
    assert events[0].consoled is consoled


@pytest.mark.parametrize(("rule", "consoled"), [(True, True), (False, False)])
def test_ro16_house_rule_failing_to_get_on_an_empty_wall(rule: bool, consoled: bool) -> None:
    state = placed(start(rope_when_empty=rule), ("blue1", None), ("", None))
    state = after(state, *first_climb(0, 1, "blue1"))
    assert isinstance(state.position.phase, Consoling) is consoled
    assert state.position.holds == (None, None)


def test_ro16_failing_to_get_on_a_wall_with_others_always_consoles() -> None:
    for rule in (True, False):
        state = placed(start(rope_when_empty=rule), ("blue1", None), ("", 4))
        state = after(state, *first_climb(0, 1, "blue1"))
        assert state.position.phase == Consoling(rope("blue1"))


def test_ro17_the_first_climb_begins_on_the_lowest_empty_hold_of_a_first_tile() -> None:
    state = placed(start(), ("blue3 red3", None), ("", None))
    starts = {a.hold for _, a in GAME.legal_actions(state) if isinstance(a, StartOn)}
    assert starts == {0, 1, 2, 3}  # two tiles, each with two lowest holds at one height
    assert refused(state, StartOn(5)).code == "not_lowest"
    assert refused(state, StartOn(7)).code == "not_first_level"
    assert refused(state, Declare(1)).code == "start_first"
    taken = placed(start(3), ("blue3 red3", None), ("", 0), ("", 1))
    starts = {a.hold for _, a in GAME.legal_actions(taken) if isinstance(a, StartOn)}
    assert starts == {2, 3, 4}
    state = after(state, StartOn(0))
    assert (state.position.holds[ANN], state.position.phase) == (0, Started())
    assert refused(state, Prepare("red", 0, None)).code == "declare_first"
    state = after(state, Declare(1))
    assert state.position.phase == Declared(1, first=True)
    state = after(state, ChooseRope(rope("blue3")))
    assert state.position.holds[ANN] == 1


def test_ro17_after_a_first_success_a_later_failure_stays_on_the_wall() -> None:
    state = placed(start(), ("blue1 blue3", None), ("", None))
    state = after(state, *first_climb(0, 1, "blue3"), *climbing(4, "blue1"))
    assert state.position.holds[ANN] == 1


def test_ro18_a_climb_needs_a_rope() -> None:
    off = placed(start(), ("", None), ("", None))
    assert refused(off, StartOn(0)).rule == "RO18"
    on = placed(start(), ("", 0), ("", None))
    assert refused(on, Declare(1)).rule == "RO18"
    assert all(isinstance(action, Prepare) for _, action in GAME.legal_actions(on))


def test_ro19_a_rope_can_always_be_taken() -> None:
    """Four hands of three leave eight ropes; one barred and one given back leave enough."""
    hands = ("red1 red2 red3", "red4 blue1 blue2", "blue3 blue4 green1", "green2 green3 green4")
    full = placed(start(4), *((hand, None) for hand in hands))
    assert any(isinstance(action, Prepare) for _, action in GAME.legal_actions(full))
    poorest = placed(
        full,
        *((hand, None) for hand in hands),
        carabiners=(0, 2, 2, 2),
        hanging={"yellow1": 2},
    )
    takes = [action for _, action in GAME.legal_actions(poorest)]
    assert {action.colour for action in takes if isinstance(action, Prepare)} >= {"yellow"}


def test_ro20_less_than_a_carabiner_from_the_top_triggers_the_end() -> None:
    state = placed(start(3), ("yellow3 yellow2", 7), ("", None), ("", None))
    wall = state.terms.wall
    assert gap_mm(wall, 9, EndPoint.TOKEN) == 21
    assert is_near(wall, 9, EndPoint.TOKEN) is True
    assert is_near(wall, 7, EndPoint.TOKEN) is False
    ending = placed(state, ("yellow2", 8), ("", None), ("", None), phase=Climbed())
    state, events = done(ending, EndTurn())
    assert EndTriggered(ANN) in events
    assert state.position.ending
    assert state.position.turn == BEN


@pytest.mark.parametrize(
    ("point", "gap", "near"), [("token", 31, True), ("nose", 36, True), ("hold", 40, None)]
)
def test_ro20_house_rule_from_which_point_of_the_climber(
    point: str, gap: float, near: bool | None
) -> None:
    wall = start().terms.wall
    assert gap_mm(wall, 8, EndPoint(point)) == gap
    assert is_near(wall, 8, EndPoint(point)) is near


def test_ro20_the_table_measures_what_is_too_close_to_call() -> None:
    fresh = start(end_point="hold")
    state = placed(fresh, ("yellow2", 8), ("", None), phase=Climbed())
    state = after(state, EndTurn())
    assert state.position.phase == JudgingEnd()
    prompt = GAME.prompt(state)
    assert dict(prompt.data) == {"gap_mm": 40.0, "carabiner_mm": 40.0}
    assert refused(state, EndTurn()).code == "measure_first"
    near, events = done(state, JudgeEnd(True))
    assert events[:2] == (EndMeasured(ANN, True), EndTriggered(ANN))
    assert near.position.measured == (True, None)
    far = after(state, JudgeEnd(False))
    assert (far.position.ending, far.position.measured) == (False, (False, None))
    # Nobody measures again while the climber stays where it is.
    again = after(far, Prepare("red", 0, None), Prepare("red", 0, None))
    assert (again.position.turn, again.position.phase) == (BEN, Choosing())


def test_ro20_house_rule_the_table_may_measure_every_end() -> None:
    state = placed(start(checking="table"), ("yellow2", 0), ("", None), phase=Climbed())
    assert after(state, EndTurn()).position.phase == JudgingEnd()


def test_ro20_finish_tiles_replace_the_top_edge() -> None:
    finish = [{"x_mm": 200, "y_mm": 0, "width_mm": 40, "height_mm": 200}]
    layout = {**plain_drill()["layout"], "finish": finish}
    wall = start(board=kit(plain_drill(layout=layout))).terms.wall
    assert gap_mm(wall, 9, EndPoint.TOKEN) == 91
    assert gap_mm(wall, 8, EndPoint.HOLD) == 160


def test_ro21_the_round_is_played_out_and_only_those_near_the_end_can_win() -> None:
    ending = placed(
        start(3), ("", 9), ("red1", 0), ("", None),
        carabiners=(1, 5, 0), turn=LUCY, ending=True,
    )  # fmt: skip
    state, events = done(ending, Prepare("blue", 0, None))
    assert isinstance(state.position.phase, Ended)
    assert events[-1] == MatchEnded((ANN,))
    standings = GAME.standings(state)
    assert standings.over
    assert standings.winners == (ANN,)
    assert [line.rank for line in standings.lines] == [1, 2, 3]


def test_ro21_the_last_of_the_round_ends_the_match_at_once() -> None:
    state = placed(start(), ("", None), ("yellow2", 8), turn=BEN, phase=Climbed())
    state, events = done(state, EndTurn())
    assert events == (EndTriggered(BEN), MatchEnded((BEN,)))


@pytest.mark.parametrize(
    ("carabiners", "hands", "winners"),
    [
        ((3, 1), ("", "red1 red2"), (ANN,)),
        ((2, 2), ("", "red1"), (BEN,)),
        ((2, 2), ("red2", "red1"), (ANN, BEN)),
    ],
)
def test_ro21_carabiners_then_ropes_then_a_shared_win(
    carabiners: tuple[int, int], hands: tuple[str, str], winners: tuple[int, ...]
) -> None:
    ended = placed(
        start(), (hands[0], 9), (hands[1], 8), carabiners=carabiners, ending=True, phase=Ended()
    )
    assert GAME.standings(ended).winners == winners
    assert GAME.legal_actions(ended) == ()


@pytest.mark.parametrize(
    ("levels", "flat"),
    [((2, 2, 2), False), ((2, 2, 3), False), ((3, 2, 1), True), ((2, 1, 2, 1, 1), True)],
)
def test_ro22_large_walls_lie_flat(levels: tuple[int, ...], flat: bool) -> None:
    tiles = [face(t, [upright(COLOURS[t % 5], 0, 200)], (45, 150)) for t in range(1, 9)]
    layout = {
        **plain_drill()["layout"],
        "levels": [[200 * i for i in range(count)] for count in levels],
    }
    order = _order(levels)
    usual = [{"tile": tile, "side": "a", "quarters": 0} for tile in order]
    box = kit(plain_drill(faces=tiles, placed=usual, layout=layout))
    assert box.layout.lies_flat is flat
    assert GAME.view(start(board=box), None)["wall"]["lies_flat"] is flat


def _order(levels: tuple[int, ...]) -> tuple[int, ...]:
    """Tiles in order; tile t has colour t mod 5, so a level apart never repeats a colour."""
    places = [(level, i) for level, count in enumerate(levels) for i in range(count)]
    order = tuple(range(1, len(places) + 1))
    below = dict(zip(places, order, strict=True))
    for (level, i), (other, j) in product(places, places):
        if other == level + 1 and i == j:
            assert below[level, i] % 5 != below[other, j] % 5
    return order
