"""Talisman, several pairs of shoes, chalk and quickdraw.

The numbers in names are those of the notes in part D of the rulings.
"""

from __future__ import annotations

from companion.games.roll_and_wall.actions import AcceptFailure, PlacePiton, Rest, UseTile
from companion.games.roll_and_wall.phases import Missed
from companion.games.roll_and_wall.tiles import Tile
from tests.games.roll_and_wall.advanced import climb, climber, match
from tests.games.roll_and_wall.walls import GAME, white, with_blue

CHALK, SHOES = UseTile(Tile.CHALK), UseTile(Tile.SHOES)
TALISMAN, BAR, CLIP = UseTile(Tile.TALISMAN), UseTile(Tile.ENERGY_BAR), UseTile(Tile.QUICKDRAW)


def test_rw_t11_a_talisman_sums_the_dice() -> None:
    without = match(climber("2a.b1")).do(climb("2a.c1", 2), white(2, 5))
    assert without.climber(0).space == "start"
    play = match(climber("2a.b1", Tile.TALISMAN)).do(climb("2a.c1", 2), TALISMAN, white(2, 5))
    assert play.climber(0).space == "2a.c1"
    assert GAME.view(play.state, None)["last"]["best"] == 7


def test_a_talisman_is_for_one_throw() -> None:
    play = match(climber("2a.b2", Tile.TALISMAN)).do(climb("2a.b3", 2), TALISMAN, white(2, 3))
    play.do(climb("2a.b4", 2), white(1, 1))
    assert play.climber(0).space == "start"


def test_a_talisman_comes_before_the_throw() -> None:
    play = match(climber("2a.b2", Tile.CHALK, Tile.TALISMAN)).do(climb("2a.b3", 2), white(2, 3))
    assert play.refused(TALISMAN) == ("only_before_throw", "D.1 TALISMAN")


def test_d13_a_talisman_does_not_join_a_throw_that_chalk_repeats() -> None:
    play = match(climber("2a.b2", Tile.CHALK, Tile.TALISMAN)).do(climb("2a.b3", 2), white(2, 3))
    play.do(CHALK)
    assert TALISMAN not in play.choices()
    assert play.refused(TALISMAN) == ("dice_seen_already", "D.1 TALISMAN")
    play.do(white(1, 5), climb("2a.b4", 2))
    assert TALISMAN in play.choices()


def test_d9_several_chalks_on_one_climb() -> None:
    play = match(climber("2a.b2", Tile.CHALK, Tile.CHALK)).do(climb("2a.b3", 1), white(1))
    play.do(CHALK, white(1), CHALK, white(5))
    assert play.climber(0).space == "2a.b3"


def test_d12_a_talisman_success_is_a_successful_throw() -> None:
    tiles = (Tile.ENERGY_BAR, Tile.TALISMAN)
    play = match(climber("2a.b2", *tiles)).do(climb("2a.b3", 2), TALISMAN, white(2, 3), BAR)
    assert play.dice_left() == (6, 0)


def test_d13_d18_d_t1_chalk_keeps_the_sum_and_shoes_raise_it() -> None:
    tiles = (Tile.CHALK, Tile.SHOES, Tile.TALISMAN)
    play = match(climber("2a.b1", *tiles)).do(climb("2a.c1", 2), TALISMAN, white(2, 3))
    assert isinstance(play.position.phase, Missed)
    play.do(CHALK, white(4, 1), SHOES)
    assert play.climber(0).space == "2a.c1"
    assert play.climber(0).tiles == ()


def test_d18_shoes_add_one_to_the_sum() -> None:
    play = match(climber("2a.b1", Tile.SHOES, Tile.TALISMAN))
    play.do(climb("2a.c1", 2), TALISMAN, white(2, 3), SHOES)
    assert play.climber(0).space == "2a.c1"


def test_d13_chalk_after_a_talisman_still_sums() -> None:
    play = match(climber("2a.b1", Tile.CHALK, Tile.TALISMAN))
    play.do(climb("2a.c1", 2), TALISMAN, white(1, 1), CHALK, white(3, 3))
    assert play.climber(0).space == "2a.c1"


def test_d16_two_pairs_of_shoes_close_a_gap_of_two() -> None:
    play = match(climber("2a.b2", Tile.SHOES, Tile.SHOES)).do(climb("2a.b3", 1), white(3))
    assert play.choices() == {SHOES, AcceptFailure()}
    play.do(SHOES, SHOES)
    assert play.climber(0).space == "2a.b3"


def test_d16_a_house_rule_allows_one_pair() -> None:
    play = match(climber("2a.b2", Tile.SHOES, Tile.SHOES), shoes_on_one_throw="one")
    play.do(climb("2a.b3", 1), white(3))
    assert play.climber(0).space == "start"


def test_d20_shoes_can_raise_the_blue_die() -> None:
    play = match(climber("2a.b2", Tile.SHOES, tea=True)).do(climb("2a.b3", 0, 1), with_blue(4))
    assert play.do(SHOES).climber(0).space == "2a.b3"


def test_d44_the_blue_die_counts_in_the_sum() -> None:
    play = match(climber("2a.b1", Tile.TALISMAN, tea=True)).do(climb("2a.c1", 1, 1), TALISMAN)
    assert play.do(with_blue(4, 2)).climber(0).space == "2a.c1"


def test_d53_a_quickdraw_gives_a_hold_at_once() -> None:
    play = match(climber("2a.b2", Tile.QUICKDRAW), climber("start", pitons=("2a.b2",)))
    assert Rest() not in play.choices()
    play.do(CLIP)
    assert Rest() in play.choices()
    assert play.climber(0).pitons == ("2a.b2",)
    assert play.climber(1).pitons == ("2a.b2",)


def test_a_quickdraw_needs_a_piton_of_somebody_else_and_one_of_ones_own() -> None:
    alone = match(climber("2a.b2", Tile.QUICKDRAW))
    assert alone.refused(CLIP) == ("nothing_to_clip", "D.1 QUICKDRAW")
    other = climber("start", pitons=("2a.b2",))
    spent = match(
        climber("2a.b2", Tile.QUICKDRAW, pitons=("2a.a1", "2a.b1", "2a.c1", "2a.a2")), other
    )
    assert spent.refused(CLIP) == ("no_piton_left", "rule 4")
    twice = match(climber("2a.b2", Tile.QUICKDRAW, pitons=("2a.b2",)), other)
    assert twice.refused(CLIP) == ("piton_already_here", "RW10")


def test_a_quickdraw_can_be_used_before_the_throw_and_not_after_it() -> None:
    tiles = (Tile.CHALK, Tile.QUICKDRAW)
    play = match(climber("2a.b2", *tiles), climber("start", pitons=("2a.b2",)))
    play.do(climb("2a.b3", 1))
    assert {CLIP, PlacePiton()} <= play.choices()
    play.do(white(1))
    assert play.refused(CLIP) == ("too_late_to_clip", "RW9")


def test_rw9_a_quickdraw_is_too_late_before_chalk_repeats_a_failed_throw() -> None:
    tiles = (Tile.CHALK, Tile.QUICKDRAW)
    play = match(climber("2a.b2", *tiles), climber("start", pitons=("2a.b2",)))
    play.do(climb("2a.b3", 1), white(1), CHALK)
    assert not {CLIP, PlacePiton()} & play.choices()
    assert play.refused(CLIP) == ("too_late_to_clip", "RW9")
    assert play.refused(PlacePiton()) == ("too_late_for_piton", "RW9")
