"""The laws of the protocol deep in advanced matches, where short walks do not come.

The general laws in tests/games/test_laws.py walk a few dozen steps from the set-up, which in
the advanced variant is mostly preparation.
"""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.digest import canonical_json
from companion.games.protocol import Seat, Setup
from companion.games.roll_and_wall import refusal_words
from companion.games.roll_and_wall.state import WallState, is_preparing
from tests.games.roll_and_wall.climbing_policy import eager_choice
from tests.games.roll_and_wall.test_advanced_invariants import setup
from tests.games.roll_and_wall.walls import GAME
from tests.games.walking import Legality

NAMES = ("Lucy", "Ralph", "Monica", "Alex", "Ann")
SEEDS = st.integers(0, 5_000)
MOST_STEPS = 700


def reached(seed: int, steps: int) -> tuple[Setup, WallState]:
    """A set-up and the state after so many steps, or the last one before the end."""
    asked = setup(seed)
    state, rng = GAME.initial(asked), Random(seed)
    for _ in range(steps):
        choice = eager_choice(state, rng)
        if choice is None:
            break
        state = GAME.apply(state, *choice).state
    return asked, state


@cache
def every_action() -> tuple[Any, ...]:
    """Actions of every kind, seen along whole matches."""
    found: dict[str, list[Any]] = {}
    for seed in range(12):
        state, rng = GAME.initial(setup(seed)), Random(seed)
        while (choice := eager_choice(state, rng)) is not None:
            some = found.setdefault(type(choice[1]).__name__, [])
            if choice[1] not in some and len(some) < 14:
                some.append(choice[1])
            state = GAME.apply(state, *choice).state
    return tuple(action for some in found.values() for action in some)


@given(seed=SEEDS, steps=st.integers(0, MOST_STEPS))
@settings(max_examples=25, deadline=None)
def test_an_action_is_legal_exactly_when_it_is_accepted(seed: int, steps: int) -> None:
    _, state = reached(seed, steps)
    legality = Legality(GAME, state)
    listed = GAME.legal_actions(state)
    assert len(set(listed)) == len(listed)
    for seat, action in listed:
        assert GAME.refusal(state, seat, action) is None
        GAME.apply(state, seat, action)
    for action in every_action():
        for seat in map(Seat, range(state.terms.seats)):
            refusal = GAME.refusal(state, seat, action)
            assert (refusal is None) == legality.of(seat, action), (seat, action, refusal)
            if refusal is not None:
                assert refusal.code in refusal_words.REFUSALS
                assert "{" not in GAME.refusal_text(refusal)


@given(seed=SEEDS, steps=st.integers(0, MOST_STEPS))
@settings(max_examples=25, deadline=None)
def test_states_survive_a_dump_and_everything_can_be_shown(seed: int, steps: int) -> None:
    asked, state = reached(seed, steps)
    plain = json.loads(canonical_json(GAME.dump_state(state)))
    assert GAME.load_state(plain, asked) == state
    for viewer in (None, *map(Seat, range(asked.seats))):
        view = dict(GAME.view(state, viewer))
        assert json.loads(json.dumps(view)) == view
    assert GAME.prompt_text(state, NAMES)[-1] in ".?!"
    assert GAME.prompt(state).code in GAME.forms.prompts
    for figure in GAME.choice_odds(state):
        assert figure.chance is not None
        assert 0 <= figure.chance <= 1
    for seat, action in GAME.legal_actions(state):
        assert GAME.action_text(state, action)
        for event in GAME.apply(state, seat, action).events:
            assert GAME.event_text(event, NAMES)[-1] in ".?!"


@given(seed=SEEDS, steps=st.integers(0, 60))
@settings(max_examples=25, deadline=None)
def test_nobody_sees_a_tile_of_others_before_the_backpacks_are_packed(
    seed: int, steps: int
) -> None:
    _, state = reached(seed, steps)
    if not is_preparing(state.position):
        return
    public = GAME.view(state, None)
    assert all(climber["tiles"] == [] for climber in public["climbers"])
    hidden = {key: public["preparation"][key] for key in ("hand", "kept", "chosen")}
    assert set(hidden.values()) == {None}
