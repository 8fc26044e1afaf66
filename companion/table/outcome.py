"""What came of something that a person wanted to do at the table.

Knows the two answers. Refuses to know how they are reached and shown.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.table.snapshot import LogLine, Snapshot


@dataclass(frozen=True, slots=True)
class Accepted:
    """It was done and is on the disk; ``events`` are the lines that it added to the log."""

    snapshot: Snapshot
    events: tuple[LogLine, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """The rules do not allow it: a stable code, the ruling, a plain sentence. Nothing changed."""

    code: str
    rule: str
    text: str
    snapshot: Snapshot


Outcome = Accepted | Refused
