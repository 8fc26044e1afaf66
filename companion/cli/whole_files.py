"""Files that are there whole or not at all.

Knows how a file is written so that neither a full disk nor a power cut leaves half of it. Refuses
to know what is in it, and to put a fault into words.
"""

from __future__ import annotations

import os
from pathlib import Path


def write_whole(path: Path, content: bytes) -> None:
    """Write a file and have it on the disk before it takes the place of what was there.

    Raises OSError; what was there before then stays, and nothing is left beside it.
    """
    beside = path.with_name(f".{path.name}.new")
    try:
        with beside.open("wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        beside.replace(path)
    except OSError:
        _gone(beside)
        raise


def _gone(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError:  # the folder itself cannot be reached: there is nothing beside
        return
