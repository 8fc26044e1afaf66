"""Exact chances of a climb, with tea, talisman and shoes.

Knows the chance of success of a handful for a number, in fractions. Refuses to sample and
to say what a player should do.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any

from companion.games.roll_and_wall.board import SpaceId
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


@dataclass(frozen=True, slots=True)
class Help:
    """What tiles of the mover could do for a throw: each used where it helps.

    ``shoes`` can be added to this throw, those that are on it already among them; ``again``
    to a repeat by chalk, of which there are ``chalks``.
    """

    name: str
    talisman: bool
    shoes: int
    chalks: int = 0
    again: int = 0

    def chance(self, number: int, dice: Handful) -> Fraction:
        """The chance of success with these tiles."""
        once = chance(number, dice, talisman=self.talisman, shoes=self.shoes)
        return 1 - (1 - once) * (1 - self.repeated(number, dice))

    def repeated(self, number: int, dice: Handful) -> Fraction:
        """The chance that one of the repeats succeeds; 0 without chalk."""
        again = chance(number, dice, talisman=self.talisman, shoes=self.again)
        return 1 - (1 - again) ** self.chalks


def helps(
    terms: Terms, position: Position, *, talisman: bool = False, on: int = 0, again: bool = False
) -> tuple[Help, ...]:
    """The helps of the tiles that the mover holds, the most last.

    ``talisman`` and ``on`` (pairs of shoes) are on the throw already; ``again``: its dice
    have been thrown once, so that no talisman can be added.
    """
    held = climber_of(terms, position).tiles
    house, owned, chalks = terms.house, held.count(Tile.SHOES), held.count(Tile.CHALK)
    single = house is not None and house.single_shoes
    kept = on if house is not None and house.lasting_shoes else 0
    pairs, later = (
        min(owned, 1 - before) if single else owned for before in (on, kept)
    )  # one throw takes one pair by a house rule (D16), and chalk begins another (D10)
    summed = talisman or (not again and Tile.TALISMAN in held)
    found = [Help("shoes", talisman, on + pairs)] if pairs else []
    if summed and not talisman:
        found += [Help("talisman", True, on)]
        found += [Help("talisman_and_shoes", True, on + pairs)] if pairs else []
    found += [Help("tiles", summed, on + pairs, chalks, kept + later)] if chalks else []
    return tuple(found)


@dataclass(frozen=True, slots=True)
class ClimbOdds:
    """A space and a handful: the chance of the throw, and with tiles of the mover by name."""

    space: SpaceId
    number: int
    dice: Handful
    chance: Fraction
    helped: tuple[tuple[str, Fraction], ...]


def climb_odds(terms: Terms, position: Position) -> tuple[ClimbOdds, ...]:
    """The exact chances of every climb on offer, or of the throw that is awaited."""
    phase = position.phase
    if is_over(terms, position) or not isinstance(phase, Free | Throwing):
        return ()
    targets = open_exits(terms, climber_of(terms, position))
    options, talisman, shoes, again = handfuls(dice_left(terms, position)), False, 0, False
    if isinstance(phase, Throwing):
        options, talisman, shoes = (phase.dice,), phase.talisman, phase.shoes
        again = phase.repeated_by is not None
        targets = targets if phase.target is None else (phase.target,)
    more = helps(terms, position, talisman=talisman, on=shoes, again=again)
    found = []
    for space, dice in product(targets, options):
        number = terms.wall.spaces[space].number
        alone = chance(number, dice, talisman=talisman, shoes=shoes)
        helped = tuple((each.name, each.chance(number, dice)) for each in more)
        found.append(ClimbOdds(space, number, dice, alone, helped))
    return tuple(found)


def repeat_odds(terms: Terms, position: Position) -> tuple[Fraction, Fraction]:
    """The chance that the same dice succeed when chalk repeats the last throw.

    First by themselves, then with all tiles that help. The throw was for a space.
    """
    last = position.last
    assert last is not None
    assert last.target is not None
    number = terms.wall.spaces[last.target].number
    lasting = terms.house is not None and terms.house.lasting_shoes
    kept = last.shoes if lasting else 0
    alone = chance(number, last.dice, talisman=last.talisman, shoes=kept)
    more = helps(terms, position, talisman=last.talisman, on=last.shoes, again=True)
    tiles = next(each for each in more if each.chalks)
    return alone, tiles.repeated(number, last.dice)


def spoiling_odds(terms: Terms, position: Position) -> Fraction:
    """The chance that the same dice fail when a voodoo doll repeats the last throw."""
    last = position.last
    assert last is not None
    assert last.target is not None
    number = terms.wall.spaces[last.target].number
    return 1 - chance(number, last.dice, talisman=last.talisman, shoes=last.shoes)


def odds(terms: Terms, position: Position) -> dict[str, Any]:
    """``climb_odds`` JSON-ready, chances as texts such as ``3/4``; empty where there are none."""
    climbs = [
        {
            "space": each.space,
            "number": each.number,
            "white": each.dice.white,
            "blue": each.dice.blue,
            "chance": str(each.chance),
            "with": {name: str(p) for name, p in each.helped},
        }
        for each in climb_odds(terms, position)
    ]
    return {"climbs": climbs} if climbs else {}
