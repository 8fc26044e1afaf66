"""``./run test-picamera2`` where it cannot run: it says why, and that is no failure."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

RUN = Path(__file__).with_name("run.sh")
LEFT_OUT = 75


def program(place: Path, name: str, script: str) -> None:
    """A program that is found before the machine's own."""
    made = place / name
    made.write_text(f"#!/bin/bash\n{script}\n", "utf-8")
    made.chmod(0o755)


@pytest.mark.parametrize(
    ("name", "script", "why"),
    [
        ("id", "echo 1000", "sudo ./run test-picamera2"),
        ("unshare", "exit 1", "lets nobody mount anything"),
        ("timeout", "exit 124", "was not made within 7 s"),
        ("timeout", "exit 1", "could not be made"),
    ],
)
def test_it_says_why_it_was_left_out(tmp_path: Path, name: str, script: str, why: str) -> None:
    for other, passes in (("id", "echo 0"), ("apt-get", ""), ("unshare", "")):
        program(tmp_path, other, passes)
    program(tmp_path, name, script)
    done = subprocess.run(
        [RUN],
        env={
            "PATH": f"{tmp_path}:{os.environ['PATH']}",
            "XDG_CACHE_HOME": str(tmp_path / "cache"),
            "TABLE_COMPANION_BUILD_S": "7",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == LEFT_OUT
    assert why in done.stderr
