"""Rulings RW1 to RW9, RW16 and RW33: where one may climb, with which dice, and when."""

from __future__ import annotations

import pytest

from companion.games.roll_and_wall import events as e
from companion.games.roll_and_wall.actions import (
    AcceptFailure,
    ChoosePiton,
    Declare,
    EndTurn,
    PlacePiton,
    Rest,
    StopAndFall,
    UseTile,
)
from companion.games.roll_and_wall.board import SpaceId
from companion.games.roll_and_wall.tiles import Tile
from tests.games.roll_and_wall.walls import (
    GAME,
    Play,
    example_board,
    example_state,
    placed,
    white,
    with_aside,
    with_blue,
)


def climb(space: str, whites: int, blues: int = 0) -> Declare:
    return Declare(SpaceId(space), whites, blues)


def test_rw1_moves_go_up_left_or_right_and_never_down() -> None:
    play = Play(placed(example_state(), 0, "2a.b2"))
    assert {space for space, _ in play.targets()} == {"2a.b3", "2a.a2", "2a.c2"}
    assert play.refused(climb("2a.b1", 1)) == ("never_down", "RW1")
    assert play.refused(climb("start", 1)) == ("never_down", "RW1")
    assert play.refused(climb("2a.b2", 1)) == ("already_there", "RW1")
    assert play.refused(climb("2a.c3", 1)) == ("not_beside", "RW1")
    assert play.refused(climb("2a.z9", 1)) == ("no_such_space", "RW1")


def test_rw1_sideways_moves_cross_the_inner_edges() -> None:
    left_edge = Play(placed(example_state(), 0, "2a.a2"))
    assert "1a.c2" in {space for space, _ in left_edge.targets()}
    right_edge = Play(placed(example_state(), 0, "2a.c3"))
    assert "3a.a3" in {space for space, _ in right_edge.targets()}


def test_rw2_several_spaces_may_lie_above_one() -> None:
    play = Play(placed(example_state(), 0, "1a.low"))
    beside = {"2a.low"}
    assert {space for space, _ in play.targets()} - beside == {"1a.a1", "1a.b1", "1a.c1"}


def test_rw3_at_least_one_die_is_thrown() -> None:
    play = Play(example_state())
    assert play.refused(climb("1a.low", 0)) == ("no_dice_chosen", "RW3")
    assert play.refused(climb("1a.low", 3, -1)) == ("no_dice_chosen", "RW3")
    play.do(climb("1a.low", 1))


def test_rw3_at_most_the_dice_that_are_left_are_thrown() -> None:
    play = Play(with_aside(example_state(), white=4))
    assert play.refused(climb("1a.low", 3)) == ("too_many_dice", "rule 2")
    play.do(climb("1a.low", 2))


def test_rw4_with_tea_any_of_the_white_and_blue_dice_may_be_thrown() -> None:
    play = Play(placed(example_state(), 0, "start", tea=True))
    assert play.dice_left() == (6, 1)
    handfuls = {(a.white, a.blue) for a in play.choices() if isinstance(a, Declare)}
    assert handfuls == {(w, b) for w in range(7) for b in (0, 1)} - {(0, 0)}
    play.do(climb("3a.low", 0, 1), with_blue(3))
    assert play.climber(0).space == "3a.low"
    assert play.dice_left() == (6, 0)


def test_rw4_without_tea_there_is_no_blue_die() -> None:
    play = Play(example_state())
    assert play.refused(climb("1a.low", 1, 1)) == ("no_blue_die", "RW4")


def test_rw4_the_blue_die_alone_has_no_chance_at_a_five() -> None:
    play = Play(placed(example_state(), 0, "1a.b1", tea=True))
    chances = {
        (each["white"], each["blue"]): each["chance"]
        for target in GAME.view(play.state, None)["turn"]["targets"]
        if target["space"] == "1a.c1"
        for each in target["chances"]
    }
    assert chances[0, 1] == 0.0
    assert chances[1, 0] == pytest.approx(1 / 3, abs=1e-6)


def test_rw5_a_failed_throw_on_the_start_space_costs_dice_but_not_the_turn() -> None:
    play = Play(placed(example_state(), 0, "start")).do(climb("2a.low", 4), white(1, 1, 2, 3))
    assert play.events[-1] == e.FailedOnGround(seat=play.seat, left=2)
    assert play.seat == 0
    assert play.dice_left() == (2, 0)
    assert not play.climber(0).tea


def test_rw5_the_turn_ends_on_the_ground_when_no_dice_are_left() -> None:
    play = Play(placed(example_state(), 0, "start")).do(climb("2a.low", 6), white(1, 1, 2, 3, 3, 3))
    assert play.seat == 1
    assert play.climber(0).space == "start"


def test_rw6_a_turn_spent_on_the_start_space_earns_no_tea() -> None:
    play = Play(placed(example_state(), 0, "start")).do(climb("2a.low", 6), white(1, 1, 2, 3, 3, 3))
    assert not play.climber(0).tea
    assert not any(isinstance(event, e.TeaOwed) for event in play.events)
    assert not Play(example_state()).do(EndTurn()).climber(0).tea


def test_rw7_after_failing_at_the_start_another_space_may_be_tried() -> None:
    play = Play(placed(example_state(), 0, "start")).do(climb("2a.low", 1), white(2))
    assert {space for space, _ in play.targets()} == {"1a.low", "2a.low", "3a.low"}
    assert play.do(climb("1a.low", 1), white(3)).climber(0).space == "1a.low"


def test_rw8_a_turn_may_be_ended_on_the_ground_and_is_no_fall() -> None:
    play = Play(example_state())
    assert play.refused(Rest()) == ("end_turn_on_ground", "RW8")
    assert play.refused(StopAndFall()) == ("nothing_to_fall_from", "RW8")
    play.do(EndTurn())
    assert [type(event) for event in play.events] == [e.TurnEnded, e.TurnStarted]
    assert not play.climber(0).tea


def test_rw8_on_the_wall_a_turn_is_not_just_ended() -> None:
    assert Play(placed(example_state(), 0, "2a.b1")).refused(EndTurn()) == (
        "rest_or_fall",
        "rule 6",
    )


def test_rw9_a_piton_may_be_placed_at_any_time_of_the_own_turn() -> None:
    play = Play(placed(example_state(), 0, "2a.b1")).do(PlacePiton(), climb("2a.b2", 2))
    play = play.do(white(1, 4))
    assert play.climber(0).pitons == ("2a.b1",)
    play.do(climb("2a.c2", 1), PlacePiton())
    assert play.climber(0).pitons == ("2a.b1", "2a.b2")
    assert play.refused(PlacePiton(), seat=1) == ("not_your_turn", "turn order")


def test_rw9_no_piton_between_a_failed_throw_and_the_fall() -> None:
    play = Play(placed(example_state(), 0, "2a.b1", tiles=(Tile.CHALK,)))
    play.do(climb("2a.b2", 1), white(1))
    assert play.refused(PlacePiton()) == ("too_late_for_piton", "RW9")
    assert play.choices() == {UseTile(Tile.CHALK), AcceptFailure()}


def test_rw9_no_piton_before_chalk_repeats_a_failed_throw() -> None:
    play = Play(placed(example_state(), 0, "2a.b1", tiles=(Tile.CHALK,)))
    play.do(climb("2a.b2", 1), white(1), UseTile(Tile.CHALK))
    assert PlacePiton() not in play.choices()
    assert play.refused(PlacePiton()) == ("too_late_for_piton", "RW9")
    play.do(white(4))
    assert PlacePiton() in play.choices()


def test_a_failed_throw_leaves_no_rest_and_no_stop() -> None:
    play = Play(placed(example_state(), 0, "3a.b1", tiles=(Tile.CHALK,)))
    play.do(climb("3a.b2", 1), white(1))
    for action in (Rest(), StopAndFall(), EndTurn()):
        assert play.refused(action) == ("too_late_to_stop", "rule 6")
    assert play.refused(climb("3a.b2", 1)) == ("failure_first", "D2")


def test_rw16_the_summit_is_entered_by_a_throw_of_at_least_four() -> None:
    play = Play(placed(example_state(), 0, "1a.b4"))
    assert ("summit.left", 4) in play.targets()
    missed = Play(play.state).do(climb("summit.left", 2), white(3, 3))
    assert missed.climber(0).space == "start"
    made = Play(play.state).do(climb("summit.left", 2), white(3, 4))
    assert made.climber(0).space == "summit.left"


def test_rw33_a_space_holds_any_number_of_pawns_and_pitons() -> None:
    state = example_state()
    for seat in (1, 2):
        state = placed(state, seat, "2a.b2", pitons=("2a.b2",))
    play = Play(placed(state, 0, "2a.b1")).do(climb("2a.b2", 2), white(4, 4))
    play.do(PlacePiton())
    assert [play.climber(seat).space for seat in range(3)] == ["2a.b2"] * 3
    assert [play.climber(seat).pitons for seat in range(3)] == [("2a.b2",)] * 3


def test_rw33_another_players_piton_is_no_use() -> None:
    state = placed(example_state(), 1, "2a.b2", pitons=("2a.b1", "2a.b2"))
    play = Play(placed(state, 0, "2a.b1"))
    assert play.refused(Rest()) == ("nothing_to_rest_on", "rule 6")
    assert play.do(StopAndFall()).climber(0).space == "start"


def test_a_throw_must_show_exactly_the_declared_dice() -> None:
    play = Play(placed(example_state(), 0, "start", tea=True)).do(climb("1a.low", 2, 1))
    assert GAME.prompt(play.state).dice == with_blue(1, 1, 1).spec
    for wrong in (white(3, 3), white(3, 3, 3), with_blue(1, 3), with_blue(1, 3, 3, 3)):
        assert play.refused(wrong) == ("wrong_dice", "rule 2")
    assert play.refused(with_blue(5, 3, 3)) == ("no_such_face", "rule 2")
    assert play.refused(climb("1a.low", 2, 1)) == ("throw_first", "rule 2")
    play.do(with_blue(4, 1, 1))


def test_dice_that_nobody_asked_for_are_refused() -> None:
    assert Play(example_state()).refused(white(3)) == ("no_throw_awaited", "rule 1")


def test_with_no_dice_left_only_a_stop_is_possible() -> None:
    play = Play(with_aside(placed(example_state(), 0, "2a.b1"), white=6))
    assert play.refused(climb("2a.b2", 1)) == ("no_dice_left", "rule 6")
    assert play.choices() == {PlacePiton(), StopAndFall()}
    assert play.do(PlacePiton()).choices() == {Rest()}


def test_nothing_is_chosen_where_nobody_falls() -> None:
    play = Play(placed(example_state(), 0, "2a.b1"))
    assert play.refused(ChoosePiton(SpaceId("2a.b1"))) == ("no_fall", "RW11")


def test_the_example_board_is_its_own_copy_each_time() -> None:
    example_board()["faces"].clear()
    assert len(example_board()["faces"]) == 3
