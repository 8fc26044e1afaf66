"""Frozen dataclasses to JSON and back, from their type hints alone.

Knows how to turn closed unions of frozen dataclasses, tuples, enums and plain values into
JSON-ready values and how to read them back strictly. Refuses to know any game, and to
guess: whatever is not exactly a dumped value raises CorruptState.

A member of a union, and a value at the top, carries its class name under ``type``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from enum import Enum
from operator import attrgetter
from types import NoneType, UnionType
from typing import (
    Any,
    Generic,
    NamedTuple,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from companion.errors import CorruptState

T = TypeVar("T")
Load = Callable[[Any, str], Any]

_LARGEST = 2**53
"""Beyond this a whole number does not survive every JSON reader."""

_LONGEST_TEXT = 10_000

_PLAIN: Mapping[type, str] = {
    bool: "true or false",
    int: "a whole number",
    str: "a text",
    NoneType: "null",
}

_WORDS: Mapping[type, str] = {**_PLAIN, list: "a list"}


_PLAIN_FITS: Mapping[type, Callable[[Any], bool]] = {
    bool: lambda value: type(value) is bool,
    int: lambda value: type(value) is int and -_LARGEST <= value <= _LARGEST,
    str: lambda value: type(value) is str and len(value) <= _LONGEST_TEXT,
    NoneType: lambda value: value is None,
}


class _Part(NamedTuple):
    """How values of one type are dumped, loaded (value, where in the whole) and recognised."""

    dump: Callable[[Any], Any]
    load: Load
    fits: Callable[[Any], bool]


class Codec(Generic[T]):
    """Dumps, loads and recognises the values of one dataclass or a closed union of them."""

    def __init__(self, kind: Any) -> None:
        """``kind``: a dataclass, or a union of dataclasses such as ``Declare | Rest``."""
        members = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
        for cls in members:
            if not _is_dataclass(cls):
                raise TypeError(f"a codec wants dataclasses, got {cls!r}")
        self._part = _union_part(members)
        self._members = members

    def dump(self, value: T) -> dict[str, Any]:
        """JSON-ready; ``type`` names the class. Raises TypeError for a foreign value."""
        if type(value) not in self._members:
            raise TypeError(f"expected one of {self._members}, got {type(value)!r}")
        return self._part.dump(value)  # type: ignore[no-any-return]

    def load(self, plain: Any) -> T:
        """The inverse of ``dump``. Raises CorruptState for anything else."""
        return self._part.load(plain, "the value")  # type: ignore[no-any-return]

    def holds(self, value: object) -> bool:
        """Whether that value is of a member's class, with every field of its type."""
        return self._part.fits(value)


def _is_dataclass(kind: Any) -> bool:
    return isinstance(kind, type) and dataclasses.is_dataclass(kind)


def _is_enum(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Enum)


def _fields_part(cls: type) -> _Part:
    hints = get_type_hints(cls)
    parts = tuple((f.name, _part(hints[f.name])) for f in dataclasses.fields(cls))
    names = {name for name, _ in parts}
    checks = tuple((attrgetter(name), part.fits) for name, part in parts)

    def dump(value: Any) -> dict[str, Any]:
        return {name: part.dump(getattr(value, name)) for name, part in parts}

    def load(plain: Any, where: str) -> Any:
        if type(plain) is not dict:
            raise _wrong(where, "an object", plain)
        if plain.keys() != names:
            lacking = sorted(names - plain.keys())
            foreign = [_short(key) for key in plain.keys() - names]
            raise CorruptState(
                f"{where} of a {cls.__name__} must have the fields {sorted(names)};"
                f" missing {lacking}, unknown {sorted(foreign)}."
            )
        return cls(**{name: part.load(plain[name], f"{where}.{name}") for name, part in parts})

    def fits(value: Any) -> bool:
        if type(value) is not cls:
            return False
        try:
            for read, check in checks:  # a plain loop: this runs for every action
                if not check(read(value)):
                    return False
        except AttributeError:  # a slot that was never filled
            return False
        return True

    return _Part(dump, load, fits)


def _part(kind: Any) -> _Part:
    kind = getattr(kind, "__supertype__", kind)  # a NewType is its own plain type
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return _union_part(args)
    if origin is tuple:
        many = len(args) == 2 and args[1] is Ellipsis
        return _many_part(_part(args[0])) if many else _fixed_part([_part(arg) for arg in args])
    if kind in _PLAIN:
        return _plain_part(kind, _PLAIN[kind])
    if _is_enum(kind):
        return _enum_part(kind)
    if _is_dataclass(kind):
        return _fields_part(kind)
    raise TypeError(f"no codec for {kind!r}")


def _union_part(kinds: tuple[Any, ...]) -> _Part:
    kinds = tuple(getattr(kind, "__supertype__", kind) for kind in kinds)
    by_class = {kind: _fields_part(kind) for kind in kinds if _is_dataclass(kind)}
    by_name = {cls.__name__: part for cls, part in by_class.items()}
    plain_parts = {get_origin(kind) or kind: _part(kind) for kind in kinds if kind not in by_class}
    # An enum is written as a text, so it must be the only one of the union that is.
    written = {_written_as(kind): kind for kind in plain_parts}
    if not written.keys() <= _WORDS.keys() or len(written) < len(kinds) - len(by_class):
        raise TypeError(f"no codec for a union of {kinds!r}")

    def dump(value: Any) -> Any:
        cls = type(value)
        if cls in by_class:
            return {"type": cls.__name__, **by_class[cls].dump(value)}
        return plain_parts[cls].dump(value)

    def load(plain: Any, where: str) -> Any:
        if type(plain) in written:
            return plain_parts[written[type(plain)]].load(plain, where)
        if not by_class:
            raise _wrong(where, " or ".join(sorted(_WORDS[k] for k in written)), plain)
        if type(plain) is not dict:
            raise _wrong(where, "an object with a type", plain)
        name = plain.get("type")
        if type(name) is not str or name not in by_name:
            raise _wrong(f"{where}.type", f"one of {', '.join(sorted(by_name))}", name)
        return by_name[name].load({k: v for k, v in plain.items() if k != "type"}, where)

    checks = {cls: part.fits for cls, part in (by_class | plain_parts).items()}

    def fits(value: Any) -> bool:
        check = checks.get(type(value))
        return check is not None and check(value)

    return _Part(dump, load, fits)


def _written_as(kind: Any) -> Any:
    if kind is tuple:
        return list
    return str if _is_enum(kind) else kind


def _many_part(item: _Part) -> _Part:
    def load(plain: Any, where: str) -> tuple[Any, ...]:
        if type(plain) is not list:
            raise _wrong(where, "a list", plain)
        return tuple(item.load(each, f"{where}[{i}]") for i, each in enumerate(plain))

    check = item.fits

    def fits(value: Any) -> bool:
        if type(value) is not tuple:
            return False
        for each in value:  # noqa: SIM110 - a plain loop: this runs for every die
            if not check(each):
                return False
        return True

    return _Part(lambda value: [item.dump(each) for each in value], load, fits)


def _fixed_part(parts: list[_Part]) -> _Part:
    def dump(value: Any) -> list[Any]:
        return [part.dump(each) for part, each in zip(parts, value, strict=True)]

    def load(plain: Any, where: str) -> tuple[Any, ...]:
        if type(plain) is not list or len(plain) != len(parts):
            raise _wrong(where, f"a list of {len(parts)}", plain)
        pairs = enumerate(zip(parts, plain, strict=True))
        return tuple(part.load(each, f"{where}[{i}]") for i, (part, each) in pairs)

    def fits(value: Any) -> bool:
        if type(value) is not tuple or len(value) != len(parts):
            return False
        return all(part.fits(each) for part, each in zip(parts, value, strict=True))

    return _Part(dump, load, fits)


def _enum_part(kind: type[Enum]) -> _Part:
    known = {member.value: member for member in kind}

    def load(plain: Any, where: str) -> Enum:
        if type(plain) is not str or plain not in known:
            raise _wrong(where, f"one of {', '.join(map(str, known))}", plain)
        return known[plain]

    return _Part(lambda member: member.value, load, lambda value: type(value) is kind)


def _plain_part(kind: type, wanted: str) -> _Part:
    fits = _PLAIN_FITS[kind]

    def load(plain: Any, where: str) -> Any:
        if not fits(plain):
            raise _wrong(where, wanted, plain)
        return plain

    return _Part(lambda value: value, load, fits)


def _wrong(where: str, wanted: str, got: Any) -> CorruptState:
    return CorruptState(f"{where} must be {wanted}, got {_short(got)}.")


def _short(value: Any) -> str:
    try:
        text = repr(value)
    except (RecursionError, ValueError):  # deeper than repr goes, or a number too long to print
        text = f"a {type(value).__name__}"
    return text if len(text) <= 60 else text[:57] + "..."
