"""The exact odds of Roll & Wall, by choice.

Knows the chance of each declaration and what shoes and chalk add to it. Refuses to sample
and to decide for a player.

With shoes a throw that misses by 1 still succeeds; with chalk a throw that misses is
thrown once more. Either is used once, when it helps: shoes at once, chalk otherwise.
"""

from __future__ import annotations

from fractions import Fraction

from companion.dice import chance_of_reaching
from companion.games.optional import ChoiceOdds
from companion.games.roll_and_wall.actions import Declare
from companion.games.roll_and_wall.board import SpaceId
from companion.games.roll_and_wall.legal import legal_actions
from companion.games.roll_and_wall.state import (
    Handful,
    Throwing,
    Tile,
    WallState,
    is_over,
    mover,
)


def choice_odds(state: WallState) -> tuple[ChoiceOdds, ...]:
    """For each declaration, or for the awaited throw, its success without and with tiles."""
    terms, position = state.terms, state.position
    if is_over(terms, position):
        return ()
    seat = mover(terms, position)
    tiles = position.climbers[seat].tiles
    if isinstance(position.phase, Throwing):
        declared: list[tuple[Declare | None, SpaceId, Handful]] = [
            (None, position.phase.target, position.phase.dice)
        ]
    else:
        declared = [
            (action, action.target, Handful(action.white, action.blue))
            for _, action in legal_actions(terms, position)
            if isinstance(action, Declare)
        ]
    found = []
    for action, target, dice in declared:
        number = terms.wall.spaces[target].number
        for of, chance in _chances(number, dice, tiles):
            text = f"{dice.white} white and {dice.blue} blue dice against {number}"
            extra = " with tiles" if of == "success_with_tiles" else ""
            text = f"{text}{extra}: {float(chance):.1%}."
            found.append(ChoiceOdds(seat, action, of, chance, None, text))
    return tuple(found)


def _chances(
    number: int, dice: Handful, tiles: tuple[Tile, ...]
) -> tuple[tuple[str, Fraction], ...]:
    bare = chance_of_reaching(number, dice.spec)
    shod = chance_of_reaching(number - 1, dice.spec) if Tile.SHOES in tiles else bare
    best = 1 - (1 - shod) ** 2 if Tile.CHALK in tiles else shod
    alone = ("success", bare)
    return (alone, ("success_with_tiles", best)) if best != bare else (alone,)
