"""Rolls, moves, the joker and the penalty, ruling by ruling."""

from __future__ import annotations

import pytest

from companion.dice import DiceSpec
from companion.games.gipfelkraxler.actions import Move, Pass, Reroll, SetBack
from companion.games.gipfelkraxler.events import Moved, NothingFitted, WasSetBack
from companion.games.gipfelkraxler.state import FRESH, Choosing
from companion.games.protocol import Seat, Setup
from tests.games.gipfelkraxler.herds import (
    BROOK,
    CHOUGH,
    FERN,
    GAME,
    GENTIAN,
    GREY,
    LARCH,
    LEFT,
    LUCY,
    NEEDLE,
    RALPH,
    RAVEN,
    START,
    SUMMIT,
    THYME,
    WEST,
    after,
    choices,
    done,
    herd,
    refused,
    standing,
    start,
)
from tests.games.walking import board_of


def test_gk1_any_dice_may_be_rolled_again_twice_also_those_kept_before() -> None:
    state = after(start(), "1-2-3-5-6", Reroll((5, 6)))
    assert GAME.prompt(state).dice == DiceSpec.parse("2d6")
    state = after(state, "4-4")
    assert state.position.phase == Choosing(2, (1, 2, 3, 4, 4))
    # The 1 stayed in the second roll and may be rolled in the third.
    state = after(state, Reroll((1, 4)), "5-6")
    assert state.position.phase == Choosing(3, (2, 3, 4, 5, 6))
    assert choices(state, Reroll) == []
    assert refused(state, Reroll((2,))).code == "no_rolls_left"


def test_gk1_every_different_handful_is_offered_once() -> None:
    state = after(start(), "1-1-1-2-2")
    # 0 to 3 ones and 0 to 2 twos, without the empty handful.
    assert len(choices(state, Reroll)) == 4 * 3 - 1
    assert Reroll((2, 1, 1)) in choices(state, Reroll)


@pytest.mark.parametrize(
    ("values", "code"),
    [((), "nothing_picked_up"), ((6,), "not_among_dice"), ((2, 2, 2), "not_among_dice")],
)
def test_gk1_only_dice_that_lie_there_can_be_picked_up(values: tuple[int, ...], code: str) -> None:
    refusal = refused(after(start(), "1-1-1-2-2"), Reroll(values))
    assert (refusal.code, refusal.rule) == (code, "GK1")


def test_gk1_a_player_may_stop_after_any_roll() -> None:
    first = after(start(), "1-2-3-4-4")
    assert Move(START, GENTIAN) in choices(first)
    second = after(first, Reroll((4,)), "1")
    assert Move(START, GENTIAN) in choices(second)


def test_gk2_whoever_can_move_must_and_may_not_take_the_penalty_instead() -> None:
    state = after(standing([LEFT], []), "2-2-3-3-6", Reroll((6,)), "6", Reroll((6,)), "6")
    assert choices(state) == [Move(START, BROOK)]
    assert refused(state, SetBack(LEFT)).rule == "GK2"
    assert refused(state, Pass()).rule == "GK2"


def test_gk3_one_ibex_moves_one_space_and_the_turn_is_over() -> None:
    state = after(standing([GENTIAN], []), "1-1-2-3-4")
    assert Move(GENTIAN, LEFT) in choices(state)
    assert Move(START, GENTIAN) in choices(state)
    state = after(state, Move(GENTIAN, LEFT))
    assert herd(state, LUCY) == [LEFT]
    assert state.position.turn == RALPH
    assert state.position.phase == FRESH
    assert refused(after(standing([GENTIAN], []), "1-1-2-3-4"), Move(START, LEFT)).code == "no_path"


def test_gk4_four_equal_dice_take_a_path_that_asks_for_three() -> None:
    state = after(start(), "2-2-2-2-6")
    assert Move(START, LARCH) in choices(state)


def test_gk5_four_equal_dice_take_the_path_of_two_pairs() -> None:
    state = after(start(), "5-5-5-5-1")
    assert Move(START, BROOK) in choices(state)


def test_gk6_five_equal_dice_take_the_path_of_a_full_house_as_a_joker() -> None:
    state = after(standing([BROOK], []), "4-4-4-4-4")
    assert Move(BROOK, GREY) in choices(state)
    _, events = done(state, Move(BROOK, GREY))
    assert events[0] == Moved(LUCY, BROOK, GREY, None)


def test_gk7_a_large_straight_takes_the_path_of_a_small_one() -> None:
    state = after(standing([LARCH], []), "1-2-3-4-5")
    assert Move(LARCH, LEFT) in choices(state)


def test_gk8_the_joker_moves_any_ibex_along_any_path_but_not_from_the_summit() -> None:
    state = after(standing([SUMMIT, NEEDLE, GREY], [], arrivals=(1, 0)), "6-6-6-6-6")
    moves = choices(state, Move)
    graph = state.terms.graph
    expected = [
        Move(space, target) for space in (GREY, NEEDLE, START) for target in graph.above[space]
    ]
    assert sorted(moves, key=repr) == sorted(expected, key=repr)
    assert refused(state, Move(SUMMIT, START)).rule == "GK8"


def test_gk8_a_joker_may_also_be_rolled_again_but_some_move_is_compulsory() -> None:
    state = after(start(), "6-6-6-6-6")
    assert Reroll((6,)) in choices(state)
    assert refused(state, Pass()).rule == "GK2"


def test_gk9_without_a_fit_an_ibex_under_way_goes_back_to_the_start() -> None:
    state = after(standing([LEFT, WEST, SUMMIT], [], arrivals=(1, 0)), "1-3-4-4-6")
    assert choices(state, Move) == []
    assert choices(state, SetBack) == [SetBack(LEFT), SetBack(WEST)]
    assert refused(state, SetBack(START)).code == "already_at_start"
    assert refused(state, SetBack(GREY)).code == "no_ibex_there"
    assert refused(state, Pass()).code == "must_set_back"
    state, events = done(state, SetBack(WEST))
    assert events[0] == WasSetBack(LUCY, WEST)
    assert herd(state, LUCY) == [LEFT, SUMMIT]
    assert state.position.turn == RALPH


def test_gk9_with_nobody_under_way_nothing_happens() -> None:
    state = after(start(), "1-3-4-4-6")
    assert [c for c in choices(state) if not isinstance(c, Reroll)] == [Pass()]
    state, events = done(state, Pass())
    assert events[0] == NothingFitted(LUCY)
    assert state.position.herds == start().position.herds
    assert state.position.turn == RALPH


def test_gk9_the_dice_may_be_rolled_again_before_the_penalty_is_taken() -> None:
    state = after(standing([LEFT], []), "1-3-4-4-6")
    assert {type(choice) for choice in choices(state)} == {SetBack, Reroll}
    state = after(state, Reroll((6,)), "6", Reroll((6,)), "6")
    assert {type(choice) for choice in choices(state)} == {SetBack}


def test_gk15_an_ibex_set_back_to_the_start_pushes_nobody() -> None:
    before = standing([LEFT], [])
    assert before.position.herds[LUCY].count(START) == 4
    state = after(before, "1-3-4-4-6", SetBack(LEFT))
    assert state.position.herds[LUCY] == (START,) * 5
    assert state.position.phase == FRESH


def test_gk20_the_penalty_never_takes_the_ibex_from_the_summit() -> None:
    state = after(standing([SUMMIT], [], arrivals=(1, 0)), "1-3-4-4-6")
    assert choices(state, SetBack) == []
    assert Pass() in choices(state)
    assert refused(state, SetBack(SUMMIT)).rule == "GK20"


def test_gk_t1_three_ibexes_before_fitting_signs_give_exactly_three_moves() -> None:
    """2-2-2-5-5 with ibexes before two pairs, three 2s and a full house (Edmund)."""
    # Nobody at the start: the other two stand where nothing fits.
    state = after(standing([GREY, LARCH, BROOK, FERN, FERN], []), "2-2-2-5-5")
    assert set(choices(state, Move)) == {
        Move(GREY, RAVEN),
        Move(GREY, CHOUGH),
        Move(LARCH, GREY),
        Move(BROOK, GREY),
    }


def test_gk_t1_several_ibexes_on_one_space_are_one_choice() -> None:
    state = after(start(), "2-2-2-5-5")
    assert choices(state, Move) == [Move(START, LARCH), Move(START, BROOK)]


@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_player_who_was_on_a_summit_last_begins(first: int) -> None:
    state = GAME.initial(Setup(3, (), board_of(GAME), Seat(first)))
    assert GAME.prompt(state).seats == (first,)


def test_a_sum_below_the_sign_fits_and_one_above_does_not() -> None:
    assert Move(START, GENTIAN) in choices(after(start(), "1-2-2-4-6"))
    assert Move(START, GENTIAN) not in choices(after(start(), "1-2-3-4-6"))
    assert Move(START, THYME) in choices(after(start(), "2-3-4-5-6"))
