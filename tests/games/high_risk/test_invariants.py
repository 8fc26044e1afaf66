"""What holds in every match, over many random ones."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.high_risk.actions import Advance
from companion.games.high_risk.events import Advanced, Fell, KnockedOff
from companion.games.high_risk.state import CLIMBERS, DICE, HighRiskState, danger_dice
from companion.games.protocol import Seat, Setup
from tests.games.high_risk.mountains import GAME, THREE_WALLS, TWO_WALLS
from tests.games.walking import board_of, next_choice

MATCHES = 200
LONG_MODE_MATCHES = 10_000
LONGEST = 1_000
"""Choices in a match of random players; the longest of 10,000 took 317."""


def play(seed: int) -> int:
    """One random match to its end, every state checked; how many choices it took."""
    rng = Random(seed)
    board = board_of(GAME, rng.choice([TWO_WALLS, THREE_WALLS]))
    seats = rng.choice([2, 3, 4])
    state = GAME.initial(Setup(seats, (), board, Seat(rng.randrange(seats))))
    for choices in range(LONGEST):
        choice = next_choice(GAME, state, rng)
        if choice is None:
            assert GAME.standings(state).over
            return choices
        step = GAME.apply(state, *choice)
        check(step.state)
        check_change(state, choice[1], step.state, step.events)
        state = step.state
    raise AssertionError(f"match {seed} did not end")


def check(state: HighRiskState) -> None:
    position, mountain = state.position, state.terms.mountain
    assert [len(team) for team in position.climbers] == [CLIMBERS[state.terms.seats]] * len(
        position.climbers
    )
    everybody = [zone for team in position.climbers for zone in team]
    assert all(everybody.count(cliff) <= 1 for cliff in mountain.cliffs)
    assert position.ascension + position.weather + danger_dice(position) == DICE
    assert min(position.ascension, position.weather, danger_dice(position)) >= 0


def check_change(
    before: HighRiskState, action: object, after: HighRiskState, events: tuple[object, ...]
) -> None:
    """At most one climber goes up, only by an advance; nobody leaves the Summit."""
    summit = before.terms.mountain.summit
    risen = 0
    for old, new in zip(before.position.climbers, after.position.climbers, strict=True):
        assert new.count(summit) >= old.count(summit)
        risen += sum(new) > sum(old)
    assert risen == 0 or (risen == 1 and isinstance(action, Advance))
    told = [event for event in events if isinstance(event, Advanced | Fell | KnockedOff)]
    gained = sum(event.target - event.source for event in told)
    heights = [sum(map(sum, state.position.climbers)) for state in (before, after)]
    assert heights[1] - heights[0] == gained


def test_random_matches_keep_every_invariant_and_end() -> None:
    assert all(play(seed) > 0 for seed in range(MATCHES))


@pytest.mark.long
def test_ten_thousand_random_matches_keep_every_invariant_and_end() -> None:
    assert all(play(seed) > 0 for seed in range(LONG_MODE_MATCHES))
