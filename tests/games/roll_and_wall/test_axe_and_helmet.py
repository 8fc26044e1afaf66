"""Axe and helmet: where a fall ends and whether the turn goes on.

The numbers in names are those of the notes in part D of the rulings. In the centre of the
example wall only a3 has a ledge.
"""

from __future__ import annotations

from companion.games.roll_and_wall import events as e
from companion.games.roll_and_wall.actions import (
    AcceptFailure,
    AcceptFall,
    ChooseLedge,
    ChoosePiton,
    EndTurn,
    FinishTurn,
    Grab,
    PlacePiton,
    Rest,
    StopAndFall,
    ThrowFirst,
    UseTile,
)
from companion.games.roll_and_wall.board import SpaceId
from companion.games.roll_and_wall.handful import Handful
from companion.games.roll_and_wall.phases import Ending, Falling, Free
from companion.games.roll_and_wall.tiles import Tile
from tests.games.roll_and_wall.advanced import BLACK, climb, climber, match, wide_top
from tests.games.roll_and_wall.walls import GAME, white, with_blue

AXE, HELMET = UseTile(Tile.AXE), UseTile(Tile.HELMET)


def test_d1_one_axe_settles_a_fall_and_ends_the_turn() -> None:
    play = match(climber("2a.a4", Tile.AXE, Tile.AXE)).do(StopAndFall(), AXE)
    assert play.climber(0).space == "2a.a3"
    assert play.climber(0).tiles == (Tile.AXE,)
    assert play.seat == 1


def test_an_axe_on_a_ledge_stays_there() -> None:
    play = match(climber("2a.a3", Tile.AXE)).do(climb("2a.a4", 1), white(1), AXE)
    assert play.climber(0).space == "2a.a3"


def test_an_axe_finds_only_ledges_below_in_the_same_section() -> None:
    play = match(climber("2a.b4", Tile.AXE, Tile.HELMET)).do(StopAndFall())
    assert play.choices() == {HELMET, AcceptFall()}
    assert play.refused(AXE) == ("no_ledge_below", "D.1 AXE")


def test_d2_chalk_and_shoes_come_before_the_fall_and_not_after_it() -> None:
    tiles = (Tile.AXE, Tile.CHALK, Tile.HELMET, Tile.SHOES)
    play = match(climber("2a.a4", *tiles)).do(climb("2a.b4", 1), white(1))
    assert play.choices() == {UseTile(Tile.CHALK), UseTile(Tile.SHOES), AcceptFailure()}
    assert play.refused(AXE) == ("only_when_falling", "D.1 AXE")
    play.do(AcceptFailure())
    assert play.choices() == {AXE, HELMET, AcceptFall()}
    assert play.refused(UseTile(Tile.CHALK)) == ("only_after_failure", "D.1 CHALK")


def test_d3_declining_after_a_crystal_ball_is_a_fall_as_usual() -> None:
    for tile, space, seat in ((Tile.AXE, "2a.a3", 1), (Tile.HELMET, "start", 0)):
        play = match(climber("2a.a4", Tile.CRYSTAL_BALL, tile))
        play.do(UseTile(Tile.CRYSTAL_BALL), ThrowFirst(2, 0), white(5, 1), StopAndFall())
        play.do(UseTile(tile))
        assert play.climber(0).space == space
        assert play.seat == seat
        if tile is Tile.HELMET:
            assert play.dice_left() == (4, 0)


def test_d4_after_an_axe_the_turn_is_finished() -> None:
    tiles = (Tile.AXE, Tile.GRABBER, Tile.QUICKDRAW)
    # 1a.b2 is a ledge; a black flag stands right of 1a.c2, whose fall ends elsewhere.
    play = match(climber("2a.a4", *tiles), climber("start", pitons=("2a.a3",)))
    play.do(StopAndFall(), AXE)
    assert play.climber(0).space == "2a.a3"
    assert play.seat == 1


def test_d4_a_piton_of_a_quickdraw_catches_later_falls() -> None:
    play = match(climber("2a.b2", Tile.QUICKDRAW), climber("start", pitons=("2a.b2",)))
    play.do(UseTile(Tile.QUICKDRAW), climb("2a.b3", 1), white(5), StopAndFall())
    assert play.climber(0).space == "2a.b2"


def test_d5_axe_or_helmet_for_one_fall() -> None:
    hung = ("2a.b1", "2a.c1")
    play = match(climber("2a.a4", Tile.AXE, Tile.HELMET, pitons=hung)).do(StopAndFall(), HELMET)
    assert play.position.phase == Falling(helmet=True)
    assert play.choices() == {ChoosePiton(SpaceId("2a.b1")), ChoosePiton(SpaceId("2a.c1"))}
    assert play.refused(AXE) == ("axe_or_helmet", "D5")


def test_d5_both_in_one_turn_for_different_falls() -> None:
    play = match(climber("2a.a4", Tile.AXE, Tile.HELMET, pitons=("2a.a4",)))
    play.do(climb("2a.b4", 1), white(1), HELMET)
    assert play.climber(0).space == "2a.a4"
    play.do(climb("2a.b4", 1), white(1), AXE)
    assert play.climber(0).space == "2a.a3"
    assert play.seat == 1


def test_d5_a_house_rule_allows_both_for_one_fall() -> None:
    play = match(climber("2a.a4", Tile.AXE, Tile.HELMET), axe_and_helmet="both")
    play.do(StopAndFall(), HELMET, AXE)
    assert play.climber(0).space == "2a.a3"
    assert play.climber(0).tiles == ()
    assert play.seat == 0
    assert isinstance(play.position.phase, Free)


def test_d6_wind_and_quiet_zone_can_follow_an_axe() -> None:
    tiles = (Tile.AXE, Tile.QUIET_ZONE, Tile.WIND_AMULET)
    play = match(climber("2a.a4", *tiles), climber("1a.b4")).do(StopAndFall(), AXE)
    assert play.position.phase == Ending(tea=False)
    wind, quiet = UseTile(Tile.WIND_AMULET), UseTile(Tile.QUIET_ZONE)
    assert play.choices() == {wind, quiet, FinishTurn()}
    play.do(wind)  # the axe holds below the other player, who stood level before
    assert play.climber(1).penalty == 2


def test_d7_a_cursed_throw_that_fails_opens_everything_again() -> None:
    tiles = (Tile.AXE, Tile.CHALK, Tile.HELMET, Tile.SHOES)
    play = match(climber("2a.a3", *tiles), climber("start", Tile.VOODOO_DOLL))
    play.do(climb("2a.a4", 1), white(6), UseTile(Tile.VOODOO_DOLL), white(3))
    assert play.choices() == {UseTile(Tile.CHALK), UseTile(Tile.SHOES), AcceptFailure()}
    play.do(AcceptFailure())
    assert play.choices() == {AXE, HELMET, AcceptFall()}


def test_d8_an_axe_brings_no_tea() -> None:
    play = match(climber("2a.a4", Tile.AXE)).do(StopAndFall(), AXE)
    assert not play.climber(0).tea


def test_d32_after_a_helmet_grabber_and_quickdraw_work_where_the_fall_ended() -> None:
    tiles = (Tile.GRABBER, Tile.HELMET, Tile.QUICKDRAW)
    mine = climber("2a.c3", *tiles, pitons=("2a.c2",))
    play = match(mine, climber("start", pitons=("2a.c2",)), doubled_pitons=True)
    play.do(StopAndFall(), HELMET)
    assert play.climber(0).space == "2a.c2"
    play.do(Grab(BLACK), UseTile(Tile.QUICKDRAW))
    assert play.climber(0).flags == (BLACK,)
    assert play.climber(0).pitons == ("2a.c2", "2a.c2")


def test_d34_a_second_fall_can_take_a_second_helmet() -> None:
    play = match(climber("2a.a4", Tile.HELMET, Tile.HELMET, pitons=("2a.a4",)))
    for left in (5, 4):
        play.do(climb("2a.b4", 1), white(1), HELMET)
        assert play.dice_left() == (left, 0)
    assert play.climber(0).tiles == ()


def test_d34_a_helmet_without_dice_only_loses_the_tea_on_the_ground() -> None:
    play = match(climber("2a.b4", Tile.HELMET), aside=Handful(6, 0)).do(StopAndFall(), HELMET)
    assert play.climber(0).space == "start"
    assert play.seat == 1
    assert not play.climber(0).tea


def test_d34_a_helmet_without_dice_on_a_piton_leaves_what_needs_no_throw() -> None:
    play = match(climber("2a.b4", Tile.HELMET, pitons=("2a.b1",)), aside=Handful(6, 0))
    play.do(StopAndFall(), HELMET)
    assert play.choices() == {Rest()}


def test_d35_after_a_helmet_end_of_turn_tiles_wait_for_the_real_end() -> None:
    tiles = (Tile.HELMET, Tile.QUIET_ZONE)
    play = match(climber("2a.b4", *tiles)).do(StopAndFall(), HELMET)
    assert isinstance(play.position.phase, Free)
    assert play.refused(UseTile(Tile.QUIET_ZONE)) == ("only_at_end", "D.1 QUIET ZONE")
    play.do(EndTurn(), UseTile(Tile.QUIET_ZONE))
    assert play.seat == 1


def test_d_t5_d36_a_helmet_on_the_ground_brings_no_tea() -> None:
    play = match(climber("2a.b1", Tile.HELMET)).do(climb("2a.b2", 2), white(1, 2), HELMET)
    assert play.climber(0).space == "start"
    assert play.dice_left() == (4, 0)
    play.do(climb("2a.low", 4), white(1, 1, 1, 1))
    assert play.seat == 1
    play.do(EndTurn())
    assert play.dice_left() == (6, 0)


def test_d36_a_later_fall_in_the_same_turn_does_bring_tea() -> None:
    play = match(climber("2a.b1", Tile.HELMET)).do(climb("2a.b2", 1), white(1), HELMET)
    play.do(climb("2a.low", 2), white(4, 4), StopAndFall())
    assert play.climber(0).tea
    play.do(EndTurn())
    assert play.dice_left() == (6, 1)


def test_d36_tea_in_hand_stays_usable_after_a_helmet() -> None:
    play = match(climber("2a.b1", Tile.HELMET, tea=True)).do(climb("2a.b2", 2), white(1, 1))
    play.do(HELMET)
    assert play.dice_left() == (4, 1)
    play.do(climb("2a.low", 0, 1), with_blue(4))
    assert play.climber(0).space == "2a.low"


def test_d49_the_player_chooses_among_level_ledges() -> None:
    play = match(climber("2a.b4", Tile.AXE), board=wide_top()).do(StopAndFall(), AXE)
    assert play.choices() == {ChooseLedge(SpaceId("2a.a3")), ChooseLedge(SpaceId("2a.c3"))}
    assert GAME.view(play.state, None)["turn"]["ledges"] == ["2a.a3", "2a.c3"]
    play.do(ChooseLedge(SpaceId("2a.c3")))
    assert play.climber(0).space == "2a.c3"
    assert any(isinstance(event, e.HeldByAxe) for event in play.events)
    assert play.seat == 1


def test_d49_a_house_rule_wants_the_ledge_below_the_centre() -> None:
    play = match(
        climber("2a.b4", Tile.AXE, Tile.HELMET), board=wide_top(), axe_ledge="below_centre"
    )
    play.do(StopAndFall())
    assert play.refused(AXE) == ("no_ledge_below", "D.1 AXE")


def test_d49_the_closest_ledge_is_the_highest_one_below() -> None:
    board = wide_top()
    for space in board["faces"][1]["spaces"]:
        if space["id"] == "a1":
            space["ledge"] = True
    play = match(climber("2a.a4", Tile.AXE), board=board).do(StopAndFall(), AXE)
    assert play.climber(0).space == "2a.a3"


def test_d50_a_helmet_with_the_own_piton_here_stays_here() -> None:
    play = match(climber("2a.b1", Tile.HELMET, pitons=("2a.b1",)))
    play.do(climb("2a.b2", 1), white(1), HELMET)
    assert play.climber(0).space == "2a.b1"
    assert play.dice_left() == (5, 0)
    assert PlacePiton() not in play.choices()
