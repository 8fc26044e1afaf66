"""The lock beside a journal: one process has it, whoever else asks is told so.

Knows how the lock is taken. Refuses to know what is done with the journal.
"""

from __future__ import annotations

import errno
import fcntl
import os
from pathlib import Path

from companion.errors import JournalError
from companion.table.journal_reader import read_only


def hold(path: Path) -> int:
    """Take the lock of the journal at ``path``; the handle that holds it until it is closed.

    Raises JournalError when another process has it or the folder cannot be written.
    """
    lock = path.with_name(path.name + ".lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as error:
        if error.errno == errno.EROFS:
            raise read_only(path) from error
        raise JournalError(
            f"The journal {path} cannot be opened ({error.strerror}). Give the user of the "
            f"service the right to write in that folder, or name another one."
        ) from error
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(handle)
        raise JournalError(
            f"Another Table Companion is using the journal {path}. Stop that one, or name "
            f"another folder for this one."
        ) from error
    return handle
