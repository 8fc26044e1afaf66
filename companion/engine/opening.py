"""From a request to a match that can begin, and from a dump back to it.

Knows set-ups, boards and the form of a dump. Refuses to know turns and replies.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.engine.faults import Code, Fault
from companion.engine.requests import New, body_of
from companion.errors import BoardError, CompanionError
from companion.games.digest import canonical_json
from companion.games.protocol import Game, OptionValue, Seat, Setup
from companion.table.ports import Boards
from companion.table.setting_up import names_fault

AnyGame = Game[Any, Any]

PRACTICE = "practice"
"""What stands for the practice board of every game, also of one that needs no board."""

DUMP_FORMAT = 1

DUMP_NEEDS = ("game", "players", "state")
"""The keys without which there is no position; the others are for certainty."""

DUMP_KEYS = (
    *DUMP_NEEDS,
    "format",
    "rules_version",
    "options",
    "board",
    "board_digest",
    "first",
    "seed",
)


@dataclass(frozen=True, slots=True)
class Opening:
    """A match before its first step.

    ``board`` is what was asked for: a name, a board file as an object, or None; ``content``
    the parsed board file; ``seed`` what the dealer was given.
    """

    game: AnyGame
    setup: Setup
    players: tuple[str, ...]
    board: str | Mapping[str, Any] | None
    content: Mapping[str, Any]
    seed: int | None

    def seat(self, number: int | None) -> Seat | None:
        """That seat, None for everybody. Raises Fault where nobody sits."""
        seats = self.setup.seats
        if number is not None and not 0 <= number < seats:
            raise _bad(f"There is no seat {number}; the seats are 0 to {seats - 1}.")
        return None if number is None else Seat(number)

    def dump(self, state: Any) -> dict[str, Any]:
        """JSON-ready; the match with that state, for ``restored``."""
        return {
            "format": DUMP_FORMAT,
            "game": self.game.name,
            "rules_version": self.game.rules_version,
            "players": list(self.players),
            "options": {
                name: list(value) if isinstance(value, tuple) else value
                for name, value in self.setup.options
            },
            "board": self.board if isinstance(self.board, str | None) else dict(self.board),
            "board_digest": _digest(self.content),
            "first": self.setup.first,
            "seed": self.seed,
            "state": self.game.dump_state(state),
        }


def opened(games: Mapping[str, AnyGame], boards: Boards, asked: New) -> Opening:
    """The match that is asked for. Raises Fault, in a player's words."""
    if asked.game not in games:
        known = ", ".join(sorted(games))
        raise Fault(
            Code.UNKNOWN_GAME, f"There is no game {asked.game[:40]!r}. The games are: {known}."
        )
    game = games[asked.game]
    if not all(type(name) is str for name in asked.players):
        raise _bad("'players' must be a list of names.")
    fault = names_fault(asked.players)
    if fault:
        raise _bad(fault)
    board, content = _board(game, boards, asked.board)
    options = tuple((name, _option(name, v)) for name, v in (asked.options or {}).items())
    try:
        source = board if isinstance(board, str) else "in the request"
        setup = Setup(
            len(asked.players), options, game.parse_board(content, source), Seat(asked.first)
        )
        game.initial(setup)  # a game finds its fault with the set-up here
    except BoardError as error:
        raise Fault(Code.BAD_REQUEST, str(error), faults=list(error.faults)) from error
    except ValueError as error:
        raise _bad(str(error)) from error
    return Opening(game, setup, tuple(asked.players), board, content, asked.seed)


def restored(games: Mapping[str, AnyGame], boards: Boards, dump: Any) -> tuple[Opening, Any]:
    """The match and the state of a dump. Raises Fault: ``unknown_game`` or ``corrupt``.

    ``game``, ``players`` and ``state`` are needed; the other keys may be left out, as people
    do who write a position by hand.
    """
    if not isinstance(dump, dict):
        raise _corrupt("A dump is an object.")
    for name in DUMP_NEEDS:
        if name not in dump:
            raise _corrupt(f"The dump needs the key {name!r}.")
    foreign = [key[:40] for key in dump if key not in DUMP_KEYS]
    if foreign:
        raise _corrupt(f"A dump has no key {foreign[0]!r}; it has {', '.join(DUMP_KEYS)}.")
    if dump.get("format", DUMP_FORMAT) is not DUMP_FORMAT:
        raise _corrupt(f"This program reads dumps of format {DUMP_FORMAT}.")
    opening = _opening_of(games, boards, dump)
    game = opening.game
    if dump.get("rules_version", game.rules_version) != game.rules_version:
        raise _corrupt(
            f"The dump was written by another version of the rules of {game.title}; this program"
            f" has version {game.rules_version}."
        )
    if dump.get("board_digest") not in (None, _digest(opening.content)):
        raise _corrupt("The board is not the one on which the dump was written.")
    try:
        return opening, game.load_state(dump["state"], opening.setup)
    except CompanionError as error:
        raise _corrupt(str(error)) from error


def board_meant(boards: Boards, game: str, asked: str | None) -> str | None:
    """The name of the board that is meant; None where that game has no boards.

    None and ``practice`` mean the practice board, or the first one where none is called so.
    """
    if asked not in (None, PRACTICE):
        return asked
    names = boards.names(game)
    return PRACTICE if PRACTICE in names else next(iter(names), None)


def _opening_of(games: Mapping[str, AnyGame], boards: Boards, dump: Mapping[str, Any]) -> Opening:
    asked = {
        name: dump[name]
        for name in ("game", "players", "options", "board", "first", "seed")
        if name in dump and not (name == "seed" and dump[name] is None)
    }
    try:
        new = body_of(New, asked, "The dump")
        assert isinstance(new, New)
        return opened(games, boards, new)
    except Fault as fault:
        if fault.code is Code.UNKNOWN_GAME:
            raise
        raise Fault(Code.CORRUPT, fault.message, **fault.facts) from fault


def _board(
    game: AnyGame, boards: Boards, asked: str | Mapping[str, Any] | None
) -> tuple[str | Mapping[str, Any] | None, Mapping[str, Any]]:
    if isinstance(asked, Mapping):
        return asked, asked
    name = board_meant(boards, game.name, asked)
    if name is None:
        return asked, {}
    try:
        return name, boards.load(game.name, name)
    except BoardError as error:
        raise _bad(str(error)) from error


def _option(name: str, value: Any) -> OptionValue:
    if isinstance(value, list) and all(type(each) is int for each in value):
        return tuple(value)
    if isinstance(value, bool | int | str):
        return value
    raise _bad(f"The option {name[:40]!r} must be true, false, a whole number, a text or seats.")


def _digest(content: Mapping[str, Any]) -> str:
    return hashlib.sha256(canonical_json(content).encode()).hexdigest()


def _bad(what: str) -> Fault:
    return Fault(Code.BAD_REQUEST, what)


def _corrupt(what: str) -> Fault:
    return Fault(Code.CORRUPT, what)
