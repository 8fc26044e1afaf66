"""The solver against brute force, and its lines against the judge (CL-T2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.games.climb.actions import Action, ChooseHand, Done, FingerDown, FingerUp, Hand
from companion.games.climb.board import BASE, SUMMIT, Deck, Finger, Place, Route
from companion.games.climb.openings import Customs
from companion.games.climb.reach import PAIRS, Spans, distances
from companion.games.climb.rounds import points_of
from companion.games.climb.solver import Line, best_line
from companion.games.climb.state import Attempt, Climbing, ClimbState, Readying
from tests.games.climb import naive
from tests.games.climb.routes import (
    GAME,
    LUCY,
    SMALL,
    Spec,
    attempt_of,
    chimney,
    climbing,
    deck_of,
    practice,
    start,
)
from tests.games.climb.test_oracle import plain_holds

LETTERS = "TIMRL"
SPECS: list[Spec] = [
    *[(letter,) for letter in LETTERS],
    *combinations(LETTERS, 2),
    *[(*pair, "&") for pair in combinations(LETTERS, 2)],
]
ROUTES = st.lists(st.sampled_from(SPECS), min_size=1, max_size=5)
SMALL_ROUTES = st.lists(st.sampled_from(SPECS), min_size=1, max_size=2)
SPANS = st.lists(st.sampled_from([60.0, 110.0, 170.0, 400.0]), min_size=10, max_size=10)


def on(specs: Sequence[Spec], **options: str) -> ClimbState:
    """Lucy alone, ready to climb a route of these holds."""
    return climbing(
        seats=1, route=chimney(*range(1, len(specs) + 1)), deck=deck_of(specs), **options
    )


def solved(state: ClimbState, customs: Customs | None = None, spans: Spans | None = None) -> Line:
    line = best_line(state.terms.deck, state.position.route, customs, spans)
    assert line is not None
    return line


@given(specs=ROUTES)
@settings(max_examples=25, deadline=None)
def test_the_best_score_is_that_of_trying_every_line(specs: list[Spec]) -> None:
    state = on(specs)
    holds = plain_holds(state)
    for must_arrive in (False, True):
        line = solved(state, Customs(must_arrive=must_arrive))
        assert line.points == naive.best_score(holds, must_arrive=must_arrive)


@given(specs=st.lists(st.sampled_from(SPECS), min_size=1, max_size=4))
@example(specs=[("L", "M"), ("M", "R"), ("M",), ("L",)])
@settings(max_examples=15, deadline=None)
def test_cl6_where_holds_open_again_the_best_score_is_still_that_of_trying_every_line(
    specs: list[Spec],
) -> None:
    """In the example the hold under the resting finger is to be used once more."""
    state = on(specs, closed_holds="finger")
    best = naive.best_score(plain_holds(state), closed_to_all=False)
    assert solved(state, Customs(closed_to_all=False)).points == best


@given(specs=SMALL_ROUTES, spans=SPANS, closed=st.booleans(), one=st.booleans())
@settings(max_examples=15, deadline=None)
def test_the_best_score_for_a_hand_is_that_of_trying_everything_the_judge_lets_pass(
    specs: list[Spec], spans: list[float], closed: bool, one: bool
) -> None:
    """House rules and spans included; the judge is asked finger by finger."""
    options = {
        "closed_holds": "all" if closed else "finger",
        "summit_fingers": "one" if one else "any",
    }
    state = on(specs, **options)
    hand = Spans(tuple(spans))
    line = best_line(state.terms.deck, state.position.route, Customs(closed, one), hand)
    assert line is not None
    found = Everything(hand, distances(state.terms.deck, state.position.route))
    assert line.points == max(
        found.best(GAME.apply(state, LUCY, FingerDown(finger, BASE)).state) for finger in Finger
    )
    check_line(state, line)


class Everything:
    """The most points by asking the judge about every observation, in every order.

    Only a finger that is in the Summit Zone is never lifted again: it could for ever.
    """

    def __init__(self, hand: Spans, apart: Mapping[tuple[Place, Place], float]) -> None:
        self._hand, self._apart = hand, apart
        self._known: dict[Attempt, int] = {}

    def best(self, state: ClimbState) -> int:
        attempt = attempt_of(state)
        key = replace(attempt, moves=attempt.moves[:1] and (2,))
        if key not in self._known:
            self._known[key] = max(map(self._value, self._observations(state)), default=0)
        return self._known[key]

    def _observations(self, state: ClimbState) -> list[tuple[ClimbState, int]]:
        attempt = attempt_of(state)
        down = dict(attempt.down)
        after: list[tuple[ClimbState, int]] = []
        for seat, action in GAME.legal_actions(state):
            if isinstance(action, Done) and not self._can_hold(attempt):
                continue
            if not isinstance(action, FingerDown | FingerUp | Done):
                continue
            if isinstance(action, FingerUp) and down[action.finger] == SUMMIT:
                continue
            following = GAME.apply(state, seat, action).state
            points = points_of((len(down),)) if isinstance(action, Done) else 0
            after.append((following, points))
        return after

    def _value(self, following: tuple[ClimbState, int]) -> int:
        state, points = following
        if not isinstance(state.position.phase, Climbing):
            return points  # a fall after no finished move, or the Summit
        return points + self.best(state)

    def _can_hold(self, attempt: Attempt) -> bool:
        return all(
            self._apart[here, there] <= self._hand.between(one, other)
            for (one, here), (other, there) in combinations(attempt.down, 2)
        )


def check_line(state: ClimbState, line: Line) -> None:
    """The line, climbed finger by finger before the judge, makes its points."""
    if not line.moves:
        assert line.points == 0
        return
    state = GAME.apply(state, LUCY, FingerDown(line.moves[0].rest, BASE)).state
    for move in line.moves:
        attempt = attempt_of(state)
        actions: list[Action] = [FingerUp(f) for f, _ in attempt.down if f is not move.rest]
        actions += [FingerDown(finger, place) for finger, place in move.placed]
        for action in (*actions, Done()):
            assert isinstance(state.position.phase, Climbing)
            state = GAME.apply(state, LUCY, action).state
    if isinstance(state.position.phase, Climbing):
        moves = attempt_of(state).moves
    else:
        assert state.position.results[-1].summit
        moves = state.position.results[-1].moves
    assert points_of(moves) == line.points == sum(move.points for move in line.moves)


def climb_on(deck: Deck, route: Route) -> ClimbState:
    fresh = start(1, deck=deck)
    ready = replace(fresh, position=replace(fresh.position, route=route, phase=Readying()))
    return GAME.apply(ready, LUCY, ChooseHand(Hand.LEFT)).state


@pytest.mark.parametrize("name", ["Practice slab", "Practice arete", "Practice overhang"])
def test_the_best_line_of_a_practice_route_passes_the_judge(name: str) -> None:
    route = practice().routes[name].cards
    check_line(climb_on(practice(), route), solved(climb_on(practice(), route)))


@pytest.mark.parametrize("closed", [True, False])
@given(specs=ROUTES)
@settings(max_examples=10, deadline=None)
def test_every_best_line_passes_the_judge(specs: list[Spec], closed: bool) -> None:
    state = on(specs, closed_holds="all" if closed else "finger")
    check_line(state, solved(state, Customs(closed_to_all=closed)))


def test_cl_t2_a_made_up_route_is_worth_seventeen_points() -> None:
    """Not the route of the rulebook's figure, which is not known."""
    specs: list[Spec] = [("T",), ("T",), ("T",), ("R",), ("R",), ("R",), ("I", "M", "&")]
    state = on(specs)
    line = solved(state)
    assert line.points == naive.best_score(plain_holds(state)) == 17
    check_line(state, line)


def test_a_hand_that_reaches_nothing_scores_nothing_and_never_arrives() -> None:
    spans = Spans((1.0,) * len(PAIRS))
    route = chimney(7, 8, 9)
    assert best_line(SMALL, route, None, spans) == Line(0, (), 5)
    assert best_line(SMALL, route, Customs(must_arrive=True), spans) is None


def test_a_longer_hand_never_scores_less() -> None:
    route = chimney(1, 2, 3, 4)
    scores = []
    for mm in (40.0, 60.0, 90.0, 130.0, 400.0):
        line = best_line(SMALL, route, None, Spans((mm,) * len(PAIRS)))
        assert line is not None
        scores.append(line.points)
    assert scores == sorted(scores)
    assert scores[0] < scores[-1]
    everything = best_line(SMALL, route)
    assert everything is not None
    assert scores[-1] == everything.points


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(ValueError, match="no route yet"):
        best_line(SMALL, ())
    for spans in ((), (1.0,) * 9, (-1.0,) * 10, (float("nan"),) * 10):
        with pytest.raises(ValueError, match="10 spans"):
            Spans(spans)


def test_places_are_apart_by_centres_and_nearest_edges() -> None:
    apart = distances(SMALL, chimney(2))
    assert apart[Place("2a"), Place("2b")] == 20.0
    assert apart[Place("2a"), BASE] == 30.0  # from the hold straight down to the card's edge
    assert apart[Place("2a"), SUMMIT] == 30.0
    assert apart[BASE, SUMMIT] == 60.0
    assert apart[SUMMIT, SUMMIT] == 0.0
    assert Spans(tuple(map(float, range(10)))).between(Finger.LITTLE, Finger.THUMB) == 3.0
