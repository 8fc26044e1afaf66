"""The club's board: what all tables have said last.

Knows how messages add up, and which of them are still confirmed by the broker. Refuses to
know brokers and pages, and to keep anything anywhere: it is made anew from what a broker
retains.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass

from companion.club.messages import Result, TableNow, read_result, read_table
from companion.club.tally import Tally, Tournament

ONLINE = b"online"
TABLES_AT_MOST = 2_000
RESULTS_AT_MOST = 50_000
"""More than any club has; a broken or hostile sender must not fill the memory."""


@dataclass(frozen=True, slots=True)
class ClubNow:
    """Everything at one moment. ``serial`` grows with every change within one run.

    ``here`` are the ids of the tables that are connected; ``connected`` says whether the
    broker is; ``unreadable`` counts messages that could not be understood.
    """

    serial: int
    tables: tuple[TableNow, ...]
    here: frozenset[str]
    results: tuple[Result, ...]
    connected: bool
    unreadable: int


class Board:
    """What all tables have said. Safe to use from several threads."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._tables: dict[str, TableNow] = {}
        self._here: set[str] = set()
        self._results: dict[tuple[str, str], Result] = {}
        self._tally = Tally()
        self._confirmed: set[tuple[str, ...]] = set()
        self._connected = False
        self._unreadable = 0
        self._serial = 1

    def heard(self, table: str, about: tuple[str, ...], payload: bytes) -> None:
        """A retained message of that table: ``about`` is what follows its id in the topic.

        An empty payload takes back what was said. What cannot be understood is counted and
        left aside.
        """
        with self._changed:
            try:
                changed = self._take(table, about, payload)
                self._confirmed.add((table, *about))
            except ValueError:
                self._unreadable += 1
                changed = True
            if changed:
                self._tell()

    def connection(self, connected: bool) -> None:
        """The broker can be reached from now on, or cannot."""
        with self._changed:
            self._confirmed.clear()
            if connected != self._connected:
                self._connected = connected
                self._tell()

    def forget_unconfirmed(self) -> None:
        """Forget what the broker has not said again since the connection was made.

        What was taken back while nobody listened is retained no more, and nobody says so.
        """
        with self._changed:
            gone = [t for t in self._tables if (t, "state") not in self._confirmed]
            away = [t for t in self._here if (t, "availability") not in self._confirmed]
            undone = [k for k in self._results if (k[0], "result", k[1]) not in self._confirmed]
            for table in gone:
                del self._tables[table]
            for key in undone:
                self._tally.remove(self._results.pop(key))
            self._here.difference_update(away)
            if gone or away or undone:
                self._tell()

    def now(self) -> ClubNow:
        """How everything is now; tables by name, results newest first."""
        with self._changed:
            return ClubNow(
                self._serial,
                tuple(sorted(self._tables.values(), key=lambda t: (t.name.casefold(), t.table))),
                frozenset(self._here),
                self._tally.newest_first(),
                self._connected,
                self._unreadable,
            )

    def tournament(self, wanted: str | None) -> Tournament:
        """That tournament as it is now, None for that of the newest result.

        The same object while no result changes.
        """
        with self._changed:
            return self._tally.tournament(wanted)

    @property
    def serial(self) -> int:
        """The number of the newest change."""
        return self._serial

    def wait(self, after_serial: int, timeout_s: float) -> bool:
        """Wait until there is another change than that one; False when there was none in time."""
        with self._changed:
            return self._changed.wait_for(lambda: self._serial != after_serial, timeout_s)

    def _take(self, table: str, about: tuple[str, ...], payload: bytes) -> bool:
        """Take one message in; whether that changed anything. Raises ValueError."""
        match about:
            case ("availability",):
                return self._seen(table, payload == ONLINE)
            case ("state",):
                return self._stands(table, payload)
            case ("result", match):
                return self._ended(table, match, payload)
            case _:
                return False

    def _seen(self, table: str, here: bool) -> bool:
        if here == (table in self._here):
            return False
        if here and len(self._here) < TABLES_AT_MOST:
            self._here.add(table)
        else:
            self._here.discard(table)
        return True

    def _stands(self, table: str, payload: bytes) -> bool:
        if not payload:
            return self._tables.pop(table, None) is not None
        said = read_table(payload)
        if said.table != table:
            raise ValueError(f"table {table} speaks of {said.table}.")
        if table not in self._tables and len(self._tables) >= TABLES_AT_MOST:
            raise ValueError(f"there are {TABLES_AT_MOST} tables already.")
        if self._tables.get(table) == said:
            return False
        self._tables[table] = said
        return True

    def _ended(self, table: str, match: str, payload: bytes) -> bool:
        key = (table, match)
        if not payload:
            if key not in self._results:
                return False
            self._tally.remove(self._results.pop(key))
            return True
        said = read_result(payload)
        if (said.table, said.match) != key:
            raise ValueError(f"the result {key} speaks of {said.table}, {said.match}.")
        if key not in self._results and len(self._results) >= RESULTS_AT_MOST:
            raise ValueError(f"there are {RESULTS_AT_MOST} results already.")
        before = self._results.get(key)
        if before == said:
            return False
        if before is not None:
            self._tally.remove(before)
        self._results[key] = said
        self._tally.add(said)
        return True

    def _tell(self) -> None:
        self._serial += 1
        self._changed.notify_all()
