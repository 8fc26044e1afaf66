"""``companion verify``: is the journal of all games as it was written?

Knows how findings are shown. Refuses to change anything, and to mend what it finds: it may
look while the service is writing.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from companion import config
from companion.cli.plugins import games_at_hand
from companion.table.journal_check import Finding, findings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--json", action="store_true", help="JSON instead of text")
    parser.add_argument("--config", type=Path, metavar="FILE", help="the settings file")
    parser.add_argument(
        "journal",
        nargs="?",
        type=Path,
        metavar="PATH",
        help="the journal or the folder that holds it (default: that of the service)",
    )
    parser.epilog = "Exit status: 0 sound, 1 something is wrong, 2 could not look."


def run(args: argparse.Namespace) -> int:
    """Check the file, then every match: its chain, and that replaying it gives its digests."""
    path = _journal(args.journal, args.config)
    games = games_at_hand(lambda fault: print(f"companion verify: {fault}", file=sys.stderr))
    found = list(findings(path, games))
    if args.json:
        listed = {"journal": str(path), "findings": [asdict(each) for each in found]}
        print(json.dumps(listed, ensure_ascii=False, indent=2))
    else:
        print(_text(path, found))
    return 1 if any(each.fault for each in found) else 0


def _journal(named: Path | None, settings: Path | None) -> Path:
    if named is None:
        named = config.state_dir(config.load(settings, os.environ), os.environ)
        return config.journal_file(named)
    return config.journal_file(named) if named.is_dir() else named


def _text(path: Path, found: Sequence[Finding]) -> str:
    lines = [str(path)]
    lines.extend(
        f"  {'sound ' if f.fault is None else 'FAULT '} {f.fault or f.what}" for f in found
    )
    wrong = sum(f.fault is not None for f in found)
    lines.append(f"{len(found) - wrong} sound, {wrong} with a fault. Nothing was changed.")
    return "\n".join(lines)
