"""What never changes, along seeded advanced matches with any house rules to their end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any, get_args

import pytest

from companion.games.protocol import OptionValue, Seat, Setup
from companion.games.roll_and_wall import events as e
from companion.games.roll_and_wall.handful import WHITE_DICE
from companion.games.roll_and_wall.house_options import HOUSE_OPTIONS
from companion.games.roll_and_wall.state import (
    WallState,
    dice_in_play,
    dice_left,
    is_preparing,
    mover,
    pitons_owned,
)
from companion.games.roll_and_wall.tiles import Tile
from companion.games.roll_and_wall.windows import pitons_left
from tests.games.roll_and_wall.climbing_policy import eager_choice
from tests.games.roll_and_wall.walls import GAME
from tests.games.walking import board_of

LONGEST = 4000
"""Steps. The rules set no bound: who hangs pitons above a flag that is missing may try for
ever. Eager players need some hundreds; few of their matches are broken off here."""

BATCHES = 4
IN_A_BATCH = 25

Step = tuple[WallState, tuple[e.Event, ...], WallState]


def setup(seed: int) -> Setup:
    """Players, first seat, faces and house rules by the seed; every other match has none."""
    rng = Random(seed)
    seats = 2 + seed % 4
    options: list[tuple[str, OptionValue]] = [("variant", "advanced")]
    options.append(("red_tiles", rng.random() < 0.8))
    options.append(("young_players", (0,) if rng.random() < 0.3 else ()))
    for place, section in zip(("left", "centre", "right"), rng.sample("123", 3), strict=True):
        options.append((f"{place}_face", section + rng.choice("ab")))
    if seed % 2:
        options += [(o.name, rng.choice(o.choices)) for o in HOUSE_OPTIONS]
    return Setup(seats, tuple(options), board_of(GAME), Seat(seed % seats))


def play(seed: int) -> Counter[str]:
    """A match to its end, checked step by step; how often each event and tile came.

    A match that is broken off is counted as ``broken off``.
    """
    state, rng, seen = GAME.initial(setup(seed)), Random(seed), Counter[str]()
    turns = [0] * state.terms.seats
    for _ in range(LONGEST):
        choice = eager_choice(state, rng)
        if choice is None:
            break
        step = GAME.apply(state, *choice)
        for event in step.events:
            seen[type(event).__name__] += 1
            if isinstance(event, e.TileUsed):
                seen[event.tile.value] += 1
            if isinstance(event, e.TurnEnded):
                turns[event.seat] += 1
        assert max(turns) - min(turns) <= 1
        checked((state, step.events, step.state))
        state = step.state
    else:
        seen["broken off"] += 1
        return seen
    assert len(set(turns)) == 1
    assert GAME.standings(state).over
    return seen


def checked(step: Step) -> None:
    """Every invariant of one step."""
    before, events, after = step
    if is_preparing(after.position):
        return
    dice_add_up(after)
    quiet_is_kept(before, events, after)
    for seat in range(after.terms.seats):
        climber_is_sound(before, events, after, seat)


def dice_add_up(state: WallState) -> None:
    position = state.position
    if GAME.standings(state).over:
        return
    assert position.advanced is not None
    parts = (
        dice_left(state.terms, position),
        position.aside,
        dice_in_play(position),
        position.advanced.lost,
    )
    assert all(part.white >= 0 and part.blue >= 0 for part in parts)
    assert sum(part.white for part in parts) == WHITE_DICE
    tea = position.climbers[mover(state.terms, position)].tea
    assert sum(part.blue for part in parts) == int(tea)


def quiet_is_kept(before: WallState, events: tuple[e.Event, ...], after: WallState) -> None:
    advanced = after.position.advanced
    assert advanced is not None
    if advanced.quiet_until is not None:
        assert advanced.quiet_until <= after.position.turns + after.terms.seats
    old = before.position.advanced
    quiet = None if old is None else old.quiet_until
    if quiet is not None and before.position.turns <= quiet:
        clipped = any(isinstance(x, e.TileUsed) and x.tile is Tile.QUICKDRAW for x in events)
        assert clipped or not any(isinstance(x, e.PitonPlaced) for x in events)


def climber_is_sound(
    before: WallState, events: tuple[e.Event, ...], after: WallState, seat: int
) -> None:
    new = after.position.climbers[seat]
    assert pitons_left(after.terms, after.position, seat) >= 0
    assert pitons_owned(after.terms, after.position, seat) in (3, 4)
    assert len(set(new.flags)) == len(new.flags) <= 3
    if new.topped_with is not None:
        assert len(new.flags) == 3
        assert after.terms.wall.spaces[new.space].summit
    if is_preparing(before.position):
        return
    old = before.position.climbers[seat]
    used = Counter(x.tile for x in events if isinstance(x, e.TileUsed) and x.seat == seat)
    assert Counter(old.tiles) - Counter(new.tiles) == used
    assert not Counter(new.tiles) - Counter(old.tiles)
    assert set(old.flags) <= set(new.flags)
    taken = [x.colour for x in events if isinstance(x, e.FlagTaken) and x.seat == seat]
    assert sorted((*old.flags, *taken)) == list(new.flags)
    assert not Counter(old.pitons) - Counter(new.pitons)
    assert after.position.advanced is not None
    assert before.position.advanced is not None
    assert after.position.advanced.packed == before.position.advanced.packed
    goes_only_up(before, events, after, seat)


def goes_only_up(
    before: WallState, events: tuple[e.Event, ...], after: WallState, seat: int
) -> None:
    """A pawn is never lower than before, except by a fall, or a little by a move sideways."""
    wall = before.terms.wall
    old, new = before.position.climbers[seat].space, after.position.climbers[seat].space
    if old == new or any(isinstance(x, e.Fell | e.HeldByAxe) for x in events):
        return
    assert new in wall.exits[old]
    beside = new in (*wall.left.get(old, ()), *wall.right.get(old, ()))
    assert beside or wall.spaces[new].height_mm > wall.spaces[old].height_mm


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_matches_end_and_keep_all_invariants(batch: int) -> None:
    seeds = range(batch * IN_A_BATCH, (batch + 1) * IN_A_BATCH)
    assert sum(play(seed)["broken off"] for seed in seeds) <= 0.1 * IN_A_BATCH


def test_the_matches_see_every_tile_and_every_event() -> None:
    seen = sum((play(seed) for seed in range(1000, 1060)), Counter[str]())
    kinds: set[Any] = set(get_args(e.Event))
    missing = {kind.__name__ for kind in kinds} | {tile.value for tile in Tile}
    assert missing - set(seen) <= {"Stranded"}


@pytest.mark.long
def test_ten_thousand_matches_end_and_keep_all_invariants(
    record_property: Callable[[str, object], None],
) -> None:
    broken_off = sum(play(seed)["broken off"] for seed in range(10_000))
    record_property("broken off", broken_off)
    assert broken_off <= 300
