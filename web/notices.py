"""What came of a request, in words: a status and one sentence for people.

Knows how each kind of error is told. Refuses to know which request it was.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.errors import (
    BoardError,
    CompanionError,
    CorruptState,
    JournalError,
    StaleVersion,
    StorageFull,
    UnknownGame,
)
from companion.table.snapshot import Snapshot
from companion.table.table import Accepted, Refused

STALE = "The game has moved on since you looked. Nothing was changed; here is how it stands now."
"""The clear sentence for a tab that was left behind."""


@dataclass(frozen=True, slots=True)
class Notice:
    """What came of a request; ``status`` is the HTTP status, ``code`` stable for programs.

    ``rule`` names the ruling behind a refusal.
    """

    status: int
    code: str
    text: str
    rule: str | None = None

    @property
    def ok(self) -> bool:
        """Whether it was done."""
        return self.status < 400


DONE = Notice(200, "ok", "")


def attempt(step: Callable[[], Accepted | Refused | Snapshot | None]) -> Notice:
    """Do it and say what came of it; errors that are raised on purpose become a notice."""
    try:
        outcome = step()
    except StaleVersion:
        return Notice(409, StaleVersion.code, STALE)
    except CompanionError as error:
        return Notice(_status(error), error.code, str(error))
    except ValueError as error:
        return Notice(422, "bad_request", str(error))
    except LookupError as error:
        text = error.args[0] if error.args else "There is no such thing."
        return Notice(404, "not_found", str(text))
    if isinstance(outcome, Refused):
        return Notice(422, outcome.code, outcome.text, outcome.rule)
    return DONE


def _status(error: CompanionError) -> int:
    if isinstance(error, CorruptState):
        return 400
    if isinstance(error, UnknownGame):
        return 404
    if isinstance(error, BoardError):
        return 422
    if isinstance(error, StorageFull):
        return 507
    if isinstance(error, JournalError):
        return 503
    return 500
