"""Small files that must survive a power cut: the last whole version always stays.

Knows how a file is replaced at once. Refuses to know what is in it.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any


def keep(path: Path, content: Any) -> None:
    """Replace the file by this content as JSON; it is on the disk when this returns.

    Raises OSError; then the former file is still there.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(path.name + ".new")
    with beside.open("w", encoding="utf-8") as file:
        json.dump(content, file, ensure_ascii=False)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def kept(path: Path) -> Any:
    """What was kept; None where nothing was, or where it cannot be understood any more."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
