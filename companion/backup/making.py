"""Making a backup: which files belong to a table, copied while it is played at.

Knows where games, boards, dice, tray and settings lie and that a copy is checked before it
counts. Refuses to keep the table waiting.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from companion.backup import archive
from companion.errors import BackupUnwritable
from companion.games.protocol import Game
from companion.table.journal_check import findings
from companion.table.journal_copy import copy_journal, mark_of

Games = Mapping[str, Game[Any, Any]]


@dataclass(frozen=True, slots=True)
class Places:
    """Where everything of a table lies. Nothing of it need be there.

    ``tray`` is the file of the known tray; its picture lies beside it. ``pictures`` None: they
    are not copied.
    """

    journal: Path
    boards: Path
    dice: Path
    tray: Path
    settings: Path | None
    pictures: Path | None = None


def make(
    to: Path,
    places: Places,
    made_at: datetime,
    made_by: str,
    games: Games | None = None,
    content: str | None = None,
) -> archive.Contents:
    """Write a backup to the file ``to`` and check it as it lies there.

    The copied journal is looked through: with ``games`` each match is replayed, without them
    only its chain is followed, which takes a tenth of the time. What is wrong with it stands in
    ``faults``: a damaged journal is copied as well. ``content`` as ``content_of`` gives it.

    Raises BackupUnwritable, JournalError, StorageFull, JournalTooNew.
    """
    content = content_of(places) if content is None else content
    try:
        to.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=to.parent, prefix=".copying-") as folder:
            return _made(to, places, made_at, made_by, games, content, Path(folder))
    except OSError as error:
        if isinstance(error, BackupUnwritable) or not error.strerror:
            raise
        raise BackupUnwritable(
            f"The backup {to} cannot be written ({error.strerror.lower()}). Name a file in a "
            f"folder that can be written."
        ) from error


def content_of(places: Places) -> str:
    """A digest of all that a backup would hold, pictures aside."""
    told = hashlib.sha256()
    told.update(mark_of(places.journal).encode() if places.journal.is_file() else b"none")
    for name, path in _files(places):
        try:
            told.update(f"{name} {archive.digest_of(path)}\n".encode())
        except FileNotFoundError:
            continue
    return told.hexdigest()


def size_of(places: Places) -> int:
    """How many bytes a backup may need at most while it is made."""
    log = places.journal.with_name(places.journal.name + "-wal")
    files = [places.journal, log, *(path for _, path in _files(places))]
    # The copy of the journal lies beside the backup until that is whole.
    return 2 * sum(path.stat().st_size for path in files if path.is_file())


def _made(
    to: Path,
    places: Places,
    made_at: datetime,
    made_by: str,
    games: Games | None,
    content: str,
    folder: Path,
) -> archive.Contents:
    files, faults, matches = list(_files(places)), [], 0
    if places.journal.is_file():
        copy = folder / archive.JOURNAL
        copy_journal(places.journal, copy)
        found = list(findings(copy, games))
        faults = [
            each.fault if each.match is None else f"match {each.match}"
            for each in found
            if each.fault
        ]
        matches = sum(each.match is not None for each in found)
        files.insert(0, (archive.JOURNAL, copy))
    if places.pictures is not None:
        files.extend(_below("pictures", places.pictures))
    made = archive.write(to, files, made_at, made_by, content, matches, faults)
    # What was written may not be what lies there: a worn card says nothing of that.
    archive.check(to)
    return made


def _files(places: Places) -> Iterator[tuple[str, Path]]:
    """Everything but the journal and pictures."""
    if places.settings is not None and places.settings.is_file():
        yield archive.SETTINGS, places.settings
    if places.tray.is_file():
        yield archive.TRAY, places.tray
        yield from _reference(places.tray)
    yield from _below("boards", places.boards)
    yield from _below("dice", places.dice)


def _reference(tray: Path) -> Iterator[tuple[str, Path]]:
    """The picture of the empty tray, which its text names."""
    try:
        named = json.loads(tray.read_text("utf-8"))["reference"]
    except (OSError, ValueError, KeyError, TypeError):
        return
    if isinstance(named, str) and archive.may_be_kept(named) and "/" not in named:
        yield named, tray.parent / named


def _below(kind: str, folder: Path) -> Iterator[tuple[str, Path]]:
    """The files in a folder and in the folders right below it, in order."""
    if not folder.is_dir():
        return
    for path in sorted((*folder.glob("*"), *folder.glob("*/*"))):
        name = f"{kind}/{path.relative_to(folder)}"
        if archive.may_be_kept(name) and path.is_file():
            yield name, path
