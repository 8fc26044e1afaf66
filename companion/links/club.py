"""A club's ear at a broker: everything that tables retain goes on the club's board.

Knows which topics are listened to and when what was not said again is forgotten. Refuses to
know what the messages mean and how they are shown. It publishes nothing.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from companion.club.board import Board
from companion.errors import CompanionError
from companion.links.address import Address
from companion.links.backoff import Backoff
from companion.links.line import Call, Dial, Line, Message
from companion.table.ports import Clock

FIRST_PAUSE_S, LONGEST_PAUSE_S = 1.0, 15.0
QUIET_S = 2.0
"""What a broker retains comes in one go; after such a silence it has said all of it."""
BEAT_S = 0.5

_log = logging.getLogger(__name__)


class ClubEar:
    """Listens for all tables, from ``run`` until its stop."""

    def __init__(
        self,
        board: Board,
        address: Address,
        prefix: str,
        dial: Dial,
        clock: Clock,
        client_id: str,
        chance: Callable[[], float],
    ) -> None:
        self._board = board
        self._prefix = prefix
        self._dial = dial
        self._clock = clock
        self._backoff = Backoff(FIRST_PAUSE_S, LONGEST_PAUSE_S, chance)
        self._call = Call(
            address,
            client_id,
            subscriptions=tuple(
                (f"{prefix}/+/{what}", 1) for what in ("availability", "state", "result/+")
            ),
        )
        self._bell = threading.Event()
        self._heard_at_s = 0.0
        self._told: str | None = None

    def notice(self) -> None:
        """Wake up, to see whether to stop. Never waits."""
        self._bell.set()

    def run(self, stop: threading.Event) -> None:
        """Go on until ``stop`` is set, over any number of connections."""
        while not stop.is_set():
            try:
                with self._dial(self._call, self._heard, self._bell.set) as line:
                    self._say(None)
                    self._backoff.reset()
                    self._board.connection(True)
                    self._listen(line, stop)
            except CompanionError as error:
                self._board.connection(False)
                self._say(str(error))
            stop.wait(self._backoff.pause_s())

    def _listen(self, line: Line, stop: threading.Event) -> None:
        """Until ``stop`` or the connection is lost (raises LinkLost)."""
        self._heard_at_s = self._clock.now_s()
        sure = False
        while not stop.is_set():
            line.check()
            if not sure and self._clock.now_s() - self._heard_at_s >= QUIET_S:
                self._board.forget_unconfirmed()
                sure = True
            self._bell.wait(BEAT_S)
            self._bell.clear()

    def _heard(self, message: Message) -> None:
        parts = message.topic.removeprefix(f"{self._prefix}/").split("/")
        self._heard_at_s = self._clock.now_s()
        self._board.heard(parts[0], tuple(parts[1:]), message.payload)

    def _say(self, trouble: str | None) -> None:
        if trouble == self._told:
            return
        if trouble is not None:
            _log.warning("%s", trouble)
        else:
            _log.info("The broker %s is connected.", self._call.address)
        self._told = trouble
