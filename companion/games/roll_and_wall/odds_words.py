"""The chances of a climb, choice by choice and in plain sentences.

Knows which choice a chance belongs to and how it is said. Refuses to work it out (``odds``).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from companion.games.optional import ChoiceOdds
from companion.games.roll_and_wall.actions import Declare, UseTile
from companion.games.roll_and_wall.events import Spot
from companion.games.roll_and_wall.naming import handful_words, spot_words
from companion.games.roll_and_wall.odds import (
    ClimbOdds,
    climb_odds,
    repeat_odds,
    spoiling_odds,
)
from companion.games.roll_and_wall.phases import Cursing, Missed, Throwing
from companion.games.roll_and_wall.state import WallState, mover
from companion.games.roll_and_wall.tiles import Tile
from companion.games.roll_and_wall.windows import acting, gaps, helpful_tiles

_WITH = {
    "shoes": "with shoes",
    "talisman": "with the talisman",
    "talisman_and_shoes": "with talisman and shoes",
    "tiles": "with all tiles that help",
}


def choice_odds(state: WallState) -> tuple[ChoiceOdds, ...]:
    """The success of each declaration, or of the awaited throw, without and with tiles.

    After a throw: of repeating it by chalk, and of spoiling it by a voodoo doll. A crystal
    ball's throws are for no space yet, so that they have none.
    """
    terms, position = state.terms, state.position
    if position.advanced is not None and position.advanced.crystal_ball:
        return ()
    if isinstance(position.phase, Missed):
        return _of_mending(state)
    if isinstance(position.phase, Cursing):
        return _of_dolls(state)
    seat, thrown, found = mover(terms, position), isinstance(position.phase, Throwing), []
    for climb in climb_odds(terms, position):
        declared = Declare(climb.space, climb.dice.white, climb.dice.blue)
        action, where = None if thrown else declared, _climb_words(state, climb)
        said = f"{where}: {_percent(climb.chance)}."
        found.append(ChoiceOdds(seat, action, "success", climb.chance, None, said))
        for name, chance in climb.helped:
            said = f"{where}, {_WITH[name]}: {_percent(chance)}."
            found.append(ChoiceOdds(seat, action, f"success_with_{name}", chance, None, said))
    return tuple(found)


def _of_mending(state: WallState) -> tuple[ChoiceOdds, ...]:
    """What chalk and shoes could still do for the throw that failed."""
    terms, position = state.terms, state.position
    seat, tiles, found = mover(terms, position), helpful_tiles(terms, position), []
    if Tile.CHALK in tiles:
        for of, words, chance in zip(
            ("success", "success_with_tiles"),
            ("Chalk", "Chalk, with all tiles that help"),
            repeat_odds(terms, position),
            strict=True,
        ):
            said = f"{words}: the repeated throw succeeds with {_percent(chance)}."
            found.append(ChoiceOdds(seat, UseTile(Tile.CHALK), of, chance, None, said))
    if Tile.SHOES in tiles:
        enough = max(gaps(terms, position)) == 1
        alone = Fraction(enough)
        said = f"One pair of shoes {'is' if enough else 'is not'} enough."
        found.append(ChoiceOdds(seat, UseTile(Tile.SHOES), "success", alone, None, said))
        if not enough:
            said = "All pairs of shoes together are enough."
            whole = Fraction(1)
            more = ChoiceOdds(seat, UseTile(Tile.SHOES), "success_with_tiles", whole, None, said)
            found.append(more)
    return tuple(found)


def _of_dolls(state: WallState) -> tuple[ChoiceOdds, ...]:
    """What a voodoo doll could do to the throw that succeeded."""
    chance = spoiling_odds(state.terms, state.position)
    said = f"The repeated throw fails with {_percent(chance)}."
    return tuple(
        ChoiceOdds(seat, UseTile(Tile.VOODOO_DOLL), "failure", chance, None, said)
        for seat in acting(state.terms, state.position)
    )


def odds_text(state: WallState, names: Sequence[str]) -> str:
    """A line for each space and handful; a short sentence where no climb is on offer."""
    climbs = climb_odds(state.terms, state.position)
    if not climbs:
        return "No climb is on offer now."
    lines = [f"{names[mover(state.terms, state.position)]}'s chances:"]
    for climb in climbs:
        more = [f"{_WITH[name]} {_percent(chance)}" for name, chance in climb.helped]
        lines.append("; ".join([f"{_climb_words(state, climb)}: {_percent(climb.chance)}", *more]))
    return "\n".join(lines)


def _climb_words(state: WallState, climb: ClimbOdds) -> str:
    space = spot_words(Spot.of(state.terms.wall.spaces[climb.space]))
    return f"{space} with {handful_words(climb.dice)}"


def _percent(chance: Fraction) -> str:
    return f"{float(chance * 100):.1f} %"
