"""``companion restore``: what ``companion backup`` wrote, back in its place.

Knows what is said about it. Refuses to know how it is done, and to guess that something may
be replaced.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

from companion import config as settings
from companion.backup.restoring import Restored, restore
from companion.cli.backup_places import places_of
from companion.cli.plugins import games_at_hand
from hardware.clock import SystemClock


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.epilog = (
        "The service must be stopped: `sudo systemctl stop table-companion`.\n"
        "Exit status: 0 done, 1 done but the journal in it is damaged, 2 could not do it."
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="a backup or a daily copy")
    parser.add_argument(
        "--replace", action="store_true", help="put away what is there; it is kept aside"
    )
    parser.add_argument(
        "--settings", type=Path, metavar="FILE", help="also put the settings back, to that file"
    )
    parser.add_argument("--config", type=Path, metavar="FILE", help="the settings file to go by")
    parser.add_argument("--state", type=Path, metavar="DIR", help="where games are kept")
    parser.add_argument("--json", action="store_true", help="JSON instead of text")


def run(args: argparse.Namespace) -> int:
    """Put everything back; 1 where the journal in it is damaged. Raises CompanionError."""
    config = settings.load(args.config, os.environ)
    state = args.state or settings.state_dir(config, os.environ)
    games = games_at_hand(lambda fault: print(f"companion restore: {fault}", file=sys.stderr))
    places = places_of(config, state, args.settings, pictures=True)
    done = restore(args.file, state, places, games, SystemClock().wall(), args.replace)
    print(_json(state, done) if args.json else _text(state, done, args.settings))
    return 1 if done.faults else 0


def _json(state: Path, done: Restored) -> str:
    told = {
        "state": str(state),
        "aside": None if done.aside is None else str(done.aside),
        "matches": done.contents.matches,
        "faults": list(done.faults),
        "files": sorted(done.contents.files),
    }
    return json.dumps(told, ensure_ascii=False, indent=2)


def _text(state: Path, done: Restored, put_settings: Path | None) -> str:
    contents = done.contents
    lines = [f"{contents.matches} matches of {contents.made_at:%Y-%m-%d %H:%M} are in {state}."]
    if done.aside is not None:
        lines.append(f"What was there before lies in {done.aside}.")
    if "settings.toml" in contents.files and put_settings is None:
        lines.append("The settings stay in the backup; --settings FILE puts them back as well.")
    lines.extend(f"DAMAGED: {each}" for each in done.faults)
    return "\n".join(lines)
