"""Rulings RW17 to RW20, RW31, RW36 and RW37: the summit, the last round, who wins."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from companion.games.protocol import Seat, Setup
from companion.games.roll_and_wall import events as e
from companion.games.roll_and_wall.actions import Declare, EndTurn, UseTile
from companion.games.roll_and_wall.board import SpaceId
from companion.games.roll_and_wall.options import OPTIONS
from companion.games.roll_and_wall.state import Position, WallState
from companion.games.roll_and_wall.tiles import Tile
from tests.games.roll_and_wall.walls import (
    GAME,
    Play,
    example_board,
    example_setup,
    example_state,
    placed,
    white,
    with_aside,
    with_blue,
)

TOP = SpaceId("summit.left")


def below_the_top(seats: int = 3, first: int = 0, tiles: tuple[Tile, ...] = ()) -> WallState:
    """Everybody on the left section's b4, right below the summit."""
    state = example_state(seats, first)
    for seat in range(seats):
        state = placed(state, seat, "1a.b4", tiles=tiles)
    return state


def test_rw17_reaching_the_summit_ends_that_turn() -> None:
    play = Play(below_the_top()).do(Declare(TOP, 2, 0), white(4, 1))
    assert play.seat == 1
    kinds = [type(event) for event in play.events]
    assert kinds == [
        e.RollJudged,
        e.Moved,
        e.SummitReached,
        e.FinalRound,
        e.TurnEnded,
        e.TurnStarted,
    ]


def test_rw18_dice_used_are_those_set_aside_in_that_turn() -> None:
    play = Play(with_aside(below_the_top(), white=3)).do(Declare(TOP, 2, 0), white(4, 1))
    assert play.climber(0).topped_with == 5


def test_rw18_a_throw_repeated_with_chalk_counts_once() -> None:
    play = Play(below_the_top(tiles=(Tile.CHALK,))).do(Declare(TOP, 2, 0), white(1, 1))
    play.do(UseTile(Tile.CHALK), white(4, 1))
    assert play.climber(0).topped_with == 2


def test_rw18_dice_brought_back_by_the_energy_bar_are_not_used() -> None:
    play = Play(with_aside(below_the_top(tiles=(Tile.ENERGY_BAR,)), white=1))
    play.do(Declare(TOP, 4, 0), white(4, 1, 1, 1), UseTile(Tile.ENERGY_BAR))
    assert play.climber(0).topped_with == 1


def test_rw18_the_blue_die_counts_as_a_die_used() -> None:
    state = replace_tea(below_the_top())
    play = Play(state).do(Declare(TOP, 2, 1), with_blue(4, 1, 1))
    assert play.climber(0).topped_with == 3


def replace_tea(state: WallState) -> WallState:
    return placed(state, 0, "1a.b4", tea=True)


@pytest.mark.parametrize("first", [0, 1, 2])
def test_rw19_the_round_is_played_to_the_player_before_the_first(first: int) -> None:
    play = Play(below_the_top(first=first))
    turns = [0, 0, 0]
    for dice in (6, 6, 6):
        turns[play.seat] += 1
        play.do(Declare(TOP, dice, 0), white(4, *[1] * (dice - 1)))
    assert turns == [1, 1, 1]
    assert GAME.standings(play.state).over
    assert GAME.legal_actions(play.state) == ()


def test_rw19_a_last_player_at_the_top_ends_the_match_at_once() -> None:
    play = Play(below_the_top(seats=2, first=1)).do(
        Declare(SpaceId("1a.a4"), 6, 0), white(3, 1, 1, 1, 1, 1)
    )
    assert play.refused(EndTurn()) == ("rest_or_fall", "rule 6")
    on_ground = placed(below_the_top(seats=2, first=1), 1, "start")
    play = Play(on_ground).do(EndTurn(), Declare(TOP, 1, 0), white(4))
    standings = GAME.standings(play.state)
    assert (standings.over, standings.winners) == (True, (0,))
    assert GAME.prompt(play.state).seats == ()


def test_rw19_nothing_can_be_done_after_the_end() -> None:
    play = Play(below_the_top(seats=2)).do(Declare(TOP, 1, 0), white(4))
    play.do(Declare(TOP, 1, 0), white(4))
    for seat in (0, 1):
        assert play.refused(EndTurn(), seat=seat) == ("over", "RW19")


def test_rw20_equal_dice_at_the_top_share_the_win() -> None:
    play = Play(below_the_top())
    for dice in (2, 3, 2):
        play.do(Declare(TOP, dice, 0), white(4, *[1] * (dice - 1)))
    standings = GAME.standings(play.state)
    assert standings.winners == (0, 2)
    assert [line.rank for line in standings.lines] == [1, 3, 1]
    names = ["Lucy", "Ralph", "Monica"]
    assert GAME.event_text(play.events[-1], names).endswith("Lucy and Monica share the win.")


def test_rw31_a_cocked_die_changes_nothing_in_the_match() -> None:
    """The die is thrown again at the table: until all dice lie flat the throw stays awaited."""
    play = Play(below_the_top()).do(Declare(TOP, 3, 0))
    before = play.state
    assert play.refused(white(4, 4)) == ("wrong_dice", "rule 2")
    assert play.state == before
    assert GAME.prompt(play.state).dice == white(1, 1, 1).spec
    assert not any("cock" in field.name for field in fields(Position))
    assert [option.name for option in OPTIONS if option.ruling == "RW31"] == ["cocked_die"]
    settled = [example_state(cocked_die=each).terms for each in ("roll_again", "as_it_lies")]
    assert settled[0] == settled[1]


def test_rw36_the_first_player_is_a_setting_and_no_dice_are_thrown() -> None:
    state = example_state(seats=4, first=2)
    assert GAME.prompt(state).seats == (2,)
    assert GAME.prompt(state).dice is None
    assert Play(state).do(EndTurn(), EndTurn()).seat == 0


def test_rw37_the_summit_may_be_extra_spaces_above_the_sections() -> None:
    spaces = example_state().terms.wall.spaces.values()
    assert [s.id for s in spaces if s.summit] == ["summit.left", "summit.centre", "summit.right"]
    assert len(spaces) == 1 + 3 * 13 + 3


def test_rw37_the_summit_may_belong_to_the_sections() -> None:
    board = example_board()
    board["summit"] = {"spaces": "in_sections", "number": 4}
    for face in board["faces"]:
        face["top"] = ["b4"]
        next(space for space in face["spaces"] if space["id"] == "b4")["number"] = 4
    setup = example_setup()
    box = GAME.parse_board(board, "in sections")
    state = GAME.initial(Setup(2, (), box, Seat(0)))
    assert len(state.terms.wall.spaces) == 1 + 3 * 13
    play = Play(placed(state, 0, "1a.b3")).do(Declare(SpaceId("1a.b4"), 1, 0), white(4))
    assert play.climber(0).topped_with == 1
    assert setup.board != box


def test_standings_say_where_everybody_is() -> None:
    play = Play(placed(below_the_top(), 1, "start")).do(Declare(TOP, 2, 0), white(4, 1))
    lines = GAME.standings(play.state).lines
    assert [line.note for line in lines] == [
        "the summit on the left",
        "the ground",
        "the 2 on the left",
    ]
    assert [line.score for line in lines] == [2, None, None]
    assert not GAME.standings(play.state).over


def test_a_match_keeps_its_terms() -> None:
    play = Play(below_the_top())
    terms = play.state.terms
    play.do(Declare(TOP, 2, 0), white(4, 1))
    assert play.state.terms is terms
    assert replace(play.state) == play.state
