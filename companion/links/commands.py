"""What other machines may want done at the table, and what becomes of it.

Knows the commands and how each is done with the table as it was seen. Refuses to know
brokers; whether commands are wanted at all is decided where this is called.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from companion.errors import CompanionError, StaleVersion
from companion.table.outcome import Outcome, Refused
from companion.table.snapshot import MatchNow, Question
from companion.table.table import Table

COMMANDS = ("confirm", "undo", "roll_again", "next")
"""Take the likeliest reading of a doubt; take back the newest step; drop a doubt because the
dice are rolled again; take the only choice there is. The same as the buttons at a table."""

LONGEST_BYTES = 4096
SOURCE = "mqtt"


@dataclass(frozen=True, slots=True)
class Reply:
    """What became of a command; ``message`` says it in one sentence."""

    ok: bool
    command: str | None
    code: str
    message: str
    version: int | None
    id: Any = None


def obey(table: Table, payload: bytes) -> Reply:
    """Do what the message wants, if it was sent for the table as it is now.

    ``{"command": "undo", "version": 12}``: ``version`` is the version of the match that the
    sender saw (in the state); ``match``, its id, may stand beside it; ``id`` is given back.
    """
    try:
        asked = _parsed(payload)
    except ValueError as error:
        return Reply(False, None, "bad_request", str(error), _version(table))
    command, id_ = asked["command"], asked.get("id")
    try:
        fault = _do(table, command, asked)
    except CompanionError as error:
        return Reply(False, command, error.code, str(error), _version(table), id_)
    if fault is not None:
        return Reply(False, command, fault[0], fault[1], _version(table), id_)
    return Reply(True, command, "done", "Done.", _version(table), id_)


def _parsed(payload: bytes) -> dict[str, Any]:
    """The command as an object. Raises ValueError, one sentence."""
    wanted = f'{{"command": one of {", ".join(COMMANDS)}, "version": a whole number}}'
    if len(payload) > LONGEST_BYTES:
        raise ValueError(f"A command has at most {LONGEST_BYTES} bytes.")
    try:
        asked = json.loads(payload)
    except (ValueError, RecursionError):
        raise ValueError(f"A command is JSON like {wanted}.") from None
    if not isinstance(asked, dict) or asked.get("command") not in COMMANDS:
        raise ValueError(f"A command is JSON like {wanted}.")
    if type(asked.get("version")) is not int:
        raise ValueError("A command needs the version of the match that you saw; send version.")
    if not isinstance(asked.get("match"), str | None):
        raise ValueError("The match of a command is its id, a text.")
    if not isinstance(asked.get("id"), str | int | None):
        raise ValueError("The id of a command is a text or a whole number.")
    return asked


def _do(table: Table, command: str, asked: dict[str, Any]) -> tuple[str, str] | None:
    """Do it; code and sentence when there was nothing to do. Raises CompanionError."""
    snapshot = table.snapshot()
    match, question = snapshot.match, snapshot.tray.question
    _expect(match, asked)
    assert match is not None
    version, id_ = match.version, match.info.id
    match command:
        case "undo":
            return _fault(table.undo(version, SOURCE, match=id_))
        case "next":
            return _only_choice(table, match, question)
        case _ if question is None:
            return "no_question", "No throw is in doubt now."
        case "roll_again":
            table.dismiss(question.id)
            return None
        case _ if not question.suggestions:
            return "no_reading", "There is no likely reading to take. Enter the throw by hand."
        case _:
            dice = question.suggestions[0].dice
            return _fault(table.answer(question.id, dice, version, SOURCE, id_))


def _only_choice(
    table: Table, match: MatchNow, question: Question | None
) -> tuple[str, str] | None:
    if question is not None:
        return "in_doubt", "A throw is in doubt. Answer that first."
    if match.awaits is not None or len(match.choices) != 1 or match.secret:
        return "no_only_choice", "There is not exactly one thing to do now. Choose at the table."
    choice = match.choices[0]
    return _fault(
        table.submit(choice.seat, choice.action, match.version, SOURCE, match=match.info.id)
    )


def _expect(match: MatchNow | None, asked: dict[str, Any]) -> None:
    if match is None:
        raise StaleVersion("There is no match on the table.")
    if asked.get("match") not in (None, match.info.id) or asked["version"] != match.version:
        raise StaleVersion(
            f"The table has moved on: match {match.info.id} is at version {match.version}, you "
            f"saw {asked['version']}. Look again before you act."
        )


def _fault(outcome: Outcome) -> tuple[str, str] | None:
    return (outcome.code, outcome.text) if isinstance(outcome, Refused) else None


def _version(table: Table) -> int | None:
    match = table.snapshot().match
    return match.version if match else None
