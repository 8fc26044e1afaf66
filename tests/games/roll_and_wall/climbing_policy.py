"""How a random but eager player climbs in the advanced variant, so that matches end.

Knows the way to the next flag that is needed, and then to the top. Refuses to know whether a
choice is legal: it picks among the listed ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random

from companion.games.protocol import Seat
from companion.games.roll_and_wall.actions import (
    Action,
    Declare,
    Enter,
    PlacePiton,
    StopAndFall,
    UseTile,
)
from companion.games.roll_and_wall.board import SpaceId, Wall
from companion.games.roll_and_wall.flags import COLOURS, Colour, Flag, between
from companion.games.roll_and_wall.state import WallState, is_preparing
from companion.games.roll_and_wall.tiles import Tile
from tests.games.roll_and_wall.walls import GAME
from tests.games.walking import Choice, next_choice, random_throw

Ways = dict[SpaceId, int]

NEAR = 3
"""From a piton every flag that is still needed is at most so many moves away."""


def eager_choice(state: WallState, rng: Random) -> Choice | None:
    """A choice for whoever may act; None at the end."""
    choice, dice = next_choice(GAME, state, rng), GAME.prompt(state).dice
    if choice is None or is_preparing(state.position):
        return choice
    if dice is not None:
        thrown = (choice[0], random_throw(dice, rng))
        return thrown if _locks_out(state, *choice) else choice
    listed = [each for each in GAME.legal_actions(state) if not _locks_out(state, *each)]
    tiles = [each for each in listed if isinstance(each[1], UseTile)]
    if tiles and rng.random() < 0.4:
        return rng.choice(tiles)
    return _climb(state, listed, rng) or rng.choice(listed)


def _locks_out(state: WallState, seat: Seat, action: Action) -> bool:
    """Whether a piton here could for ever catch the climber above a flag that is needed.

    Nobody climbs down: whose pitons all hang too high can never win, by the rules.
    """
    if not isinstance(action, PlacePiton) and action != UseTile(Tile.QUICKDRAW):
        return False
    climber, advanced = state.position.climbers[seat], state.position.advanced
    assert advanced is not None
    missing = [colour for colour in COLOURS if colour not in climber.flags]
    if not missing:
        return False
    wall = state.terms.wall
    far = [ways_to(wall, advanced.flags, (one,)).get(climber.space, 99) for one in missing]
    return max(far) > NEAR or len(climber.pitons) >= 2


def _climb(state: WallState, listed: Sequence[Choice], rng: Random) -> Choice | None:
    seat = listed[0][0]
    climber, advanced = state.position.climbers[seat], state.position.advanced
    assert advanced is not None
    missing = tuple(colour for colour in COLOURS if colour not in climber.flags)
    ways = ways_to(state.terms.wall, advanced.flags, missing)
    if climber.space not in ways:  # too high for the flags that are still missing
        down = [each for each in listed if isinstance(each[1], StopAndFall)]
        return rng.choice(down) if down else None
    nearer = [each for each in listed if _leads_on(ways, climber.space, each[1])]
    if not nearer or rng.random() < 0.1:
        piton = [each for each in listed if isinstance(each[1], PlacePiton)]
        return rng.choice(piton) if piton and rng.random() < 0.5 else None
    few = [each for each in nearer if isinstance(each[1], Declare) and each[1].white in (2, 3)]
    return rng.choice(few or nearer)


def _leads_on(ways: Ways, here: SpaceId, action: Action) -> bool:
    if not isinstance(action, Declare | Enter):
        return False
    return ways[here] == 1 or ways.get(action.target, 99) < ways[here]


@lru_cache(maxsize=4096)
def ways_to(wall: Wall, flags: tuple[Flag, ...], missing: tuple[Colour, ...]) -> Ways:
    """Moves from each space to the next needed flag, or with all flags to the top."""

    def arrives(here: SpaceId, there: SpaceId) -> bool:
        if missing:
            return bool(set(between(wall, flags, here, there)) & set(missing))
        return wall.spaces[there].summit

    ways: Ways = {}
    for distance in range(1, len(wall.spaces)):
        found = {
            here
            for here, exits in wall.exits.items()
            if here not in ways
            and any(arrives(here, t) if distance == 1 else t in ways for t in exits)
        }
        if not found:
            break
        ways |= dict.fromkeys(found, distance)
    return ways
