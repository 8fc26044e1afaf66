"""What holds in every match, over many random ones."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import Any

import pytest

from companion.games.protocol import OptionValue, Seat, Setup
from companion.games.rocodromo import stored
from companion.games.rocodromo.actions import Action, ChooseRope, Declare, Prepare
from companion.games.rocodromo.checking import EndPoint, climb, gap_mm
from companion.games.rocodromo.events import BalanceLost, ClimbValid, RopeTaken, TurnStarted
from companion.games.rocodromo.reach import Verdict
from companion.games.rocodromo.state import (
    CARABINERS,
    MOST_ROPES,
    Consoling,
    RocodromoState,
    available,
)
from companion.games.rocodromo.wall import COLOURS, LENGTHS, Rope, Wall
from tests.games.rocodromo.walls import GAME
from tests.games.walking import board_of

WALLS = ("practice", "practice_ledge", "practice_peak", "practice_pyramid")
MATCHES = 200
LONG_MODE_MATCHES = 10_000
LONGEST = 400
"""Choices in a match: on some dealt walls nobody gets near the finish, and the match goes on."""

MOST_IN_A_TURN = 12
"""Choices in a turn: each climb is declared, given a rope and at most judged, and its rope is
gone, so with three ropes nine; one more to get on the wall, one to end the turn or to take a
rope after a fall, and one to measure the end."""

MOSTLY_ENDED = 0.75


def choice(state: RocodromoState, rng: Random) -> tuple[Seat, Action]:
    """Three times in four towards the hold nearest to the finish within reach; else anything."""
    listed = GAME.legal_actions(state)
    wanted = goal(state) if rng.random() < 0.75 else None
    if wanted is None:
        return rng.choice(listed)
    rope = wanted[1]
    for each in reversed(listed):  # from the longest rope and the most carabiners down
        match each[1]:
            case Declare(hold) if hold == wanted[0]:
                return each
            case ChooseRope():
                return each
            case Prepare(colour, skip, _) if available(state, colour)[skip:][:1] == (rope,):
                return each
            case _:
                pass
    return rng.choice(listed)


def goal(state: RocodromoState) -> tuple[int, Rope] | None:
    """The empty hold within reach that is nearest to the finish, nearer than now; the rope."""
    wall, position = state.terms.wall, state.position
    mine = position.holds[position.turn]
    if mine is None:
        return None

    own = position.hands[position.turn]
    end_point, ropes = state.terms.end_point, dict[str, list[Rope]]()
    for hold in towards_finish(wall, end_point):
        if gap_mm(wall, hold, end_point) >= gap_mm(wall, mine, end_point):
            return None
        colour = wall.colour(hold)
        if hold in position.holds:
            continue
        if colour not in ropes:
            mine_too = (rope for rope in own if rope.colour == colour)
            ropes[colour] = sorted({*available(state, colour), *mine_too})
        for rope in ropes[colour]:
            if climb(wall, mine, hold, rope).verdict is not Verdict.NO:
                return hold, rope
    return None


@lru_cache(maxsize=256)
def towards_finish(wall: Wall, end_point: EndPoint) -> tuple[int, ...]:
    """The holds of a wall, the nearest to the finish first."""
    return tuple(sorted(range(len(wall.holds)), key=lambda hold: gap_mm(wall, hold, end_point)))


def play(seed: int) -> bool:
    """One random match with every state checked; whether it came to its end."""
    rng = Random(seed)
    seats = rng.choice([2, 3, 4])
    options: list[tuple[str, OptionValue]] = [
        ("tiles", rng.choice([0, 0, seed % 8])),
        ("checking", rng.choice(["board", "board", "table"])),
        ("side_by_side", rng.choice(["joined", "apart"])),
        ("same_rope_again", rng.random() < 0.5),
        ("level_climbers", rng.choice(["highest", "not_highest"])),
        ("rope_when_empty", rng.random() < 0.5),
        ("end_point", rng.choice(["token", "nose", "hold"])),
    ]
    board = board_of(GAME, rng.choice(WALLS))
    state = GAME.initial(Setup(seats, tuple(options), board, Seat(rng.randrange(seats))))
    in_turn = 0
    for _ in range(LONGEST):
        over = GAME.standings(state).over
        assert over is (GAME.legal_actions(state) == ()), "a match goes on until it is over"
        if over:
            return True
        step = GAME.apply(state, *choice(state, rng))
        check(step.state)
        if seed % 4 == 0:
            assert stored.load(stored.dump(step.state.position), state.terms) == step.state
        check_change(state, step.state, step.events)
        in_turn += 1
        assert in_turn <= MOST_IN_A_TURN
        if any(isinstance(event, TurnStarted) for event in step.events):
            assert step.state.position.turn == (state.position.turn + 1) % seats
            in_turn = 0
        else:
            assert step.state.position.turn == state.position.turn or step.state.position.ending
        state = step.state
    return GAME.standings(state).over


def check(state: RocodromoState) -> None:
    """The conservation checks, counted from the whole state anew."""
    position, seats = state.position, state.terms.seats
    in_hands = [rope for hand in position.hands for rope in hand]
    supply = [
        rope for colour in state.terms.wall.kit.ropes.colours for rope in available(state, colour)
    ]
    assert len(in_hands) + len(supply) == COLOURS * LENGTHS
    assert len(set(in_hands) | set(supply)) == COLOURS * LENGTHS
    assert all(len(hand) <= MOST_ROPES for hand in position.hands)
    hanging = dict(position.hanging)
    assert set(hanging) <= set(supply)
    assert sum(position.carabiners) + sum(hanging.values()) == CARABINERS * seats
    standing = [hold for hold in position.holds if hold is not None]
    assert len(set(standing)) == len(standing)


def check_change(before: RocodromoState, after: RocodromoState, events: tuple[Any, ...]) -> None:
    """Only the climber at turn moves, and only by what is told; one rope at most is taken."""
    seat = before.position.turn
    for other in range(before.terms.seats):
        if other != seat:
            assert before.position.holds[other] == after.position.holds[other]
            assert before.position.hands[other] == after.position.hands[other]
            assert before.position.carabiners[other] == after.position.carabiners[other]
    assert after.position.ending >= before.position.ending
    assert sum(isinstance(event, RopeTaken) for event in events) <= 1
    for event in events:
        match event:
            case ClimbValid(_, source, target, rope, _):
                assert (before.position.holds[seat], after.position.holds[seat]) == (source, target)
                assert rope.colour == before.terms.wall.colour(target)
                assert rope in available(after, rope.colour)
            case BalanceLost(_, source, _, rope, _, off, consoled):
                assert after.position.holds[seat] == (None if off else source)
                assert rope in available(after, rope.colour)
                assert isinstance(after.position.phase, Consoling) is consoled
            case RopeTaken(_, rope, _, _, _) if isinstance(before.position.phase, Consoling):
                assert rope != before.position.phase.barred
            case _:
                pass


def test_random_matches_keep_every_invariant_and_mostly_end() -> None:
    assert sum(play(seed) for seed in range(MATCHES)) > MOSTLY_ENDED * MATCHES


@pytest.mark.long
def test_ten_thousand_random_matches_keep_every_invariant_and_mostly_end(
    record_property: Callable[[str, object], None],
) -> None:
    ended = sum(play(seed) for seed in range(LONG_MODE_MATCHES))
    record_property("ended", ended)
    assert ended > MOSTLY_ENDED * LONG_MODE_MATCHES
