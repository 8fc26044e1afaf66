"""Killed at any moment, the table finds the match as it was."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from companion.table.journal import SqliteJournal
from companion.table.match import replay
from companion.table.table import Table
from tests.table.fakes import GAMES, FakeBoards, FakeClock

KILLS = 60
ROOT = Path(__file__).parents[2]


@pytest.fixture
def lives() -> Iterator[subprocess.Popen[str]]:
    """A program in which tables live and die."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.table.killed"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    ) as program:
        yield program
        assert program.stdin is not None
        program.stdin.close()
        assert program.wait(timeout=60) == 0


def live_and_die(program: subprocess.Popen[str], order: dict[str, Any]) -> dict[str, Any]:
    assert program.stdin is not None
    assert program.stdout is not None
    program.stdin.write(json.dumps(order) + "\n")
    program.stdin.flush()
    died: dict[str, Any] = json.loads(program.stdout.readline())
    return died


@dataclass
class Tally:
    """What happened over many lives: ``unanswered`` wrote more than they acknowledged."""

    killed: int = 0
    acknowledged: int = 0
    unanswered: int = 0


def kill_many(path: Path, program: subprocess.Popen[str], kills: int, seed: int) -> Tally:
    """Let that many tables die one after the other on one journal; check it after each."""
    chance = random.Random(seed)
    tally = Tally()
    for life in range(kills):
        death = life % 3
        died = live_and_die(
            program,
            {
                "path": str(path),
                "seed": chance.getrandbits(32),
                "at_step": chance.randint(1, 2500) if death == 0 else None,
                "unanswered": chance.randint(2, 12) if death == 1 else None,
                "after": chance.randint(1, 12) if death == 2 else None,
                "spin": chance.randint(0, 60_000),
            },
        )
        tally.killed += died["killed"]
        tally.acknowledged += len(died["acknowledged"])
        tally.unanswered += _check(path, died["acknowledged"])
    return tally


def test_nothing_that_was_shown_is_lost(path: Path, lives: subprocess.Popen[str]) -> None:
    tally = kill_many(path, lives, KILLS, seed=7)
    assert tally.killed == KILLS
    assert tally.acknowledged > KILLS
    # Every third death is between the disk and the answer.
    assert tally.unanswered >= KILLS // 3


def _check(path: Path, acknowledged: list[Any]) -> bool:
    """Everything acknowledged is there, and at most one more thing; whether there was one."""
    with SqliteJournal(path) as journal:
        table = Table(journal, FakeBoards(), FakeClock(), GAMES)
        snapshot = table.snapshot()
        assert snapshot.message is None
        last = {match: (version, view) for match, version, view in acknowledged}
        for match, (version, view) in last.items():
            played = replay(GAMES, journal.entries(match)[:version])
            assert played.version == version
            assert played.game.view(played.state, None) == view
        shown = snapshot.match
    if not acknowledged:
        return False
    assert shown is not None
    match, version, view = acknowledged[-1]
    if shown.info.id != match:
        assert (int(shown.info.id), shown.version) == (int(match) + 1, 1)
        return True
    # One more thing may have been written and not answered: an entry, or two at the end.
    assert version <= shown.version <= version + 2
    assert shown.version > version or shown.view == view
    return bool(shown.version > version)
