"""What holds in every match, over many random ones."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.games.gipfelkraxler.actions import Action, Move, PushUp, Reroll
from companion.games.gipfelkraxler.events import Arrived, Moved, PushedUp, SentHome, Washed
from companion.games.gipfelkraxler.state import IBEXES, Choosing, IbexState, Pushing
from companion.games.protocol import Seat, Setup
from tests.games.gipfelkraxler.herds import GAME
from tests.games.walking import board_of, random_throw

MATCHES = 200
LONG_MODE_MATCHES = 10_000
LONGEST = 20_000
"""Choices in a match; random players who mostly move when they can need far fewer."""


def choice(state: IbexState, rng: Random) -> tuple[Seat, Action] | None:
    """Mostly a move where one fits, mostly the commonest number kept where none does."""
    prompt, listed = GAME.prompt(state), GAME.legal_actions(state)
    if prompt.dice is not None:
        return prompt.seats[0], random_throw(prompt.dice, rng)
    if not listed:
        return None
    phase = state.position.phase
    if isinstance(phase, Choosing) and rng.random() < 0.9:
        moves = [each for each in listed if isinstance(each[1], Move)]
        if moves:
            return rng.choice(moves[:6])
        commonest = max(phase.dice, key=phase.dice.count)
        others = Reroll(tuple(value for value in phase.dice if value != commonest))
        if (state.position.turn, others) in listed:
            return state.position.turn, others
    return rng.choice(listed)


def play(seed: int) -> int:
    """One random match to its end, every state checked; how many choices it took."""
    rng = Random(seed)
    seats = rng.choice([2, 3, 4])
    options = (("freed_space", rng.choice(["empty", "taken"])),)
    state = GAME.initial(Setup(seats, options, board_of(GAME), Seat(rng.randrange(seats))))
    pushes = 0
    for choices in range(LONGEST):
        chosen = choice(state, rng)
        if chosen is None:
            assert GAME.standings(state).over
            return choices
        step = GAME.apply(state, *chosen)
        pushes = pushes + 1 if isinstance(chosen[1], PushUp) else 0
        assert pushes < len(state.terms.graph.spaces)
        check(step.state)
        check_change(state, step.state, step.events)
        state = step.state
    raise AssertionError(f"match {seed} did not end")


def check(state: IbexState) -> None:
    position, graph = state.position, state.terms.graph
    assert all(len(herd) == IBEXES for herd in position.herds)
    everybody = [space for herd in position.herds for space in herd]
    for space in graph.small:
        crowd = isinstance(position.phase, Pushing) and position.phase.source == space
        assert everybody.count(space) <= (2 if crowd else 1)
    won = GAME.standings(state).winners
    assert everybody.count(graph.summit) <= (2 if won else 1)
    for herd, arrivals in zip(position.herds, position.arrivals, strict=True):
        assert herd.count(graph.summit) <= arrivals <= 2


def check_change(before: IbexState, after: IbexState, events: tuple[Any, ...]) -> None:
    """At most one dice move; streams are short; markers never turn back; every step is told."""
    graph = before.terms.graph
    assert sum(isinstance(event, Moved) for event in events) <= 1
    assert sum(isinstance(event, Washed) for event in events) < len(graph.spaces)
    for old, new in zip(before.position.arrivals, after.position.arrivals, strict=True):
        assert new >= old
    gained = sum(after.position.arrivals) - sum(before.position.arrivals)
    assert gained == sum(isinstance(event, Arrived) for event in events)
    for event in events:
        match event:
            case Moved(_, source, target, _) | PushedUp(_, source, target):
                assert target in graph.above[source]
            case Washed(_, source, target):
                assert graph.streams[source] == target
            case SentHome(seat):
                assert before.position.herds[seat].count(graph.summit) == 1
            case _:
                pass


def test_random_matches_keep_every_invariant_and_end() -> None:
    assert all(play(seed) > 0 for seed in range(MATCHES))


@pytest.mark.long
def test_ten_thousand_random_matches_keep_every_invariant_and_end() -> None:
    assert all(play(seed) > 0 for seed in range(LONG_MODE_MATCHES))
