"""A table that plays and tells a broker of it; as a program, one that can be killed.

The program reads one JSON line (journal folder, port) and plays a match of the small game;
it says "ready" when the match is over, and then lives on until it is killed.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from companion.links.address import Address
from companion.links.mqtt import MqttLink, MqttSettings
from companion.links.paho_line import PahoLine
from companion.links.payloads import Identity
from companion.links.record import JournalRecord
from companion.links.watch import told_of
from companion.table.journal import SqliteJournal
from companion.table.table import Table
from hardware.clock import SystemClock
from tests.table.fakes import GAMES, PLAYERS, FakeBoards, climb

PREFIX = "companion"
HERE = Identity("table-1", "Table 1", "Winter cup")


@dataclass(frozen=True, slots=True)
class Playing:
    """A live table with its journal, and the link that tells of it."""

    table: Table
    record: JournalRecord
    link: MqttLink


@contextmanager
def telling(
    folder: Path,
    address: Address,
    *,
    commands: bool = False,
    discovery: str | None = None,
    identity: Identity = HERE,
) -> Iterator[Playing]:
    """A table whose link runs."""
    with SqliteJournal(folder / "journal.sqlite3") as journal:
        table = Table(journal, FakeBoards(low={"top": 5}), SystemClock(), GAMES)
        record = JournalRecord(folder / "journal.sqlite3")
        settings = MqttSettings(address, identity, PREFIX, commands, discovery, "0.1")
        link = MqttLink(
            table,
            record,
            GAMES,
            folder / "links",
            settings,
            PahoLine,
            SystemClock(),
            # No longer a pause than must be: the shortest that chance could give.
            lambda: 1.0,
        )
        with told_of(table, (link,)):
            _wait_for(folder / "links" / "mqtt.json")
            yield Playing(table, record, link)


def _wait_for(place: Path) -> None:
    """Until the link has noted where it begins: what is written before is nothing new to it."""
    until = time.monotonic() + 20.0
    while not place.exists():
        assert time.monotonic() < until, f"the link has not begun: there is no {place}"
        threading.Event().wait(0.005)


def begin(table: Table) -> None:
    """A match of Lucy and Ralph up to a height of 5."""
    table.new_match("ladder", PLAYERS, {}, "low")


def play_to_the_end(table: Table) -> None:
    """Lucy falls, Ralph climbs a little, Lucy wins."""
    climb(table, 1)
    climb(table, 2)
    climb(table, 3, 4)


def main() -> None:
    """Play, say so, and wait to be killed."""
    asked = json.loads(sys.stdin.readline())
    with telling(Path(asked["folder"]), Address("127.0.0.1", asked["port"])) as playing:
        begin(playing.table)
        play_to_the_end(playing.table)
        print("ready", flush=True)
        threading.Event().wait()


if __name__ == "__main__":
    main()
