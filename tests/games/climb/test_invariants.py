"""What holds in every match, over many random ones (part F of the rulings)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.games.climb.actions import Done, FingerDown, FingerUp, GiveUp
from companion.games.climb.board import SUMMIT, Finger
from companion.games.climb.judging import fault_of
from companion.games.climb.rounds import score_of, scores
from companion.games.climb.route import holds_on, open_sides
from companion.games.climb.state import ROUNDS, Attempt, Climbing, ClimbState, JudgeMode
from companion.games.protocol import Seat, Setup
from tests.games.climb.routes import GAME, practice

MATCHES = 40
LONG_MODE_MATCHES = 10_000
LONGEST = 20_000
"""Choices in a match of random players; the longest of 10,000 was a fraction of it."""

TRIANGLE = {2: 1, 3: 3, 4: 6, 5: 10}
CARELESS = 0.02


def play(seed: int) -> int:
    """One random match to its end, every state checked; how many moves were finished."""
    rng = Random(seed)
    seats = rng.randrange(1, 6)
    options: tuple[tuple[str, Any], ...] = (
        ("judge", rng.choice(["strict", "strict", "advise", "off"])),
        ("expert_variation", rng.random() < 0.3),
        ("closed_holds", rng.choice(["all", "finger"])),
        ("summit_fingers", rng.choice(["one", "any"])),
        ("breaches", rng.choice(["refuse", "fall"])),
        ("solo", "three_rounds"),
    )
    state = GAME.initial(Setup(seats, options, practice(), Seat(rng.randrange(seats))))
    for _ in range(LONGEST):
        choice = careful(state, rng)
        if choice is None:
            assert GAME.standings(state).over
            assert len(state.position.results) == ROUNDS * seats
            return sum(len(result.moves) for result in state.position.results)
        step = GAME.apply(state, *choice)
        check(step.state)
        check_change(state, choice[1], step.state)
        state = step.state
    raise AssertionError(f"match {seed} did not end")


def careful(state: ClimbState, rng: Random) -> tuple[Seat, Any] | None:
    """Mostly a choice without a breach, and mostly no giving up."""
    listed = GAME.legal_actions(state)
    phase = state.position.phase
    if not isinstance(phase, Climbing) or not phase.attempt.down or rng.random() < CARELESS:
        return rng.choice(listed) if listed else None
    good = [
        (seat, action)
        for seat, action in listed
        if isinstance(action, FingerDown | FingerUp | Done)
        and not (isinstance(action, FingerUp) and phase.attempt.placed)
        and fault_of(state, phase.attempt, action) is None
    ]
    done = [each for each in good if isinstance(each[1], Done)]
    if done and rng.random() < 0.5:
        return done[0]
    onward = [each for each in good if getattr(each[1], "place", "") != SUMMIT]
    pool = onward if onward and rng.random() < 0.9 else good
    return rng.choice(pool) if pool else (GAME.prompt(state).seats[0], GiveUp())


def check(state: ClimbState) -> None:
    terms, position = state.terms, state.position
    assert len(position.results) <= ROUNDS * terms.seats
    for result in position.results:
        points = sum(TRIANGLE[fingers] for fingers in result.moves)
        assert score_of(terms, result) == (0 if terms.expert and not result.summit else points)
    totals = [
        sum(score_of(terms, result) for result in position.results if result.seat == seat)
        for seat in range(terms.seats)
    ]
    assert list(scores(state)) == totals
    spots = [(each.column, each.row) for each in position.route]
    cards = [each.card for each in position.route]
    assert len(set(spots)) == len(spots)
    assert len(set(cards)) == len(cards)
    if spots:
        assert spots[-1][1] == max(row for _, row in spots), "the Summit has room above"
        assert open_sides(position.route)
    if isinstance(position.phase, Climbing):
        check_attempt(state, position.phase.attempt)


def check_attempt(state: ClimbState, attempt: Attempt) -> None:
    """Under a strict referee nothing on the table breaks a rule."""
    if state.terms.judge is not JudgeMode.STRICT:
        return
    holds = holds_on(state.terms.deck, state.position.route)
    for finger, place in attempt.down:
        if place in holds:
            assert finger in holds[place].fingers
            assert (place, finger) not in attempt.left
    assert attempt.down or not attempt.moves
    if attempt.placed:
        resting = [finger for finger, _ in attempt.down if finger not in attempt.placed]
        assert len(resting) == 1
        assert resting != list(attempt.last_rest), "the resting finger changes each move"


def check_change(before: ClimbState, action: object, after: ClimbState) -> None:
    """Closed holds only grow; a finished move adds its points and nothing else does."""
    old, new = before.position.phase, after.position.phase
    if not isinstance(old, Climbing) or not isinstance(new, Climbing):
        return
    assert set(old.attempt.left) <= set(new.attempt.left)
    if isinstance(action, Done):
        assert new.attempt.moves == (*old.attempt.moves, len(old.attempt.down))
    else:
        assert new.attempt.moves == old.attempt.moves
    assert {finger for finger, _ in new.attempt.down} <= set(Finger)


def test_random_matches_keep_every_invariant_and_end() -> None:
    finished = [play(seed) for seed in range(MATCHES)]
    assert sum(finished) > 3 * MATCHES


@pytest.mark.long
def test_ten_thousand_random_matches_keep_every_invariant_and_end() -> None:
    for seed in range(LONG_MODE_MATCHES):
        play(seed)
