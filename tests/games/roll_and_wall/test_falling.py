"""Rulings RW10 to RW15, RW32 and RW34: pitons, falls, tea and the campsite."""

from __future__ import annotations

from companion.games.roll_and_wall import events as e
from companion.games.roll_and_wall.actions import (
    ChoosePiton,
    Declare,
    EndTurn,
    PlacePiton,
    Rest,
    StopAndFall,
)
from companion.games.roll_and_wall.board import SpaceId
from companion.games.roll_and_wall.state import WallState
from tests.games.roll_and_wall.walls import (
    GAME,
    Play,
    example_board,
    example_setup,
    example_state,
    placed,
    white,
)


def fail_at(state: WallState, target: str) -> Play:
    """The mover, without tiles, misses that space with one die."""
    return Play(state).do(Declare(SpaceId(target), 1, 0), white(1))


def test_rw10_no_second_own_piton_in_one_space() -> None:
    play = Play(placed(example_state(), 0, "2a.b1", pitons=("2a.b1",)))
    assert play.refused(PlacePiton()) == ("piton_already_here", "RW10")


def test_rw10_a_house_rule_allows_the_second_piton() -> None:
    state = placed(example_state(doubled_pitons=True), 0, "2a.b1", pitons=("2a.b1",))
    play = Play(state).do(PlacePiton())
    assert play.climber(0).pitons == ("2a.b1", "2a.b1")
    assert play.do(Declare(SpaceId("2a.b2"), 1, 0), white(1)).climber(0).space == "2a.b1"


def test_rw10_no_piton_on_the_ground() -> None:
    assert Play(example_state()).refused(PlacePiton()) == ("no_piton_on_ground", "RW10")


def test_three_pitons_are_all_there_are() -> None:
    state = placed(example_state(), 0, "2a.b4", pitons=("2a.b1", "2a.b2", "2a.b3"))
    assert Play(state).refused(PlacePiton()) == ("no_piton_left", "rule 4")


def test_rw11_the_highest_own_piton_catches_also_in_another_section() -> None:
    state = placed(example_state(), 0, "2a.a4", pitons=("2a.a1", "3a.c3", "2a.a2"))
    play = fail_at(state, "2a.b4")
    assert play.climber(0).space == "3a.c3"
    assert not play.climber(0).tea
    assert play.seat == 1


def test_rw11_with_pitons_on_one_level_the_player_chooses() -> None:
    state = placed(example_state(), 0, "2a.a4", pitons=("1a.a2", "2a.a2", "2a.b1"))
    play = fail_at(state, "2a.b4")
    assert GAME.prompt(play.state).code == "falling"
    assert play.choices() == {ChoosePiton(SpaceId("1a.a2")), ChoosePiton(SpaceId("2a.a2"))}
    assert play.refused(ChoosePiton(SpaceId("2a.b1"))) == ("piton_does_not_catch", "RW11")
    assert play.refused(Rest()) == ("choose_piton_first", "RW11")
    play.do(ChoosePiton(SpaceId("1a.a2")))
    assert play.climber(0).space == "1a.a2"
    assert play.seat == 1


def test_rw12_a_piton_above_the_level_fallen_from_does_not_catch() -> None:
    state = placed(example_state(), 0, "2a.a2", pitons=("2a.a4", "2a.a1"))
    assert fail_at(state, "2a.a3").climber(0).space == "2a.a1"
    only_above = placed(example_state(), 0, "2a.a2", pitons=("2a.a4",))
    assert fail_at(only_above, "2a.a3").climber(0).space == "start"


def test_rw13_a_piton_in_the_own_space_catches_there_and_ends_the_turn() -> None:
    state = placed(example_state(), 0, "2a.a2", pitons=("2a.a2", "2a.a1"))
    play = fail_at(state, "2a.a3")
    assert play.climber(0).space == "2a.a2"
    assert play.seat == 1
    assert not play.climber(0).tea


def test_rw14_one_may_choose_to_fall_rather_than_place_a_piton() -> None:
    play = Play(placed(example_state(), 0, "2a.b1", pitons=("1a.c1",)))
    assert play.choices() >= {PlacePiton(), StopAndFall()}
    assert play.do(StopAndFall()).climber(0).space == "1a.c1"


def test_rw14_nobody_falls_from_a_ledge_or_an_own_piton() -> None:
    ledge = Play(placed(example_state(), 0, "3a.b1"))
    assert ledge.refused(StopAndFall()) == ("safe_here", "RW14")
    piton = Play(placed(example_state(), 0, "2a.b1", pitons=("2a.b1",)))
    assert piton.refused(StopAndFall()) == ("safe_here", "RW14")


def uneven_state(same_level: str = "near") -> WallState:
    """Two pitons whose spaces differ by 6 mm in height, the smallest space being 20 mm high."""
    board = example_board()
    row = board["faces"][1]["spaces"]
    next(space for space in row if space["id"] == "a2")["height_mm"] = 56
    next(space for space in row if space["id"] == "b2")["height_mm"] = 50
    setup = example_setup(same_level=same_level)
    box = GAME.parse_board(board, "uneven")
    state = GAME.initial(type(setup)(setup.seats, setup.options, box, setup.first))
    return placed(state, 0, "2a.a4", pitons=("2a.a2", "2a.b2"))


def test_rw15_spaces_nearly_at_one_height_are_on_one_level() -> None:
    assert GAME.prompt(fail_at(uneven_state(), "2a.b4").state).code == "falling"


def test_rw15_a_house_rule_counts_only_exactly_equal_heights() -> None:
    assert fail_at(uneven_state(same_level="exact"), "2a.b4").climber(0).space == "2a.a2"


def test_rw15_half_of_the_smallest_space_is_the_tolerance() -> None:
    assert example_state().terms.level_mm == 10.0
    assert example_state(same_level="exact").terms.level_mm == 0.0


def test_rw32_a_younger_player_has_a_fourth_piton() -> None:
    state = example_state(young_players=(1,))
    assert state.terms.pitons == (3, 4, 3)
    state = placed(state, 1, "2a.b4", pitons=("2a.b1", "2a.b2", "2a.b3"))
    play = Play(state).do(EndTurn(), PlacePiton())
    assert len(play.climber(1).pitons) == 4
    assert play.events == (e.PitonPlaced(play.seat, play.events[0].space, left=0),)  # type: ignore[union-attr]


def test_rw34_a_player_fallen_to_the_ground_waits_on_the_campsite() -> None:
    play = fail_at(placed(example_state(), 0, "2a.b1"), "2a.b2")
    kinds = [type(event) for event in play.events]
    assert kinds == [e.RollJudged, e.Fell, e.TeaOwed, e.TurnEnded, e.TurnStarted]
    assert _on_campsite(play) == [True, False, False]
    play.do(EndTurn(), EndTurn())
    assert play.events[-1] == e.TurnStarted(play.seat, tea=True)
    assert _on_campsite(play) == [False, False, False]
    assert {space for space, _ in play.targets()} == {"1a.low", "2a.low", "3a.low"}
    assert play.dice_left() == (6, 1)


def test_tea_is_for_one_turn_only() -> None:
    play = fail_at(placed(example_state(), 0, "2a.b1"), "2a.b2").do(EndTurn(), EndTurn())
    play.do(EndTurn(), EndTurn(), EndTurn())
    assert play.seat == 0
    assert play.dice_left() == (6, 0)


def test_a_fall_to_the_ground_in_a_turn_with_tea_gives_tea_again() -> None:
    play = fail_at(placed(example_state(), 0, "2a.b1"), "2a.b2").do(EndTurn(), EndTurn())
    play.do(Declare(SpaceId("1a.low"), 1, 0), white(6), StopAndFall())
    assert play.climber(0).tea


def test_a_fall_to_a_piton_gives_no_tea() -> None:
    play = fail_at(placed(example_state(), 0, "2a.b2", pitons=("2a.b1",)), "2a.b3")
    assert not play.climber(0).tea
    assert not any(isinstance(event, e.TeaOwed) for event in play.events)


def test_a_placed_piton_stays_after_a_fall() -> None:
    play = fail_at(placed(example_state(), 0, "2a.b2", pitons=("2a.b1",)), "2a.b3")
    assert play.climber(0).pitons == ("2a.b1",)


def _on_campsite(play: Play) -> list[bool]:
    return [each["on_campsite"] for each in GAME.view(play.state, None)["climbers"]]
