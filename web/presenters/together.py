"""Choices that are put together from several taps: one form instead of a button each.

Knows how actions of one type that differ in a few fields make a form. Refuses to know any
game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

from companion.games.protocol import Seat
from companion.table.snapshot import Choice
from web.presenters.choices import action_json


@dataclass(frozen=True, slots=True)
class Part:
    """A value of one field: ``sent`` is what the form sends for it."""

    value: Any
    sent: str


@dataclass(frozen=True, slots=True, eq=False)
class Together:
    """All choices of one type and seat. ``parts`` are the values of each field that differs."""

    seat: Seat
    sent: str
    parts: Mapping[str, tuple[Part, ...]]


def put_together(
    choices: Sequence[Choice], kind: str, fields: Sequence[str], *, every: bool = True
) -> tuple[tuple[Together, ...], frozenset[int]]:
    """A form for each seat that can do anything of that type, and the indices it stands for.

    Choices of a seat that are not every combination of the fields' values stay buttons.
    Without ``every`` they make a form all the same, where what is missing is refused with a
    sentence.
    """
    by_seat: dict[Seat, list[int]] = {}
    for index, choice in enumerate(choices):
        if choice.action.get("type") == kind:
            by_seat.setdefault(choice.seat, []).append(index)
    forms, used = [], set[int]()
    for seat, indices in by_seat.items():
        values = {
            field: list({action_json({field: choices[i].action[field]}): None for i in indices})
            for field in fields
        }
        named = {"".join(action_json({f: choices[i].action[f]}) for f in fields) for i in indices}
        combinations = {"".join(each) for each in product(*values.values())}
        if every and (named != combinations or prod(map(len, values.values())) != len(indices)):
            continue
        known = {
            action_json({field: choices[i].action[field]}): choices[i].action[field]
            for field in fields
            for i in indices
        }
        parts = {
            field: tuple(Part(known[sent], sent) for sent in sents)
            for field, sents in values.items()
        }
        forms.append(Together(seat, action_json({"type": kind}), parts))
        used |= set(indices)
    return tuple(forms), frozenset(used)


@dataclass(frozen=True, slots=True, eq=False)
class Whoever:
    """One action that several seats may do."""

    label: str
    choices: tuple[Choice, ...]


def whoever(choices: Sequence[Choice], kind: str) -> tuple[tuple[Whoever, ...], frozenset[int]]:
    """One row for each action of that type, with the seats that may do it."""
    rows: dict[str, list[Choice]] = {}
    used = set()
    for index, choice in enumerate(choices):
        if choice.action.get("type") == kind:
            rows.setdefault(action_json(choice.action), []).append(choice)
            used.add(index)
    return tuple(Whoever(r[0].label, tuple(r)) for r in rows.values()), frozenset(used)
