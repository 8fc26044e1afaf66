"""``companion boards``: which boards are at hand, what they look like, and what is wrong.

Knows where a board file lies and how boards and faults are shown. Refuses to know what makes
a board good: each game says that of its own.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from companion import config
from companion.boards.drawing import svg
from companion.boards.loading import FolderBoards, PackagedBoards
from companion.boards.template import template
from companion.cli.plugins import AnyGame, games_at_hand, packaged_boards
from companion.errors import BoardError, UnknownGame
from companion.games.protocol import Setup
from companion.table.ports import Boards

PRACTICE = "practice"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.epilog = "Exit status: 0 good, 1 a board has faults, 2 could not look."
    what = parser.add_subparsers(dest="what", metavar="WHAT", required=True)
    listing = what.add_parser("list", help="the boards at hand, and whether they can be used")
    _add_places(listing)
    listing.add_argument("--json", action="store_true", help="JSON instead of text")
    showing = what.add_parser("show", help="a board in words, or drawn")
    _add_places(showing)
    showing.add_argument("game", metavar="GAME")
    showing.add_argument("board", metavar="BOARD", help="a name, or a file that ends in .toml")
    showing.add_argument("--svg", type=Path, metavar="FILE", help="draw it into that file")
    showing.add_argument("--json", action="store_true", help="JSON instead of text")
    checking = what.add_parser("validate", help="name every fault of a board file")
    checking.add_argument("file", type=Path, metavar="FILE")
    checking.add_argument(
        "--game", metavar="GAME", help="(default: what the file says, else its folder's name)"
    )
    checking.add_argument("--json", action="store_true", help="JSON instead of text")
    making = what.add_parser("new", help="write a file to fill in, with remarks")
    making.add_argument("game", metavar="GAME")
    making.add_argument("file", type=Path, metavar="FILE", help="must not be there yet")


def _add_places(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--config", type=Path, metavar="FILE", help="the settings file")
    parser.add_argument(
        "--folder",
        type=Path,
        metavar="DIR",
        help="your own boards, as DIR/GAME/NAME.toml (default: those of the service)",
    )


def run(args: argparse.Namespace) -> int:
    """Do what is asked for; the status says whether faults were found."""
    games, packaged = games_at_hand(_say), PackagedBoards()
    if args.what != "validate":
        packaged = packaged_boards(games, _say)
    match args.what:
        case "list":
            boards = FolderBoards(args.folder or boards_folder(args.config), packaged)
            return _list(games, boards, args.json)
        case "show":
            boards = FolderBoards(args.folder or boards_folder(args.config), packaged)
            return _show(_game(games, args.game), boards, args.board, args.svg, args.json)
        case "validate":
            return _validate(games, args.file, args.game, args.json)
        case _:
            return _new(_game(games, args.game), packaged, args.file)


def _say(fault: str) -> None:
    print(f"companion boards: {fault}", file=sys.stderr)


def boards_folder(settings: Path | None) -> Path:
    """Where the owner's boards lie, as the settings say."""
    written = config.load(settings, os.environ)
    return config.boards_dir(written, config.state_dir(written, os.environ))


def _list(games: Mapping[str, AnyGame], boards: Boards, as_json: bool) -> int:
    rows = [
        (name, board, _faults(game, boards, board))
        for name, game in games.items()
        for board in boards.names(name)
    ]
    if as_json:
        _print_json([{"game": g, "board": n, "faults": list(f)} for g, n, f in rows])
    else:
        table = Table("game", "board", "can be used")
        for game, board, faults in rows:
            table.add_row(game, board, " ".join(faults) or "yes")
        Console().print(table)
    return 1 if any(faults for _, _, faults in rows) else 0


def _faults(game: AnyGame, boards: Boards, name: str) -> tuple[str, ...]:
    try:
        game.parse_board(boards.load(game.name, name), name)
    except BoardError as error:
        return error.faults
    return ()


def _show(game: AnyGame, boards: Boards, name: str, drawn: Path | None, as_json: bool) -> int:
    file = Path(name)
    content = _parsed(file) if file.suffix == ".toml" else boards.load(game.name, name)
    parsed = game.parse_board(content, name)
    seats = min(max(2, game.seats[0]), game.seats[-1])
    view = dict(game.view(game.initial(Setup(seats, board=parsed)), None))
    # In the view of a plug-in these keys can mean anything.
    parts = (view.get("board"), view.get("wall"))
    shown = next((part for part in parts if part and isinstance(part, Mapping)), view)
    if drawn is not None:
        _draw({**shown, "title": content.get("title", name)}, name, drawn)
        print(f"{drawn} shows the board {name} of {game.title}.")
    elif as_json:
        _print_json(shown)
    else:
        print(f"{game.title}: {content.get('title', name)}")
        if content.get("note"):
            print(content["note"])
        for key, value in content.items():
            if isinstance(value, list):
                print(f"{key}: {len(value)}")
    return 0


def _draw(shown: Mapping[str, Any], name: str, file: Path) -> None:
    try:
        drawing = svg(shown)
    except ValueError:
        fault = "Nothing on it says where it lies, so it cannot be drawn; leave --svg out."
        raise BoardError(name, (fault,)) from None
    try:
        file.write_text(drawing, encoding="utf-8")
    except OSError as error:
        fault = f"It cannot be written ({error.strerror}); choose another folder."
        raise BoardError(str(file), (fault,)) from error


def _validate(games: Mapping[str, AnyGame], file: Path, name: str | None, as_json: bool) -> int:
    if name is not None:
        _game(games, name)
    written = _parsed(file)
    said = written.get("game")
    game = _game(games, name or (said if isinstance(said, str) else file.absolute().parent.name))
    try:
        game.parse_board(written, str(file))
        faults: tuple[str, ...] = ()
    except BoardError as error:
        faults = error.faults
    if as_json:
        _print_json({"game": game.name, "file": str(file), "faults": list(faults)})
    elif faults:
        print(f"{file} cannot be used for {game.title}:")
        print("\n".join(f"- {fault}" for fault in faults))
    else:
        print(f"{file} can be used for {game.title}.")
    return 1 if faults else 0


def _new(game: AnyGame, packaged: PackagedBoards, file: Path) -> int:
    names = packaged.names(game.name)
    if not names:
        raise BoardError(str(file), (f"{game.title} needs no board, so there is none to fill in.",))
    practice = packaged.text(game.name, PRACTICE if PRACTICE in names else names[0])
    try:
        with file.open("x", encoding="utf-8") as stream:
            stream.write(template(practice, game.name, game.title))
    except FileExistsError:
        fault = "The file is there already and was left alone; choose another name."
        raise BoardError(str(file), (fault,)) from None
    except OSError as error:
        fault = f"It cannot be written ({error.strerror}); choose another folder."
        raise BoardError(str(file), (fault,)) from error
    print(f"{file} is a board of {game.title} to fill in. Check it with:")
    print(f"companion boards validate {file}")
    return 0


def _game(games: Mapping[str, AnyGame], name: str) -> AnyGame:
    if name not in games:
        known = ", ".join(sorted(games))
        raise UnknownGame(f"There is no game {name!r}. The games are: {known}.")
    return games[name]


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
    except ValueError:  # Python reads no number of thousands of digits
        fault = "It holds a number that is too long. Write the length in millimetres."
    except RecursionError:
        fault = "It is nested too deeply to be a board. Begin with `companion boards new`."
    raise BoardError(str(file), (fault,))


def _print_json(value: Any) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=2))
