"""What a table says to a broker over one connection.

Knows in what order things are said, what was acknowledged, and how much may be under way.
Refuses to know how the connection is made, and the form of what is said.
"""

from __future__ import annotations

from collections import deque
from dataclasses import asdict, replace

from companion.club.messages import TableNow
from companion.club.messages import written as message
from companion.links import payloads
from companion.links.commands import obey
from companion.links.cursor import Cursor
from companion.links.discovery import discovery
from companion.links.line import Line
from companion.links.payloads import EMPTY, OFFLINE, ONLINE, Identity, Topics
from companion.links.record import Record
from companion.links.results import Results
from companion.links.telling import Teller, Told
from companion.table.ports import Clock
from companion.table.snapshot import Snapshot
from companion.table.table import Table

UNDER_WAY = 16
"""Messages sent and not acknowledged; below the 20 that paho sends without waiting itself."""

GAP_S = 0.1
"""How long the state stands at least: a tray may change faster than anybody reads."""

RESENT = 100
"""So many acknowledged events are sent again to a broker that has forgotten this table.

Mosquitto saves every half hour; a table makes one entry in some twenty seconds."""


class Conversation:
    """One connection's talk. Call ``turn`` whenever something may be to be said or heard."""

    def __init__(
        self,
        line: Line,
        table: Table,
        record: Record,
        teller: Teller,
        cursor: Cursor,
        results: Results,
        identity: Identity,
        topics: Topics,
        clock: Clock,
    ) -> None:
        self._line = line
        self._table = table
        self._record = record
        self._teller = teller
        self._cursor = cursor
        self._results = results
        self._identity = identity
        self._topics = topics
        self._clock = clock
        # To be said before the journal goes on: topic, content, retained or not.
        self._unsaid: deque[tuple[str, bytes, bool]] = deque()
        self._under_way: deque[tuple[int, int]] = deque()
        self._acknowledged: set[int] = set()
        self._sent = cursor.position
        self._more = True
        self._said: dict[str, bytes] = {}
        self._stood: TableNow | None = None
        self._next_state_s = 0.0
        self._stale = True

    def greet(self, home_assistant: str | None, commands: bool, program: str) -> None:
        """Say who is here; to a broker that has forgotten this table also what it knew."""
        self._unsaid.append((self._topics.availability, ONLINE, True))
        if home_assistant is not None:
            entities = discovery(self._identity, self._topics, home_assistant, commands, program)
            self._unsaid.extend((topic, content, True) for topic, content in entities.items())
        if not self._line.remembered:
            self._sent = self._cursor.back(RESENT)
            self._unsaid.extend(
                (self._topics.result(result.match), message(result), True)
                for result in self._results.all()
            )
        newest = self._record.at(self._sent)
        told = self._teller.tell(newest) if newest is not None else None
        self._count_falls(told)

    def turn(self, changed: bool) -> None:
        """Hear what was acknowledged and say what there is room for. Raises LinkLost.

        ``changed``: something at the table may be new. Also raises JournalError and OSError
        when the table's own storage does not answer.
        """
        self._hear()
        if changed:
            self._more = self._stale = True
        self._say_state()
        while self._unsaid and len(self._under_way) < UNDER_WAY:
            self._send(*self._unsaid.popleft())
        if self._more and not self._unsaid and len(self._under_way) < UNDER_WAY:
            self._say_journal()
        if self._cursor.due(self._clock.now_s()):
            self._cursor.save(self._clock.now_s())

    def patience_s(self, most_s: float) -> float:
        """How long to wait for news before the next turn."""
        if len(self._under_way) >= UNDER_WAY:
            return most_s
        if self._more or self._unsaid:
            return 0.0
        return self._state_in_s(most_s) if self._stale else most_s

    def _state_in_s(self, most_s: float) -> float:
        return min(max(self._next_state_s - self._clock.now_s(), 0.0), most_s)

    def obey(self, command: bytes) -> None:
        """Do what another machine wants, and say what became of it. Raises LinkLost."""
        reply = obey(self._table, command)
        self._unsaid.append((self._topics.reply, payloads.as_json(asdict(reply)), False))

    def farewell(self) -> None:
        """Say that the table is leaving. Raises LinkLost."""
        self._send(self._topics.availability, OFFLINE, True)

    def settled(self) -> bool:
        """Whether everything that was said is acknowledged. Raises LinkLost."""
        self._hear()
        return not self._under_way

    def _say_state(self) -> None:
        now_s = self._clock.now_s()
        if not self._stale or now_s < self._next_state_s or len(self._under_way) >= UNDER_WAY:
            return
        self._stale = False
        snapshot = self._table.snapshot()
        for topic, content in payloads.retained(
            snapshot, self._standing(snapshot), self._topics
        ).items():
            self._retain(topic, content)
        self._next_state_s = now_s + GAP_S

    def _standing(self, snapshot: Snapshot) -> TableNow:
        """How the table stands, with the time since which it stands so."""
        at = self._clock.wall().isoformat(timespec="milliseconds")
        now = payloads.table_now(snapshot, self._identity, at)
        if self._stood is None or replace(now, at=self._stood.at) != self._stood:
            self._stood = now
        return self._stood

    def _say_journal(self) -> None:
        room = UNDER_WAY - len(self._under_way)
        batch = self._record.after(self._sent, room)
        self._more = len(batch) == room
        for placed in batch:
            told = self._teller.tell(placed)
            self._say_result(told)
            self._count_falls(told)
            again = told.position <= self._cursor.position
            content = payloads.event(told, self._identity.table, again)
            self._send(self._topics.event, payloads.as_json(content), False, told.position)
            self._sent = told.position

    def _say_result(self, told: Told) -> None:
        """Results go before the event that they belong to, and are acknowledged before it."""
        if told.result is not None:
            held = self._results.of(told.match)
            if held is not None and held.entry == told.position:
                self._send(self._topics.result(told.match), message(held), True)
                return
            gone = self._results.add(told.result)
            self._send(self._topics.result(told.match), message(told.result), True)
            for match in gone:
                self._send(self._topics.result(match), EMPTY, True)
        elif told.reopened:
            self._results.drop(told.match)
            self._send(self._topics.result(told.match), EMPTY, True)

    def _count_falls(self, told: Told | None) -> None:
        match, count, last = (told.match, told.falls, told.last_fall) if told else (None, 0, None)
        self._retain(self._topics.falls, payloads.falls(match, count, last))

    def _retain(self, topic: str, content: bytes) -> None:
        if self._said.get(topic) != content:
            self._send(topic, content, True)
            self._said[topic] = content

    def _send(self, topic: str, content: bytes, retain: bool, position: int = 0) -> None:
        number = self._line.publish(topic, content, retain)
        self._under_way.append((number, position))

    def _hear(self) -> None:
        self._line.check()
        self._acknowledged.update(self._line.acknowledged())
        while self._under_way and self._under_way[0][0] in self._acknowledged:
            number, position = self._under_way.popleft()
            self._acknowledged.discard(number)
            if position:
                self._cursor.advance(position)
