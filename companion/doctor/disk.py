"""Whether there is room for games, and whether the disk or memory card is well.

Knows how a card that wears out shows itself: it turns read-only, it waits long, its file
system counts errors. Refuses to mend anything; it writes a few bytes and removes them.
"""

from __future__ import annotations

import errno
import os
import shutil
import statistics
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from companion.doctor.findings import Finding, fault, good, not_applicable, warning
from companion.doctor.machine import Machine, number_of

ROOM, CARD, FILE_SYSTEM = "disk space", "card", "file system"
LITTLE_BYTES = 500_000_000
"""Room for the pictures' ring, a week of copies and an update of the system."""
TOO_LITTLE_BYTES = 50_000_000
SLOW_S, TOO_SLOW_S = 0.2, 1.0
"""A step waits once for the disk before it is shown. A good card takes 10 to 50 ms."""
_TRIES = 9
_BLOCK = b"\0" * 4096

_CARE = (
    "Make a copy of the games at once, on another machine: `companion backup FILE`. Then put "
    "in a new card."
)


@dataclass(frozen=True, slots=True)
class Storage:
    """What was measured of the place where games are kept.

    ``syncs_s``: how long each of a few writes took to reach the disk; empty with ``trouble``,
    the reason why nothing could be written. ``closed``: only that this user may not.
    """

    folder: str
    free_bytes: int
    free_files: int
    read_only: bool
    syncs_s: tuple[float, ...] = ()
    trouble: str = ""
    closed: bool = False


def measured(folder: Path) -> Storage:
    """Look at the folder, or the nearest one above it that is there, and write to it a little."""
    there = next(place for place in (folder, *folder.parents) if place.is_dir())
    about = os.statvfs(there)
    free = shutil.disk_usage(there).free
    # Some file systems have no fixed number of files and say 0.
    files = about.f_favail if about.f_files else 1 << 30
    read_only = bool(about.f_flag & os.ST_RDONLY)
    try:
        return Storage(str(there), free, files, read_only, _syncs_s(there))
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        # After an error a file system may stop writing and still call itself writable.
        read_only = read_only or error.errno == errno.EROFS
        closed = isinstance(error, PermissionError)
        return Storage(str(there), free, files, read_only, trouble=reason, closed=closed)


def room(storage: Storage) -> Finding:
    """Whether games, copies and pictures still have room."""
    free = f"{storage.free_bytes / 1e6:,.0f} MB are free where games are kept"
    advice = f"Remove what is not needed on the disk that holds {storage.folder}."
    if storage.free_bytes < TOO_LITTLE_BYTES or storage.free_files < 100:
        return fault(ROOM, f"Only {free}, room for {storage.free_files} files.", advice)
    if storage.free_bytes < LITTLE_BYTES:
        return warning(ROOM, f"Only {free}.", advice)
    return good(ROOM, f"{free}.")


def card(storage: Storage) -> Finding:
    """Whether what is written reaches the disk, and how soon."""
    if storage.read_only:
        return fault(
            CARD,
            "The file system is read-only. A memory card does that when it is worn out, and "
            "Linux does it after errors.",
            _CARE,
        )
    if storage.closed:
        return warning(
            CARD,
            f"This user may not write to {storage.folder}, so the card was not tried.",
            "Run `sudo companion doctor` to look as the service does.",
        )
    if storage.trouble:
        return fault(
            CARD, f"Nothing can be written to {storage.folder} ({storage.trouble}).", _CARE
        )
    middle, longest = statistics.median(storage.syncs_s), max(storage.syncs_s)
    took = f"A write reaches the disk in {middle * 1e3:.0f} ms, at most {longest * 1e3:.0f} ms"
    if middle > TOO_SLOW_S:
        return fault(CARD, f"{took}: every step at the table waits so long.", _CARE)
    if middle > SLOW_S:
        return warning(
            CARD,
            f"{took}: steps will seem slow.",
            "A card of class A1 or A2, or a USB disk, is quicker. An old card that slows down "
            "is near its end.",
        )
    return good(CARD, f"{took}.")


def file_systems(machine: Machine) -> Finding:
    """What ext4 has counted of errors on its disks since they were last checked."""
    counted = {
        place.name: number_of(machine, f"sys/fs/ext4/{place.name}/errors_count")
        for place in sorted((machine.root / "sys/fs/ext4").glob("*"))
    }
    known = {name: errors for name, errors in counted.items() if errors is not None}
    if not known:
        return not_applicable(FILE_SYSTEM, "No file system here counts its errors.")
    bad = {name: errors for name, errors in known.items() if errors}
    if not bad:
        return good(FILE_SYSTEM, f"No errors are counted on {', '.join(known)}.")
    told = ", ".join(f"{errors} on {name}" for name, errors in bad.items())
    return fault(
        FILE_SYSTEM,
        f"The file system has counted errors: {told}.",
        _CARE + " If the card is new: check it with `sudo touch /forcefsck` and a restart.",
    )


def _syncs_s(folder: Path) -> tuple[float, ...]:
    taken: list[float] = []
    with tempfile.NamedTemporaryFile(dir=folder, prefix=".doctor-") as file:
        for _ in range(_TRIES):
            begin = time.perf_counter()
            file.write(_BLOCK)
            file.flush()
            os.fsync(file.fileno())
            taken.append(time.perf_counter() - begin)
    return tuple(taken)
