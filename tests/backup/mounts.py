"""Small disks of their own, to be filled or to fail.

Only the superuser may mount; elsewhere the test is left out and says so.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def mounted(folder: Path, size: str) -> Iterator[None]:
    """An empty disk of that size (such as ``64k``) at that folder."""
    done = subprocess.run(
        ("mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        pytest.skip(f"a small disk cannot be mounted here: {done.stderr.strip()}")
    try:
        yield
    finally:
        # What a test left running must not keep the disk there.
        subprocess.run(("umount", "--lazy", str(folder)), check=True)


def resize(folder: Path, size: str) -> None:
    """Give a small disk another size."""
    subprocess.run(("mount", "-o", f"remount,size={size}", str(folder)), check=True)


@contextmanager
def failing(folder: Path, image: Path) -> Iterator[Callable[[], None]]:
    """A disk of its own with ext4 on it; calling what is given makes it fail, as a card does that
    is worn out: the file system finds an error and writes nothing any more."""
    with image.open("wb") as file:
        file.truncate(16 << 20)
    made = (
        subprocess.run(("mkfs.ext4", "-q", str(image)), capture_output=True, text=True, check=False)
        if shutil.which("mkfs.ext4")
        else None
    )
    done = subprocess.run(
        ("mount", "-o", "loop,errors=remount-ro", str(image), str(folder)),
        capture_output=True,
        text=True,
        check=False,
    )
    if made is None or made.returncode or done.returncode:
        pytest.skip(f"a disk that can fail cannot be mounted here: {done.stderr.strip()}")
    number = folder.stat().st_dev
    name = Path(f"/sys/dev/block/{os.major(number)}:{os.minor(number)}").resolve().name
    try:
        yield lambda: _write(Path(f"/sys/fs/ext4/{name}/trigger_fs_error"))
    finally:
        subprocess.run(("umount", "--lazy", str(folder)), check=True)


def _write(path: Path) -> None:
    path.write_text("1", encoding="ascii")
