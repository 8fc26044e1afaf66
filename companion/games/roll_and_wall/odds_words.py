"""The chances of a climb in plain sentences.

Knows how exact chances are said. Refuses to work them out (``odds``).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from companion.games.roll_and_wall.events import Spot
from companion.games.roll_and_wall.handful import Handful
from companion.games.roll_and_wall.naming import handful_words, spot_words
from companion.games.roll_and_wall.odds import odds
from companion.games.roll_and_wall.state import WallState, mover

_WITH = {
    "shoes": "with shoes",
    "talisman": "with the talisman",
    "talisman_and_shoes": "with talisman and shoes",
}


def odds_text(state: WallState, names: Sequence[str]) -> str:
    """A line for each space and handful; a short sentence where no climb is on offer."""
    climbs = odds(state.terms, state.position).get("climbs", ())
    if not climbs:
        return "No climb is on offer now."
    name = names[mover(state.terms, state.position)]
    lines = [f"{name}'s chances:"]
    for climb in climbs:
        space = spot_words(Spot.of(state.terms.wall.spaces[climb["space"]]))
        dice = handful_words(Handful(climb["white"], climb["blue"]))
        more = [f"{_WITH[tile]} {_percent(p)}" for tile, p in climb["with"].items()]
        lines.append("; ".join([f"{space} with {dice}: {_percent(climb['chance'])}", *more]))
    return "\n".join(lines)


def _percent(chance: str) -> str:
    return f"{float(Fraction(chance) * 100):.1f} %"
