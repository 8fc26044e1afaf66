"""A connection to a broker, as those see it who publish and listen.

Knows what a connection can do. Refuses to know the library behind it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, Self

from companion.links.address import Address


@dataclass(frozen=True, slots=True)
class Message:
    """What came in. ``retained``: it was said some time ago, and the broker kept it."""

    topic: str
    payload: bytes
    retained: bool


@dataclass(frozen=True, slots=True)
class Call:
    """How to connect, and what the broker is to do then.

    ``will`` is topic and payload that the broker retains for others when this connection is
    lost. ``session_s``: for so long the broker remembers an absent client; 0: not at all.
    ``subscriptions`` are topic filters with their quality of service; ``unwanted`` are
    filters that an earlier run may have left in the session.
    """

    address: Address
    client_id: str
    will: tuple[str, bytes] | None = None
    session_s: int = 0
    subscriptions: tuple[tuple[str, int], ...] = ()
    unwanted: tuple[str, ...] = ()


class Line(Protocol):
    """An open connection. Any call but ``close`` may raise LinkLost once it is lost."""

    @property
    def remembered(self) -> bool:
        """Whether the broker still knew this client's session."""

    def publish(self, topic: str, payload: bytes, retain: bool) -> int:
        """Send with quality of service 1; the number under which it will be acknowledged."""

    def acknowledged(self) -> tuple[int, ...]:
        """What the broker acknowledged since the last call, in that order.

        Raises LinkLost when it refused something.
        """

    def check(self) -> None:
        """Raises LinkLost, with the reason, when the connection is gone."""

    def close(self) -> None:
        """Take leave, so that the last will is not spoken; may be called twice."""

    def __enter__(self) -> Self: ...
    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


Dial = Callable[[Call, Callable[[Message], None], Callable[[], None]], Line]
"""Connects: ``heard`` takes what comes in and ``news`` is rung whenever there is something to
look after, both on a thread of the connection. Raises LinkLost when there is no connection."""
