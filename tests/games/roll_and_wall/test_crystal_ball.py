"""Crystal ball: throw first, choose afterwards.

The numbers in names are those of the notes in part D of the rulings. From b2 in the centre
of the example wall lead ways to a 4 on the left, a 2 on the right and a 5 above.
"""

from __future__ import annotations

from typing import Any

from companion.games.roll_and_wall.actions import (
    AcceptFailure,
    EndTurn,
    Enter,
    KeepEnergyBar,
    PlacePiton,
    Rest,
    Spare,
    StopAndFall,
    ThrowFirst,
    UseTile,
)
from companion.games.roll_and_wall.board import SpaceId
from companion.games.roll_and_wall.phases import Choosing, Free, Missed, Throwing
from companion.games.roll_and_wall.tiles import Tile
from tests.games.roll_and_wall.advanced import climb, climber, match
from tests.games.roll_and_wall.walls import GAME, Play, white, with_blue

BALL, CHALK, SHOES = UseTile(Tile.CRYSTAL_BALL), UseTile(Tile.CHALK), UseTile(Tile.SHOES)
DOLL, BAR = UseTile(Tile.VOODOO_DOLL), UseTile(Tile.ENERGY_BAR)
LEFT, RIGHT, ABOVE = Enter(SpaceId("2a.a2")), Enter(SpaceId("2a.c2")), Enter(SpaceId("2a.b3"))


def foreseen(*values: int, tiles: Any = (), space: str = "2a.b2", **options: Any) -> Play:
    """The mover has looked ahead with these dice."""
    play = match(
        climber(space, Tile.CRYSTAL_BALL, *tiles), climber("start", Tile.VOODOO_DOLL), **options
    )
    return play.do(BALL, ThrowFirst(len(values), 0), white(*values))


def test_the_space_is_chosen_after_the_throw_all_turn_long() -> None:
    play = foreseen(4, 1)
    assert play.choices() == {LEFT, RIGHT, PlacePiton(), StopAndFall()}
    play.do(RIGHT, Spare())
    assert play.climber(0).space == "2a.c2"
    assert play.dice_left() == (4, 0)
    assert ThrowFirst(4, 0) in play.choices()
    assert play.refused(climb("2a.c3", 1)) == ("throw_before_choosing", "D.1 CRYSTAL BALL")


def test_d_t9_a_throw_that_is_declined_on_a_ledge_ends_in_a_rest() -> None:
    play = foreseen(1, 1, space="2a.a3")
    play.do(Rest())
    assert play.climber(0).space == "2a.a3"
    assert play.seat == 1


def test_d11_chalk_helps_when_a_space_beside_is_missed() -> None:
    play = foreseen(4, tiles=(Tile.CHALK,))
    assert {LEFT, RIGHT, CHALK} <= play.choices()
    play.do(CHALK, white(5))
    assert ABOVE in play.choices()


def test_d11_not_when_everything_is_entered() -> None:
    play = foreseen(6, tiles=(Tile.CHALK,))
    assert play.refused(CHALK) == ("nothing_missed", "D11")


def test_d11_a_strict_table_wants_no_space_entered() -> None:
    strict = {"crystal_ball_mending": "strict"}
    some = foreseen(4, tiles=(Tile.CHALK,), **strict)
    assert some.refused(CHALK) == ("enters_already", "D11")
    none = foreseen(1, tiles=(Tile.CHALK,), **strict)
    assert CHALK in none.choices()


def test_d17_shoes_can_make_a_space_enterable() -> None:
    play = foreseen(4, tiles=(Tile.SHOES,)).do(SHOES)
    assert play.choices() >= {LEFT, RIGHT, ABOVE}
    play.do(ABOVE, Spare())
    assert play.climber(0).space == "2a.b3"


def test_d17_shoes_need_a_gap_of_one() -> None:
    play = foreseen(2, tiles=(Tile.CHALK, Tile.SHOES))
    assert play.refused(SHOES) == ("shoes_too_small", "D.1 SHOES")
    strict = foreseen(4, tiles=(Tile.SHOES,), crystal_ball_mending="strict")
    assert strict.refused(SHOES) == ("enters_already", "D11")


def test_d21_a_second_crystal_ball_or_talisman_is_refused() -> None:
    play = match(climber("2a.b2", Tile.CRYSTAL_BALL, Tile.CRYSTAL_BALL)).do(BALL)
    assert play.refused(BALL) == ("crystal_ball_on", "D21")
    talisman = UseTile(Tile.TALISMAN)
    play = match(climber("2a.b2", Tile.TALISMAN, Tile.TALISMAN)).do(climb("2a.b3", 2), talisman)
    assert play.refused(talisman) == ("talisman_on", "D21")


def test_d22_an_energy_bar_needs_a_space_that_was_entered() -> None:
    play = foreseen(4, tiles=(Tile.ENERGY_BAR,))
    assert play.refused(BAR) == ("only_after_success", "D.1 ENERGY BAR")
    play.do(LEFT, Spare())
    assert play.choices() == {BAR, KeepEnergyBar()}
    play.do(BAR)
    assert play.dice_left() == (6, 0)


def test_d24_a_piton_can_follow_the_look_and_hold_the_rest() -> None:
    play = foreseen(1, 1).do(PlacePiton(), Rest())
    assert play.climber(0).space == "2a.b2"
    assert play.seat == 1


def test_d24_a_house_rule_forbids_it() -> None:
    play = foreseen(1, 1, crystal_ball_piton="too_late")
    assert play.choices() == {StopAndFall()}
    assert play.refused(PlacePiton()) == ("too_late_after_look", "D24")


def test_d24_under_a_quiet_zone_only_the_quickdraw() -> None:
    play = match(
        climber("2a.b2", Tile.CRYSTAL_BALL, Tile.QUICKDRAW),
        climber("start", pitons=("2a.b2",)),
        quiet_until=0,
    )
    play.do(BALL, ThrowFirst(1, 0), white(1))
    assert play.choices() == {UseTile(Tile.QUICKDRAW), StopAndFall()}
    play.do(UseTile(Tile.QUICKDRAW), Rest())
    assert play.seat == 1


def test_d25_with_a_talisman_the_sum_is_seen_first() -> None:
    play = match(climber("2a.b2", Tile.CRYSTAL_BALL, Tile.TALISMAN))
    play.do(BALL, ThrowFirst(2, 0), UseTile(Tile.TALISMAN), white(2, 3))
    assert play.choices() >= {LEFT, RIGHT, ABOVE}


def test_d26_after_a_doll_the_roller_chooses_again() -> None:
    play = foreseen(5).do(ABOVE, DOLL)
    assert isinstance(play.position.phase, Throwing)
    assert play.position.phase.target is None
    play.do(white(4))
    assert play.choices() >= {LEFT, RIGHT}
    play.do(RIGHT)
    assert play.climber(0).space == "2a.c2"


def test_d26_a_strict_table_keeps_the_space() -> None:
    play = foreseen(5, tiles=(Tile.CHALK,), crystal_ball_and_doll="same_space").do(ABOVE, DOLL)
    assert play.position.phase.target == "2a.b3"  # type: ignore[union-attr]
    play.do(white(4))
    assert isinstance(play.position.phase, Missed)


def test_d26_on_the_ground_not_choosing_ends_the_turn() -> None:
    play = foreseen(6, space="start").do(EndTurn())
    assert play.seat == 1
    assert not play.climber(0).tea


def test_d26_on_the_ground_nothing_entered_is_a_failed_throw() -> None:
    play = foreseen(1, 2, space="start")
    assert isinstance(play.position.phase, Free)
    assert play.dice_left() == (4, 0)
    with_chalk = foreseen(1, 2, tiles=(Tile.CHALK,), space="start")
    assert with_chalk.choices() == {CHALK, AcceptFailure()}
    with_chalk.do(AcceptFailure())
    assert with_chalk.dice_left() == (4, 0)
    assert with_chalk.seat == 0


def test_d26_a_house_rule_ends_the_turn_instead() -> None:
    play = foreseen(1, 2, space="start", crystal_ball_blank_on_ground="end_turn")
    assert play.seat == 1


def test_d26_on_the_wall_nothing_entered_counts_as_declining() -> None:
    play = foreseen(1)
    assert isinstance(play.position.phase, Choosing)
    play.do(StopAndFall())
    assert play.climber(0).space == "start"


def test_d26_a_house_rule_makes_it_a_fall_even_from_a_ledge() -> None:
    play = foreseen(1, space="2a.a3", crystal_ball_blank_on_wall="fall")
    assert play.climber(0).space == "start"
    assert play.climber(0).tea


def test_d15_a_crystal_ball_counts_the_blue_die_as_a_die() -> None:
    play = match(climber("2a.b2", Tile.CRYSTAL_BALL, Tile.CHALK, tea=True))
    play.do(BALL, ThrowFirst(1, 1), with_blue(2, 1), CHALK)
    assert GAME.prompt(play.state).dice == with_blue(1, 1).spec
