"""``companion verify``: is the journal of all games as it was written?

Knows how findings are shown. Refuses to change anything, and to mend what it finds: it may
look while the service is writing.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path

from companion import config
from companion.cli.plugins import AnyGame, games_at_hand
from companion.errors import JournalDamaged, JournalTooNew
from companion.table.journal_reader import JournalReader, open_read_only
from companion.table.match import replay


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found about one match, or about the file when ``match`` is None.

    ``fault`` None: all is sound.
    """

    match: str | None
    what: str
    fault: str | None


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
    findings = list(_findings(path, games))
    if args.json:
        listed = {"journal": str(path), "findings": [asdict(found) for found in findings]}
        print(json.dumps(listed, ensure_ascii=False, indent=2))
    else:
        print(_text(path, findings))
    return 1 if any(found.fault for found in findings) else 0


def _journal(named: Path | None, settings: Path | None) -> Path:
    if named is None:
        named = config.state_dir(config.load(settings, os.environ), os.environ)
        return config.journal_file(named)
    return config.journal_file(named) if named.is_dir() else named


def _findings(path: Path, games: Mapping[str, AnyGame]) -> Iterator[Finding]:
    try:
        connection = open_read_only(path)
    except JournalDamaged as error:
        yield Finding(None, "the file", str(error))
        return
    with closing(connection):
        reader = JournalReader(connection, path)
        try:
            reader.check_form()
            matches = reader.matches()
        except JournalTooNew:
            raise
        except JournalDamaged as error:
            yield Finding(None, "the file", str(error))
            return
        faults = reader.faults_of_the_file()
        yield Finding(None, "the file", "; ".join(faults) or None)
        for match in matches:
            yield _finding(reader, match, games)


def _finding(reader: JournalReader, match: str, games: Mapping[str, AnyGame]) -> Finding:
    try:
        played = replay(games, reader.entries(match))
    except JournalDamaged as error:
        return Finding(match, f"match {match}", str(error))
    names = ", ".join(played.names)
    return Finding(
        match, f"match {match}: {played.game.title}, {names}, {played.version} entries", None
    )


def _text(path: Path, findings: Sequence[Finding]) -> str:
    lines = [str(path)]
    lines.extend(
        f"  {'sound ' if f.fault is None else 'FAULT '} {f.fault or f.what}" for f in findings
    )
    wrong = sum(f.fault is not None for f in findings)
    lines.append(f"{len(findings) - wrong} sound, {wrong} with a fault. Nothing was changed.")
    return "\n".join(lines)
