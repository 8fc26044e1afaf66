"""From what people chose on the new-game form to a match that has begun.

Knows what players, options and board must be like before the game is asked. Refuses to
write anything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.errors import BadSetup, BoardError, CorruptState, UnknownGame
from companion.games.protocol import Game, OptionValue
from companion.table.match import Match, begin, opening
from companion.table.snapshot import Player

LONGEST_NAME = 40
"""Characters; longer names break a scoreboard on a phone."""


@dataclass(frozen=True, slots=True)
class Beginning:
    """What a match begins with. ``options`` that are left out take their defaults.

    ``board`` is the name of a board, None where it has none; ``content`` the parsed board
    file, empty without a board. ``position`` is a dumped state to go on from, None to begin
    at the beginning.
    """

    game: str
    players: Sequence[Player]
    options: Mapping[str, OptionValue]
    board: str | None
    content: Mapping[str, Any]
    first: int = 0
    position: Mapping[str, Any] | None = None


def set_up(games: Mapping[str, Game[Any, Any]], match: str, asked: Beginning, at: str) -> Match:
    """The match with that id at its start.

    Raises UnknownGame, BadSetup, BoardError, and CorruptState for what is no position.
    """
    if asked.game not in games:
        known = ", ".join(sorted(games))
        raise UnknownGame(f"There is no game {asked.game!r}. The games are {known}.")
    game = games[asked.game]
    fault = names_fault([player.name for player in asked.players])
    if fault:
        raise BadSetup(fault)
    # The journal keeps the house rules that were played by, also those that nobody touched.
    options = {spec.name: spec.default for spec in game.options} | dict(asked.options)
    try:
        draft = opening(
            game, asked.players, options, asked.board, asked.content, asked.first, asked.position
        )
        return begin(games, match, draft, at)
    except (BoardError, CorruptState):
        raise
    except (ValueError, TypeError) as error:
        raise BadSetup(str(error)) from error


def names_fault(names: Sequence[str]) -> str | None:
    """What is wrong with the players' names, as one sentence; None when nothing is."""
    if any(not name.strip() for name in names):
        return "Every player needs a name. Fill it in, or take the player out."
    if not all(name.isprintable() for name in names):
        return "A name needs letters that can be shown. Write it again."
    if any(len(name) > LONGEST_NAME for name in names):
        return f"A name has at most {LONGEST_NAME} characters. Shorten it."
    if len({name.strip().casefold() for name in names}) < len(names):
        return "Two players have the same name. Give each a name of their own."
    return None
