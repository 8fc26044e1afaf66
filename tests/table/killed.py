"""A table that plays until it is killed, for the test of resuming.

Run as a program it reads one JSON line for each life (journal, seed, and the moment of
death) and answers with a JSON line: the entries that this life had acknowledged. Each life
is a child process that ends by SIGKILL: at a chosen step of SQLite's virtual machine, when a
chosen thing is on the disk and not yet acknowledged, or when its parent has read a chosen
number of acknowledgements and lets some more pass.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import sys
from pathlib import Path
from typing import Any

from companion.table.journal import SqliteJournal
from companion.table.table import Table
from tests.table.fakes import GAMES, PLAYERS, FakeBoards, FakeClock, accepted, d6

ACTIONS_AT_MOST = 400
"""More than any life needs; whoever gets so far was not killed."""


def step(table: Table, chance: random.Random) -> None:
    """Something that people do at a table."""
    match = table.snapshot().match
    if match is None or match.standings.over or chance.random() < 0.03:
        table.new_match("ladder", PLAYERS, {}, None)
        return
    what = chance.random()
    if what < 0.15 and match.can_undo:
        accepted(table.undo(match.version, "page"))
    elif what < 0.3 and match.last_roll is not None:
        dice = d6(*(chance.randint(1, 6) for _ in match.last_roll.dice))
        accepted(table.correct(match.version, dice, "page"))
    elif match.awaits is not None:
        dice = d6(*(chance.randint(1, 6) for _ in range(match.awaits.total)))
        accepted(table.throw(dice, match.version, "page"))
    else:
        choice = chance.choice(match.choices)
        accepted(table.submit(choice.seat, choice.action, match.version, "page"))


def live(
    path: Path, seed: int, at_step: int | None, unanswered: int | None, acknowledge: int
) -> None:
    """Play until killed; write ``match version state`` after each thing that is done."""
    chance = random.Random(seed)
    with SqliteJournal(path) as journal:
        table = Table(journal, FakeBoards(), FakeClock(), GAMES)
        if at_step is not None:
            _die_at(journal._connection, at_step)
        for done in range(1, ACTIONS_AT_MOST + 1):
            step(table, chance)
            if done == unanswered:
                os.kill(os.getpid(), signal.SIGKILL)
            shown = table.snapshot().match
            assert shown is not None
            line = json.dumps([shown.info.id, shown.version, shown.view]) + "\n"
            os.write(acknowledge, line.encode())
    os._exit(0)


def _die_at(connection: sqlite3.Connection, step_number: int) -> None:
    left = step_number

    def count() -> int:
        nonlocal left
        left -= 1
        if left <= 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return 0

    connection.set_progress_handler(count, 1)


def _one_life(order: dict[str, Any]) -> dict[str, Any]:
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            live(Path(order["path"]), order["seed"], order["at_step"], order["unanswered"], writing)
        finally:
            os._exit(1)
    os.close(writing)
    seen = b""
    with os.fdopen(reading, "rb", buffering=0) as pipe:
        while part := pipe.read(65536):
            seen += part
            if order["after"] is not None and seen.count(b"\n") >= order["after"]:
                for _ in range(order["spin"]):
                    pass
                os.kill(child, signal.SIGKILL)
                order["after"] = None
    _, status = os.waitpid(child, 0)
    whole = seen[: seen.rfind(b"\n") + 1].decode().splitlines()
    return {"killed": os.WIFSIGNALED(status), "acknowledged": [json.loads(line) for line in whole]}


def main() -> None:
    """Answer orders until the input ends."""
    for line in sys.stdin:
        print(json.dumps(_one_life(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
