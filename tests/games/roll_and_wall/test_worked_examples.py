"""The worked examples RW-T1 to RW-T6 on the example wall, and the odds beside them."""

from __future__ import annotations

import pytest

from companion.dice import DiceSpec, chance_of_reaching
from companion.games.roll_and_wall import events as e
from companion.games.roll_and_wall.actions import AcceptFailure, Declare, Rest, UseTile
from companion.games.roll_and_wall.board import SpaceId
from companion.games.roll_and_wall.tiles import Tile
from tests.games.roll_and_wall.walls import (
    GAME,
    Play,
    example_state,
    placed,
    white,
)


def climb(space: str, whites: int) -> Declare:
    return Declare(SpaceId(space), whites, 0)


def test_rw_t1_what_lucy_ralph_and_monica_can_enter() -> None:
    lucy = Play(example_state())
    assert lucy.targets() == {("1a.low", 3), ("2a.low", 4), ("3a.low", 3)}
    ralph = Play(placed(example_state(), 0, "1a.a1"))
    assert ralph.state.terms.wall.spaces[SpaceId("1a.a1")].number == 6
    assert ralph.targets() == {("1a.a2", 2), ("1a.b1", 2)}
    monica = Play(placed(example_state(), 0, "2a.b1"))
    assert monica.targets() == {("2a.b2", 4), ("2a.c1", 6), ("2a.a1", 4)}


def test_rw_t2_monica_enters_the_three_above_her() -> None:
    play = Play(placed(example_state(), 0, "2a.c2")).do(climb("2a.c3", 2), white(1, 4))
    judged = play.events[0]
    assert isinstance(judged, e.RollJudged)
    assert (judged.success, judged.best, judged.needed) == (True, 4, 3)
    assert play.climber(0).space == "2a.c3"
    assert play.dice_left() == (4, 0)


def test_rw_t3_ralph_climbs_fails_and_falls_to_his_piton() -> None:
    state = placed(example_state(), 0, "3a.b1", pitons=("3a.b1",))
    play = Play(state).do(climb("3a.a1", 2), white(2, 4))
    assert play.climber(0).space == "3a.a1"
    assert play.dice_left() == (4, 0)
    play.do(climb("3a.a2", 2), white(1, 2))
    assert play.climber(0).space == "3a.b1"
    assert [type(event) for event in play.events[:2]] == [e.RollJudged, e.Fell]
    assert play.seat == 1
    assert not play.climber(0).tea


def test_rw_t4_monica_climbs_twice_and_rests_on_a_ledge() -> None:
    state = placed(example_state(), 0, "2a.a1", pitons=("2a.a1",))
    play = Play(state)
    assert Rest() in play.choices()
    play.do(climb("2a.a2", 3), white(5, 3, 1))
    assert play.dice_left() == (3, 0)
    play.do(climb("2a.a3", 2), white(5, 5))
    assert play.dice_left() == (1, 0)
    assert Rest() in play.choices()
    play.do(Rest())
    assert play.climber(0).space == "2a.a3"
    assert play.seat == 1


def test_rw_t5_lucy_is_saved_by_her_shoes() -> None:
    state = placed(example_state(), 0, "3a.b1", tiles=(Tile.SHOES,))
    play = Play(state).do(climb("3a.a1", 2), white(3, 4))
    assert play.dice_left() == (4, 0)
    play.do(climb("3a.a2", 2), white(4, 4))
    assert play.dice_left() == (2, 0)
    play.do(climb("3a.a3", 2), white(2, 1))
    assert play.choices() == {UseTile(Tile.SHOES), AcceptFailure()}
    play.do(UseTile(Tile.SHOES))
    assert play.climber(0).space == "3a.a3"
    assert play.dice_left() == (0, 0)
    assert play.climber(0).tiles == ()
    assert Rest() in play.choices()


@pytest.mark.parametrize(("alex_dice", "winners"), [(2, (1,)), (3, (0, 1))])
def test_rw_t6_fewer_dice_in_the_last_turn_win(alex_dice: int, winners: tuple[int, ...]) -> None:
    state = example_state(seats=2)
    for seat in (0, 1):
        state = placed(state, seat, "1a.c3")
    play = Play(state)
    play.do(climb("1a.c4", 3), white(3, 1, 1), climb("summit.left", 3), white(4, 1, 1))
    assert not GAME.standings(play.state).over
    play.do(climb("1a.c4", 3), white(3, 1, 1))
    play.do(climb("summit.left", alex_dice), white(4, *[1] * (alex_dice - 1)))
    standings = GAME.standings(play.state)
    assert standings.over
    assert standings.winners == winners
    assert [line.score for line in standings.lines] == [6, 3 + alex_dice]


CHANCES = {4: (0.5, 0.75, 0.875, 0.9375), 6: (0.1667, 0.3056, 0.4213, 0.5177, 0.5981, 0.6651)}


@pytest.mark.parametrize(("number", "chances"), CHANCES.items())
def test_the_odds_of_white_dice_are_those_of_the_rulings(
    number: int, chances: tuple[float, ...]
) -> None:
    for n, chance in enumerate(chances, start=1):
        exact = chance_of_reaching(number, DiceSpec.of({"d6": n}))
        assert float(exact) == pytest.approx(chance, abs=5e-5)


def test_the_odds_of_the_blue_die_alone_are_those_of_the_rulings() -> None:
    chances = [float(chance_of_reaching(t, DiceSpec.of({"d4": 1}))) for t in (2, 3, 4, 5, 6)]
    assert chances == [0.75, 0.5, 0.25, 0.0, 0.0]
