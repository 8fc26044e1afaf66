"""What can be asked, as values, and how a JSON value becomes one of them.

Knows every request, its keys and their types. Refuses to know whether it can be carried out.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.engine.faults import Code, Fault

MOST_EXPANDED = 100_000
"""Throws listed in one reply; some ten megabytes."""

LARGEST = 2**53
"""Beyond this a whole number does not survive every JSON reader."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What a value must be: ``wanted`` in words and as a JSON Schema, and whether one is."""

    wanted: str
    schema: Mapping[str, Any]
    types: tuple[type, ...]
    low: int = -LARGEST
    high: int = LARGEST

    def fits(self, value: Any) -> bool:
        """Whether that value is of this kind; true is no number."""
        if type(value) not in self.types:
            return False
        return type(value) is not int or self.low <= value <= self.high


def _whole(wanted: str, low: int, high: int, *, null: bool = False) -> Kind:
    schema = {"type": ["integer", "null"] if null else "integer", "minimum": low, "maximum": high}
    return Kind(wanted, schema, (int, type(None)) if null else (int,), low, high)


SEAT = _whole("a seat, counted from 0", 0, 99)
SEAT_OR_NULL = _whole("a seat, counted from 0, or null", 0, 99, null=True)
COUNT = _whole("a whole number from 1", 1, LARGEST)
EXPAND = _whole(f"a whole number from 0 to {MOST_EXPANDED}", 0, MOST_EXPANDED)
VERSION = _whole("the version of a reply", 0, LARGEST)
SEED = _whole("a whole number", -LARGEST, LARGEST)
NAME = Kind("a text", {"type": "string"}, (str,))
OBJECT = Kind("an object", {"type": "object"}, (dict,))
ANY = Kind("a value", {}, (dict, list, str, int, float, bool, type(None)))
PLAYERS = Kind("a list of names", {"type": "array", "items": {"type": "string"}}, (list,))
BOARD = Kind(
    "the name of a board, a board file as an object, or null",
    {"type": ["string", "object", "null"]},
    (str, dict, type(None)),
)


def _key(kind: Kind, default: Any = dataclasses.MISSING) -> Any:
    if default is dataclasses.MISSING:
        return field(metadata={"kind": kind})
    return field(default=default, metadata={"kind": kind})


@dataclass(frozen=True, slots=True)
class New:
    """Begin a match. ``board`` left out, null or ``practice``: the practice board, if any.

    ``options`` left out keep their defaults. ``first`` is the seat that begins. ``seed``
    feeds the dealer of games in which something is dealt.
    """

    game: str = _key(NAME)
    players: list[str] = _key(PLAYERS)
    options: dict[str, Any] | None = _key(OBJECT, None)
    board: str | dict[str, Any] | None = _key(BOARD, None)
    first: int = _key(SEAT, 0)
    seed: int | None = _key(SEED, None)


@dataclass(frozen=True, slots=True)
class Legal:
    """List what may be done, by that seat or by anybody."""

    seat: int | None = _key(SEAT_OR_NULL, None)
    expand: int = _key(EXPAND, 1000)


@dataclass(frozen=True, slots=True)
class Act:
    """Do something. With ``version``: only if the match still stands there."""

    seat: int = _key(SEAT)
    action: dict[str, Any] = _key(OBJECT)
    version: int | None = _key(VERSION, None)


@dataclass(frozen=True, slots=True)
class View:
    """Show the match as that seat may see it; null or left out: as everybody may."""

    seat: int | None = _key(SEAT_OR_NULL, None)


@dataclass(frozen=True, slots=True)
class Odds:
    """Tell the exact odds of the choices of that seat, or of everybody."""

    seat: int | None = _key(SEAT_OR_NULL, None)


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last steps. With ``version``: only if the match still stands there."""

    count: int = _key(COUNT, 1)
    version: int | None = _key(VERSION, None)


@dataclass(frozen=True, slots=True)
class Dump:
    """Give the match as a value that ``load`` takes."""


@dataclass(frozen=True, slots=True)
class Load:
    """Go on from a dump, or from a position written by hand."""

    dump: Any = _key(ANY)


Request = New | Legal | Act | View | Odds | Undo | Dump | Load

VERBS: Mapping[str, type[Request]] = {
    "new": New,
    "legal": Legal,
    "act": Act,
    "view": View,
    "odds": Odds,
    "undo": Undo,
    "dump": Dump,
    "load": Load,
}

ID = "id"
_ID = Kind("a text, a number, true, false or null", {}, (str, int, float, bool, type(None)))


def id_of(value: Any) -> dict[str, Any]:
    """``{"id": …}`` where the value has one that can be echoed, else nothing."""
    if isinstance(value, dict) and ID in value and _ID.fits(value[ID]):
        return {ID: value[ID]}
    return {}


def request_of(value: Any) -> Request:
    """The request that a JSON value is. Raises Fault with ``bad_request``."""
    verbs = ", ".join(VERBS)
    if not isinstance(value, dict):
        raise _bad(f"A request is an object with one of {verbs}.")
    if ID in value and not _ID.fits(value[ID]):
        raise _bad(f"'id' must be {_ID.wanted}.")
    asked = [key for key in value if key != ID]
    if len(asked) != 1 or asked[0] not in VERBS:
        raise _bad(f"A request has exactly one of {verbs}, got {_listed(asked)}.")
    return body_of(VERBS[asked[0]], value[asked[0]], f"'{asked[0]}'")


def body_of(kind: type[Request], body: Any, where: str) -> Request:
    """The request of that kind with those keys. Raises Fault with ``bad_request``."""
    if not isinstance(body, dict):
        raise _bad(f"{where} must hold an object.")
    known = {each.name: each for each in dataclasses.fields(kind)}
    foreign = [key for key in body if key not in known]
    if foreign:
        raise _bad(f"{where} has no key {_listed(foreign)}; it has {_listed(known)}.")
    for name, each in known.items():
        wanted: Kind = each.metadata["kind"]
        if name not in body:
            if each.default is dataclasses.MISSING:
                raise _bad(f"{where} needs the key {name!r}: {wanted.wanted}.")
        elif not wanted.fits(body[name]):
            raise _bad(f"{where}: {name!r} must be {wanted.wanted}.")
    return kind(**body)


def _listed(names: Any) -> str:
    found = [repr(name[:40]) for name in names]
    return ", ".join(found[:8]) if found else "none"


def _bad(what: str) -> Fault:
    return Fault(Code.BAD_REQUEST, what)
