"""``companion backup``: games, boards, dice, tray and settings in one file.

Knows what is said about it. Refuses to know how it is made; the service may go on meanwhile.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

from companion import config as settings
from companion.backup.archive import Contents
from companion.backup.making import make
from companion.cli.backup_places import places_of, this_program
from companion.cli.plugins import games_at_hand
from companion.errors import BackupUnwritable
from hardware.clock import SystemClock


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.epilog = (
        "The file may hold passwords of the settings: it is readable by you alone.\n"
        "Exit status: 0 done, 1 done but the journal is damaged, 2 could not do it."
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the file to write, a .zip")
    parser.add_argument("--pictures", action="store_true", help="pictures of throws as well")
    parser.add_argument("--replace", action="store_true", help="write over a file that is there")
    parser.add_argument("--config", type=Path, metavar="FILE", help="the settings file")
    parser.add_argument("--state", type=Path, metavar="DIR", help="where games are kept")
    parser.add_argument("--json", action="store_true", help="JSON instead of text")


def run(args: argparse.Namespace) -> int:
    """Write the file and check it; 1 where the journal is damaged. Raises CompanionError."""
    config = settings.load(args.config, os.environ)
    state = args.state or settings.state_dir(config, os.environ)
    if not state.is_dir():
        raise BackupUnwritable(
            f"There is nothing to copy: {state} is not there or not for this user. Name the "
            f"folder of the games with --state, or run this with sudo."
        )
    if args.file.exists() and not args.replace:
        raise BackupUnwritable(f"{args.file} is there already. Name another file, or --replace.")
    file = settings.settings_file(args.config, os.environ)
    games = games_at_hand(lambda fault: print(f"companion backup: {fault}", file=sys.stderr))
    places = places_of(config, state, file, args.pictures)
    made = make(args.file, places, SystemClock().wall(), this_program(), games)
    print(as_json(args.file, made) if args.json else _text(args.file, made))
    return 1 if made.faults else 0


def as_json(file: Path, contents: Contents) -> str:
    """What a backup holds, for programs."""
    told = {
        "file": str(file),
        "made_at": contents.made_at.isoformat(timespec="seconds"),
        "made_by": contents.made_by,
        "matches": contents.matches,
        "faults": list(contents.faults),
        "files": {name: each.bytes for name, each in contents.files.items()},
    }
    return json.dumps(told, ensure_ascii=False, indent=2)


def _text(file: Path, contents: Contents) -> str:
    size = file.stat().st_size / 1e6
    count = len(contents.files)
    text = f"{file}: {contents.matches} matches, {count} files, {size:.1f} MB, read back and sound."
    if contents.faults:
        faults = "; ".join(contents.faults)
        text += f"\nThe journal itself is damaged and was copied as it is: {faults}."
    return text
