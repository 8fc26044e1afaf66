"""What a page offers to do: every action that its forms can send.

Knows forms, their fields and buttons. Refuses to know any game.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import combinations, product
from typing import Any

from werkzeug.datastructures import MultiDict

from web import reading_forms

VOID = frozenset({"br", "circle", "img", "input", "line", "path", "polygon", "polyline", "rect"})
"""Elements of these pages that hold nothing; SVG's own may be closed or not."""


@dataclass
class Form:
    """A form's address and fields: fixed, groups to choose one of, to tick, and in millimetres."""

    address: str
    fixed: list[tuple[str, str]] = field(default_factory=list)
    groups: dict[str, list[str]] = field(default_factory=dict)
    ticks: list[tuple[str, str]] = field(default_factory=list)
    buttons: list[tuple[str, str] | None] = field(default_factory=list)
    measured: list[str] = field(default_factory=list)


class Reader(HTMLParser):
    """Reads forms; ``faults`` names what is not well formed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.ids: list[str] = []
        self.faults: list[str] = []
        self._open: list[str] = []
        self._form: Form | None = None
        self._select: str | None = None
        self.feed(html)
        self.close()
        self.faults += [f"<{tag}> is never closed" for tag in self._open]
        self.faults += [f"two elements have the id {i}" for i in self.ids if self.ids.count(i) > 1]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        have = {name: value or "" for name, value in attrs}
        if "id" in have:
            self.ids.append(have["id"])
        if tag not in VOID:
            self._open.append(tag)
        if tag == "form":
            if self._form is not None:
                self.faults.append("a form within a form")
            self._form = Form(have["action"])
            self.forms.append(self._form)
        if self._form is not None:
            self._field(self._form, tag, have)

    def _field(self, form: Form, tag: str, have: dict[str, str]) -> None:
        name, value = have.get("name", ""), have.get("value", "")
        if tag == "input" and have.get("type") == "radio":
            form.groups.setdefault(name, []).append(value)
        elif tag == "input" and have.get("type") == "checkbox":
            form.ticks.append((name, value))
        elif tag == "input" and name.startswith(reading_forms.MEASURED):
            form.measured.append(name)
        elif tag == "input":
            form.fixed.append((name, value))
        elif tag == "select":
            self._select = name
            form.groups[name] = []
        elif tag == "option" and self._select is not None:
            form.groups[self._select].append(value)
        elif tag == "button" and have.get("type", "submit") == "submit" and "disabled" not in have:
            form.buttons.append((name, value) if name else None)

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        if not self._open or self._open[-1] != tag:
            self.faults.append(f"</{tag}> closes {self._open[-1:]}")
        if tag in self._open:
            while self._open.pop() != tag:
                pass
        if tag == "form":
            self._form = None
        if tag == "select":
            self._select = None


def sendings(form: Form, millimetres: Iterable[str] = ()) -> list[list[tuple[str, str]]]:
    """Every list of fields that the form can send with at least one of its boxes ticked.

    ``millimetres``: what is written into fields that ask for a distance.
    """
    chosen = [[(name, value) for value in values] for name, values in form.groups.items()]
    least = 1 if form.ticks else 0
    many = range(least, len(form.ticks) + 1)
    chosen += [[(name, typed) for typed in millimetres] for name in form.measured]
    ticked = [list(c) for n in many for c in combinations(form.ticks, n)]
    return [
        [*form.fixed, *choice, *ticks, *([button] if button else [])]
        for choice in product(*chosen)
        for ticks in ticked
        for button in form.buttons
    ]


def offered(
    page: Reader, address: str = "/actions/submit", millimetres: Iterable[str] = ()
) -> set[tuple[int, str]]:
    """Seat and action, as sorted JSON, of everything that these forms can submit."""
    typed = sorted(millimetres)
    found: set[tuple[int, str]] = set()
    for form in page.forms:
        if form.address != address:
            continue
        for sent in sendings(form, typed):
            fields = MultiDict(sent)
            seat = reading_forms.whole_number(fields, "seat")
            found.add((seat, written(reading_forms.action(fields))))
    return found


def read(sending: tuple[int, str]) -> dict[str, Any]:
    """The action of what ``offered`` gives."""
    action: dict[str, Any] = json.loads(sending[1])
    return action


def written(action: Any) -> str:
    """One way of writing an action down."""
    return json.dumps(action, sort_keys=True)
