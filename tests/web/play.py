"""Shorthand for tests: begin matches, post forms, make readings."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.table.snapshot import MatchNow, Player
from companion.table.table import Table
from vision.values import Alternative, DieKind, DieReading, SettledRoll, Status, TrayReading

PICTURE_SIZE = (640, 480)
LUCY_AND_RALPH = (Player("Lucy", "red"), Player("Ralph", "blue"))


def begin_free_roll(table: Table, dice: str = "3d6") -> MatchNow:
    """A match of free roll with these dice on the table."""
    return on_table(table.new_match("free_roll", LUCY_AND_RALPH, {"dice": dice}, None).match)


def begin_wall(table: Table) -> MatchNow:
    """A match of Roll & Wall on the practice wall."""
    return on_table(table.new_match("roll_and_wall", LUCY_AND_RALPH, {}, "practice").match)


def begin_advanced(table: Table, until: str = "deal") -> MatchNow:
    """A match of advanced Roll & Wall; dice and flags are set until that prompt comes."""
    table.new_match("roll_and_wall", LUCY_AND_RALPH, {"variant": "advanced"}, "practice")
    while (match := now(table)).prompt_code != until:
        if match.prompt_code == "flag_roll":
            table.throw([("d4", 1)], match.version, "page")
        elif match.prompt_code == "first_roll":
            value = 6 if match.prompt_seats == (0,) else 1
            table.throw([("d6", value)] * 3, match.version, "page")
        else:
            seat = match.prompt_seats[0]
            choice = on_table(table.snapshot_for(seat).match).choices[0]
            table.submit(choice.seat, choice.action, match.version, "page")
    return now(table)


def now(table: Table) -> MatchNow:
    """The match on the table."""
    return on_table(table.snapshot().match)


def on_table(match: MatchNow | None) -> MatchNow:
    """That match, which must be there."""
    assert match is not None
    return match


def stamp(table: Table) -> dict[str, str]:
    """The hidden fields of every form."""
    match = now(table)
    return {"match": match.info.id, "version": str(match.version)}


def last_values(table: Table) -> list[int]:
    """The values of the last roll that counted."""
    roll = now(table).last_roll
    assert roll is not None
    return [int(value) for _, value in roll.dice]


def dice_fields(values: Sequence[int], kind: str = "d6") -> dict[str, list[str]]:
    """The fields of typed dice."""
    return {"kind": [kind] * len(values), "value": [str(v) for v in values]}


def choose(table: Table, **wanted: Any) -> dict[str, str]:
    """The fields of the button whose action has these fields."""
    match = now(table)
    for choice in match.choices:
        if wanted.items() <= choice.action.items():
            return stamp(table) | {"seat": str(choice.seat), "action": json.dumps(choice.action)}
    raise AssertionError(f"no choice {wanted} among {[c.action for c in match.choices]}")


def ask(client: FlaskClient, path: str, form: dict[str, Any]) -> TestResponse:
    """Post a form as the page's script does."""
    return client.post(path, data=form, headers={"Accept": "application/json"})


def die(value: int | None, x: float, confidence: float = 0.999) -> DieReading:
    """A white die read at that place of the picture; 6 and 2 are the next likeliest."""
    others = tuple(Alternative(v, (1 - confidence) / 2) for v in (6, 2) if v != value)
    box = (x - 30, 200.0, x + 30, 260.0)
    return DieReading(DieKind.D6, value, confidence, others, (x, 230.0), box)


def throw_seen(*dice: DieReading, status: Status = Status.OK, frame: int = 10) -> SettledRoll:
    """A throw at rest."""
    confidence = min((d.confidence for d in dice), default=1.0)
    return SettledRoll(frame, frame / 30, TrayReading(status, confidence, dice))
