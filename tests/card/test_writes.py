"""What play costs a card: little a step, nothing while nobody plays, and no log of our own."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.runtime.pictures import Keep
from tests.card.hour import play
from tests.runtime.served import Served

MOST_A_STEP = 20_000
"""Bytes; docs/card.md measures two thirds of that."""


def test_a_step_costs_a_few_pages_and_sure_throws_no_picture(tmp_path: Path) -> None:
    written = play(tmp_path, minutes=4, keep=Keep.DOUBTS, look="flat")
    assert written.throws >= 5
    assert written.kept < written.throws
    if written.process == 0:
        pytest.skip("the kernel counts nothing here: the folder is in memory")
    spent = written.process - written.pictures
    # The first entry holds the whole board.
    assert 1000 < spent / written.entries < MOST_A_STEP


def test_the_service_leaves_nothing_but_what_belongs_to_games(tmp_path: Path) -> None:
    """It logs to standard error alone, which systemd keeps."""
    with Served(tmp_path, "--camera", "scripted:demo", "--practice") as served:
        served.snapshot()
        names = {path.name for path in tmp_path.rglob("*")}
        served.kill()
    assert names <= {
        "journal.sqlite3",
        "journal.sqlite3-wal",
        "journal.sqlite3-shm",
        "journal.sqlite3.lock",
        "evidence",
    }
