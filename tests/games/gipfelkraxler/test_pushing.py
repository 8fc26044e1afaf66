"""Ibexes push each other up and wash each other down, ruling by ruling."""

from __future__ import annotations

import pytest

from companion.games.gipfelkraxler.actions import Move, PushUp
from companion.games.gipfelkraxler.board import SpaceId
from companion.games.gipfelkraxler.events import (
    Arrived,
    MatchEnded,
    Moved,
    PushedUp,
    SentHome,
    TurnStarted,
    Washed,
)
from companion.games.gipfelkraxler.state import FRESH, Pushing
from companion.games.gipfelkraxler.tasks import Task
from tests.games.gipfelkraxler.herds import (
    BROOK,
    CHIMNEY,
    CHOUGH,
    EAST,
    FERN,
    GAME,
    GENTIAN,
    GREY,
    LARCH,
    LEFT,
    LUCY,
    MARMOT,
    NEEDLE,
    RALPH,
    RAVEN,
    START,
    SUMMIT,
    WEST,
    WHITE,
    after,
    choices,
    done,
    herd,
    refused,
    standing,
)

FULL_HOUSE = "3-3-3-5-5"
JOKER = "6-6-6-6-6"


def test_gk10_an_own_ibex_on_a_small_space_is_pushed_up_on_any_path() -> None:
    """GK-T2: a full house brings an ibex under an own one; the owner chooses of two."""
    state = after(standing([BROOK, GREY], []), FULL_HOUSE, Move(BROOK, GREY))
    assert state.position.phase == Pushing(GREY, BROOK)
    assert choices(state) == [PushUp(RAVEN), PushUp(CHOUGH)]
    # No dice task is needed: the three 3s would fit the path to the right alone.
    assert herd(after(state, PushUp(RAVEN)), LUCY) == [GREY, RAVEN]
    assert herd(after(state, PushUp(CHOUGH)), LUCY) == [CHOUGH, GREY]
    for other in (PushUp(NEEDLE), Move(START, LARCH), "3-3-3-5-5"):
        assert refused(state, other).rule == "GK10"


def test_gk11_two_own_ibexes_on_a_large_space_push_one_up_and_it_is_compulsory() -> None:
    """GK-T3: 1-2-2-3-4 takes the path 13- to a large space with two own ibexes."""
    before = standing([GENTIAN, LEFT, LEFT], [])
    state = after(before, "1-2-2-3-4")
    assert set(choices(state, Move)) == {Move(GENTIAN, LEFT), Move(START, GENTIAN)}
    state = after(state, Move(GENTIAN, LEFT))
    assert choices(state) == [PushUp(MARMOT), PushUp(RAVEN)]
    assert refused(state, Move(START, GENTIAN)).rule == "GK11"
    state = after(state, PushUp(RAVEN))
    assert herd(state, LUCY) == [LEFT, LEFT, RAVEN]
    assert state.position.turn == RALPH


def test_gk11_counts_the_own_ibexes_before_the_arrival_and_no_others() -> None:
    state = after(standing([GENTIAN, LEFT], [LEFT] * 5), "1-2-2-3-4", Move(GENTIAN, LEFT))
    assert state.position.phase == FRESH
    assert herd(state, LUCY) == [LEFT, LEFT]
    state = after(standing([GENTIAN] + [LEFT] * 4, []), "1-2-2-3-4", Move(GENTIAN, LEFT))
    assert herd(after(state, PushUp(MARMOT)), LUCY) == [LEFT] * 4 + [MARMOT]


def test_gk12_an_ibex_that_is_pushed_up_washes_a_stranger_away() -> None:
    state = after(standing([BROOK, GREY], [CHOUGH]), FULL_HOUSE, Move(BROOK, GREY))
    state, events = done(state, PushUp(CHOUGH))
    assert events[:2] == (PushedUp(LUCY, GREY, CHOUGH), Washed(RALPH, CHOUGH, WHITE))
    assert herd(state, LUCY) == [CHOUGH, GREY]
    assert herd(state, RALPH) == [WHITE]


def test_gk13_a_stranger_on_a_small_space_goes_one_space_down_the_stream() -> None:
    """GK-T5: 1-1-1-4-4 brings a white ibex onto a yellow one's space."""
    state = after(standing([BROOK], [GREY]), "1-1-1-4-4")
    state, events = done(state, Move(BROOK, GREY))
    assert events[:2] == (
        Moved(LUCY, BROOK, GREY, Task.FULL_HOUSE),
        Washed(RALPH, GREY, WHITE),
    )
    assert herd(state, LUCY) == [GREY]
    assert herd(state, RALPH) == [WHITE]
    assert state.position.turn == RALPH


def test_gk13_whoever_the_washed_ibex_meets_on_a_small_space_goes_on_down() -> None:
    state = after(standing([BROOK], [GREY], [WHITE]), FULL_HOUSE, Move(BROOK, GREY))
    assert [herd(state, seat) for seat in (LUCY, RALPH)] == [[GREY], [WHITE]]
    assert state.position.herds[2].count(FERN) == 1


def test_gk13_an_own_ibex_in_the_chain_goes_down_too_not_up() -> None:
    """GK-T6: yellow washes white onto yellow; that one goes down to the large space."""
    state = after(standing([BROOK, WHITE, FERN, FERN, FERN], [GREY]), "2-2-3-3-3")
    assert choices(state, Move) == [Move(BROOK, GREY)]
    state, events = done(state, Move(BROOK, GREY))
    assert events == (
        Moved(LUCY, BROOK, GREY, Task.FULL_HOUSE),
        Washed(RALPH, GREY, WHITE),
        Washed(LUCY, WHITE, FERN),
        TurnStarted(RALPH),
    )
    assert herd(state, LUCY) == [FERN, FERN, FERN, FERN, GREY]
    assert herd(state, RALPH) == [WHITE]


def test_gk13_a_washed_ibex_pushes_on_one_of_its_own_colour_as_any_other() -> None:
    state = after(standing([BROOK], [GREY, WHITE]), FULL_HOUSE, Move(BROOK, GREY))
    assert herd(state, RALPH) == [FERN, WHITE]


def test_gk14_an_ibex_washed_onto_a_large_space_pushes_nobody_up() -> None:
    state = after(standing([BROOK], [WHITE, GREY, FERN, FERN, FERN]), FULL_HOUSE)
    state = after(state, Move(BROOK, GREY))
    assert herd(state, RALPH) == [FERN] * 4 + [WHITE]
    assert state.position.phase == FRESH


def test_gk16_the_space_that_the_mover_left_is_empty_for_whoever_is_washed_there() -> None:
    # From the Grey Slab up to the Raven Ledge: the stranger there is washed to the Grey Slab.
    state = after(standing([GREY], [RAVEN]), "1-1-4-4-6", Move(GREY, RAVEN))
    assert herd(state, LUCY) == [RAVEN]
    assert herd(state, RALPH) == [GREY]


def test_gk16_as_a_house_rule_the_space_counts_as_taken_until_the_turn_ends() -> None:
    before = standing([GREY], [RAVEN], freed_space="taken")
    state, events = done(after(before, "1-1-4-4-6"), Move(GREY, RAVEN))
    assert herd(state, LUCY) == [RAVEN]
    assert herd(state, RALPH) == [WHITE]
    assert events[1:3] == (Washed(RALPH, RAVEN, GREY), Washed(RALPH, GREY, WHITE))
    # In the next turn it is a space like any other.
    state = after(standing([GREY], [WHITE], freed_space="taken"), "1-1-4-4-6", Move(GREY, RAVEN))
    assert state.position.phase == FRESH


def test_gk16_the_house_rule_ships_with_the_recommended_default() -> None:
    (option,) = GAME.options
    assert (option.name, option.default, option.ruling) == ("freed_space", "empty", "GK16")


def test_gk17_an_ibex_of_another_player_leaves_the_summit_but_its_marker_stays_turned() -> None:
    state = after(standing([NEEDLE], [SUMMIT], arrivals=(0, 1)), JOKER)
    state, events = done(state, Move(NEEDLE, SUMMIT))
    assert SentHome(RALPH) in events
    assert state.position.herds[RALPH] == (START,) * 5
    assert state.position.arrivals == (1, 1)
    assert [player["marker_turned"] for player in GAME.view(state, None)["players"]] == [True, True]


def test_gk18_the_second_arrival_wins_while_the_first_ibex_still_stands_there() -> None:
    state = after(standing([NEEDLE, SUMMIT], [], arrivals=(1, 0)), JOKER)
    state, events = done(state, Move(NEEDLE, SUMMIT))
    assert events[-2:] == (Arrived(LUCY, 2), MatchEnded(LUCY))
    assert GAME.standings(state).winners == (LUCY,)
    assert herd(state, LUCY) == [SUMMIT, SUMMIT]
    assert choices(state) == []


def test_gk18_the_second_arrival_wins_also_when_the_first_ibex_was_sent_home() -> None:
    state = after(standing([NEEDLE], [SUMMIT], arrivals=(1, 1)), JOKER, Move(NEEDLE, SUMMIT))
    assert GAME.standings(state).winners == (LUCY,)


def test_gk19_reaching_the_summit_by_a_push_counts() -> None:
    """GK-T4: three of a kind starts a chain of own ibexes that ends on the summit."""
    before = standing([LARCH, GREY, RAVEN, NEEDLE], [])
    state = after(before, "2-2-2-4-6", Move(LARCH, GREY), PushUp(RAVEN), PushUp(NEEDLE))
    assert choices(state) == [PushUp(SUMMIT)]
    state, events = done(state, PushUp(SUMMIT))
    assert events[:2] == (PushedUp(LUCY, NEEDLE, SUMMIT), Arrived(LUCY, 1))
    assert herd(state, LUCY) == [GREY, NEEDLE, RAVEN, SUMMIT]
    assert state.position.arrivals == (1, 0)
    assert state.position.turn == RALPH


def test_gk21_the_marker_turns_at_the_first_arrival_and_never_back() -> None:
    state = after(standing([NEEDLE], []), JOKER, Move(NEEDLE, SUMMIT))
    assert state.position.arrivals == (1, 0)
    state = after(state, "6-6-6-6-6", Move(START, FERN))
    assert state.position.arrivals == (1, 0)
    state = after(standing([], [NEEDLE, SUMMIT], arrivals=(1, 1)), "1-3-4-4-6")
    assert GAME.view(state, None)["players"][0]["marker_turned"]


@pytest.mark.parametrize("top", [WEST, NEEDLE, CHIMNEY, EAST])
def test_every_top_space_leads_to_the_summit_by_five_of_a_kind_alone(top: SpaceId) -> None:
    state = standing([top], [])
    assert Move(top, SUMMIT) not in choices(after(state, "5-5-5-5-4"))
    assert Move(top, SUMMIT) in choices(after(state, "5-5-5-5-5"))


def test_a_chain_may_pass_large_and_small_spaces_in_turn() -> None:
    before = standing([GENTIAN, LEFT, LEFT, RAVEN], [NEEDLE])
    state = after(before, "1-2-2-3-4", Move(GENTIAN, LEFT), PushUp(RAVEN))
    assert state.position.phase == Pushing(RAVEN, GENTIAN)
    state, events = done(state, PushUp(NEEDLE))
    # The stranger on the Needle is washed to the Raven Ledge and meets the ibex pushed there,
    # which goes down to the Grey Slab.
    assert [event for event in events if isinstance(event, Washed)] == [
        Washed(RALPH, NEEDLE, RAVEN),
        Washed(LUCY, RAVEN, GREY),
    ]
    assert herd(state, LUCY) == [GREY, LEFT, LEFT, NEEDLE]
    assert herd(state, RALPH) == [RAVEN]
