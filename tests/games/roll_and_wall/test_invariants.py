"""What never changes, along seeded matches to their end."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.protocol import Seat, Setup
from companion.games.roll_and_wall import events as e
from companion.games.roll_and_wall.actions import Declare
from companion.games.roll_and_wall.board import START
from companion.games.roll_and_wall.handful import WHITE_DICE
from companion.games.roll_and_wall.state import WallState, dice_in_play, dice_left, mover
from companion.games.roll_and_wall.tiles import BASIC_TILES
from tests.games.roll_and_wall.walls import GAME
from tests.games.walking import board_of, next_choice

LONGEST = 2000
"""Steps. The rules set no bound: who keeps falling to a low piton may try for ever. Climbers
who mostly go up reach the summit in some hundreds of steps."""

MATCHES = [(seed, 2 + seed % 4) for seed in range(100)]


def played(seed: int, seats: int) -> list[tuple[WallState, tuple[e.Event, ...], WallState]]:
    setup = Setup(seats, (("young_players", (0,)),), board_of(GAME), Seat(seed % seats))
    state, rng = GAME.initial(setup), Random(seed)
    steps: list[tuple[WallState, tuple[e.Event, ...], WallState]] = []
    while len(steps) < LONGEST:
        choice = next_choice(GAME, state, rng)
        if choice is None:
            return steps
        if rng.random() < 0.6:
            choice = upwards(state, rng) or choice
        step = GAME.apply(state, *choice)
        steps.append((state, step.events, step.state))
        state = step.state
    raise AssertionError(f"no end after {LONGEST} steps")


def upwards(state: WallState, rng: Random) -> tuple[Seat, Declare] | None:
    """A climb to a space above with two or three dice, None where there is none."""
    seat = mover(state.terms, state.position)
    above = state.terms.wall.above[state.position.climbers[seat].space]
    climbs = [
        (seat, action)
        for _, action in GAME.legal_actions(state)
        if isinstance(action, Declare) and action.target in above and action.white in (2, 3)
    ]
    return rng.choice(climbs) if climbs else None


@pytest.mark.parametrize(("seed", "seats"), MATCHES)
def test_a_random_match_ends_and_keeps_all_invariants(seed: int, seats: int) -> None:
    keeps_all_invariants(seed, seats)


@pytest.mark.long
def test_ten_thousand_random_matches_end_and_keep_all_invariants() -> None:
    for seed in range(10_000):
        keeps_all_invariants(seed, 2 + seed % 4)


def keeps_all_invariants(seed: int, seats: int) -> None:
    """Play a match to its end and look at every step."""
    steps = played(seed, seats)
    turns = [0] * seats
    for before, events, after in steps:
        for event in events:
            if isinstance(event, e.TurnEnded):
                turns[event.seat] += 1
        assert max(turns) - min(turns) <= 1
        dice_add_up(after)
        for seat in range(seats):
            climber_is_sound(before, events, after, seat)
        climber_moves_along_the_wall(before, events, after)
    assert len(set(turns)) == 1  # everybody has had the same number of turns
    final = steps[-1][2]
    standings = GAME.standings(final)
    assert standings.over
    assert standings.winners


def dice_add_up(state: WallState) -> None:
    """Left, spent and thrown dice are 6 white ones, and the blue one with tea."""
    if GAME.standings(state).over:
        return
    position = state.position
    parts = (dice_left(state.terms, position), position.aside, dice_in_play(position))
    assert all(part.white >= 0 and part.blue >= 0 for part in parts)
    assert sum(part.white for part in parts) == WHITE_DICE
    tea = position.climbers[mover(state.terms, position)].tea
    assert sum(part.blue for part in parts) == int(tea)


def climber_is_sound(
    before: WallState, events: tuple[e.Event, ...], after: WallState, seat: int
) -> None:
    old, new = before.position.climbers[seat], after.position.climbers[seat]
    assert after.terms.pitons[seat] == (4 if seat == 0 else 3)
    assert len(new.pitons) <= after.terms.pitons[seat]
    assert set(old.pitons) <= set(new.pitons)
    assert set(new.tiles) <= set(old.tiles) <= set(BASIC_TILES)
    used = sum(isinstance(event, e.TileUsed) and event.seat == seat for event in events)
    assert len(old.tiles) - len(new.tiles) == used
    assert (new.topped_with is None) != after.terms.wall.spaces[new.space].summit


def climber_moves_along_the_wall(
    before: WallState, events: tuple[e.Event, ...], after: WallState
) -> None:
    """A pawn changes its space along the wall's exits, or by falling to a piton or the ground."""
    seat = mover(before.terms, before.position)
    wall, old = before.terms.wall, before.position.climbers[seat]
    new = after.position.climbers[seat]
    if any(isinstance(event, e.Fell) for event in events):
        assert new.space == START or new.space in old.pitons
        assert new.tea == (new.space == START)
        return
    if new.space != old.space:
        assert new.space in wall.exits[old.space]
        sideways = new.space in (*wall.left[old.space], *wall.right[old.space])
        rises = wall.spaces[new.space].height_mm > wall.spaces[old.space].height_mm
        assert sideways or rises
    others = [seat_ for seat_ in range(before.terms.seats) if seat_ != seat]
    for other in others:
        assert after.position.climbers[other] == before.position.climbers[other]
