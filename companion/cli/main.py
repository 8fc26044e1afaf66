"""``companion``: finds the command, runs it, and turns errors into one sentence.

Knows the commands by name and their exit statuses. Refuses to know what any of them does;
a command's module is imported only when that command is asked for.
"""

from __future__ import annotations

import argparse
import importlib
import logging
import os
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, cast

from companion.errors import CompanionError

COMMANDS: Mapping[str, str] = {
    "read": "read the dice in pictures, folders and videos",
    "serve": "run the table: camera, games and page",
    "address": "show where the page can be opened, with a code for phones",
    "bench": "measure reading, still frames, rules and reaction against their budgets",
    "teach": "teach dice that are not known yet, and look after such sets of dice",
    "calibrate": "set a tray up: find it, take it empty, judge light, focus and lens",
    "boards": "list the boards at hand, or check a board file",
    "label": "turn a photograph, or a corrected throw, into a fixture",
    "engine": "play any game over lines of JSON, for other programs",
    "dark": "put all lamps out and silence the buzzer",
    "club": "show all tables of a club and a tournament's standings on one page",
    "verify": "check a journal of games for damage",
    "doctor": "check machine, camera, card, packages and games, and say what to do",
    "backup": "copy games, boards, dice, tray and settings into one file",
    "restore": "put a backup back, and keep what was there",
}

ENDS_AT_ONCE = ("serve",)
"""Everything is closed by then. Python's own end would still wait for libraries that other
threads load or use just now, for seconds, or crash in them."""

DONE = 0
COULD_NOT = 2
INTERRUPTED = 130
"""What shells expect of a program ended by Ctrl-C."""


class Command(Protocol):
    """What a module of this package offers."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments."""

    def run(self, args: argparse.Namespace) -> int:
        """Do the work and give the exit status."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run ``companion`` with these arguments (default: the process's); gives the exit status."""
    given = list(sys.argv[1:] if argv is None else argv)
    if not given or given[0] not in COMMANDS:
        return _without_command(given)
    name, *rest = given
    status = _guarded(name, lambda: _run(name, rest))
    if argv is None and name in ENDS_AT_ONCE:
        leave(status)
    return status


def leave(status: int) -> None:
    """End the process here and now, with everything said that was to be said."""
    logging.shutdown()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def _run(name: str, rest: Sequence[str]) -> int:
    command = cast(Command, importlib.import_module(f"companion.cli.{name}"))
    parser = argparse.ArgumentParser(
        prog=f"companion {name}",
        description=COMMANDS[name].capitalize() + ".",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_arguments(parser)
    return command.run(parser.parse_args(rest))


def _without_command(given: Sequence[str]) -> int:
    width = max(len(name) for name in COMMANDS)
    parser = argparse.ArgumentParser(
        prog="companion",
        description="Reads real dice, referees real table games, shows the game on a page.",
        epilog="commands:\n"
        + "\n".join(f"  {name:<{width}}  {text}" for name, text in COMMANDS.items())
        + "\n\nExit status: 0 done, 1 found something wrong, 2 could not do it.\n"
        "`companion COMMAND --help` says more.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="store_true", help="show the version and exit")
    parser.add_argument("command", choices=sorted(COMMANDS), metavar="COMMAND")
    if not given:
        parser.print_help(sys.stderr)
        return COULD_NOT
    if given == ["--version"]:
        # No other command waits for what this takes along.
        from importlib.metadata import version

        print(f"table-companion {version('table-companion')}")
        return DONE
    parser.parse_args(given)
    return COULD_NOT


def _guarded(name: str, work: Callable[[], int]) -> int:
    try:
        try:
            status = work()
        finally:  # also where argparse ends the program after its help
            sys.stdout.flush()
    except CompanionError as error:
        print(f"companion {name}: {error}", file=sys.stderr)
        return COULD_NOT
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of our output went away, as in `companion read … | head`. Python would
        # complain once more when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return COULD_NOT
    except Exception:
        # A fault of ours: say everything, but never with the status of "found something wrong".
        traceback.print_exc()
        return COULD_NOT
    return status


if __name__ == "__main__":
    sys.exit(main())
