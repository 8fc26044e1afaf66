"""Flags: where they can stand, how they are placed, collected and grabbed."""

from __future__ import annotations

from companion.games.roll_and_wall import events as e
from companion.games.roll_and_wall.actions import (
    AcceptFailure,
    Declare,
    EndTurn,
    Grab,
    KeepEnergyBar,
    PlaceFlag,
    Rest,
    StopAndFall,
    UseTile,
)
from companion.games.roll_and_wall.board import Edge, FlagPlace, SpaceId
from companion.games.roll_and_wall.flags import Flag
from companion.games.roll_and_wall.phases import FirstRoll
from companion.games.roll_and_wall.tiles import Tile
from tests.games.roll_and_wall.advanced import (
    ALL_FLAGS,
    BLACK,
    BOTTOM,
    FLAGS,
    MIDDLE,
    ORANGE,
    TOP,
    WHITE,
    climb,
    climber,
    flag,
    match,
    prepared,
)
from tests.games.roll_and_wall.walls import GAME, Play, white, with_blue


def placed_on_left() -> Play:
    """The worked example: 3, 1, 2 give white on top, black in the middle, orange below."""
    play = prepared().do(with_blue(3), PlaceFlag(WHITE), with_blue(1), PlaceFlag(BLACK))
    return play.do(with_blue(2))


def test_rw_t7_flags_go_to_the_rolled_numbers_from_top_to_bottom() -> None:
    play = placed_on_left()
    advanced = play.position.advanced
    assert advanced is not None
    left = [flag(Edge.LEFT, TOP, 3, WHITE), flag(Edge.LEFT, MIDDLE, 1, BLACK)]
    assert list(advanced.flags) == [*left, flag(Edge.LEFT, BOTTOM, 2, ORANGE)]


def test_rw25_colours_are_free_but_different_on_each_edge() -> None:
    play = prepared().do(with_blue(4))
    assert play.choices() == {PlaceFlag(BLACK), PlaceFlag(ORANGE), PlaceFlag(WHITE)}
    play.do(PlaceFlag(ORANGE), with_blue(4))
    assert play.choices() == {PlaceFlag(BLACK), PlaceFlag(WHITE)}
    play.do(PlaceFlag(WHITE), with_blue(4))  # the third colour of an edge needs no choice
    assert play.position.phase.__class__.__name__ == "FlagRoll"
    play.do(with_blue(1))
    assert play.choices() == {PlaceFlag(BLACK), PlaceFlag(ORANGE), PlaceFlag(WHITE)}
    play.do(PlaceFlag(ORANGE), with_blue(2), PlaceFlag(BLACK), with_blue(3))
    assert isinstance(play.position.phase, FirstRoll)
    advanced = play.position.advanced
    assert advanced is not None
    for edge in Edge:
        assert {f.colour for f in advanced.flags if f.place.edge is edge} == set(ALL_FLAGS)


def test_every_edge_has_twelve_places_between_two_neighbours() -> None:
    wall = match(climber("start")).state.terms.wall
    assert len(wall.flag_places) == 24
    for place, (west, east) in wall.flag_places.items():
        assert east in wall.right[west], place
    assert wall.flag_places[FlagPlace(Edge.LEFT, TOP, 1)] == ("1a.c4", "2a.a4")
    assert wall.flag_places[FlagPlace(Edge.RIGHT, BOTTOM, 4)] == ("2a.low", "3a.low")


def test_rw_t8_a_flag_is_taken_by_moving_through_it_and_stays_for_others() -> None:
    play = match(climber("3a.a2"), climber("3a.a2"))
    play.do(climb("2a.c2", 1), white(3))
    assert play.climber(0).flags == (BLACK,)
    assert [event.colour for event in play.events if isinstance(event, e.FlagTaken)] == [BLACK]
    advanced = play.position.advanced
    assert advanced is not None
    assert advanced.flags == FLAGS


def test_rw22_a_colour_is_collected_once() -> None:
    play = match(climber("3a.a2", flags=(BLACK,))).do(climb("2a.c2", 1), white(3))
    assert play.climber(0).flags == (BLACK,)
    assert not any(isinstance(event, e.FlagTaken) for event in play.events)


def test_two_flags_between_the_same_spaces_are_both_taken() -> None:
    both: tuple[Flag, ...] = (
        *FLAGS[:3],
        flag(Edge.RIGHT, TOP, 4, WHITE),
        flag(Edge.RIGHT, MIDDLE, 3, ORANGE),
    )
    both = (*both, flag(Edge.RIGHT, BOTTOM, 1, BLACK))
    play = match(climber("2a.c1"), flags=both).do(climb("3a.a1", 2), white(3, 1))
    assert play.climber(0).flags == (BLACK, ORANGE)


def test_a_move_within_a_section_or_upwards_brings_no_flag() -> None:
    play = match(climber("2a.b2")).do(climb("2a.c2", 1), white(3), climb("2a.c3", 1), white(3))
    assert play.climber(0).flags == ()


def test_rw23_a_failed_crossing_brings_nothing() -> None:
    play = match(climber("3a.a2", Tile.CHALK)).do(climb("2a.c2", 1), white(1), AcceptFailure())
    assert play.climber(0).flags == ()


def test_rw24_flags_are_kept_after_a_fall() -> None:
    play = match(climber("2a.c2", flags=(BLACK, WHITE))).do(StopAndFall())
    assert play.climber(0).space == "start"
    assert play.climber(0).flags == (BLACK, WHITE)


def test_rw_t10_d33_a_grabber_takes_the_flag_beside_without_a_move_or_a_throw() -> None:
    black_here: tuple[Flag, ...] = (
        *FLAGS[:3],
        flag(Edge.RIGHT, TOP, 4, ORANGE),
        flag(Edge.RIGHT, MIDDLE, 1, WHITE),
    )
    black_here = (*black_here, flag(Edge.RIGHT, BOTTOM, 1, BLACK))
    play = match(
        climber("3a.a1", Tile.GRABBER), climber("start", Tile.VOODOO_DOLL), flags=black_here
    )
    assert Grab(BLACK) in play.choices()
    play.do(Grab(BLACK))
    assert play.climber(0).flags == (BLACK,)
    assert play.climber(0).space == "3a.a1"
    assert play.climber(0).tiles == ()
    assert play.dice_left() == (6, 0)
    assert play.seat == 0  # no doll is asked about: a grabber is not a roll


def test_d33_a_grabber_is_no_roll() -> None:
    play = match(climber("2a.c2", Tile.GRABBER), climber("start", Tile.VOODOO_DOLL))
    assert play.do(Grab(BLACK)).seat == 0


def test_d_t10_a_grabber_for_a_held_colour_is_refused() -> None:
    play = match(climber("2a.c2", Tile.GRABBER, flags=(BLACK,)))
    assert play.refused(Grab(BLACK)) == ("flag_held", "D.1 GRABBER")
    assert not any(isinstance(action, Grab) for action in play.choices())


def test_d23_a_grabber_works_before_and_after_a_look_at_the_dice() -> None:
    before = match(climber("2a.c2", Tile.GRABBER)).do(climb("2a.c3", 1))
    assert Grab(BLACK) in before.choices()
    before.do(Grab(BLACK), white(3))
    assert before.climber(0).space == "2a.c3"

    missed = match(climber("2a.c2", Tile.GRABBER)).do(climb("2a.c3", 1), white(1))
    assert missed.choices() == {Grab(BLACK), AcceptFailure()}
    missed.do(Grab(BLACK))  # nothing is left to decide, so that the fall comes at once
    assert missed.climber(0).space == "start"
    assert missed.climber(0).flags == (BLACK,)

    made = match(climber("2a.c2", Tile.GRABBER)).do(climb("2a.c3", 1), white(3))
    assert made.choices() == {Grab(BLACK), KeepEnergyBar()}
    assert GAME.action_text(made.state, KeepEnergyBar()) == "Climb"
    made.do(Grab(BLACK))
    assert made.climber(0).space == "2a.c3"
    assert made.climber(0).flags == (BLACK,)


def test_d31_two_grabbers_take_two_flags_beside_one_space() -> None:
    # The lowest space of the centre touches both edges.
    low: tuple[Flag, ...] = (*FLAGS[:2], flag(Edge.LEFT, BOTTOM, 4, ORANGE), *FLAGS[3:5])
    low = (*low, flag(Edge.RIGHT, BOTTOM, 4, WHITE))
    play = match(climber("2a.low", Tile.GRABBER, Tile.GRABBER), flags=low)
    play.do(Grab(ORANGE), Grab(WHITE))
    assert play.climber(0).flags == (ORANGE, WHITE)
    assert play.climber(0).tiles == ()


def test_rw21_the_summit_needs_three_flags() -> None:
    short = match(climber("2a.b4", flags=(BLACK, WHITE)))
    summit = Declare(SpaceId("summit.centre"), 1, 0)
    assert short.refused(summit) == ("flags_missing", "RW21")
    assert summit not in short.choices()
    full = match(climber("2a.b4", flags=ALL_FLAGS)).do(summit, white(4))
    assert full.climber(0).topped_with == 1


def test_rw21_a_house_rule_lets_people_up_who_then_cannot_win() -> None:
    play = match(climber("2a.b4"), climber("start"), summit="open")
    play.do(Declare(SpaceId("summit.centre"), 1, 0), white(4))
    assert play.climber(0).space == "summit.centre"
    assert play.climber(0).topped_with is None
    assert not GAME.standings(play.state).over
    play.do(EndTurn())
    assert play.seat == 0
    assert play.choices() == {Rest()}


def test_rw21_when_all_are_stranded_the_match_ends_without_a_winner() -> None:
    play = match(climber("2a.b4"), climber("2a.b4"), summit="open")
    for _ in range(2):
        play.do(Declare(SpaceId("summit.centre"), 1, 0), white(4))
    standings = GAME.standings(play.state)
    assert standings.over
    assert standings.winners == ()
    assert GAME.prompt_text(play.state, ("Lucy", "Ralph")).endswith("nobody can win any more.")


def test_a_grabber_on_the_start_space_has_no_flag() -> None:
    play = match(climber("start", Tile.GRABBER))
    assert play.refused(Grab(WHITE)) == ("no_flag_beside", "D.1 GRABBER")
    assert UseTile(Tile.GRABBER) not in play.choices()
