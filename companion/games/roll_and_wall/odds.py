"""Exact chances of a climb, with tea, talisman and shoes.

Knows the chance of success of a handful for a number, in fractions. Refuses to sample and
to say what a player should do.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any

from companion.games.roll_and_wall.handful import Handful
from companion.games.roll_and_wall.phases import Free, Throwing
from companion.games.roll_and_wall.state import Position, Terms, dice_left, is_over
from companion.games.roll_and_wall.tiles import Tile
from companion.games.roll_and_wall.windows import climber_of, open_exits

WHITE_FACES, BLUE_FACES = 6, 4


@lru_cache(maxsize=4096)
def chance(number: int, dice: Handful, *, talisman: bool = False, shoes: int = 0) -> Fraction:
    """The chance that a throw of these dice reaches the number.

    ``shoes``: so many pairs are added if they are needed. With a talisman the sum counts,
    by a table of the ways to each sum; without it the highest die, in closed form.
    """
    goal = number - shoes
    if not dice.total:
        return Fraction(0)
    if talisman:
        ways = sums(dice)
        return Fraction(sum(n for total, n in ways.items() if total >= goal), sum(ways.values()))
    below = min(max(goal - 1, 0), WHITE_FACES), min(max(goal - 1, 0), BLUE_FACES)
    white = Fraction(below[0], WHITE_FACES) ** dice.white
    blue = Fraction(below[1], BLUE_FACES) ** dice.blue
    return 1 - white * blue


@lru_cache(maxsize=64)
def sums(dice: Handful) -> dict[int, int]:
    """In how many ways these dice give each sum."""
    ways = {0: 1}
    for faces in (WHITE_FACES,) * dice.white + (BLUE_FACES,) * dice.blue:
        longer: dict[int, int] = {}
        for total, n in ways.items():
            for value in range(1, faces + 1):
                longer[total + value] = longer.get(total + value, 0) + n
        ways = longer
    return ways


def handfuls(left: Handful) -> tuple[Handful, ...]:
    """Every number of dice that can be thrown of these; fewer first, white ones first."""
    pairs = product(range(left.blue + 1), range(left.white + 1))
    return tuple(Handful(white, blue) for blue, white in pairs if white + blue)


def helps(terms: Terms, position: Position) -> tuple[tuple[str, bool, int], ...]:
    """What the mover's tiles could add to a throw: a name, talisman or not, pairs of shoes."""
    held = climber_of(terms, position).tiles
    pairs = held.count(Tile.SHOES)
    if terms.house is not None and terms.house.single_shoes:
        pairs = min(pairs, 1)
    found = [("shoes", False, pairs)] if pairs else []
    if Tile.TALISMAN in held:
        found.append(("talisman", True, 0))
        found += [("talisman_and_shoes", True, pairs)] if pairs else []
    return tuple(found)


def odds(terms: Terms, position: Position) -> dict[str, Any]:
    """The exact chances of every climb on offer, JSON-ready; empty where none is.

    For each space and handful the chance of the throw alone, as a fraction in words such as
    ``3/4``, and under ``with`` what the mover's own tiles would make of it.
    """
    phase = position.phase
    if is_over(terms, position) or not isinstance(phase, Free | Throwing):
        return {}
    left = dice_left(terms, position)
    targets = open_exits(terms, climber_of(terms, position))
    options = handfuls(left)
    talisman, shoes = False, 0
    if isinstance(phase, Throwing):
        options, talisman, shoes = (phase.dice,), phase.talisman, phase.shoes
        targets = targets if phase.target is None else (phase.target,)
    more = helps(terms, position)
    spaces = terms.wall.spaces
    return {
        "climbs": [
            {
                "space": space,
                "number": spaces[space].number,
                "white": dice.white,
                "blue": dice.blue,
                "chance": str(chance(spaces[space].number, dice, talisman=talisman, shoes=shoes)),
                "with": {
                    name: str(
                        chance(
                            spaces[space].number,
                            dice,
                            talisman=talisman or summed,
                            shoes=shoes + pairs,
                        )
                    )
                    for name, summed, pairs in more
                },
            }
            for space in targets
            for dice in options
        ]
    }
