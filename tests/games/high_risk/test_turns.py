"""Rolls and the three endings of a turn, ruling by ruling."""

from __future__ import annotations

import pytest

from companion.dice import DiceSpec
from companion.games.high_risk.actions import Advance, RollAgain, Stop
from companion.games.high_risk.events import Boosted, Fell, MatchEnded, NobodyFell
from companion.games.high_risk.state import Phase
from companion.games.protocol import Seat, Setup
from tests.games.high_risk.mountains import (
    ANN,
    BEN,
    GAME,
    advancing,
    after,
    done,
    is_fresh,
    refused,
    standing,
    start,
)
from tests.games.walking import board_of


def test_hr1_all_the_danger_dice_are_rolled_again_and_no_other_number() -> None:
    state = after(start(), "AAWDDD", RollAgain())
    assert GAME.prompt(state).dice == DiceSpec.parse("3symbol")
    for fewer_or_more in ("D", "DD", "DDDD", "DDDDDD"):
        assert refused(state, fewer_or_more).code == "wrong_count"
        assert refused(state, fewer_or_more).rule == "HR1"
    assert after(state, "DAW").position.ascension == 3


def test_hr2_six_dangers_in_the_first_roll_are_a_fall() -> None:
    state, events = done(standing([7, 3, 0, 0], [0, 0, 0, 0]), "DDDDDD")
    assert Fell(ANN, 7, 2) in events
    assert state.position.climbers[ANN] == (3, 2, 0, 0)
    assert state.position.turn == BEN


def test_hr2_six_dangers_with_everybody_at_the_basecamp_change_nothing() -> None:
    """HR-T2."""
    state, events = done(start(), "DDDDDD")
    assert NobodyFell(ANN) in events
    assert state.position.climbers == start().position.climbers
    assert state.position.turn == BEN
    assert is_fresh(state)


def test_hr3_mountains_set_aside_are_lost_in_a_fall() -> None:
    state = after(standing([5, 0, 0, 0], [0, 0, 0, 0]), "AAAAAD", RollAgain(), "D")
    assert state.position.climbers[ANN] == (0, 0, 0, 0)
    assert state.position.turn == BEN
    assert is_fresh(state)


def test_a_fall_needs_only_danger_in_this_roll_whatever_lies_aside() -> None:
    state = after(standing([5, 0, 0, 0], [0, 0, 0, 0]), "AAAWWD", RollAgain())
    fallen, events = done(state, "D")
    assert Fell(ANN, 5, 0) in events
    assert after(state, "W").position.phase is Phase.ADVANCE
    assert fallen.position.turn == BEN


def test_hr4_a_boost_advances_by_this_turns_mountains_and_starts_anew_with_six_dice() -> None:
    """HR-T7: AAWDDD, then AWD, then A: four mountains, and the same player rolls again."""
    state = after(start(), "AAWDDD", RollAgain(), "AWD", RollAgain(), "A")
    assert state.position.phase is Phase.ADVANCE
    assert state.position.ascension == 4
    assert refused(state, RollAgain()).rule == "HR4"
    state, events = done(state, Advance(0))
    assert events[-1] == Boosted(ANN)
    assert state.position.climbers[ANN] == (4, 0, 0, 0)
    assert state.position.turn == ANN
    assert is_fresh(state)
    assert state.position.ascension == 0


def test_hr4_six_clouds_are_a_boost_without_an_advance() -> None:
    state, events = done(start(), "WWWWWW")
    assert events[-1] == Boosted(ANN)
    assert state.position == start().position


def test_hr5_a_boost_that_wins_ends_the_match_at_once() -> None:
    state = after(standing([10, 10, 10, 5], [3, 0, 0, 0]), "AAAAAA")
    state, events = done(state, Advance(5))
    assert events[-1] == MatchEnded(ANN)
    assert GAME.standings(state).over
    assert GAME.standings(state).winners == (ANN,)
    assert GAME.legal_actions(state) == ()
    assert refused(state, "AAAAAA").code == "over"


def test_hr6_boosts_follow_each_other_without_limit() -> None:
    state = start()
    for boost in range(1, 6):
        state = after(state, "AWWWWW", Advance(0) if boost == 1 else Advance(boost - 1))
        assert state.position.turn == ANN
        assert state.position.climbers[ANN][0] == boost


def test_hr7_stopping_without_a_mountain_moves_nobody_and_asks_for_nobody() -> None:
    """HR-T13."""
    before = standing([5, 3, 0, 0], [1, 0, 0, 0])
    state = after(before, "WWDDDD", Stop())
    assert state.position.climbers == before.position.climbers
    assert state.position.turn == BEN
    assert is_fresh(state)


def test_hr8_the_whole_advance_goes_to_one_climber_and_cannot_be_declined() -> None:
    state = after(standing([5, 3, 0, 0], [0, 0, 0, 0]), "AADDDD", Stop())
    assert [action for _, action in GAME.legal_actions(state)] == [
        Advance(5),
        Advance(3),
        Advance(0),
    ]
    assert refused(state, Stop()).rule == "HR8"
    assert refused(state, RollAgain()).rule == "HR8"
    assert refused(state, "DDDD").rule == "HR8"
    assert after(state, Advance(3)).position.climbers[ANN] == (5, 5, 0, 0)


def test_hr9_any_own_climber_below_the_summit_may_advance_and_no_other() -> None:
    state = after(standing([10, 5, 3, 0], [7, 1, 0, 0]), "ADDDDD", Stop())
    assert [action for _, action in GAME.legal_actions(state)] == [
        Advance(5),
        Advance(3),
        Advance(0),
    ]
    assert refused(state, Advance(10)).code == "at_the_summit"
    for zone in (7, 1, 2, -1, 11):
        assert refused(state, Advance(zone)).code == "no_climber_there"


def test_hr10_an_advance_beyond_the_summit_stops_there() -> None:
    """HR-T12."""
    state = advancing(standing([8, 0, 0, 0], [0, 0, 0, 0]), 8, 5)
    assert state.position.climbers[ANN] == (10, 0, 0, 0)


def test_hr11_occupied_zones_count_as_any_other() -> None:
    state = advancing(standing([1, 0, 0, 0], [4, 3, 2, 0]), 1, 4)
    assert state.position.climbers == ((5, 0, 0, 0), (4, 3, 2, 0))


def test_hr_t1_three_mountains_take_one_climber_up_three_zones() -> None:
    state = after(start(), "AAAWDD", Stop(), Advance(0))
    assert state.position.climbers[ANN] == (3, 0, 0, 0)
    assert state.position.turn == BEN


@pytest.mark.parametrize(("seats", "climbers"), [(2, 4), (3, 3), (4, 2)])
def test_hr_t15_more_players_have_fewer_climbers(seats: int, climbers: int) -> None:
    state = start(seats)
    assert [len(zones) for zones in state.position.climbers] == [climbers] * seats


@pytest.mark.parametrize("first", [0, 1, 2])
def test_hr19_whoever_was_drawn_plays_first(first: int) -> None:
    """The draw is made outside; the rules take its result."""
    state = GAME.initial(Setup(3, (), board_of(GAME), Seat(first)))
    assert GAME.prompt(state).seats == (first,)
    assert after(state, "WDDDDD", Stop()).position.turn == (first + 1) % 3
