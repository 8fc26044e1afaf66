"""Voodoo dolls, sand, wind and quiet zones: equipment that acts on other players.

The numbers in names are those of the notes in part D of the rulings.
"""

from __future__ import annotations

from typing import Any

from companion.games.roll_and_wall.actions import (
    AcceptFailure,
    BeginTurn,
    Declare,
    EndTurn,
    FinishTurn,
    GiveUp,
    KeepEnergyBar,
    PlacePiton,
    Rest,
    Spare,
    StopAndFall,
    UseTile,
)
from companion.games.roll_and_wall.board import SpaceId
from companion.games.roll_and_wall.handful import Handful
from companion.games.roll_and_wall.phases import Cursing, Ending, Free, GivingUp, Starting
from companion.games.roll_and_wall.tiles import Tile
from tests.games.roll_and_wall.advanced import ALL_FLAGS, climb, climber, match
from tests.games.roll_and_wall.walls import GAME, Play, white, with_blue

DOLL, BAR, CHALK = UseTile(Tile.VOODOO_DOLL), UseTile(Tile.ENERGY_BAR), UseTile(Tile.CHALK)
SHOES, SAND, WIND = UseTile(Tile.SHOES), UseTile(Tile.SAND), UseTile(Tile.WIND_AMULET)
QUIET, TALISMAN = UseTile(Tile.QUIET_ZONE), UseTile(Tile.TALISMAN)


def against(*tiles: Tile, space: str = "2a.b2", dolls: int = 1, **options: Any) -> Play:
    """The mover with these tiles, an opponent with dolls."""
    other = climber("start", *[Tile.VOODOO_DOLL] * dolls)
    return match(climber(space, *tiles), other, **options)


def test_a_doll_repeats_a_success_and_only_an_opponent_uses_it() -> None:
    play = against(Tile.VOODOO_DOLL).do(climb("2a.b3", 2), white(5, 1))
    assert isinstance(play.position.phase, Cursing)
    assert GAME.prompt(play.state).seats == (1,)
    assert play.refused(DOLL, 0) == ("wait_for_dolls", "D45")
    play.do(DOLL)
    assert play.seat == 0
    assert GAME.prompt(play.state).dice == white(1, 1).spec
    play.do(white(1, 1))
    assert play.climber(0).space == "start"


def test_d14_chalk_and_dolls_can_alternate() -> None:
    play = against(Tile.CHALK, Tile.CHALK).do(climb("2a.b3", 1), white(1), CHALK, white(5))
    play.do(DOLL, white(1), CHALK, white(5))
    assert play.climber(0).space == "2a.b3"
    assert play.climber(0).tiles == ()


def test_d15_a_doll_repeats_the_same_dice_with_the_blue_one() -> None:
    play = match(climber("2a.b2", tea=True), climber("start", Tile.VOODOO_DOLL))
    play.do(climb("2a.a2", 1, 1), with_blue(4, 1), DOLL)
    assert GAME.prompt(play.state).dice == with_blue(1, 1).spec


def test_d19_d_t3_shoes_stay_for_the_repeated_throw() -> None:
    play = against(Tile.SHOES).do(climb("2a.a2", 1), white(3), SHOES, DOLL, white(3))
    assert play.climber(0).space == "2a.a2"


def test_d10_chalk_after_that_loses_the_shoes() -> None:
    tiles = (Tile.CHALK, Tile.SHOES)
    play = against(*tiles).do(climb("2a.a2", 1), white(3), SHOES, DOLL, white(2), CHALK)
    play.do(white(3))
    assert play.climber(0).space == "start"
    kept = against(*tiles, shoes_then_chalk="kept")
    kept.do(climb("2a.a2", 1), white(3), SHOES, DOLL, white(2), CHALK, white(3))
    assert kept.climber(0).space == "2a.a2"


def test_d29_the_doll_is_asked_before_the_energy_bar() -> None:
    play = against(Tile.ENERGY_BAR).do(climb("2a.b3", 2), white(5, 1))
    assert play.seat == 1
    play.do(Spare())
    assert play.choices() == {BAR, KeepEnergyBar()}
    cursed = against(Tile.ENERGY_BAR).do(climb("2a.b3", 2), white(5, 1), DOLL, white(5, 1), BAR)
    assert cursed.dice_left() == (6, 0)


def test_d29_a_house_rule_lets_the_bar_go_first() -> None:
    first: dict[str, Any] = {"energy_bar_and_doll": "bar_first"}
    play = against(Tile.ENERGY_BAR, **first).do(climb("2a.b3", 2), white(5, 1))
    assert play.choices() == {BAR, KeepEnergyBar()}
    play.do(BAR, DOLL, white(5, 5))
    assert play.climber(0).space == "2a.b3"
    assert play.dice_left() == (6, 0)  # the bar's effect outlasts the doll
    wasted = against(Tile.CHALK, Tile.ENERGY_BAR, **first).do(climb("2a.b3", 2), white(5, 1))
    wasted.do(BAR, DOLL, white(1, 1), CHALK, white(5, 5))
    assert wasted.dice_left() == (4, 0)


def test_d43_a_talisman_sums_the_repeated_throw_too() -> None:
    play = against(Tile.TALISMAN).do(climb("2a.b3", 2), TALISMAN, white(2, 3), DOLL, white(1, 4))
    assert play.climber(0).space == "2a.b3"


def test_d43_a_talisman_does_not_join_a_throw_that_a_doll_repeats() -> None:
    play = against(Tile.TALISMAN).do(climb("2a.b3", 2), white(5, 1), DOLL)
    assert TALISMAN not in play.choices()
    assert play.refused(TALISMAN) == ("dice_seen_already", "D.1 TALISMAN")


def test_rw9_a_piton_may_still_be_placed_before_a_doll_repeats_a_success() -> None:
    play = against().do(climb("2a.b3", 2), white(5, 1), DOLL)
    play.do(PlacePiton(), white(1, 1))
    assert play.climber(0).space == "2a.b2"


def test_d45_opponents_are_asked_clockwise_once_for_each_success() -> None:
    holders = [climber("start", Tile.VOODOO_DOLL) for _ in range(2)]
    play = match(climber("2a.b2"), *holders).do(climb("2a.b3", 1), white(5))
    assert GAME.prompt(play.state).seats == (1,)
    play.do(Spare())
    assert GAME.prompt(play.state).seats == (2,)
    play.do(DOLL, white(5))
    assert GAME.prompt(play.state).seats == (1,)  # a new success, and the question is new too
    play.do(DOLL, white(5))
    assert play.climber(0).space == "2a.b3"


def test_d45_one_opponent_can_use_two_dolls() -> None:
    play = against(dolls=2).do(climb("2a.b3", 1), white(5), DOLL, white(5), DOLL, white(1))
    assert play.climber(0).space == "start"
    assert play.climber(1).tiles == ()


def test_d45_a_house_rule_lets_anybody_speak_first() -> None:
    holders = [climber("start", Tile.VOODOO_DOLL) for _ in range(2)]
    play = match(climber("2a.b2"), *holders, voodoo_order="any_order")
    play.do(climb("2a.b3", 1), white(5))
    assert GAME.prompt(play.state).seats == (1, 2)
    step = GAME.apply(play.state, GAME.prompt(play.state).seats[1], Spare())
    assert GAME.prompt(step.state).seats == (1,)


def test_d47_a_doll_works_on_the_summit_throw_and_on_the_start_space() -> None:
    top = match(climber("2a.b4", flags=ALL_FLAGS), climber("start", Tile.VOODOO_DOLL))
    top.do(Declare(SpaceId("summit.centre"), 1, 0), white(4), DOLL, white(1))
    assert top.climber(0).topped_with is None
    ground = against(space="start").do(climb("2a.low", 2), white(4, 4), DOLL, white(1, 1))
    assert ground.climber(0).space == "start"
    assert ground.dice_left() == (4, 0)
    assert ground.seat == 0


def sanded(*hands: Any, **options: Any) -> Play:
    """Seat 0 rests on a ledge; seat 1, above, begins a turn."""
    return match(climber("1a.b2"), *hands, **options).do(Rest())


def test_d41_sand_costs_everybody_below_two_dice() -> None:
    play = sanded(climber("2a.b4", Tile.SAND), climber("start"))
    assert isinstance(play.position.phase, Starting)
    assert play.choices() == {SAND, BeginTurn()}
    play.do(SAND)
    assert [play.climber(seat).penalty for seat in range(3)] == [2, 0, 2]
    assert isinstance(play.position.phase, Free)
    play.do(StopAndFall())
    assert play.dice_left() == (4, 0)  # the third player, on the ground
    assert play.climber(2).penalty == 0
    play.do(EndTurn())
    assert play.dice_left() == (4, 0)


def test_d41_the_same_level_is_neither_above_nor_below() -> None:
    play = sanded(climber("2a.b2", Tile.SAND))  # level with 1a.b2
    assert isinstance(play.position.phase, Free)
    assert play.refused(SAND) == ("only_at_beginning", "D.1 SAND")


def test_d41_from_the_ground_sand_hits_nobody() -> None:
    play = sanded(climber("start", Tile.SAND))
    assert isinstance(play.position.phase, Free)


def test_d41_sand_comes_before_anything_else_in_the_turn() -> None:
    play = sanded(climber("2a.b4", Tile.SAND))
    assert play.refused(climb("2a.a4", 1)) == ("sand_first", "D.1 SAND")
    play.do(BeginTurn(), climb("2a.a4", 1))
    assert play.refused(SAND) == ("only_at_beginning", "D.1 SAND")


def test_d41_wind_costs_everybody_above_two_dice_also_after_a_fall() -> None:
    play = match(
        climber("2a.b2", Tile.WIND_AMULET), climber("1a.b4"), climber("1a.low"), climber("start")
    )
    play.do(climb("2a.b3", 1), white(1), WIND)
    # The pawn is on the ground when the wind blows: everybody on the wall is above it.
    assert [play.climber(seat).penalty for seat in range(4)] == [0, 0, 2, 0]
    assert play.dice_left() == (4, 0)  # seat 1 begins with the loss


def test_d41_losses_add_up_and_stop_at_no_dice() -> None:
    play = match(climber("1a.b2"), climber("2a.b2", penalty=4)).do(Rest())
    assert play.dice_left() == (2, 0)
    play = match(climber("1a.b2"), climber("2a.a3", penalty=8)).do(Rest())
    assert play.dice_left() == (0, 0)
    assert play.choices() == {PlacePiton(), Rest()}
    on_ground = match(climber("1a.b2"), climber("start", penalty=6)).do(Rest())
    assert on_ground.seat == 0  # with no dice on the ground the turn is over at once


def test_d41_two_sands_add_up() -> None:
    play = sanded(climber("2a.b4", Tile.SAND, Tile.SAND)).do(SAND, SAND)
    assert play.climber(0).penalty == 4


def test_d41_a_house_rule_stops_at_two_dice() -> None:
    play = sanded(climber("2a.b4", Tile.SAND, Tile.SAND), sand_and_wind="two_at_most")
    assert play.do(SAND, SAND).climber(0).penalty == 2


def test_d41_later_moves_of_a_victim_do_not_matter() -> None:
    play = sanded(climber("2a.b4", Tile.SAND)).do(SAND, StopAndFall())
    assert play.seat == 0
    assert play.dice_left() == (4, 0)  # now above the thrower, and hit all the same


def test_d42_with_tea_the_victim_chooses_which_dice_to_lose() -> None:
    play = match(climber("1a.b2"), climber("start", tea=True, penalty=2)).do(Rest())
    assert play.position.phase == GivingUp(2)
    assert play.choices() == {GiveUp(2, 0), GiveUp(1, 1)}
    play.do(GiveUp(1, 1))
    assert play.dice_left() == (5, 0)
    other = match(climber("1a.b2"), climber("start", tea=True, penalty=2)).do(Rest())
    other.do(GiveUp(2, 0))
    assert other.dice_left() == (4, 1)


def test_d28_an_energy_bar_does_not_bring_lost_dice_back() -> None:
    play = match(climber("1a.b2"), climber("2a.b2", Tile.ENERGY_BAR, penalty=2)).do(Rest())
    play.do(climb("2a.a2", 4), white(4, 1, 1, 1), BAR)
    assert play.dice_left() == (4, 0)


def test_d38_in_a_quiet_zone_no_piton_goes_in_but_a_quickdraw() -> None:
    play = match(
        climber("1a.b2", Tile.QUIET_ZONE),
        climber("2a.b2", Tile.QUICKDRAW),
        climber("start", pitons=("2a.b2",)),
    )
    play.do(Rest(), QUIET)
    assert play.refused(PlacePiton()) == ("quiet_zone", "D38")
    assert UseTile(Tile.QUICKDRAW) in play.choices()
    assert StopAndFall() in play.choices()
    play.do(UseTile(Tile.QUICKDRAW), Rest())
    assert play.climber(1).pitons == ("2a.b2",)


def test_d39_a_quiet_zone_lasts_through_the_owners_next_turn() -> None:
    play = match(climber("1a.b2", Tile.QUIET_ZONE), climber("2a.b2"), climber("2a.b2"))
    play.do(Rest(), QUIET)
    for seat in (1, 2, 0):
        assert play.seat == seat
        assert GAME.view(play.state, None)["turn"]["quiet_zone"]
        assert PlacePiton() not in play.choices()
        play.do(Rest() if seat == 0 else StopAndFall())
    assert play.seat == 1
    assert not GAME.view(play.state, None)["turn"]["quiet_zone"]
    advanced = play.position.advanced
    assert advanced is not None
    assert advanced.quiet_until is None


def test_d39_overlapping_quiet_zones_each_last_their_round() -> None:
    play = match(
        climber("1a.b2", Tile.QUIET_ZONE), climber("2a.a3", Tile.QUIET_ZONE), climber("2a.b2")
    )
    play.do(Rest(), QUIET, Rest(), QUIET)
    play.do(StopAndFall(), Rest())
    assert play.seat == 1
    assert PlacePiton() not in play.choices()
    assert play.refused(PlacePiton()) == ("quiet_zone", "D38")
    play.do(Rest(), climb("2a.low", 1), white(4))
    assert PlacePiton() in play.choices()


def test_d40_wind_and_quiet_zone_in_any_order() -> None:
    for order in ((QUIET, WIND), (WIND, QUIET)):
        play = match(climber("1a.b2", Tile.QUIET_ZONE, Tile.WIND_AMULET), climber("2a.b4"))
        play.do(Rest())
        assert isinstance(play.position.phase, Ending)
        play.do(*order)
        assert play.seat == 1
        assert play.dice_left() == (4, 0)
        assert PlacePiton() not in play.choices()


def test_d6_end_of_turn_tiles_may_be_kept() -> None:
    play = match(climber("1a.b2", Tile.QUIET_ZONE)).do(Rest(), FinishTurn())
    assert play.climber(0).tiles == (Tile.QUIET_ZONE,)


def test_d46_old_pitons_still_hold_in_a_quiet_zone() -> None:
    play = match(climber("2a.b2", pitons=("2a.b2",)), quiet_until=0)
    play.do(climb("2a.a2", 1), white(1))
    assert play.climber(0).space == "2a.b2"
    rest = match(climber("2a.b2", pitons=("2a.b2",)), quiet_until=0).do(Rest())
    assert rest.seat == 1


def test_d51_sand_wind_and_quiet_zone_work_in_the_last_round() -> None:
    play = match(
        climber("2a.b4", Tile.QUIET_ZONE, flags=ALL_FLAGS),
        climber("2a.b4", Tile.SAND, Tile.WIND_AMULET),
        climber("2a.low"),
    )
    play.do(Declare(SpaceId("summit.centre"), 1, 0), white(4))
    assert isinstance(play.position.phase, Ending)
    assert not GAME.standings(play.state).over
    play.do(QUIET, SAND, StopAndFall(), WIND)
    assert play.seat == 2
    assert play.dice_left() == (2, 0)
    play.do(StopAndFall())
    assert GAME.standings(play.state).winners == (0,)


def test_d52_lost_dice_and_repeated_dice_do_not_count_as_used() -> None:
    play = match(
        climber("1a.b2"),
        climber("2a.b4", Tile.CHALK, Tile.ENERGY_BAR, flags=ALL_FLAGS, penalty=2),
    )
    play.do(Rest(), climb("2a.a4", 1), white(1), CHALK, white(4), BAR)
    play.do(Declare(SpaceId("summit.centre"), 2, 0), white(4, 1))
    assert play.climber(1).topped_with == 2
    assert GAME.standings(play.state).winners == (1,)


def test_a_player_at_the_top_is_not_hit_by_wind() -> None:
    play = match(
        climber("2a.b4", flags=ALL_FLAGS), climber("1a.b2", Tile.WIND_AMULET), climber("start")
    )
    play.do(Declare(SpaceId("summit.centre"), 1, 0), white(4), Rest())
    assert play.seat == 2  # nobody who still climbs is above, so nothing is asked


def test_d_tiles_have_their_moment() -> None:
    tiles = (Tile.QUIET_ZONE, Tile.SAND, Tile.VOODOO_DOLL, Tile.WIND_AMULET)
    play = match(climber("2a.b2", *tiles), aside=Handful(1, 0))
    assert play.refused(SAND)[0] == "only_at_beginning"
    assert play.refused(WIND)[0] == play.refused(QUIET)[0] == "only_at_end"
    assert play.refused(DOLL)[0] == "only_against_others"
    assert play.refused(AcceptFailure())[0] == "no_failed_throw"
