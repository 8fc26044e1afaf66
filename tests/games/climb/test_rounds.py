"""Rounds, scores and winners: CL19, CL21, CL22 and climbing alone."""

from __future__ import annotations

import tomllib

import pytest

from companion.games.climb.actions import (
    AcceptFall,
    ChooseHand,
    ClimbAgain,
    Finish,
    GiveUp,
    Hand,
    PlaceCard,
    UseRoute,
)
from companion.games.climb.board_file import parse_board, route_text
from companion.games.climb.route import Side
from companion.games.climb.state import ClimbState, Ended, Extending, Pausing
from companion.games.protocol import Seat
from tests.games.climb.routes import (
    GAME,
    LUCY,
    NAMES,
    damaged_deck,
    laid,
    refused,
    seen,
    start,
)

ONE = ("T base", "I summit", "done")
THREE = ("T base", "I 2b", "M summit", "done")
SIX = ("T base", "R 1b", "L 1c", "I summit", "done")
SCRIPTS = {0: (), 1: ONE, 3: THREE, 6: SIX}


def climb_for(state: ClimbState, points: int) -> ClimbState:
    """Whoever is at turn makes that many points."""
    (seat,) = GAME.prompt(state).seats
    state = GAME.apply(state, seat, ChooseHand(Hand.LEFT)).state
    for text in SCRIPTS[points]:
        state = GAME.apply(state, seat, seen(text)).state
    return state if points else GAME.apply(state, seat, GiveUp()).state


def at_turn(state: ClimbState) -> Seat:
    (seat,) = GAME.prompt(state).seats
    return seat


def play_round(state: ClimbState, *points: int) -> tuple[ClimbState, list[Seat]]:
    """A whole round; who climbed in which order."""
    order = []
    for each in points:
        order.append(at_turn(state))
        state = climb_for(state, each)
    return state, order


def test_cl19_who_laid_the_last_card_begins_then_the_list_is_followed() -> None:
    state = laid(start(3), 1, 2, 3, 4, 5)
    assert at_turn(state) == (5 - 1) % 3 == 1
    state, order = play_round(state, 1, 0, 3)
    assert order == [1, 2, 0]
    assert isinstance(state.position.phase, Extending)


def test_cl19_a_saved_route_is_begun_by_the_first_player() -> None:
    state = GAME.apply(start(3, first=Seat(2)), Seat(2), UseRoute("Chimney")).state
    assert play_round(state, 0, 0, 0)[1] == [2, 0, 1]


def test_cl19_cl21_the_best_attempt_of_the_round_begins_the_next_not_the_best_total() -> None:
    state = laid(start(3), 1, 2, 3, 4, 5)
    state, _ = play_round(state, 6, 0, 1)
    assert at_turn(state) == 1
    state, order = play_round(laid(state, 7), 1, 3, 0)
    assert order == [1, 2, 0]
    assert GAME.standings(state).lines[1].score == 7
    assert at_turn(state) == 2
    state, order = play_round(laid(state, 8), 0, 0, 0)
    assert order == [2, 0, 1]


def test_cl19_of_a_tie_the_earlier_one_begins() -> None:
    state = laid(start(3), 1, 2, 3, 4, 5)
    state, order = play_round(state, 1, 3, 3)
    assert order == [1, 2, 0]
    assert at_turn(state) == 2
    assert refused(state, PlaceCard(9, Side.ABOVE, 0), Seat(0)).code == "not_your_turn"


def test_cl22_the_highest_total_of_three_rounds_wins() -> None:
    state = laid(start(2), 1, 2, 3, 4, 5)
    state, _ = play_round(state, 6, 1)
    state, _ = play_round(laid(state, 7), 1, 3)
    state, _ = play_round(laid(state, 8), 0, 1)
    assert isinstance(state.position.phase, Ended)
    standings = GAME.standings(state)
    assert [line.score for line in standings.lines] == [8, 4]
    assert standings.winners == (0,)
    assert GAME.prompt_text(state, NAMES) == "The match is over: Lucy wins."
    assert refused(state, GiveUp()).code == "over"


def test_cl22_a_tie_shares_the_glory() -> None:
    state = laid(start(2), 1, 2, 3, 4, 5)
    state, _ = play_round(state, 1, 1)
    state, _ = play_round(laid(state, 7), 3, 3)
    state, _ = play_round(laid(state, 8), 0, 0)
    assert GAME.standings(state).winners == (0, 1)
    assert GAME.standings(state).lines[1].rank == 1
    assert "Lucy and Ralph share the glory" in GAME.prompt_text(state, NAMES)


@pytest.mark.parametrize("seats", range(1, 6))
def test_a_match_has_three_attempts_for_each_player(seats: int) -> None:
    state = laid(start(seats, solo="three_rounds"), 1, 2, 3, 4, 5)
    for card in (7, 8, None):
        state, _ = play_round(state, *[1] * seats)
        state = laid(state, card) if card else state
    assert len(state.position.results) == 3 * seats
    assert GAME.standings(state).over


def test_cl_t12_alone_one_climbs_a_route_as_often_as_one_likes_and_the_best_counts() -> None:
    state = GAME.apply(start(1), LUCY, UseRoute("Chimney")).state
    assert GAME.view(state, None)["rounds"] is None
    for points in (3, 1, 6, 0):
        state = climb_for(state, points)
        assert isinstance(state.position.phase, Pausing)
        assert refused(state, ChooseHand(Hand.LEFT)).code == "again_or_finish"
        state = GAME.apply(state, LUCY, ClimbAgain()).state
    state = climb_for(state, 1)
    assert GAME.standings(state).lines[0].score == 6
    assert GAME.standings(state).winners == ()
    state = GAME.apply(state, LUCY, Finish()).state
    assert GAME.standings(state).winners == (0,)


def test_cl_t12_a_route_that_was_built_can_be_saved_and_built_again() -> None:
    built = laid(start(1), 1, 2, 3, 4, 5).position.route
    text = route_text("My arete", built)
    saved = tomllib.loads(text)
    deck = parse_board(damaged_deck(routes=saved["routes"]), "small")
    assert deck.routes["My arete"].cards == built
    assert deck.routes["My arete"].target is None
    for name in ("", 'a"b', "a\\b", "a\nb", "x" * 201):
        with pytest.raises(ValueError, match="short name"):
            route_text(name, built)


def test_the_expert_variation_counts_for_who_begins_the_next_round() -> None:
    state = laid(start(2, expert_variation=True), 1, 2, 3, 4, 5)
    seat = at_turn(state)
    state = GAME.apply(state, seat, ChooseHand(Hand.LEFT)).state
    for text in ("T base", "R 1b", "L 1c", "M 2a", "I 2b", "done", "-T", "-R", "-L", "-M", "-I"):
        state = GAME.apply(state, seat, seen(text)).state
    state = GAME.apply(state, seat, AcceptFall()).state
    other = at_turn(state)
    state = climb_for(state, 1)
    assert at_turn(state) == other != seat
