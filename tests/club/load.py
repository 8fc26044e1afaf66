"""A club of many simulated tables on one machine, measured.

    python -m tests.club.load --tables 200

Starts a real broker, the parts of ``companion club`` in a process of their own, a listener
with a session that counts events, and tables with real journals and links in a few further
processes. Half way the broker is stopped for some seconds and started again. At the end
every entry of every journal must have been heard, and the club must show what the journals
hold. Prints what was measured as JSON. Exit status 1 when anything is missing.

The tables play the small game of the tests by chance from a seed: rules cost time on each
table's own machine, and are not what is measured here.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import threading
import time
from contextlib import closing
from datetime import datetime
from pathlib import Path
from statistics import quantiles
from typing import Any
from urllib.request import ProxyHandler, build_opener

from companion.table.entries import EntryKind
from companion.table.journal_reader import JournalReader, open_read_only
from companion.table.match import replay
from tests.club.processes import Process, folder_of
from tests.links.broker import Broker
from tests.table.fakes import GAMES

BROKER_AWAY_S = 10.0
SETTLED_WITHIN_S = 120.0


def main() -> int:
    """Run it and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--processes", type=int, default=4, help="that share the tables")
    parser.add_argument("--seconds", type=float, default=120.0, help="of play")
    parser.add_argument("--every", type=float, default=4.0, help="seconds between two entries")
    parser.add_argument("--kill", action="store_true", help="kill the broker, do not stop it")
    parser.add_argument("--folder", type=Path, help="for the journals (default: a temporary one)")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=asked.folder) as folder:
        figures = measured(asked, Path(folder))
    print(json.dumps(figures, indent=2))
    return 1 if figures["entries_missing"] or figures["club_differs"] else 0


def measured(asked: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """The figures of one run."""
    with Broker(folder / "broker") as broker:
        club = Process("tests.club.processes", "club", broker.port, folder)
        counter = Process("tests.club.processes", "count", broker.port, folder)
        shares = [
            Process(
                "tests.club.processes",
                "tables",
                broker.port,
                folder,
                i,
                asked.processes,
                asked.tables,
                asked.every,
            )
            for i in range(asked.processes)
        ]
        everybody = [club, counter, *shares]
        try:
            address = club.said()
            for each in (counter, *shares):
                each.said()
            return _run(asked, folder, broker, club, counter, shares, address)
        finally:
            for each in everybody:
                each.kill()


def _run(
    asked: argparse.Namespace,
    folder: Path,
    broker: Broker,
    club: Process,
    counter: Process,
    shares: list[Process],
    address: str,
) -> dict[str, Any]:
    pause = threading.Event()
    for share in shares:
        share.say("play")
    began_s = time.monotonic()
    pause.wait(asked.seconds / 2)
    calm = json.loads(counter.asked("count"))
    calm_s = time.monotonic() - began_s
    cpu = {"broker": _cpu_s(broker.pid), "club": _cpu_s(club.pid)}
    memory = {"broker_mib": _mib(broker.pid), "club_mib": _mib(club.pid)}
    memory["tables_mib_each"] = round(sum(_mib(s.pid) for s in shares) / asked.tables, 1)
    if asked.kill:
        broker.kill()
    else:
        broker.stop()
    pause.wait(BROKER_AWAY_S)
    back_at = time.time()
    broker.start()
    pause.wait(max(asked.seconds / 2 - BROKER_AWAY_S, 0))
    for share in shares:
        share.asked("stop playing")
    journals = {t: _journal(folder_of(folder, t)) for t in range(asked.tables)}
    total = sum(len(entries) for entries in journals.values())
    heard: dict[str, Any] = {}
    waited_since_s = time.monotonic()
    while time.monotonic() - waited_since_s < SETTLED_WITHIN_S:
        heard = json.loads(counter.asked("count"))
        if heard["distinct"] >= total:
            break
        pause.wait(1.0)
    settled_s = time.monotonic() - waited_since_s
    pause.wait(3.0)
    shown = json.loads(
        build_opener(ProxyHandler({})).open(f"{address}/api/v1/club", timeout=60).read()
    )
    memory["broker_mib_after"] = _mib(broker.pid)
    memory["club_mib_after"] = _mib(club.pid)
    calm_delays, after = _delays(journals, json.loads(club.asked("states")), back_at)
    return {
        "tables": asked.tables,
        "one_entry_every_s": asked.every,
        "entries": total,
        "entries_heard": heard["distinct"],
        "entries_missing": total - heard["distinct"],
        "entries_heard_twice": heard["events"] - heard["distinct"],
        "messages_per_s": round(calm["messages"] / calm_s, 1),
        "entries_per_s": round(calm["distinct"] / calm_s, 1),
        "delay_calm_s": _percentiles(calm_delays),
        "last_table_back_s": round(after, 1),
        "settled_after_play_s": round(settled_s, 1),
        "cpu_share_broker": round(cpu["broker"] / calm_s, 3),
        "cpu_share_club": round(cpu["club"] / calm_s, 3),
        **memory,
        "results": len(shown["results"]),
        "club_differs": _differences(journals, shown),
    }


def _journal(folder: Path) -> list[Any]:
    path = folder / "journal.sqlite3"
    with closing(open_read_only(path)) as connection:
        return list(JournalReader(connection, path).after(0, 1_000_000))


def _delays(
    journals: dict[int, list[Any]], states: list[list[Any]], back_at: float
) -> tuple[list[float], float]:
    """From each entry to the first time that the club's board showed its version or a later one.

    Those of the calm first half; and how long after the broker was back every table had been
    heard again.
    """
    seen: dict[tuple[str, str], list[tuple[int, float]]] = {}
    first_again: dict[str, float] = {}
    for table, match, version, at in states:
        seen.setdefault((table, match), []).append((version, at))
        if at >= back_at:
            first_again.setdefault(table, at - back_at)
    calm = []
    for number, entries in journals.items():
        for placed in entries:
            written = datetime.fromisoformat(placed.entry.at).timestamp()
            if written >= back_at - BROKER_AWAY_S - 2:
                continue
            shown = [
                at
                for version, at in seen.get((f"table-{number}", placed.match), ())
                if version >= placed.sequence and at >= written - 0.001
            ]
            # The end of a match may be passed over when the next one begins at once.
            if shown and placed.entry.kind is not EntryKind.END:
                calm.append(min(shown) - written)
    return calm, max(first_again.values(), default=float("nan"))


def _percentiles(delays: list[float]) -> dict[str, float]:
    cuts = quantiles(delays, n=100)
    return {
        "p50": round(cuts[49], 3),
        "p95": round(cuts[94], 3),
        "p99": round(cuts[98], 3),
        "most": round(max(delays), 3),
        "count": len(delays),
    }


def _differences(journals: dict[int, list[Any]], shown: dict[str, Any]) -> list[str]:
    """Where the club shows anything else than the journals hold."""
    tables = {t["table"]: t for t in shown["tables"] if t["here"]}
    results = {(r["table"], r["match"]) for r in shown["results"]}
    found = []
    for number, entries in journals.items():
        table = f"table-{number}"
        if not entries:
            continue
        last = [p.entry for p in entries if p.match == entries[-1].match]
        match = replay(GAMES, last)
        stands = tables.get(table)
        if stands is None or stands["match"] is None:
            found.append(f"{table} is not shown")
            continue
        scores = [line.score for line in match.game.standings(match.state).lines]
        told = [p["score"] for p in stands["match"]["players"]]
        if (stands["match"]["version"], told) != (match.version, scores):
            found.append(f"{table} stands at {match.version} {scores}, shown {told}")
        ended = {p.match for p in entries if p.entry.kind is EntryKind.END}
        missing = {m for m in ended if (table, m) not in results}
        if missing:
            found.append(f"{table} lacks results {sorted(missing)}")
    return found


def _mib(pid: int) -> float:
    for line in Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmRSS"):
            return round(int(line.split()[1]) / 1024, 1)
    return 0.0


def _cpu_s(pid: int) -> float:
    parts = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / 100


if __name__ == "__main__":
    sys.exit(main())
