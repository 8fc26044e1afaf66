"""From what people chose on the new-game form to a match that has begun.

Knows what players, options and board must be like before the game is asked. Refuses to
write anything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.errors import BadSetup, BoardError, UnknownGame
from companion.games.protocol import Game, OptionValue
from companion.table.match import Match, begin, opening
from companion.table.ports import Boards
from companion.table.snapshot import Player

LONGEST_NAME = 40
"""Characters; longer names break a scoreboard on a phone."""


def set_up(
    games: Mapping[str, Game[Any, Any]],
    boards: Boards,
    match: str,
    game: str,
    players: Sequence[Player],
    options: Mapping[str, OptionValue],
    board: str | None,
    first: int,
    at: str,
) -> Match:
    """The match with that id at its start. Raises UnknownGame, BadSetup and BoardError."""
    if game not in games:
        raise UnknownGame(f"There is no game {game!r}. The games are {', '.join(sorted(games))}.")
    fault = names_fault([player.name for player in players])
    if fault:
        raise BadSetup(fault)
    board_data = {} if board is None else boards.load(game, board)
    try:
        draft = opening(games[game], players, options, board, board_data, first)
        return begin(games, match, draft, at)
    except BoardError:
        raise
    except (ValueError, TypeError) as error:
        raise BadSetup(str(error)) from error


def names_fault(names: Sequence[str]) -> str | None:
    """What is wrong with the players' names, as one sentence; None when nothing is."""
    if any(not name.strip() for name in names):
        return "Every player needs a name. Fill it in, or take the player out."
    if any(len(name) > LONGEST_NAME for name in names):
        return f"A name has at most {LONGEST_NAME} characters. Shorten it."
    if len({name.strip().casefold() for name in names}) < len(names):
        return "Two players have the same name. Give each a name of their own."
    return None
