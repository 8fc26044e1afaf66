"""``companion boards``: which boards are at hand, and whether a board file can be used.

Knows where a board file lies and how its faults are shown. Refuses to know what makes a
board good: each game says that of its own.
"""

from __future__ import annotations

import argparse
import json
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from companion import config
from companion.boards.loading import FolderBoards
from companion.errors import BoardError
from companion.games import registry
from companion.table.ports import Boards


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--json", action="store_true", help="JSON instead of text")
    parser.add_argument("--config", type=Path, metavar="FILE", help="the settings file")
    parser.add_argument(
        "--folder",
        type=Path,
        metavar="DIR",
        help="your own boards, as DIR/GAME/NAME.toml (default: those of the service)",
    )
    parser.add_argument(
        "--game",
        metavar="GAME",
        help="the game of the file (else the name of the folder it lies in)",
    )
    parser.add_argument("file", nargs="?", type=Path, help="a board file to check")
    parser.epilog = "Exit status: 0 good, 1 the board has faults, 2 could not look."


def run(args: argparse.Namespace) -> int:
    """List the boards, or check one file."""
    if args.file is not None:
        return _check(args.file, args.game, args.json)
    boards = FolderBoards(args.folder or boards_folder(args.config))
    rows = [(game, name, _faults(boards, game, name)) for game, name in _at_hand(boards)]
    if args.json:
        listed = [{"game": g, "board": n, "faults": list(f)} for g, n, f in rows]
        print(json.dumps(listed, ensure_ascii=False, indent=2))
    else:
        table = Table("game", "board", "can be used")
        for game, name, faults in rows:
            table.add_row(game, name, " ".join(faults) or "yes")
        Console().print(table)
    return 1 if any(faults for _, _, faults in rows) else 0


def boards_folder(settings: Path | None) -> Path:
    """Where the owner's boards lie, as the settings say."""
    written = config.load(settings, os.environ)
    return config.boards_dir(written, config.state_dir(written, os.environ))


def _at_hand(boards: Boards) -> list[tuple[str, str]]:
    return [(game, name) for game in registry.GAMES for name in boards.names(game)]


def _faults(boards: Boards, game: str, name: str) -> tuple[str, ...]:
    try:
        registry.get(game).parse_board(boards.load(game, name), name)
    except BoardError as error:
        return error.faults
    return ()


def _check(file: Path, game: str | None, as_json: bool) -> int:
    rules = registry.get(game or file.absolute().parent.name)
    written = _parsed(file)
    try:
        rules.parse_board(written, str(file))
        faults: tuple[str, ...] = ()
    except BoardError as error:
        faults = error.faults
    if as_json:
        print(
            json.dumps(
                {"game": rules.name, "file": str(file), "faults": list(faults)},
                ensure_ascii=False,
                indent=2,
            )
        )
    elif faults:
        print(f"{file} cannot be used for {rules.title}:")
        print("\n".join(f"- {fault}" for fault in faults))
    else:
        print(f"{file} can be used for {rules.title}.")
    return 1 if faults else 0


def _parsed(file: Path) -> Mapping[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        fault = f"The file cannot be read ({reason}). Check its name and who may read it."
    except UnicodeDecodeError:
        fault = "It is not a text file in UTF-8. Save it as one."
    except tomllib.TOMLDecodeError as error:
        fault = f"It is not TOML: {error}. Mend that line."
    raise BoardError(str(file), (fault,))
