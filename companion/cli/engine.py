"""``companion engine``: any game over lines of JSON, for other programs.

Knows the streams, the games at hand and where a transcript lies. Refuses to know requests.
"""

from __future__ import annotations

import argparse
import json
import sys
import traceback
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO

from companion.boards.loading import FolderBoards
from companion.cli.boards import boards_folder
from companion.cli.plugins import games_at_hand, packaged_boards
from companion.engine.document import document
from companion.engine.lines import lines_of
from companion.engine.schema import schema
from companion.engine.session import Session
from companion.engine.transcript import remembered, replayed
from companion.errors import CompanionError

EPILOG = """\
One request in a line, one reply in a line; the end of the input ends the program.
docs/engine.md describes every request and every game. Try:

  echo '{"new": {"game": "high_risk", "players": ["Ann", "Ben"]}}' | companion engine

Exit status: 0 done, 1 a replay differs, 2 could not do it."""


class BadTranscript(CompanionError, ValueError):
    """A transcript cannot be read, written or understood."""

    code = "bad_transcript"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--record", type=Path, metavar="FILE", help="also write a transcript")
    what.add_argument("--replay", type=Path, metavar="FILE", help="check a transcript instead")
    what.add_argument("--schema", action="store_true", help="show the JSON Schema instead")
    what.add_argument("--document", action="store_true", help="show the description instead")
    parser.add_argument("--no-plugins", action="store_true", help="only the games that ship")
    parser.add_argument(
        "--folder",
        type=Path,
        metavar="DIR",
        help="your own boards, as DIR/GAME/NAME.toml (default: those of the service)",
    )
    parser.add_argument("--config", type=Path, metavar="FILE", help="the settings file")
    parser.epilog = EPILOG


def run(args: argparse.Namespace) -> int:
    """Answer until the input ends."""
    games = games_at_hand(_say, plugins=not args.no_plugins)
    if args.schema:
        print(json.dumps(schema(games), indent=1))
        return 0
    if args.document:
        print(document(games), end="")
        return 0
    packaged = packaged_boards(games, _say, plugins=not args.no_plugins)
    boards = FolderBoards(args.folder or boards_folder(args.config), packaged)
    session = Session(games, boards, _report)
    if args.replay is not None:
        return _replay(args.replay, session)
    with ExitStack() as open_files:
        record = None
        if args.record is not None:
            record = open_files.enter_context(_begun(args.record))
        serve(sys.stdin.buffer, sys.stdout.buffer, session.answer, record)
    return 0


def serve(
    requests: BinaryIO,
    replies: BinaryIO,
    answer: Callable[[bytes], bytes],
    record: BinaryIO | None = None,
) -> None:
    """Answer line by line until the requests end; each reply is flushed at once."""
    for line in lines_of(requests):
        reply = answer(line)
        if record is not None:
            record.write(remembered(line, reply))
            record.flush()
        replies.write(reply)
        replies.flush()


def _begun(file: Path) -> BinaryIO:
    try:
        return file.open("wb")
    except OSError as error:
        raise BadTranscript(
            f"{file} cannot be written ({error.strerror}). Name a file in another folder."
        ) from error


def _replay(file: Path, session: Session) -> int:
    try:
        with file.open("rb") as stream:
            same, difference = replayed(stream, session.answer)
    except OSError as error:
        raise BadTranscript(
            f"{file} cannot be read ({error.strerror}). Check its name and who may read it."
        ) from error
    except ValueError as error:
        raise BadTranscript(f"{file} cannot be replayed. {error}") from error
    if difference is None:
        print(f"{file}: all {same} replies are the same.")
        return 0
    print(f"{file}, line {difference.line}: another reply after {same} that are the same.")
    print("recorded: " + difference.recorded.decode("utf-8", "replace"))
    print("now:      " + difference.came.decode("utf-8", "replace"))
    return 1


def _report(error: BaseException) -> None:
    traceback.print_exception(error, file=sys.stderr)


def _say(fault: str) -> None:
    print(f"companion engine: {fault}", file=sys.stderr)
