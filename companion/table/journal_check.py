"""Whether a journal is as it was written: the file, then match by match.

Knows in which order a journal is looked through, and that a fault of one match leaves the
others. Refuses to change anything, to mend what it finds, and to decide how it is shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.errors import JournalDamaged, JournalTooNew
from companion.games.protocol import Game
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


def findings(path: Path, games: Mapping[str, Game[Any, Any]] | None) -> Iterator[Finding]:
    """Look through a journal that may be in use: its file, the chain and digests of each match.

    ``games`` None: matches are not replayed, so that a tenth of the time is enough; then only
    their chains are followed.

    Raises JournalError where there is none or it cannot be opened, JournalTooNew.
    """
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


def _finding(
    reader: JournalReader, match: str, games: Mapping[str, Game[Any, Any]] | None
) -> Finding:
    try:
        entries = reader.entries(match)
        if games is None:
            return Finding(match, f"match {match}: {len(entries)} entries", None)
        played = replay(games, entries)
    except JournalDamaged as error:
        return Finding(match, f"match {match}", str(error))
    names = ", ".join(played.names)
    return Finding(
        match, f"match {match}: {played.game.title}, {names}, {played.version} entries", None
    )
