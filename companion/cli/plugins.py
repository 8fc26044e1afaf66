"""Games and boards of other packages, found through their entry points.

Knows the groups of entry points and what a game must offer before it is let in. Refuses to
know any game. A faulty plug-in is told of and left out; it never ends the program.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from importlib import resources
from importlib.metadata import EntryPoint, entry_points
from importlib.resources.abc import Traversable
from typing import Any

from companion.boards.loading import PackagedBoards, names_in
from companion.games.protocol import Game, OptionSpec
from companion.games.registry import GAMES, Games

GROUP = "table_companion.games"
"""An entry point of this group names a game: an instance, or something to call for one."""

BOARDS_GROUP = "table_companion.boards"
"""An entry point of this group names a package that holds boards as ``GAME/NAME.toml``."""

_ID = re.compile(r"[a-z][a-z0-9_]{0,39}")

_METHODS = (
    "parse_board",
    "initial",
    "prompt",
    "legal_actions",
    "refusal",
    "apply",
    "standings",
    "view",
    "dump_state",
    "load_state",
    "dump_action",
    "load_action",
    "prompt_text",
    "refusal_text",
    "event_text",
    "action_text",
)

AnyGame = Game[Any, Any]


def games_at_hand(
    tell: Callable[[str], None],
    *,
    plugins: bool = True,
    found: Iterable[EntryPoint] | None = None,
) -> Mapping[str, AnyGame]:
    """The games that ship, then those of plug-ins in order of their names.

    ``tell`` gets one sentence for each plug-in that is left out. ``found`` are the entry
    points, None for those of the installed packages.
    """
    if not plugins:
        return GAMES
    games = GAMES
    points = entry_points(group=GROUP) if found is None else found
    for point in sorted(points, key=lambda each: (each.name, each.value)):
        let_in = _let_in(point, games)
        if isinstance(let_in, str):
            tell(f"The plug-in {point.name} ({point.value}) is left out: {let_in}")
        else:
            games = let_in
    return games


def packaged_boards(
    games: Iterable[str],
    tell: Callable[[str], None],
    *,
    plugins: bool = True,
    found: Iterable[EntryPoint] | None = None,
) -> PackagedBoards:
    """The practice boards that ship for those games, then those of plug-ins.

    ``tell`` gets one sentence for each package that is left out, and for each board that has
    the name of an earlier one.
    """
    roots: list[Traversable] = []
    if plugins:
        points = entry_points(group=BOARDS_GROUP) if found is None else found
        known = tuple(games)
        for point in sorted(points, key=lambda each: (each.name, each.value)):
            try:
                root = resources.files(point.load())
                named = {(game, name) for game in known for name in names_in(root, game)}
            except (Exception, SystemExit) as error:
                what = f"it fails with {type(error).__name__}: {str(error)[:200]}"
                tell(f"The boards of {point.name} ({point.value}) are left out: {what}")
                continue
            earlier = PackagedBoards(roots)
            for game, name in sorted(named):
                if name in earlier.names(game):
                    tell(
                        f"The board {game}/{name} of {point.name} ({point.value}) is left out:"
                        " there is a board of that name already."
                    )
            roots.append(root)
    return PackagedBoards(roots)


def _let_in(point: EntryPoint, games: Games) -> Games | str:
    """With the game, or why not. Whatever a stranger's code does, the service goes on."""
    try:
        named = point.load()
        game = named() if isinstance(named, type) or not hasattr(named, "name") else named
        fault = game_fault(game, games)
    except (Exception, SystemExit) as error:
        return f"it fails with {type(error).__name__}: {str(error)[:200]}"
    return games.joined_by({game.name: game}) if fault is None else fault


def game_fault(game: Any, games: Mapping[str, AnyGame]) -> str | None:
    """Why that is no game that can join those; None when it can."""
    if type(game.name) is not str or not _ID.fullmatch(game.name):
        return "its name must be lower-case letters, digits and underscores."
    if game.name in games:
        return f"there is a game {game.name!r} already."
    if type(game.title) is not str or not game.title.strip():
        return "its title must be a text."
    if type(game.rules_version) is not int or game.rules_version < 1:
        return "its rules_version must be a whole number from 1."
    if type(game.seats) is not range or not game.seats or game.seats[0] < 1 or game.seats.step != 1:
        return "its seats must be a range of numbers of players, such as range(2, 5)."
    if not all(isinstance(option, OptionSpec) for option in game.options):
        return "its options must be OptionSpec values."
    lacking = [name for name in _METHODS if not callable(getattr(game, name, None))]
    return f"it lacks {', '.join(lacking)}." if lacking else None
