"""What holds in every match, over many random ones."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.dice import Rolled
from companion.games.free_roll.game import FreeRoll
from companion.games.free_roll.state import (
    LOG_LENGTH,
    MAX_DICE,
    MAX_OF_A_KIND,
    FreeRollState,
    PassTurn,
    SetDice,
    Stop,
    TakeTurn,
    Thrown,
)
from companion.games.protocol import OptionValue, Seat, Setup
from tests.games.walking import random_throw

GAME = FreeRoll()
MATCHES = 60
LONG_MODE_MATCHES = 10_000
LONGEST = 5_000
"""Choices in a match of players who throw, pass on and change dice now and then."""


def choice(state: FreeRollState, rng: Random) -> tuple[Seat, Any] | None:
    """Mostly a throw, seldom other dice, and only in matches without rounds a stop."""
    prompt, listed = GAME.prompt(state), GAME.legal_actions(state)
    if prompt.dice is not None and rng.random() < 0.6:
        return prompt.seats[0], random_throw(prompt.dice, rng)
    if not listed:
        return None
    if rng.random() < 0.3:
        return rng.choice([each for each in listed if isinstance(each[1], SetDice)])
    stops = state.terms.rounds == 0 and rng.random() < 0.1
    kinds = (Stop,) if stops else (PassTurn, TakeTurn)
    return rng.choice([each for each in listed if isinstance(each[1], kinds)])


def play(seed: int) -> int:
    """One random match to its end, every state checked; how many choices it took."""
    rng = Random(seed)
    seats = rng.choice(GAME.seats)
    options: tuple[tuple[str, OptionValue], ...] = (
        ("dice", rng.choice(["1d6", "3d6", "2d6+1d4", "1d20+1d12+1d10", "10d6+10d8"])),
        ("order", rng.choice(["in_turn", "anyone"])),
        ("ranking", rng.choice(["highest", "lowest", "nobody"])),
        ("rounds", rng.choice([0, 1, 2, 5, 12])),
        ("throws_per_turn", rng.choice([0, 1, 1, 3])),
    )
    state = GAME.initial(Setup(seats, options, None, Seat(rng.randrange(seats))))
    totals, throws = [0] * seats, [0] * seats
    for choices in range(LONGEST):
        chosen = choice(state, rng)
        if chosen is None:
            check_end(state, totals)
            return choices
        step = GAME.apply(state, *chosen)
        if isinstance(chosen[1], Rolled):
            totals[chosen[0]] += sum(int(value) for value in chosen[1].values)
            throws[chosen[0]] += 1
        check(step.state, totals, throws)
        check_change(state, chosen, step.state, step.events)
        state = step.state
    raise AssertionError(f"match {seed} did not end")


def check(state: FreeRollState, totals: list[int], throws: list[int]) -> None:
    position, terms = state.position, state.terms
    assert [tally.total for tally in position.tallies] == totals
    assert [tally.throws for tally in position.tallies] == throws
    assert len(position.log) == min(LOG_LENGTH, sum(throws))
    assert position.dice.total <= MAX_DICE
    assert all(0 < count <= MAX_OF_A_KIND for _, count in position.dice.counts)
    assert 0 <= position.roller < terms.seats
    if terms.throws_per_turn:
        assert position.thrown < terms.throws_per_turn


def check_change(
    before: FreeRollState, chosen: tuple[Seat, Any], after: FreeRollState, events: tuple[Any, ...]
) -> None:
    """A turn counts once it is over; a throw is told as it was added; nothing else counts."""
    seat, action = chosen
    old, new = before.position, after.position
    assert new.turns - old.turns in (0, 1)
    if new.turns > old.turns:
        assert new.roller == (old.roller + 1) % before.terms.seats
        assert new.thrown == 0
    elif not isinstance(action, TakeTurn):
        assert new.roller == old.roller
    if isinstance(action, Rolled):
        told = next(event for event in events if isinstance(event, Thrown))
        assert told.total == new.tallies[seat].total == old.tallies[seat].total + told.sum
        assert new.log[-1].rolled == action
    else:
        assert new.tallies == old.tallies
        assert new.log == old.log
    if not isinstance(action, SetDice):
        assert new.dice == old.dice


def check_end(state: FreeRollState, totals: list[int]) -> None:
    standings = GAME.standings(state)
    assert standings.over
    if not state.position.stopped:
        assert state.position.turns == state.terms.rounds * state.terms.seats
    best = {"highest": max(totals), "lowest": min(totals)}.get(state.terms.ranking.value)
    threw = any(tally.throws for tally in state.position.tallies)
    ranked = [seat for seat, total in enumerate(totals) if total == best]
    assert list(standings.winners) == (ranked if threw else [])


def test_random_matches_keep_every_invariant_and_end() -> None:
    assert all(play(seed) > 0 for seed in range(MATCHES))


@pytest.mark.long
def test_ten_thousand_random_matches_keep_every_invariant_and_end() -> None:
    assert all(play(seed) > 0 for seed in range(LONG_MODE_MATCHES))
