"""A copy of the games every day, and a week of them kept.

Knows when a copy is due, how copies are called, and which may go. Refuses to keep the table
waiting, to end the service whatever happens, and to throw away the newest sound copy.

A copy is due when the newest is a day old and something has changed since: a table that
stands unused writes nothing. Their names begin with a number, because the clock of a Pi may
be wrong.
"""

from __future__ import annotations

import logging
import re
import shutil
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from companion.backup import archive
from companion.backup.making import Places, content_of, make, size_of
from companion.errors import BackupUnusable, CompanionError
from companion.table.ports import Clock

EVERY_S = 1800.0
DUE_AFTER = timedelta(days=1)
SPARE_BYTES = 50_000_000
"""A copy must never take the room that the games themselves need."""

_NAME = re.compile(r"(\d{5})-\d{4}-\d{2}-\d{2}\.zip")
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Copy:
    """A daily copy. ``sound``: it can be read and its journal was sound; ``content`` as in
    ``archive.Contents``, empty where it cannot be read."""

    path: Path
    number: int
    at: datetime
    sound: bool
    content: str


def copies_in(folder: Path) -> tuple[Copy, ...]:
    """The daily copies in a folder, oldest first; none where there is no such folder."""
    try:
        found = [path for path in folder.iterdir() if _NAME.fullmatch(path.name)]
    except OSError:
        return ()
    return tuple(_copy(path) for path in sorted(found))


class DailyCopies:
    """Makes a copy when one is due."""

    def __init__(
        self,
        folder: Path,
        keep: int,
        places: Places,
        made_by: str,
        clock: Clock,
        tell: Callable[[str | None], None],
        free_bytes: Callable[[Path], int] = lambda folder: shutil.disk_usage(folder).free,
    ) -> None:
        """``tell`` puts what is amiss on the page, None when all is well again."""
        self._folder = folder
        self._keep = keep
        self._places = places
        self._made_by = made_by
        self._clock = clock
        self._tell = tell
        self._free_bytes = free_bytes

    def run(self, stop: threading.Event) -> None:
        """Look now, and again and again until ``stop`` is set."""
        while not stop.is_set():
            self.look()
            stop.wait(EVERY_S)

    def look(self) -> Path | None:
        """Make a copy if one is due; where it lies. Whatever goes wrong is said, never raised."""
        try:
            made = self._look()
        except Exception as error:
            if isinstance(error, CompanionError | OSError):
                _log.warning("The daily copy was not made: %s", error)
            else:
                _log.error("The daily copy failed.", exc_info=error)
            self._tell(f"Today's copy of the games was not made. {error} The game goes on.")
            return None
        self._tell(None)
        return made

    def _look(self) -> Path | None:
        there = copies_in(self._folder)
        now = self._clock.wall()
        newest = there[-1] if there else None
        # A copy from the future means that the clock has been put back since.
        if newest is not None and timedelta(0) <= now - newest.at < DUE_AFTER:
            return None
        if not self._places.journal.is_file():
            return None
        content = content_of(self._places)
        if newest is not None and newest.content == content:
            return None
        self._folder.mkdir(parents=True, exist_ok=True)
        self._clear()
        self._see_to_room()
        number = 1 + (newest.number if newest else 0)
        path = self._folder / f"{number:05d}-{now:%Y-%m-%d}.zip"
        make(path, self._places, now, self._made_by, content=content)
        self._let_go(copies_in(self._folder))
        return path

    def _see_to_room(self) -> None:
        needed = size_of(self._places) + SPARE_BYTES
        free = self._free_bytes(self._folder)
        if free < needed:
            raise OSError(
                f"{free / 1e6:.0f} MB are free in {self._folder}, and {needed / 1e6:.0f} MB are "
                f"needed. Make room, or set another folder for copies."
            )

    def _clear(self) -> None:
        """Remove what a power cut left half made."""
        for path in self._folder.glob(".*.part"):
            path.unlink(missing_ok=True)
        for path in self._folder.glob(".copying-*"):
            shutil.rmtree(path, ignore_errors=True)

    def _let_go(self, there: tuple[Copy, ...]) -> None:
        kept = set(there[-self._keep :])
        sound = [copy for copy in there if copy.sound]
        kept.update(sound[-1:])
        for copy in there:
            if copy not in kept:
                with suppress(OSError):
                    copy.path.unlink(missing_ok=True)


def _copy(path: Path) -> Copy:
    number = int(path.name[:5])
    try:
        contents = archive.contents_of(path)
    except BackupUnusable:
        return Copy(path, number, _changed_at(path), False, "")
    return Copy(path, number, contents.made_at, not contents.faults, contents.content)


def _changed_at(path: Path) -> datetime:
    try:
        return datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except OSError:
        return datetime.fromtimestamp(0, UTC)
