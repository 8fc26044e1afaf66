"""What came of a request, in words: a status and one sentence for people.

Knows how each kind of error is told. Refuses to know which request it was.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.errors import (
    BadSetup,
    BoardError,
    CompanionError,
    CorruptState,
    JournalError,
    StaleVersion,
    StorageFull,
)
from companion.table.outcome import Outcome, Refused
from companion.table.snapshot import Snapshot

STALE = "The game has moved on since you looked. Nothing was changed; here is how it stands now."
"""The clear sentence for a tab that was left behind."""


@dataclass(frozen=True, slots=True)
class Notice:
    """What came of a request; ``status`` is the HTTP status, ``code`` stable for programs.

    ``rule`` names the ruling behind a refusal and ``reason`` is the game's own code for it.
    """

    status: int
    code: str
    text: str
    rule: str | None = None
    reason: str | None = None

    @property
    def ok(self) -> bool:
        """Whether it was done."""
        return self.status < 400


DONE = Notice(200, "ok", "")


def attempt(step: Callable[[], Outcome | Snapshot]) -> Notice:
    """Do it and say what came of it; errors that are raised on purpose become a notice."""
    try:
        outcome = step()
    except StaleVersion:
        return Notice(409, StaleVersion.code, STALE)
    except CompanionError as error:
        return Notice(_status(error), error.code, str(error))
    except ValueError as error:
        return Notice(422, "bad_request", str(error))
    if isinstance(outcome, Refused):
        return Notice(422, "illegal", outcome.text, outcome.rule or None, outcome.code)
    return DONE


def _status(error: CompanionError) -> int:
    if isinstance(error, CorruptState) or error.code in ("bad_json", "bad_request"):
        return 400
    if isinstance(error, LookupError):
        return 404
    if isinstance(error, BadSetup | BoardError):
        return 422
    if isinstance(error, StorageFull):
        return 507
    if isinstance(error, JournalError):
        return 503
    return 500
