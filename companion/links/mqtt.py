"""The table at a broker: connect, publish, try again.

Knows when a connection is made and left. Refuses to know what is said over it. The table
is never waited for and never waits: this runs on a thread of its own, and what cannot be
sent stays in the journal.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.errors import CompanionError
from companion.games.protocol import Game
from companion.links.address import Address
from companion.links.backoff import Backoff
from companion.links.conversation import Conversation
from companion.links.cursor import Cursor
from companion.links.line import Call, Dial, Message
from companion.links.payloads import OFFLINE, Identity, Topics
from companion.links.record import Record
from companion.links.results import Results
from companion.links.telling import Teller
from companion.table.ports import Clock
from companion.table.table import Table

FIRST_PAUSE_S, LONGEST_PAUSE_S = 1.0, 60.0
LASTING_S = 10.0
BEAT_S = 1.0
LEAVING_S, LEAVING_TURNS = 1.0, 20
SESSION_S = 30 * 24 * 3600
"""A broker that remembers this table was not reset; one that does not is told more again."""
COMMANDS_WAITING = 16
"""More than that at once is noise; the oldest are dropped, unanswered."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class MqttSettings:
    """How the table shows itself at a broker. ``discovery`` None: not to Home Assistant."""

    address: Address
    identity: Identity
    prefix: str = "companion"
    commands: bool = False
    discovery: str | None = "homeassistant"
    program: str = ""


class MqttLink:
    """Keeps a broker told, from ``run`` until its stop."""

    def __init__(
        self,
        table: Table,
        record: Record,
        games: Mapping[str, Game[Any, Any]],
        folder: Path,
        settings: MqttSettings,
        dial: Dial,
        clock: Clock,
        chance: Callable[[], float],
    ) -> None:
        """``folder`` is where this link keeps how far it got; nothing is opened yet."""
        identity = settings.identity
        self._table = table
        self._record = record
        self._folder = folder
        self._settings = settings
        self._topics = Topics(settings.prefix, identity.table)
        self._teller = Teller(record, games, identity.table, identity.name, identity.tournament)
        self._dial = dial
        self._clock = clock
        self._backoff = Backoff(FIRST_PAUSE_S, LONGEST_PAUSE_S, chance)
        self._bell = threading.Event()
        # Counted, not a flag: a change must not fall between looking and taking it down.
        self._changes = 0
        self._commands: deque[bytes] = deque(maxlen=COMMANDS_WAITING)
        self._told: str | None = None

    def notice(self) -> None:
        """Something at the table changed. Never waits."""
        self._changes += 1
        self._bell.set()

    def run(self, stop: threading.Event) -> None:
        """Go on until ``stop`` is set, over any number of connections."""
        cursor: Cursor | None = None
        while not stop.is_set():
            try:
                cursor = cursor or Cursor(self._folder / "mqtt.json", self._record)
                self._connected(cursor, stop)
            except (CompanionError, OSError) as error:
                self._say(str(error))
            except Exception:
                _log.exception("Telling the broker failed; the table goes on without it.")
            if cursor is not None:
                self._save(cursor)
            stop.wait(self._backoff.pause_s())

    def _connected(self, cursor: Cursor, stop: threading.Event) -> None:
        """One connection, until it is lost (raises LinkLost) or ``stop`` is set."""
        results = Results(self._folder / "results.json")
        with self._dial(self._call(), self._heard, self._bell.set) as line:
            self._say(None)
            since_s = self._clock.now_s()
            talk = Conversation(
                line,
                self._table,
                self._record,
                self._teller,
                cursor,
                results,
                self._settings.identity,
                self._topics,
                self._clock,
            )
            talk.greet(self._settings.discovery, self._settings.commands, self._settings.program)
            seen = -1
            while not stop.is_set():
                # A connection that breaks at once is no reason to be quicker the next time:
                # two machines of one id would throw each other out without a pause.
                if self._clock.now_s() - since_s >= LASTING_S:
                    self._backoff.reset()
                changes = self._changes
                talk.turn(changes != seen)
                seen = changes
                while self._commands:
                    talk.obey(self._commands.popleft())
                self._bell.wait(talk.patience_s(BEAT_S))
                self._bell.clear()
            self._take_leave(talk)

    def _take_leave(self, talk: Conversation) -> None:
        """Say so, and wait a moment for the broker to have heard it all."""
        talk.farewell()
        for _ in range(LEAVING_TURNS):
            if talk.settled():
                return
            self._bell.wait(LEAVING_S / LEAVING_TURNS)
            self._bell.clear()

    def _call(self) -> Call:
        topics, wanted = self._topics, self._settings.commands
        return Call(
            self._settings.address,
            f"table-companion-{self._settings.identity.table}",
            (topics.availability, OFFLINE),
            SESSION_S,
            # Not kept for an absent table: what was wanted then is not wanted now.
            ((topics.command, 0),) if wanted else (),
            () if wanted else (topics.command,),
        )

    def _heard(self, message: Message) -> None:
        if self._settings.commands and message.topic == self._topics.command:
            if message.retained:
                _log.warning("A retained command was not obeyed. Send commands without retain.")
                return
            self._commands.append(message.payload)
            self._bell.set()

    def _save(self, cursor: Cursor) -> None:
        try:
            cursor.save(self._clock.now_s())
        except (CompanionError, OSError) as error:
            self._say(f"How far the broker was told cannot be kept ({error}).")

    def _say(self, trouble: str | None) -> None:
        """A line in the log where something changed, not one for every try."""
        if trouble == self._told:
            return
        if trouble is not None:
            _log.warning("%s", trouble)
        else:
            _log.info("The broker %s is connected.", self._settings.address)
        self._told = trouble
