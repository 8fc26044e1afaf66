"""Pictures kept as evidence: a ring of JPEGs on the disk, and the newest ones in memory.

Knows how to keep the newest few within a limit and to do without when the disk is full or
a file is gone; a picture can wait in memory for whether it is worth the disk. Refuses to know
what is in a picture and which match it belongs to: the journal holds the names.
"""

from __future__ import annotations

import hashlib
import re
import threading
from contextlib import suppress
from pathlib import Path

MOST_PICTURES = 2000
"""Beyond this a folder is slow to list on a memory card."""
MOST_HELD = 12
"""Pictures that wait in memory: a megabyte, and a quarter of an hour of throws."""

_NAME = re.compile(r"(\d{8})-[0-9a-f]{12}\.jpg")


class EvidenceRing:
    """The pictures kept in one folder. Safe to use from several threads.

    A name is never used twice, because it ends in a digest of the picture: a journal that
    outlives the folder can miss a picture but cannot show a wrong one.
    """

    def __init__(self, folder: Path, max_bytes: int, max_count: int = MOST_PICTURES) -> None:
        """``max_bytes`` and ``max_count`` bound what lies in the folder. Never raises: a folder
        that cannot be used only means that no evidence is kept, which ``trouble`` tells."""
        self._folder = folder
        self._max_bytes = max_bytes
        self._max_count = max_count
        self._lock = threading.Lock()
        self._newest: tuple[int, bytes] | None = None
        self._serial = 0
        self._asked = False
        self._trouble: str | None = None
        self._held: dict[str, bytes] = {}
        self._kept: dict[str, int] = self._found()

    @property
    def trouble(self) -> str | None:
        """Why the last picture could not be kept, and what to do; None when it was."""
        return self._trouble

    def show(self, jpeg: bytes) -> None:
        """Make this the newest picture of the tray, without keeping it."""
        with self._lock:
            self._serial += 1
            self._newest = (self._serial, jpeg)
            self._asked = False

    def keep(self, jpeg: bytes) -> str | None:
        """Keep a picture as evidence, in the place of the oldest ones; its name.

        None when it could not be kept; the game goes on without.
        """
        with self._lock:
            return self._kept_as(self._next(jpeg), jpeg)

    def hold(self, jpeg: bytes) -> str:
        """Keep a picture in memory until later ones push it out; its name, for ``store``."""
        with self._lock:
            name = self._next(jpeg)
            self._held[name] = jpeg
            while len(self._held) > MOST_HELD:
                del self._held[next(iter(self._held))]
            return name

    def store(self, name: str) -> None:
        """Keep on the disk what is held under that name; nothing where it is not held any more."""
        with self._lock:
            jpeg = self._held.get(name)
            if jpeg is not None and self._kept_as(name, jpeg) is not None:
                del self._held[name]

    def newest(self) -> tuple[int, bytes] | None:
        """A serial number and the newest picture; None before the first."""
        with self._lock:
            self._asked = True
            return self._newest

    def asked(self) -> bool:
        """Whether anybody has wanted the newest picture since it was shown."""
        return self._asked

    def evidence(self, name: str) -> bytes | None:
        """A kept picture; None for one that is no longer there whole and for any other name."""
        if not _NAME.fullmatch(name):
            return None
        with self._lock:
            held = self._held.get(name)
        if held is not None:
            return held
        try:
            jpeg = (self._folder / name).read_bytes()
        except OSError:
            return None
        return jpeg if _name(_number(name), jpeg) == name else None

    def _found(self) -> dict[str, int]:
        """What lies in the folder from earlier runs, oldest first: bytes by name."""
        found: dict[str, int] = {}
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            for path in sorted(self._folder.iterdir()):
                if path.suffix == ".part" and _NAME.fullmatch(path.stem):
                    path.unlink(missing_ok=True)
                elif _NAME.fullmatch(path.name):
                    found[path.name] = path.stat().st_size
        except OSError as error:
            self._trouble = (
                f"Pictures of throws cannot be kept in {self._folder} ({error.strerror}). "
                f"Let the service write there, or name another folder."
            )
        return found

    def _next(self, jpeg: bytes) -> str:
        """A name that no picture has."""
        return _name(1 + max((_number(n) for n in (*self._kept, *self._held)), default=0), jpeg)

    def _kept_as(self, name: str, jpeg: bytes) -> str | None:
        if len(jpeg) > self._max_bytes:
            return None
        self._make_room(len(jpeg))
        try:
            self._write(name, jpeg)
        except OSError as error:
            self._trouble = (
                f"Pictures of throws are not kept just now ({error.strerror}). The game goes "
                f"on. Make room in {self._folder}, or let the service write there."
            )
            return None
        self._trouble = None
        self._kept[name] = len(jpeg)
        return name

    def _make_room(self, needed: int) -> None:
        while self._kept and (
            len(self._kept) >= self._max_count
            or sum(self._kept.values()) + needed > self._max_bytes
        ):
            oldest = next(iter(self._kept))
            del self._kept[oldest]
            with suppress(OSError):
                (self._folder / oldest).unlink(missing_ok=True)

    def _write(self, name: str, jpeg: bytes) -> None:
        """Under its name lies the whole picture or nothing. Not forced to the disk: evidence
        is worth less than the wear on a memory card, and its name tells whether it is whole."""
        part = self._folder / f"{name}.part"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            part.write_bytes(jpeg)
            part.replace(self._folder / name)
        except OSError:
            with suppress(OSError):
                part.unlink(missing_ok=True)
            raise


def _name(number: int, jpeg: bytes) -> str:
    return f"{number:08d}-{hashlib.sha256(jpeg).hexdigest()[:12]}.jpg"


def _number(name: str) -> int:
    return int(name[:8])
