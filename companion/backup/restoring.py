"""Putting a backup back: nothing is lost on the way, whatever was there is kept aside.

Knows the order of the steps, so that a power cut leaves the old games or the new ones, and
the old ones in the folder aside. Refuses to touch games that are being played, to replace
anything without being told to, and to put back a file that was not checked.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from companion.backup import archive
from companion.backup.making import Games, Places
from companion.errors import BackupUnwritable, JournalError, RestoreRefused
from companion.table.journal_check import findings
from companion.table.journal_lock import hold
from companion.table.journal_reader import COMPLAINTS

_BESIDE = ("", "-wal", "-shm")
"""What SQLite keeps beside a journal; a log that belongs to another file would spoil it."""


@dataclass(frozen=True, slots=True)
class Restored:
    """What came of it. ``aside``: where that lies which was there before; None when nothing was.

    ``faults`` are what is wrong with the journal that was put back, as its backup said already.
    """

    contents: archive.Contents
    aside: Path | None
    faults: tuple[str, ...]


def restore(
    backup: Path, state: Path, places: Places, games: Games, now: datetime, may_replace: bool
) -> Restored:
    """Put everything in a backup back to its place; ``state`` is the folder of the games.

    ``places.settings`` None: settings are left in the backup. Without ``may_replace`` nothing
    that is there may differ from what is put back.

    Raises BackupUnusable, JournalError (the games are being played), RestoreRefused,
    BackupUnwritable. After any of them everything is as it was, or lies aside.
    """
    archive.contents_of(backup)
    try:
        state.mkdir(parents=True, exist_ok=True)
        lock = hold(places.journal)
        try:
            with tempfile.TemporaryDirectory(dir=state, prefix=".restoring-") as folder:
                return _restored(backup, state, places, games, now, may_replace, Path(folder))
        finally:
            os.close(lock)
    except OSError as error:
        if isinstance(error, BackupUnwritable | JournalError) or not error.strerror:
            raise
        raise BackupUnwritable(
            f"The backup cannot be put back to {state} ({error.strerror.lower()}). Make room, or "
            f"run this as a user who may write there."
        ) from error


def _restored(
    backup: Path,
    state: Path,
    places: Places,
    games: Games,
    now: datetime,
    may_replace: bool,
    folder: Path,
) -> Restored:
    contents = archive.unpack(backup, folder)
    # Of the settings only what somebody asked for is put back.
    put_settings = places.settings is not None and (folder / archive.SETTINGS).is_file()
    moves = [
        (folder / name, there)
        for name, there in _tops(places)
        if (folder / name).exists() and (name != archive.SETTINGS or put_settings)
    ]
    moves.extend(_references(folder, places.tray.parent))
    moves = [(new, to) for new, to in moves if not (to.exists() and _same(new, to))]
    there = [to for _, to in moves if to.exists() and to != places.pictures and not _empty(to)]
    if there and not may_replace:
        listed = ", ".join(str(to) for to in there)
        raise RestoreRefused(
            f"There is something already: {listed}. Nothing was changed. With --replace the "
            f"backup takes its place, and what is there is kept aside."
        )
    faults: tuple[str, ...] = ()
    if (folder / archive.JOURNAL).is_file():
        found = findings(folder / archive.JOURNAL, games)
        faults = tuple(each.fault for each in found if each.fault)
    aside = _put_aside(state, now, places, there) if there else None
    for new, to in moves:
        _put(new, to, places)
    _hand_over(state, [to for _, to in moves], aside, places.journal)
    return Restored(contents, aside, faults)


def _tops(places: Places) -> Iterator[tuple[str, Path]]:
    """Name in the backup and place of each part, the journal last: with it the games are back."""
    yield "boards", places.boards
    yield "dice", places.dice
    yield archive.TRAY, places.tray
    if places.pictures is not None:
        yield "pictures", places.pictures
    if places.settings is not None:
        yield archive.SETTINGS, places.settings
    yield archive.JOURNAL, places.journal


def _references(folder: Path, beside: Path) -> list[tuple[Path, Path]]:
    return [(path, beside / path.name) for path in sorted(folder.glob("tray-*.png"))]


def _same(new: Path, there: Path) -> bool:
    """Whether what is put back is there already, and nothing else."""
    if new.is_dir():
        names = {path.relative_to(new) for path in new.rglob("*")}
        return names == {path.relative_to(there) for path in there.rglob("*")} and all(
            _same(new / name, there / name) for name in names if (new / name).is_file()
        )
    return archive.digest_of(new) == archive.digest_of(there)


def _empty(journal: Path) -> bool:
    """Whether it is a journal in which nothing was written yet, as a first start leaves it."""
    if journal.name != archive.JOURNAL:
        return False
    try:
        with closing(sqlite3.connect(f"{journal.absolute().as_uri()}?mode=ro", uri=True)) as opened:
            return not opened.execute("SELECT 1 FROM entry LIMIT 1").fetchall()
    except COMPLAINTS:
        return False


def _put_aside(state: Path, now: datetime, places: Places, there: list[Path]) -> Path:
    """Copy what is there into a folder of its own, on the disk when this returns."""
    aside = state / f"before-restore-{now:%Y%m%d-%H%M%S}"
    number = 1
    while aside.exists():
        number += 1
        aside = state / f"before-restore-{now:%Y%m%d-%H%M%S}-{number}"
    aside.mkdir()
    if places.journal in there:
        _write_log_back(places.journal)
    for path in there:
        if path == places.journal:
            for more in _BESIDE:
                beside = path.with_name(path.name + more)
                if beside.exists():
                    shutil.copy2(beside, aside / beside.name)
        elif path.is_dir():
            shutil.copytree(path, aside / path.name)
        else:
            shutil.copy2(path, aside / path.name)
    for path in (aside, *aside.rglob("*")):
        archive.settle(path)
    archive.settle(state)
    return aside


def _write_log_back(journal: Path) -> None:
    """Bring everything into the one file, so that nothing hangs on the log any more.

    A journal too damaged for that is copied with its log as it is.
    """
    with suppress(*COMPLAINTS), closing(sqlite3.connect(journal)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _put(new: Path, to: Path, places: Places) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    if to == places.pictures:
        # Their names hold a digest: one that is there already is the same.
        to.mkdir(exist_ok=True)
        for picture in sorted(new.iterdir()):
            _move(picture, to / picture.name)
    elif new.is_dir():
        # Kept aside already. A folder cannot be replaced in one step.
        if to.exists():
            shutil.rmtree(to)
        _move(new, to)
    else:
        if to == places.journal:
            for more in _BESIDE[1:]:
                to.with_name(to.name + more).unlink(missing_ok=True)
        _move(new, to)
    archive.settle(to.parent)


def _move(new: Path, to: Path) -> None:
    """In one step where that is possible, else as a copy that is whole before it has its name."""
    try:
        new.replace(to)
    except OSError:
        beside = to.with_name(f".{to.name}.new")
        if new.is_dir():
            shutil.copytree(new, beside)
        else:
            shutil.copy2(new, beside)
        archive.settle(beside)
        beside.replace(to)


def _hand_over(state: Path, put: list[Path], aside: Path | None, journal: Path) -> None:
    """What the superuser put back belongs to whoever the folder of the games belongs to."""
    if os.geteuid() != 0:
        return
    owner = state.stat()
    lock = journal.with_name(journal.name + ".lock")
    for top in (*put, lock, *([aside] if aside else [])):
        for path in (top, *(top.rglob("*") if top.is_dir() else ())):
            os.chown(path, owner.st_uid, owner.st_gid, follow_symlinks=False)
