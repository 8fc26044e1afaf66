"""What came of a request, in words: a status and one sentence for people.

Knows how each kind of error is told. Refuses to know which request it was.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.engine.faults import Code, Fault
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

_FAULTS = {
    Code.BAD_JSON: 400,
    Code.BAD_REQUEST: 400,
    Code.UNKNOWN_GAME: 404,
    Code.NO_GAME: 404,
    Code.STALE: 409,
    Code.INTERNAL: 500,
}
"""The HTTP status of the engine's codes; 422 for the others."""

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
    except (CompanionError, Fault, ValueError) as error:
        return notice_of(error)
    if isinstance(outcome, Refused):
        return Notice(422, outcome.why.value, outcome.text, outcome.rule or None, outcome.code)
    return DONE


def notice_of(error: CompanionError | Fault | ValueError) -> Notice:
    """An error that is raised on purpose, as a notice."""
    match error:
        case StaleVersion():
            return Notice(409, StaleVersion.code, STALE)
        case CompanionError():
            return Notice(_status(error), error.code, str(error))
        case Fault():
            return Notice(_FAULTS.get(error.code, 422), error.code.value, error.message)
        case _:
            return Notice(422, "bad_request", str(error))


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
