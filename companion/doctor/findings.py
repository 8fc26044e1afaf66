"""What a check says: how it stands, what was found, what to do.

Knows the four ways a check can end and what they mean for the whole. Refuses to know any
check.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum


class Status(StrEnum):
    """How it stands. A warning may stay; with a fault something does not work, or soon will not."""

    OK = "ok"
    WARNING = "warning"
    FAULT = "fault"
    NOT_APPLICABLE = "not_applicable"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the doctor: ``found`` is a sentence, ``advice`` says what to do, empty where
    nothing is to be done."""

    check: str
    status: Status
    found: str
    advice: str = ""


def good(check: str, found: str) -> Finding:
    """All is well."""
    return Finding(check, Status.OK, found)


def warning(check: str, found: str, advice: str) -> Finding:
    """It works, but not as well as it should or not for ever."""
    return Finding(check, Status.WARNING, found, advice)


def fault(check: str, found: str, advice: str) -> Finding:
    """Something does not work, or what is kept is in danger."""
    return Finding(check, Status.FAULT, found, advice)


def not_applicable(check: str, found: str) -> Finding:
    """There is nothing to check here."""
    return Finding(check, Status.NOT_APPLICABLE, found)


def looked(check: str, look: Callable[[], Iterable[Finding] | Finding]) -> tuple[Finding, ...]:
    """What ``look`` finds. A check that fails itself is a finding, not the end of the others."""
    try:
        found = look()
        return (found,) if isinstance(found, Finding) else tuple(found)
    except PermissionError as error:
        return (
            warning(
                check,
                f"This user may not look at it ({error.filename or error}).",
                "Run `sudo companion doctor` to look as the service does.",
            ),
        )
    except Exception as error:
        return (
            fault(
                check,
                f"This could not be checked ({type(error).__name__}: {error}).",
                "Please report it, with the file that `companion doctor --bundle` makes.",
            ),
        )


def worst(findings: Sequence[Finding]) -> Status:
    """The gravest status among them; ok when there is nothing to do."""
    found = {finding.status for finding in findings}
    return next((each for each in (Status.FAULT, Status.WARNING) if each in found), Status.OK)
