"""The games that can be played.

Knows every game by its id. Refuses to know their rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from companion.errors import UnknownGame
from companion.games.climb.game import Climb
from companion.games.free_roll.game import FreeRoll
from companion.games.gipfelkraxler.game import Gipfelkraxler
from companion.games.high_risk.game import HighRisk
from companion.games.protocol import Game
from companion.games.rocodromo.game import Rocodromo
from companion.games.roll_and_wall.game import RollAndWall

_ALL: tuple[Game[Any, Any], ...] = (
    RollAndWall(),
    Rocodromo(),
    HighRisk(),
    Gipfelkraxler(),
    Climb(),
    FreeRoll(),
)

GAMES: Mapping[str, Game[Any, Any]] = MappingProxyType({game.name: game for game in _ALL})
"""Every game by its id."""


def get(name: str) -> Game[Any, Any]:
    """The game of that id. Raises UnknownGame with the ids that there are."""
    try:
        return GAMES[name]
    except KeyError:
        known = ", ".join(sorted(GAMES))
        raise UnknownGame(f"There is no game {name!r}. The games are: {known}.") from None
