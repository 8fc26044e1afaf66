"""A small disk of its own, in memory, to be filled or made read-only.

Only the superuser may mount; elsewhere the test is left out and says so.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
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


def remount(folder: Path, options: str) -> None:
    """Change how it is mounted: ``ro`` or ``rw``, or another size."""
    subprocess.run(("mount", "-o", f"remount,{options}", str(folder)), check=True)


def is_superuser() -> bool:
    """Whether this process may write where nobody may."""
    return os.geteuid() == 0
