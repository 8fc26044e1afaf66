"""Climbing shoes, chalk and energy bar: when they help, alone and together.

The numbers in names are those of the notes in part D of the rulings.
"""

from __future__ import annotations

from companion.games.roll_and_wall import events as e
from companion.games.roll_and_wall.actions import (
    AcceptFailure,
    Declare,
    KeepEnergyBar,
    PlacePiton,
    Rest,
    UseTile,
)
from companion.games.roll_and_wall.board import SpaceId
from companion.games.roll_and_wall.tiles import Tile
from tests.games.roll_and_wall.walls import (
    GAME,
    Play,
    example_state,
    placed,
    white,
    with_aside,
    with_blue,
)

SHOES, CHALK, BAR = UseTile(Tile.SHOES), UseTile(Tile.CHALK), UseTile(Tile.ENERGY_BAR)
ALL = (Tile.CHALK, Tile.ENERGY_BAR, Tile.SHOES)


def climb(space: str, whites: int, blues: int = 0) -> Declare:
    return Declare(SpaceId(space), whites, blues)


def on_two(tiles: tuple[Tile, ...], tea: bool = False) -> Play:
    """The mover on the 2 in the centre; above lies b2 with 4, to the right c1 with 6."""
    return Play(placed(example_state(), 0, "2a.b1", tiles=tiles, tea=tea))


def test_everybody_starts_with_the_three_basic_tiles() -> None:
    assert all(climber.tiles == ALL for climber in example_state().position.climbers)


def test_shoes_lift_the_highest_number_by_one() -> None:
    play = on_two((Tile.SHOES,)).do(climb("2a.b2", 2), white(3, 1))
    assert play.choices() == {SHOES, AcceptFailure()}
    play.do(SHOES)
    judged = [event for event in play.events if isinstance(event, e.RollJudged)]
    assert [(event.best, event.success) for event in judged] == [(4, True)]
    assert play.climber(0).space == "2a.b2"
    assert play.climber(0).tiles == ()
    assert play.dice_left() == (4, 0)


def test_shoes_that_cannot_close_the_gap_are_not_offered() -> None:
    play = on_two((Tile.SHOES,)).do(climb("2a.b2", 2), white(2, 1))
    assert play.climber(0).space == "start"  # no tile could help, so the fall came at once
    play = on_two((Tile.CHALK, Tile.SHOES)).do(climb("2a.b2", 2), white(2, 1))
    assert play.choices() == {CHALK, AcceptFailure()}
    assert play.refused(SHOES) == ("shoes_too_small", "D.1 SHOES")


def test_chalk_repeats_the_throw_with_the_same_dice() -> None:
    play = on_two((Tile.CHALK,)).do(climb("2a.b2", 3), white(1, 2, 3), CHALK)
    assert GAME.prompt(play.state).dice == white(1, 1, 1).spec
    assert play.refused(white(4, 4)) == ("wrong_dice", "rule 2")
    play.do(white(1, 1, 5))
    assert play.climber(0).space == "2a.b2"
    assert play.dice_left() == (3, 0)  # the dice of the repeated throw count once


def test_a_failure_may_be_accepted_and_keeps_the_tiles() -> None:
    play = on_two((Tile.CHALK, Tile.SHOES)).do(climb("2a.b2", 1), white(3), AcceptFailure())
    assert play.climber(0).space == "start"
    assert play.climber(0).tiles == (Tile.CHALK, Tile.SHOES)


def test_energy_bar_brings_the_dice_of_a_successful_throw_back() -> None:
    play = on_two((Tile.ENERGY_BAR,)).do(climb("2a.c1", 4), white(6, 1, 1, 1))
    assert play.choices() == {BAR, KeepEnergyBar()}
    assert play.refused(Rest()) == ("energy_bar_first", "D.1 ENERGY BAR")
    play.do(BAR)
    assert play.climber(0).space == "2a.c1"
    assert play.climber(0).tiles == ()
    assert play.dice_left() == (6, 0)


def test_energy_bar_may_be_kept() -> None:
    play = on_two((Tile.ENERGY_BAR,)).do(climb("2a.c1", 4), white(6, 1, 1, 1), KeepEnergyBar())
    assert play.climber(0).tiles == (Tile.ENERGY_BAR,)
    assert play.dice_left() == (2, 0)


def test_a_tile_is_refused_in_the_wrong_part_of_a_turn() -> None:
    play = on_two(ALL)
    assert play.refused(CHALK) == ("only_after_failure", "D.1 CHALK")
    assert play.refused(SHOES) == ("only_after_failure", "D.1 SHOES")
    assert play.refused(BAR) == ("only_after_success", "D.1 ENERGY BAR")
    assert play.refused(AcceptFailure()) == ("no_failed_throw", "rule 5")
    assert play.refused(KeepEnergyBar()) == ("no_successful_throw", "D.1 ENERGY BAR")
    play.do(climb("2a.b2", 1), white(3))
    assert play.refused(BAR) == ("only_after_success", "D.1 ENERGY BAR")
    play.do(SHOES)
    assert play.refused(CHALK) == ("energy_bar_first", "D.1 ENERGY BAR")


def test_a_tile_is_used_once_in_the_whole_game() -> None:
    play = on_two(ALL).do(climb("2a.b2", 1), white(1), CHALK, white(3))
    assert play.refused(CHALK) == ("tile_gone", "D.1")
    play.do(AcceptFailure())
    assert Tile.CHALK not in play.climber(0).tiles


def test_d10_shoes_may_follow_chalk() -> None:
    play = on_two((Tile.CHALK, Tile.SHOES)).do(climb("2a.b2", 1), white(1), CHALK, white(3), SHOES)
    assert play.climber(0).space == "2a.b2"
    assert play.climber(0).tiles == ()


def test_d12_a_success_by_chalk_or_shoes_allows_the_energy_bar() -> None:
    by_chalk = on_two((Tile.CHALK, Tile.ENERGY_BAR)).do(climb("2a.b2", 2), white(1, 1), CHALK)
    by_chalk.do(white(4, 1), BAR)
    assert by_chalk.dice_left() == (6, 0)
    by_shoes = on_two((Tile.ENERGY_BAR, Tile.SHOES)).do(climb("2a.b2", 2), white(1, 3), SHOES, BAR)
    assert by_shoes.dice_left() == (6, 0)


def test_d15_the_same_dice_include_the_blue_one() -> None:
    play = on_two((Tile.CHALK,), tea=True).do(climb("2a.b2", 1, 1), with_blue(2, 1), CHALK)
    assert GAME.prompt(play.state).dice == with_blue(1, 1).spec
    assert play.refused(white(5, 5)) == ("wrong_dice", "rule 2")


def test_d20_shoes_may_raise_the_blue_die_to_five() -> None:
    play = Play(placed(example_state(), 0, "3a.b1", tiles=(Tile.SHOES,), tea=True))
    play.do(climb("3a.c1", 0, 1), with_blue(4), SHOES)
    assert play.climber(0).space == "3a.c1"


def test_d27_the_bar_works_on_one_throw_only() -> None:
    play = on_two((Tile.ENERGY_BAR,)).do(climb("2a.b2", 1), white(4), BAR)
    play.do(climb("2a.b3", 5), white(5, 1, 1, 1, 1))
    assert play.dice_left() == (1, 0)


def test_d28_dice_spent_before_stay_spent() -> None:
    play = Play(with_aside(placed(example_state(), 0, "2a.b1", tiles=(Tile.ENERGY_BAR,)), white=3))
    play.do(climb("2a.b2", 2), white(4, 4), BAR)
    assert play.dice_left() == (3, 0)


def test_d30_the_blue_die_comes_back_for_this_turn_only() -> None:
    play = on_two((Tile.ENERGY_BAR,), tea=True).do(climb("2a.b2", 0, 1), with_blue(4), BAR)
    assert play.dice_left() == (6, 1)
    play.do(climb("2a.b3", 6), white(5, 1, 1, 1, 1, 1))
    assert play.dice_left() == (0, 1)
    play.do(climb("2a.b4", 0, 1), with_blue(2), PlacePiton(), Rest())
    assert not play.climber(0).tea


def test_d48_chalk_and_shoes_help_on_the_start_space_too() -> None:
    play = Play(placed(example_state(), 0, "start", tiles=(Tile.CHALK, Tile.SHOES)))
    play.do(climb("2a.low", 1), white(1), CHALK, white(3), SHOES)
    assert play.climber(0).space == "2a.low"
    kept = Play(placed(example_state(), 0, "start", tiles=(Tile.CHALK,)))
    kept.do(climb("2a.low", 1), white(1), AcceptFailure())
    assert kept.seat == 0
    assert kept.dice_left() == (5, 0)
