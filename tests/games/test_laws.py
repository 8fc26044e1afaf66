"""The laws of the game protocol, for every registered game."""

from __future__ import annotations

import copy
import json
from dataclasses import fields, is_dataclass, replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.dice import Rolled, RolledDie
from companion.errors import CorruptState, UnknownGame
from companion.games.digest import canonical_json, state_digest
from companion.games.protocol import Prompt, Seat, Setup
from companion.games.registry import GAMES, get
from tests.games.walking import (
    AnyGame,
    Legality,
    board_of,
    next_choice,
    random_throw,
    setups,
    strangers,
    walk,
)

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
NAMES = ("Lucy", "Ralph", "Monica", "Alex", "Ann", "Ben", "Lucy B.", "Alex B.")
SEEDS = st.integers(0, 2**32 - 1)
STEPS = 30


def walked(data: st.DataObject, game: AnyGame, steps: int = STEPS) -> tuple[Setup, list[Any]]:
    """A set-up and a walk of (state, choice, step)."""
    setup = data.draw(setups(game))
    rng = Random(data.draw(SEEDS))
    return setup, list(walk(game, setup, rng, data.draw(st.integers(1, steps))))


@EVERY_GAME
@given(data=st.data())
@settings(max_examples=15)
def test_an_action_is_legal_exactly_when_it_is_accepted(game: AnyGame, data: st.DataObject) -> None:
    """Also for actions of other moments, other seats, other games, and for malformed ones."""
    _, steps = walked(data, game)
    rng = Random(data.draw(SEEDS))
    seen = [choice[1] for _, choice, _ in steps]
    seen += [damaged(action, rng) for action in seen]
    seen += strangers(game, list(GAMES.values()), rng)
    for state, _, _ in rng.sample(steps, min(4, len(steps))):
        listed = list(game.legal_actions(state))
        assert len({(seat, repr(action)) for seat, action in listed}) == len(listed)
        for seat, action in listed:
            assert game.refusal(state, seat, action) is None
            game.apply(state, seat, action)
        legality = Legality(game, state)
        candidates = seen + [action for _, action in rng.sample(listed, min(9, len(listed)))]
        seats: list[Any] = [-1, 0, 1, game.seats[-1], "0", None, True]
        for action in candidates:
            for somebody in (*game.prompt(state).seats, rng.choice(seats)):
                agree(game, state, somebody, action, legality.of(somebody, action))


def agree(game: AnyGame, state: Any, seat: Any, action: Any, legal: bool) -> None:
    refusal = game.refusal(state, seat, action)
    assert (refusal is None) == legal, (seat, action, refusal)
    if legal:
        game.apply(state, seat, action)
        return
    with pytest.raises(ValueError, match=r".+"):
        game.apply(state, seat, action)
    assert refusal is not None
    text = game.refusal_text(refusal)
    assert text.endswith(".")
    assert "{" not in text


def damaged(action: Any, rng: Random) -> Any:
    """The same action with one field of a wrong type or an absurd value."""
    if not is_dataclass(action) or not fields(action):
        return action
    junk = rng.choice([None, True, -1, 10**20, 2.5, "", "x" * 50, (), [1], float("nan")])
    try:
        return replace(action, **{rng.choice(fields(action)).name: junk})  # type: ignore[type-var]
    except (TypeError, ValueError, AttributeError):
        return junk


@EVERY_GAME
@given(data=st.data())
@settings(max_examples=15)
def test_every_throw_of_the_awaited_dice_is_legal_and_no_other(
    game: AnyGame, data: st.DataObject
) -> None:
    _, steps = walked(data, game)
    rng = Random(data.draw(SEEDS))
    for state, _, _ in steps:
        prompt = game.prompt(state)
        seats = prompt.seats
        if prompt.dice is None:
            continue
        for _ in range(4):
            rolled = random_throw(prompt.dice, rng)
            assert game.refusal(state, seats[0], rolled) is None
            fewer = Rolled(rolled.dice[1:])
            more = Rolled((*rolled.dice, rolled.dice[0]))
            wrong_face = Rolled((*rolled.dice[1:], RolledDie(rolled.dice[0].kind, 99)))
            for wrong in (fewer, more, wrong_face):
                assert game.refusal(state, seats[0], wrong) is not None


@EVERY_GAME
@given(data=st.data())
@settings(max_examples=15)
def test_apply_is_a_function_and_leaves_the_old_state_alone(
    game: AnyGame, data: st.DataObject
) -> None:
    setup, steps = walked(data, game)
    state = game.initial(setup)
    assert state == game.initial(setup)
    for before, choice, step in steps:
        again = game.apply(copy.copy(before), *choice)
        assert again == step
        assert hash(again.state) == hash(step.state)
        assert before == state
        state = step.state


@EVERY_GAME
@given(data=st.data())
@settings(max_examples=15)
def test_states_and_actions_survive_a_dump(game: AnyGame, data: st.DataObject) -> None:
    setup, steps = walked(data, game)
    for before, (_, action), step in steps:
        for state in (before, step.state):
            plain = json.loads(canonical_json(game.dump_state(state)))
            loaded = game.load_state(plain, setup)
            assert loaded == state
            assert state_digest(game, loaded) == state_digest(game, state)
        plain = json.loads(canonical_json(game.dump_action(action)))
        assert game.load_action(plain) == action
        assert type(game.load_action(plain)) is type(action)


@EVERY_GAME
@given(data=st.data())
@settings(max_examples=30)
def test_damaged_dumps_raise_corrupt_state_and_nothing_else(
    game: AnyGame, data: st.DataObject
) -> None:
    setup, steps = walked(data, game)
    rng = Random(data.draw(SEEDS))
    before, (_, action), _ = rng.choice(steps)
    for _ in range(12):
        broken = broken_json(game.dump_state(before), rng)
        try:
            state = game.load_state(broken, setup)
        except CorruptState:
            continue
        # What loads must be a whole state: it shows, dumps and goes on.
        assert in_any_order(game.dump_state(state)) == in_any_order(broken)
        game.view(state, None)
        game.standings(state)
        assert game.prompt_text(state, NAMES)
        for seat, each in game.legal_actions(state)[:20]:
            game.apply(state, seat, each)
    for _ in range(6):
        broken = broken_json(game.dump_action(action), rng)
        try:
            game.refusal(before, Seat(0), game.load_action(broken))
        except CorruptState:
            continue


def in_any_order(plain: Any) -> Any:
    """The same JSON with every list sorted: a game may put what has no order into one."""
    if isinstance(plain, dict):
        return {key: in_any_order(value) for key, value in plain.items()}
    if isinstance(plain, list):
        return sorted(map(in_any_order, plain), key=canonical_json)
    return plain


def broken_json(plain: Any, rng: Random) -> Any:
    """The same JSON with one place damaged."""
    plain = json.loads(json.dumps(plain))
    spots: list[tuple[Any, Any]] = []

    def collect(value: Any) -> None:
        keys = value.keys() if isinstance(value, dict) else range(len(value))
        for key in keys:
            spots.append((value, key))
            if isinstance(value[key], dict | list):
                collect(value[key])

    collect(plain)
    holder, key = rng.choice(spots)
    kind = rng.randrange(4)
    if kind == 0 and isinstance(holder, dict):
        holder[rng.choice(["extra", "type", "", "turns"])] = rng.choice([0, "x", None])
    elif kind == 1:
        del holder[key]
    elif kind == 2 and isinstance(holder, list):
        holder.insert(key, copy.deepcopy(holder[key]))
    else:
        junk: tuple[Any, ...] = (
            None,
            True,
            False,
            0,
            1,
            2,
            7,
            -1,
            0.5,
            2**70,
            "",
            "start",
            "d6",
            [],
            {},
            [[]],
        )
        holder[key] = rng.choice(junk)
    return plain


@EVERY_GAME
@pytest.mark.parametrize(
    "junk", [None, [], 0, "x", {}, {"version": 1}, {"version": True}, {"type": []}]
)
def test_things_that_are_no_dump_raise_corrupt_state(game: AnyGame, junk: Any) -> None:
    setup = Setup(game.seats[-1], (), board_of(game))
    with pytest.raises(CorruptState):
        game.load_state(junk, setup)
    with pytest.raises(CorruptState):
        game.load_action(junk)


@EVERY_GAME
@given(data=st.data())
@settings(max_examples=10)
def test_everything_shown_is_json_and_every_sentence_is_whole(
    game: AnyGame, data: st.DataObject
) -> None:
    _, steps = walked(data, game)
    for before, (seat, action), step in steps:
        for viewer in (None, seat):
            view = dict(game.view(before, viewer))
            assert json.loads(json.dumps(view)) == view
        assert game.prompt_text(before, NAMES)[-1] in ".?!"
        assert game.action_text(before, action)
        for event in step.events:
            assert game.event_text(event, NAMES)[-1] in ".?!"
            assert hash(event) is not None


@EVERY_GAME
@given(data=st.data())
@settings(max_examples=10)
def test_prompt_and_standings_agree_with_the_choices(game: AnyGame, data: st.DataObject) -> None:
    _, steps = walked(data, game)
    for before, _, step in steps:
        for state in (before, step.state):
            prompt, standings = game.prompt(state), game.standings(state)
            assert isinstance(prompt, Prompt)
            assert standings.over == (not prompt.seats)
            assert standings.over == (not game.legal_actions(state) and prompt.dice is None)
            if not standings.over:
                assert standings.winners == ()
            ranked = [line for line in standings.lines if line.rank is not None]
            assert all(1 <= line.rank <= len(standings.lines) for line in ranked if line.rank)


@EVERY_GAME
def test_states_actions_and_events_are_hashable_slotted_values(game: AnyGame) -> None:
    setup = Setup(game.seats[-1], (), board_of(game))
    for before, (_, action), step in walk(game, setup, Random(5), 120):
        for value in (before, action, *step.events):
            assert is_dataclass(value)
            assert not hasattr(value, "__dict__")
            assert hash(value) == hash(copy.copy(value))


@EVERY_GAME
def test_an_option_or_number_of_players_that_does_not_fit_is_refused(game: AnyGame) -> None:
    board = board_of(game)
    few, many = game.seats[0] - 1, game.seats[-1] + 1
    for setup in (
        Setup(few, (), board),
        Setup(many, (), board),
        Setup(game.seats[0], (("no_such_option", 1),), board),
        Setup(game.seats[0], (), board, Seat(game.seats[0])),
        Setup(game.seats[0], (), object()),
    ):
        with pytest.raises(ValueError, match=r"\w+.*\."):
            game.initial(setup)
    for spec in game.options:
        with pytest.raises(ValueError, match=spec.name):
            game.initial(Setup(game.seats[0], ((spec.name, 2.5),), board))  # type: ignore[arg-type]
        twice = ((spec.name, spec.default), (spec.name, spec.default))
        with pytest.raises(ValueError, match="twice"):
            game.initial(Setup(game.seats[0], twice, board))


def test_an_unknown_game_is_named_with_those_there_are() -> None:
    with pytest.raises(UnknownGame, match=r"chess.*roll_and_wall"):
        get("chess")
    assert all(get(name) is game and game.name == name for name, game in GAMES.items())


@EVERY_GAME
def test_a_walk_is_repeatable(game: AnyGame) -> None:
    setup = Setup(game.seats[0], (), board_of(game))
    one = [choice for _, choice, _ in walk(game, setup, Random(3), 50)]
    other = [choice for _, choice, _ in walk(game, setup, Random(3), 50)]
    assert one == other
    assert next_choice(game, game.initial(setup), Random(1)) is not None
