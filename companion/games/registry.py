"""The games that can be played.

Knows every game by its id. Refuses to know their rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from companion.errors import UnknownGame
from companion.games.free_roll.game import FreeRoll
from companion.games.protocol import Game

_FREE_ROLL: Game[Any, Any] = FreeRoll()

GAMES: Mapping[str, Game[Any, Any]] = MappingProxyType({_FREE_ROLL.name: _FREE_ROLL})
"""Every game by its id."""


def get(name: str) -> Game[Any, Any]:
    """The game of that id. Raises UnknownGame with the ids that there are."""
    try:
        return GAMES[name]
    except KeyError:
        known = ", ".join(sorted(GAMES))
        raise UnknownGame(f"There is no game {name!r}. The games are: {known}.") from None
