"""The processes of the load test: the club, a counter of events, and shares of the tables.

Each is told what to do by lines on its standard input and answers with one line each.
"""

from __future__ import annotations

import heapq
import json
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from companion.club.board import Board
from companion.club.messages import read_table
from companion.errors import LinkLost
from companion.links.address import Address
from companion.links.club import ClubEar
from companion.links.line import Call, Line, Message
from companion.links.paho_line import PahoLine
from companion.links.payloads import Identity
from companion.links.watch import listening
from companion.table.table import Table
from hardware.clock import SystemClock
from tests.links.playing import telling
from tests.table.fakes import PLAYERS, d6
from web.club.app import create_club_app
from web.server import Server


class Process:
    """One of these processes, as the load test holds it."""

    def __init__(self, module: str, *arguments: object) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", module, *map(str, arguments)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    @property
    def pid(self) -> int:
        return self._process.pid

    def say(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def said(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise AssertionError(f"{self._process.args!r} ended")
        return line.strip()

    def asked(self, line: str) -> str:
        self.say(line)
        return self.said()

    def kill(self) -> None:
        self._process.kill()
        self._process.communicate()


def folder_of(folder: Path, table: int) -> Path:
    """Where that table keeps its journal."""
    return folder / f"table-{table}"


def club(port: int) -> None:
    """The parts of ``companion club``, and when its board first showed each state."""
    states: list[tuple[str, str, int, float]] = []
    board = Board()

    def watched(call: Call, heard: Callable[[Message], None], news: Callable[[], None]) -> Line:
        def applied(message: Message) -> None:
            heard(message)
            if message.topic.endswith("/state") and message.payload:
                now = read_table(message.payload)
                if now.match is not None:
                    states.append((now.table, now.match.id, now.match.version, time.time()))

        return PahoLine(call, applied, news)

    clock = SystemClock()
    ear = ClubEar(board, Address("127.0.0.1", port), "companion", watched, clock, "club", _most)
    app = create_club_app(board, clock, "Load", None)
    with Server(app, "127.0.0.1", 0) as server, listening(ear):
        print(f"http://127.0.0.1:{server.port}", flush=True)
        for _ in sys.stdin:
            print(json.dumps(states), flush=True)


def count(port: int) -> None:
    """Counts events, with a session: while the broker is away nothing is missed."""
    seen: set[tuple[str, int]] = set()
    counts = {"messages": 0, "events": 0}
    lost = threading.Event()

    def heard(message: Message) -> None:
        counts["messages"] += 1
        if message.topic.endswith("/event"):
            told = json.loads(message.payload)
            counts["events"] += 1
            seen.add((told["table"], told["entry"]))

    def listen() -> None:
        call = Call(Address("127.0.0.1", port), "counter", None, 3600, (("companion/#", 1),))
        while True:
            try:
                with PahoLine(call, heard, lost.set) as line:
                    while True:
                        lost.wait(0.5)
                        lost.clear()
                        line.check()
            except LinkLost:
                lost.wait(0.2)
                lost.clear()

    threading.Thread(target=listen, daemon=True).start()
    print("ready", flush=True)
    for _ in sys.stdin:
        print(json.dumps({**counts, "distinct": len(seen)}), flush=True)


def tables(port: int, folder: Path, share: int, shares: int, total: int, every_s: float) -> None:
    """Every so-many-th table: each makes an entry every so often, by chance from a seed."""
    stop = threading.Event()
    with ExitStack() as open_tables:
        mine = []
        for number in range(share, total, shares):
            here = Identity(f"table-{number}", f"Table {number}", "Load cup")
            (folder_of(folder, number)).mkdir()
            playing = open_tables.enter_context(
                telling(folder_of(folder, number), Address("127.0.0.1", port), identity=here)
            )
            mine.append(playing.table)
        print("ready", flush=True)
        sys.stdin.readline()
        player = threading.Thread(target=_play, args=(mine, share, every_s, stop), daemon=True)
        player.start()
        sys.stdin.readline()
        stop.set()
        player.join()
        print("stopped", flush=True)
        sys.stdin.read()


def _play(mine: list[Table], seed: int, every_s: float, stop: threading.Event) -> None:
    chance = random.Random(seed)
    now_s = time.monotonic()
    due = [(now_s + chance.random() * every_s, i) for i in range(len(mine))]
    heapq.heapify(due)
    while not stop.is_set():
        at_s, index = due[0]
        if stop.wait(max(at_s - time.monotonic(), 0.0)):
            return
        _step(mine[index], chance)
        heapq.heapreplace(due, (at_s + every_s * (0.5 + chance.random()), index))


def _step(table: Table, chance: random.Random) -> None:
    """One thing that people do."""
    match = table.snapshot().match
    if match is None or match.standings.over:
        table.new_match("ladder", PLAYERS, {}, None)
    elif match.can_undo and chance.random() < 0.05:
        table.undo(match.version, "page")
    elif match.awaits is not None:
        values = [chance.randint(1, 6) for _ in range(match.awaits.total)]
        table.throw(d6(*values), match.version, "page")
    else:
        choice = chance.choice(match.choices)
        table.submit(choice.seat, choice.action, match.version, "page")


def _most() -> float:
    return 1.0


def main() -> None:
    """``club PORT``, ``count PORT`` or ``tables PORT FOLDER SHARE SHARES TOTAL EVERY``."""
    what, port, folder, *more = sys.argv[1:]
    match what:
        case "club":
            club(int(port))
        case "count":
            count(int(port))
        case _:
            tables(
                int(port), Path(folder), int(more[0]), int(more[1]), int(more[2]), float(more[3])
            )


if __name__ == "__main__":
    main()
