"""Reading a journal: the form of the SQLite file and what it says when it is not as it should be.

Knows the tables, how a row becomes an entry, and how SQLite's complaints become ours.
Refuses to write.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.errors import (
    CompanionError,
    JournalDamaged,
    JournalError,
    JournalTooNew,
    StorageFull,
    StorageReadOnly,
)
from companion.table.entries import Entry, EntryKind, broken_link, damaged

APPLICATION_ID = 0x54434A31
"""Marks the file as a journal of this product: the letters TCJ1."""

SCHEMA_VERSION = 1

COMPLAINTS = (sqlite3.Error, UnicodeDecodeError)
"""What a call of SQLite can raise. Python's binding decodes SQLite's messages, and the message
about a spoilt schema quotes it."""

_COLUMNS = (
    "match, sequence, kind, seat, content, source, by_whom, evidence, reading, at, state, chain"
)
_STANDING = ("start", "action", "deal", "answer", "correction", "undo", "end")
_ROOM_NEEDED_BYTES = 1 << 20
"""With less free than this, an input or output error is taken for a full disk."""


@dataclass(frozen=True, slots=True)
class Placed:
    """An entry with its place among those of all matches, counted from 1 as they were written.

    ``entry`` None: what was written there cannot be read any more.
    """

    position: int
    match: str
    sequence: int
    entry: Entry | None


class JournalReader:
    """Reads entries over an open connection. Not for several threads at once."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        # Spoilt text must reach the check of the chain instead of ending the reading.
        connection.text_factory = lambda text: text.decode("utf-8", "surrogateescape")
        self._connection = connection
        self._path = path

    def check_form(self) -> bool:
        """True when the file is a journal of a version that is understood, False when it is empty.

        Raises JournalTooNew and JournalDamaged.
        """
        try:
            mark = self._number("PRAGMA application_id")
            version = self._number("PRAGMA user_version")
            tables = self._number("SELECT count(*) FROM sqlite_schema")
        except COMPLAINTS as error:
            raise explained(error, self._path) from error
        if (mark, version, tables) == (0, 0, 0):
            return False
        if mark != APPLICATION_ID:
            raise JournalDamaged(
                f"{self._path} is not a journal of Table Companion. Nothing was changed in it. "
                f"Name another folder, or move this file away and start again."
            )
        if version > SCHEMA_VERSION:
            raise JournalTooNew(
                f"{self._path} was written by a newer version of Table Companion (journal form "
                f"{version}, this version knows up to {SCHEMA_VERSION}). Nothing was changed in "
                f"it. Update Table Companion, or name another folder."
            )
        return True

    def matches(self) -> tuple[str, ...]:
        """The ids of all matches, oldest first; none in a file that was only just made."""
        if not self.check_form():
            return ()
        rows = self._rows("SELECT DISTINCT match FROM entry ORDER BY match")
        return tuple(str(row[0]) for row in rows)

    def entries(self, match: str) -> tuple[Entry, ...]:
        """All entries of a match, oldest first. Raises JournalDamaged."""
        # A spoilt page can hide the newest entries from one way of reading. It does not hide them
        # from the other, past the index and through the whole table. Both are read in one
        # statement: between two, whoever writes may add an entry.
        try:
            rows = self._rows(
                f"SELECT past_index.count, {_COLUMNS} FROM"
                " (SELECT count(*) AS count FROM entry NOT INDEXED WHERE match = ?) AS past_index"
                " LEFT JOIN entry ON match = ? ORDER BY sequence",
                (*_key(match), *_key(match)),
            )
        except JournalDamaged as error:
            raise damaged(match, "the file is spoilt where it is kept") from error
        past_index = rows[0][0]
        rows = [row[1:] for row in rows if row[1] is not None]
        found = tuple(_decoded(row) for row in rows)
        fault = broken_link(found)
        if fault is None and len(found) != past_index:
            fault = f"{len(found)} or {past_index} entries can be read, depending on the way"
        if fault:
            raise damaged(match, fault)
        return found

    def outline(self, match: str) -> tuple[Entry, Entry, int]:
        """First entry, last entry that bears on how the match stands, and the number of entries.

        Raises JournalDamaged, and LookupError for an unknown id.
        """
        select = f"SELECT {_COLUMNS} FROM entry WHERE match = ? "
        marks = ",".join("?" * len(_STANDING))
        first = self._rows(select + "AND sequence = 1", _key(match))
        last = self._rows(
            select + f"AND kind IN ({marks}) ORDER BY sequence DESC LIMIT 1",
            (*_key(match), *_STANDING),
        )
        count = self._rows("SELECT max(sequence) FROM entry WHERE match = ?", _key(match))[0][0]
        if count is None:
            raise LookupError(match)
        if not first or not last:
            raise damaged(match, "its first entry is missing")
        start = _decoded(first[0])
        fault = broken_link((start,))
        if fault:
            raise damaged(match, fault)
        return start, _decoded(last[0]), int(count)

    def latest(self) -> Entry | None:
        """The entry written last, of whichever match."""
        rows = self._rows(f"SELECT {_COLUMNS} FROM entry ORDER BY position DESC LIMIT 1")
        return _decoded(rows[0]) if rows else None

    def after(self, position: int, limit: int) -> tuple[Placed, ...]:
        """At most ``limit`` entries of all matches written after that place, oldest first."""
        rows = self._rows(
            f"SELECT position, {_COLUMNS} FROM entry WHERE position > ? ORDER BY position LIMIT ?",
            (position, limit),
        )
        return tuple(_placed(row) for row in rows)

    def at(self, position: int) -> Placed | None:
        """What was written at that place, None when nothing was yet."""
        rows = self._rows(f"SELECT position, {_COLUMNS} FROM entry WHERE position = ?", (position,))
        return _placed(rows[0]) if rows else None

    def newest_position(self) -> int:
        """The place of the entry written last, 0 when there is none."""
        return int(self._rows("SELECT ifnull(max(position), 0) FROM entry")[0][0])

    def highest_match(self) -> int:
        """The highest number of a match, 0 when there is none."""
        return int(self._rows("SELECT ifnull(max(match), 0) FROM entry")[0][0])

    def last_link(self, match: str) -> tuple[int, str]:
        """How many entries the match has, and the chain of its last one."""
        rows = self._rows(
            "SELECT sequence, chain FROM entry WHERE match = ? ORDER BY sequence DESC LIMIT 1",
            _key(match),
        )
        return (int(rows[0][0]), str(rows[0][1])) if rows else (0, "")

    def faults_of_the_file(self) -> tuple[str, ...]:
        """What SQLite's own check of the whole file finds, in its words; empty when sound."""
        try:
            rows = self._connection.execute("PRAGMA integrity_check(20)").fetchall()
        except COMPLAINTS as error:
            return (str(error),)
        return tuple(str(row[0]) for row in rows if row[0] != "ok")

    def _number(self, sql: str) -> int:
        return int(self._connection.execute(sql).fetchone()[0])

    def _rows(self, sql: str, values: tuple[Any, ...] = ()) -> list[Any]:
        try:
            return self._connection.execute(sql, values).fetchall()
        except COMPLAINTS as error:
            raise explained(error, self._path) from error


def row_of(entry: Entry) -> tuple[Any, ...]:
    """The values of an entry in the order of the columns."""
    return (
        int(entry.match),
        entry.sequence,
        entry.kind.value,
        entry.seat,
        _text(entry.content),
        entry.source,
        entry.by,
        entry.evidence,
        None if entry.reading is None else _text(entry.reading),
        entry.at,
        entry.state,
        entry.chain,
    )


def insertion() -> str:
    """The statement that takes ``row_of``."""
    return f"INSERT INTO entry ({_COLUMNS}) VALUES ({','.join('?' * 12)})"


def open_read_only(path: Path) -> sqlite3.Connection:
    """Open a journal that another process may be writing, without changing anything.

    Raises JournalError when there is none or it cannot be opened.
    """
    if not path.is_file():
        raise JournalError(f"There is no journal at {path}. Name the folder that the service uses.")
    log = path.with_name(path.name + "-wal")
    # A file on a read-only medium can be opened only as one that nobody can change, which
    # is true there as long as no log of unfinished writes lies beside it.
    for mode in ("mode=ro", "mode=ro&immutable=1"):
        if "immutable" in mode and log.exists() and log.stat().st_size:
            break
        try:
            connection = sqlite3.connect(f"{path.absolute().as_uri()}?{mode}", uri=True)
            connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            return connection
        except COMPLAINTS as error:
            if _primary(error) not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
                raise explained(error, path) from error
    raise JournalError(
        f"{path} cannot be read where it is, because its folder cannot be written. Copy it with "
        f"the files beside it that begin with the same name to another folder and name that."
    )


def explained(error: Exception, path: Path) -> CompanionError:
    """The error that says in plain words what SQLite complained of, and what to do."""
    code = _primary(error)
    # The statements never change, so an error in one of them means that the schema did.
    spoilt = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)
    if code in spoilt or isinstance(error, UnicodeDecodeError):
        return JournalDamaged(
            f"The journal {path} is damaged ({error}). Nothing was deleted. Move it away or "
            f"restore a backup; companion verify says which matches can still be read."
        )
    if code == sqlite3.SQLITE_FULL or (code == sqlite3.SQLITE_IOERR and _no_room(path)):
        return StorageFull(
            f"There is no room to write the journal {path}. Nothing was applied and nothing is "
            f"lost. Free some space and do it again."
        )
    unwritable = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM)
    if code in (*unwritable, sqlite3.SQLITE_IOERR) and is_read_only(path.parent):
        return read_only(path)
    if code in unwritable:
        return JournalError(
            f"The journal {path} cannot be written ({error}). Give the user of the service the "
            f"right to write in that folder, or name another one."
        )
    return JournalError(
        f"The journal {path} does not answer ({error}). Nothing was applied. Check the disk or "
        f"memory card and do it again."
    )


def is_read_only(folder: Path) -> bool:
    """Whether nothing can be written there, whoever asks.

    A file system that stopped itself after an error may not say so when it is asked; so the
    time of the folder is set, which a sound one takes and a full one, too.
    """
    try:
        os.utime(folder)
    except OSError as error:
        return error.errno == errno.EROFS
    return False


def read_only(path: Path) -> StorageReadOnly:
    """The error for a journal on storage that nothing can be written to any more."""
    return StorageReadOnly(
        f"The storage of the journal {path} is read-only, as Linux makes it after a fault of the "
        f"disk or memory card. Nothing was applied and nothing is lost. Copy the games to another "
        f"machine with companion backup, then put in a new card."
    )


def _decoded(row: Any) -> Entry:
    match, sequence, kind, seat, content, source, by, evidence, reading, at, state, chain = row
    try:
        return Entry(
            match=str(match),
            sequence=int(sequence),
            kind=EntryKind(kind),
            seat=seat,
            content=_mapping(content),
            source=str(source),
            by=by,
            evidence=evidence,
            reading=None if reading is None else _mapping(reading),
            at=str(at),
            state=str(state),
            chain=str(chain),
        )
    except (TypeError, ValueError) as error:
        raise damaged(str(match), f"entry {sequence} cannot be read") from error


def _placed(row: Any) -> Placed:
    position, match, sequence = row[:3]
    try:
        entry = _decoded(row[1:])
    except JournalDamaged:
        entry = None
    return Placed(int(position), str(match), int(sequence), entry)


def _mapping(text: Any) -> dict[str, Any]:
    value = json.loads(text)
    if not isinstance(value, dict):
        raise ValueError(f"expected an object, got {text!r}")
    return value


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _key(match: str) -> tuple[int]:
    """The number of a match; 0, which no match has, for anything else."""
    return (int(match) if match.isascii() and match.isdigit() and len(match) < 18 else 0,)


def _primary(error: Exception) -> int:
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def _no_room(path: Path) -> bool:
    try:
        return shutil.disk_usage(path.parent).free < _ROOM_NEEDED_BYTES
    except OSError:
        return False
