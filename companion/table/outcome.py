"""What came of something that a person wanted to do at the table.

Knows the two answers. Refuses to know how they are reached and shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.table.snapshot import LogLine, Snapshot


@dataclass(frozen=True, slots=True)
class Accepted:
    """It was done and is on the disk; ``events`` are the lines that it added to the log."""

    snapshot: Snapshot
    events: tuple[LogLine, ...]


class Why(StrEnum):
    """Why something is not done, in the engine's codes."""

    ILLEGAL = "illegal"
    NOT_YOUR_SEAT = "not_your_seat"
    OVER = "over"
    BAD_REQUEST = "bad_request"


@dataclass(frozen=True, slots=True)
class Refused:
    """It is not allowed: a stable code, the ruling, a plain sentence. Nothing changed.

    ``why`` is BAD_REQUEST where the rules have no say, because what is meant is not there.
    """

    code: str
    rule: str
    text: str
    snapshot: Snapshot
    why: Why = Why.ILLEGAL


Outcome = Accepted | Refused
