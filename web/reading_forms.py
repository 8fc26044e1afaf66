"""What people sent with a form, checked and turned into values.

Knows the fields of the page's forms. Refuses to know whether the rules allow what is asked.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.dice import FACES, FaceValue
from companion.errors import CorruptState
from companion.games.protocol import Seat
from companion.table.snapshot import Player
from web.presenters.marks import SHAPES

MAX_DICE = 30
"""More dice than any game throws at once; a longer list is a mistake."""

MAX_NAME = 24
"""Characters of a player's name; longer ones would not fit beside the board."""

SEATS = tuple(str(seat) for seat in range(16))
"""Seats that can have a page, as written in an address; no game has more."""

LISTED = "add-"
MEASURED = "mm-"
LONGEST_MM = 1000
"""A metre; nothing on a table moves further."""

_MILLIMETRES = re.compile(r"[0-9]{1,4}(?:[.,][0-9])?")
_UNREADABLE = "That button's choice cannot be read. Reload the page."

Form = MultiDict[str, str]
Dice = tuple[tuple[str, FaceValue], ...]


def whole_number(form: Form, field: str) -> int:
    """A whole number from a field. Raises CorruptState with what was wanted."""
    text = form.get(field, "").strip()
    digits = text.removeprefix("-")
    if not digits.isascii() or not digits.isdecimal() or len(digits) > 15:
        raise CorruptState(f"A whole number was wanted for {field}. Reload the page and try again.")
    return int(text)


@dataclass(frozen=True, slots=True)
class Stamp:
    """Which match and which version of it the person saw."""

    match: str | None
    version: int


def stamp(form: Form) -> Stamp:
    """The stamp that every form of the table carries. Raises CorruptState where it lacks."""
    return Stamp(form.get("match") or None, whole_number(form, "version"))


def viewer(form: Form) -> Seat | None:
    """The seat whose page sent the form; None for the table screen."""
    text = form.get("viewer", "")
    return Seat(int(text)) if text in SEATS else None


def action(form: Form) -> Mapping[str, Any]:
    """The choice that a form carries. Raises CorruptState for anything else.

    Field ``action`` is a JSON object. Fields that start with ``with`` hold objects whose
    entries are added, so that a choice can be put together from several taps; the values of
    ``add-NAME`` are collected in a list under that name, and ``mm-NAME`` is a distance in
    millimetres that becomes whole tenths.
    """
    found = _object(form.get("action", ""))
    for field, values in form.lists():
        if field.startswith("with"):
            for value in values:
                found |= _object(value)
        elif field.startswith(LISTED):
            found[field.removeprefix(LISTED)] = [_json(value) for value in values]
        elif field.startswith(MEASURED):
            found[field.removeprefix(MEASURED)] = tenths_of_mm(values[-1])
    return found


def tenths_of_mm(text: str) -> int:
    """A distance that was typed in millimetres, above 0. Raises CorruptState."""
    written = text.strip()
    if _MILLIMETRES.fullmatch(written):
        tenths = round(10 * float(written.replace(",", ".")))
        if 0 < tenths <= 10 * LONGEST_MM:
            return tenths
    raise CorruptState(
        f"Write the distance in millimetres, from 0.1 to {LONGEST_MM}, with at most one digit"
        f" behind the point; {written[:20]!r} is none."
    )


def _object(text: str) -> dict[str, Any]:
    sent = _json(text)
    if not isinstance(sent, dict):
        raise CorruptState(_UNREADABLE)
    return sent


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise CorruptState(_UNREADABLE) from error


def dice(form: Form) -> Dice:
    """The dice typed or tapped: fields ``kind`` and ``value``, one each a die.

    ``value`` is empty for a die to leave out. Raises CorruptState naming the first die
    that cannot be.
    """
    kinds, values = form.getlist("kind"), form.getlist("value")
    if len(kinds) != len(values):
        raise CorruptState("Each die needs a kind and a value. Reload the page and try again.")
    if len(kinds) > MAX_DICE:
        raise CorruptState(f"At most {MAX_DICE} dice can be entered at once.")
    given = [(k, v.strip()) for k, v in zip(kinds, values, strict=True)]
    return tuple((k, face(k, v, i)) for i, (k, v) in enumerate(given) if v)


def face(kind: str, text: str, index: int) -> FaceValue:
    """The face that was typed for that kind of die. Raises CorruptState with what fits."""
    known = FACES.get(kind)
    if known is None:
        if not text or len(text) > 40:
            raise CorruptState(f"Die {index + 1} needs the name of a face.")
        return text
    for value in known:
        if str(value) == text.lower():
            return value
    values = ", ".join(map(str, known)) if isinstance(known[0], str) else f"1 to {known[-1]}"
    raise CorruptState(f"Die {index + 1} can show {values}, but {text[:20]!r} was entered.")


def players(form: Form, rows: int) -> tuple[tuple[Player, ...], tuple[int, ...]]:
    """The players in seat order and the row of the form that each came from.

    Empty rows are left out. Raises ValueError with what to mend.
    """
    found: list[Player] = []
    from_rows: list[int] = []
    for row in range(rows):
        name = form.get(f"name-{row}", "")
        if name.strip():
            found.append(Player(name, form.get(f"colour-{row}", "")))
            from_rows.append(row)
    return checked_players(found), tuple(from_rows)


def checked_players(wanted: Sequence[Player]) -> tuple[Player, ...]:
    """The players with tidy names, if they can be told apart. Raises ValueError."""
    found: list[Player] = []
    for player in wanted:
        name, colour = " ".join(player.name.split()), player.colour
        if not name.isprintable() or not name:
            raise ValueError("A name needs letters that can be shown. Please write it again.")
        if len(name) > MAX_NAME:
            raise ValueError(f"A name may have {MAX_NAME} letters; please shorten {name[:30]!r}.")
        if colour not in SHAPES:
            known = ", ".join(SHAPES)
            raise ValueError(f"Please choose a colour for {name}. The colours are: {known}.")
        if any(p.name.casefold() == name.casefold() for p in found):
            raise ValueError(f"Two players are called {name}. Please tell them apart.")
        if any(p.colour == colour for p in found):
            raise ValueError(f"Two players are {colour}. Please give each a colour of their own.")
        found.append(Player(name, colour))
    if not found:
        raise ValueError("Nobody plays yet. Please write at least one name.")
    return tuple(found)


def changed_dice(form: Form) -> Dice:
    """The dice of a roll with one changed by the button that was tapped.

    ``change`` holds the die's index and its new value, such as ``2:5``.
    """
    index, _, value = form.get("change", "").partition(":")
    entered = list(dice(form))
    if not (index.isascii() and index.isdecimal() and len(index) < 3):
        return tuple(entered)
    place = int(index)
    if place >= len(entered):
        raise CorruptState("That die is not part of the last roll. Reload the page.")
    kind = entered[place][0]
    entered[place] = (kind, face(kind, value, place))
    return tuple(entered)
