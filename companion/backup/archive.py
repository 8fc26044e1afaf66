"""The file of a backup: a ZIP whose last entry tells what every other one must be.

Knows the names that may stand in it, the list with a digest of each file, and how a file is
written so that it is whole or not there. Refuses to know where the files come from, and to
trust one that is read: names, sizes and digests are checked before anything is unpacked.

The list, ``backup.json``::

    {"form": 1, "made_at": "2026-11-30T20:15:00+01:00", "made_by": "table-companion 0.1.0",
     "content": "…", "matches": 12, "faults": [],
     "files": {"journal.sqlite3": {"bytes": 40960, "sha256": "…"}}}

``content`` is a digest of all that was copied: two backups of the same games have the same.
``faults`` are what was wrong with the journal when it was copied; empty when it was sound.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import os
import re
import shutil
import struct
import zipfile
import zlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import IO, Any

from companion.errors import BackupUnusable, BackupUnwritable

FORM = 1
LIST = "backup.json"
JOURNAL, SETTINGS, TRAY = "journal.sqlite3", "settings.toml", "tray.json"
_FOLDERS = ("boards", "dice", "pictures")
_PART = r"[A-Za-z0-9][A-Za-z0-9_.-]{0,99}"
_NAME = re.compile(
    rf"journal\.sqlite3|settings\.toml|tray\.json|tray-{_PART}\.png|"
    rf"(?:{'|'.join(_FOLDERS)})/{_PART}(?:/{_PART})?"
)
_MOST_LIST_BYTES = 10_000_000
_CHUNK = 1 << 20
_SPOILT = (
    *(OSError, EOFError, RuntimeError, ValueError, KeyError, TypeError, struct.error),
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError),
)
"""What reading a spoilt archive can raise; a spoilt byte can even name another compression."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A file of a backup: its length in bytes and its SHA-256 in hexadecimal."""

    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Contents:
    """What a backup says of itself; see above."""

    made_at: datetime
    made_by: str
    content: str
    matches: int
    faults: tuple[str, ...]
    files: Mapping[str, Listed]


def may_be_kept(name: str) -> bool:
    """Whether a file of that name may stand in a backup."""
    return _NAME.fullmatch(name) is not None and ".." not in name


def write(
    path: Path,
    files: Sequence[tuple[str, Path]],
    made_at: datetime,
    made_by: str,
    content: str,
    matches: int,
    faults: Sequence[str],
) -> Contents:
    """Write a backup of those files, each by its name in it. Readable by this user alone.

    Under ``path`` lies the whole backup when this returns, and what lay there before when it
    raises BackupUnwritable. A file that is gone by now is left out: pictures make room.
    """
    part = path.with_name(f".{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as stream:
            part.chmod(0o600)
            listed: dict[str, Listed] = {}
            with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as out:
                for name, file in files:
                    with suppress(FileNotFoundError), file.open("rb") as source:
                        listed[name] = _stored(out, name, source)
                contents = Contents(made_at, made_by, content, matches, tuple(faults), listed)
                out.writestr(LIST, json.dumps(_listed(contents), ensure_ascii=False, indent=1))
            stream.flush()
            os.fsync(stream.fileno())
            # Whoever checks it now reads what the disk has, not what memory remembers.
            os.posix_fadvise(stream.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        part.replace(path)
        settle(path.parent)
    except OSError as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise BackupUnwritable(
            f"The backup {path} cannot be written ({(error.strerror or 'unknown').lower()}). "
            f"Make room, or name a file in a folder that can be written."
        ) from error
    return contents


def contents_of(path: Path) -> Contents:
    """What a backup says of itself, without reading the files in it.

    Raises BackupUnusable.
    """
    with _opened(path) as archive:
        return _contents(archive, path)


def check(path: Path) -> Contents:
    """Read every file of a backup and compare it with the list; nothing is written.

    Raises BackupUnusable where anything differs.
    """
    with _opened(path) as archive:
        contents = _contents(archive, path)
        for name, listed in contents.files.items():
            _read(archive, path, name, listed, lambda chunk: None)
    return contents


def unpack(path: Path, folder: Path) -> Contents:
    """Check every file of a backup against the list and write them below ``folder``.

    They are on the disk when this returns. Raises BackupUnusable where anything differs, and
    BackupUnwritable.
    """
    with _opened(path) as archive:
        contents = _contents(archive, path)
        needed = sum(each.bytes for each in contents.files.values())
        free = shutil.disk_usage(folder).free
        if free < needed:
            raise BackupUnwritable(
                f"{path} needs {needed / 1e6:.0f} MB and {free / 1e6:.0f} MB are free. Make room."
            )
        for name, listed in contents.files.items():
            to = folder / name
            with _made(to) as sink:
                _read(archive, path, name, listed, partial(_put, sink, to))
                _put(sink, to, b"")
                os.fsync(sink.fileno())
    return contents


def digest_of(path: Path) -> str:
    """The SHA-256 of a file in hexadecimal."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def settle(folder: Path) -> None:
    """Wait until names that were changed in a folder are on the disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _stored(out: zipfile.ZipFile, name: str, source: IO[bytes]) -> Listed:
    digest, length = hashlib.sha256(), 0
    about = zipfile.ZipInfo(name)
    about.compress_type = zipfile.ZIP_STORED if name.endswith(".jpg") else zipfile.ZIP_DEFLATED
    with out.open(about, "w", force_zip64=True) as sink:
        while chunk := source.read(_CHUNK):
            digest.update(chunk)
            length += len(chunk)
            sink.write(chunk)
    return Listed(length, digest.hexdigest())


def _opened(path: Path) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(path)
    except FileNotFoundError as error:
        raise BackupUnusable(f"There is no file {path}. Name a backup.") from error
    except _SPOILT as error:
        raise BackupUnusable(
            f"{path} is no backup, or it is cut short ({error}). Name another one; the service "
            f"keeps daily ones in the folder copies of its state folder."
        ) from error


def _contents(archive: zipfile.ZipFile, path: Path) -> Contents:
    try:
        about = archive.getinfo(LIST)
        if about.file_size > _MOST_LIST_BYTES:
            raise ValueError("its list is too long")
        written: Any = json.loads(archive.read(about))
        form = written["form"]
    except _SPOILT as error:
        raise _damaged(path, f"it has no list that can be read ({error})") from error
    if form != FORM:
        raise BackupUnusable(
            f"{path} was written by a newer version of Table Companion (form {form}, this "
            f"version knows {FORM}). Update Table Companion."
        )
    try:
        contents = _parsed(written)
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise _damaged(path, f"its list makes no sense ({error})") from error
    names = [about.filename for about in archive.infolist()]
    if sorted(names) != sorted([*contents.files, LIST]):
        raise _damaged(path, "it holds other files than its list says")
    strange = next((name for name in contents.files if not may_be_kept(name)), None)
    if strange is not None:
        raise _damaged(path, f"no backup has a file named {strange!r}")
    return contents


def _parsed(written: Mapping[str, Any]) -> Contents:
    made_at = datetime.fromisoformat(written["made_at"])
    if made_at.tzinfo is None:
        raise ValueError("its time has no zone")
    return Contents(
        made_at=made_at,
        made_by=str(written["made_by"]),
        content=str(written["content"]),
        matches=int(written["matches"]),
        faults=tuple(str(each) for each in written["faults"]),
        files={
            str(name): Listed(int(about["bytes"]), str(about["sha256"]))
            for name, about in written["files"].items()
        },
    )


def _listed(contents: Contents) -> dict[str, Any]:
    return {
        "form": FORM,
        "made_at": contents.made_at.isoformat(timespec="seconds"),
        "made_by": contents.made_by,
        "content": contents.content,
        "matches": contents.matches,
        "faults": list(contents.faults),
        "files": {
            name: {"bytes": each.bytes, "sha256": each.sha256}
            for name, each in contents.files.items()
        },
    }


def _read(
    archive: zipfile.ZipFile,
    path: Path,
    name: str,
    listed: Listed,
    put: Callable[[bytes], None],
) -> None:
    """Pass a file on piece by piece; raises BackupUnusable where it is not as listed."""
    digest, length = hashlib.sha256(), 0
    try:
        opened = archive.open(name)
    except _SPOILT as error:
        raise _damaged(path, f"{name} cannot be unpacked ({error})") from error
    with opened as source:
        while chunk := _piece(source, path, name):
            digest.update(chunk)
            length += len(chunk)
            if length > listed.bytes:
                break
            put(chunk)
    if length != listed.bytes or digest.hexdigest() != listed.sha256:
        raise _damaged(path, f"{name} is not as it was written")


def _piece(source: IO[bytes], path: Path, name: str) -> bytes:
    try:
        return source.read(_CHUNK)
    except _SPOILT as error:
        raise _damaged(path, f"{name} cannot be unpacked ({error})") from error


def _made(to: Path) -> IO[bytes]:
    try:
        to.parent.mkdir(parents=True, exist_ok=True)
        return to.open("xb")
    except OSError as error:
        raise _no_place(to, error) from error


def _put(sink: IO[bytes], to: Path, chunk: bytes) -> None:
    try:
        sink.write(chunk)
        sink.flush()
    except OSError as error:
        raise _no_place(to, error) from error


def _no_place(to: Path, error: OSError) -> BackupUnwritable:
    reason = (error.strerror or "unknown").lower()
    return BackupUnwritable(f"{to} cannot be written ({reason}). Make room, or allow it.")


def _damaged(path: Path, what: str) -> BackupUnusable:
    return BackupUnusable(
        f"The backup {path} is damaged: {what}. Nothing was changed. Name another one; the "
        f"service keeps daily ones in the folder copies of its state folder."
    )
