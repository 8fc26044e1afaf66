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
from types import NoneType, UnionType
from typing import Any, Generic, TypeVar, Union, get_args, get_origin, get_type_hints

from companion.errors import CorruptState

T = TypeVar("T")
Dump = Callable[[Any], Any]
Load = Callable[[Any, str], Any]

_LARGEST = 2**53
"""Beyond this a whole number does not survive every JSON reader."""

_LONGEST_TEXT = 10_000


class Codec(Generic[T]):
    """Dumps and loads the values of one type or of a closed union of dataclasses."""

    def __init__(self, kind: Any) -> None:
        """``kind``: a dataclass, or a union of dataclasses such as ``Declare | Rest``."""
        self._members = {cls.__name__: cls for cls in _members(kind)}
        self._pairs = {name: _fields_codec(cls) for name, cls in self._members.items()}

    def dump(self, value: T) -> dict[str, Any]:
        """JSON-ready; ``type`` names the class. Raises TypeError for a foreign value."""
        name = type(value).__name__
        if self._members.get(name) is not type(value):
            raise TypeError(f"expected one of {sorted(self._members)}, got {type(value)!r}")
        return {"type": name, **self._pairs[name][0](value)}

    def load(self, plain: Any) -> T:
        """The inverse of ``dump``. Raises CorruptState for anything else."""
        return _load_tagged(self._pairs, plain, "the value")  # type: ignore[no-any-return]

    def holds(self, value: object) -> bool:
        """Whether that value is well formed: of a member's class, with fields as typed."""
        cls = type(value)
        if self._members.get(cls.__name__) is not cls:
            return False
        try:
            return self.load(self.dump(value)) == value  # type: ignore[arg-type]
        except (CorruptState, TypeError, ValueError, AttributeError):
            return False


def _members(kind: Any) -> tuple[type, ...]:
    found = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    for cls in found:
        if not (isinstance(cls, type) and dataclasses.is_dataclass(cls)):
            raise TypeError(f"a codec wants dataclasses, got {cls!r}")
    return found


def _load_tagged(pairs: Mapping[str, tuple[Dump, Load]], plain: Any, where: str) -> Any:
    if not isinstance(plain, dict):
        raise _wrong(where, "an object with a type", plain)
    name = plain.get("type")
    if not isinstance(name, str) or name not in pairs:
        raise _wrong(f"{where}.type", f"one of {', '.join(sorted(pairs))}", name)
    return pairs[name][1]({key: v for key, v in plain.items() if key != "type"}, where)


def _fields_codec(cls: type) -> tuple[Dump, Load]:
    hints = get_type_hints(cls)
    parts = [(f.name, *_codec(hints[f.name])) for f in dataclasses.fields(cls)]
    names = {name for name, _, _ in parts}

    def dump(value: Any) -> dict[str, Any]:
        return {name: dump_part(getattr(value, name)) for name, dump_part, _ in parts}

    def load(plain: Any, where: str) -> Any:
        if not isinstance(plain, dict):
            raise _wrong(where, "an object", plain)
        if plain.keys() != names:
            lacking = sorted(names - plain.keys())
            foreign = sorted(str(key) for key in plain.keys() - names)
            raise CorruptState(
                f"{where} of a {cls.__name__} must have the fields {sorted(names)};"
                f" missing {lacking}, unknown {foreign}."
            )
        loaded = {name: read(plain[name], f"{where}.{name}") for name, _, read in parts}
        try:
            return cls(**loaded)
        except (TypeError, ValueError) as error:
            raise CorruptState(f"{where} is no {cls.__name__}: {error}") from error

    return dump, load


def _codec(kind: Any) -> tuple[Dump, Load]:
    kind = getattr(kind, "__supertype__", kind)  # a NewType is its own plain type
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return _union_codec(args)
    if origin is tuple:
        return _tuple_codec(args)
    if kind is NoneType:
        return _same, _exactly(NoneType, "null")
    if kind is bool:
        return _same, _exactly(bool, "true or false")
    if kind is int:
        return _same, _load_int
    if kind is str:
        return _same, _load_str
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _enum_codec(kind)
    if isinstance(kind, type) and dataclasses.is_dataclass(kind):
        return _fields_codec(kind)
    raise TypeError(f"no codec for {kind!r}")


def _union_codec(args: tuple[Any, ...]) -> tuple[Dump, Load]:
    tagged = {a.__name__: (a, _fields_codec(a)) for a in args if dataclasses.is_dataclass(a)}
    plain_kinds = {_json_type(a): _codec(a) for a in args if not dataclasses.is_dataclass(a)}
    pairs = {name: pair for name, (_, pair) in tagged.items()}

    def dump(value: Any) -> Any:
        name = type(value).__name__
        if name in tagged and tagged[name][0] is type(value):
            return {"type": name, **pairs[name][0](value)}
        return plain_kinds[type(value)][0](value)

    def load(plain: Any, where: str) -> Any:
        if type(plain) in plain_kinds:
            return plain_kinds[type(plain)][1](plain, where)
        if pairs:
            return _load_tagged(pairs, plain, where)
        raise _wrong(where, " or ".join(sorted(t.__name__ for t in plain_kinds)), plain)

    return dump, load


def _json_type(kind: Any) -> type:
    kind = getattr(kind, "__supertype__", kind)
    if kind not in (int, str, bool, NoneType):
        raise TypeError(f"no codec for {kind!r} in a union")
    return kind  # type: ignore[no-any-return]


def _tuple_codec(args: tuple[Any, ...]) -> tuple[Dump, Load]:
    if len(args) == 2 and args[1] is Ellipsis:
        dump_item, load_item = _codec(args[0])

        def load_many(plain: Any, where: str) -> tuple[Any, ...]:
            if type(plain) is not list:
                raise _wrong(where, "a list", plain)
            return tuple(load_item(item, f"{where}[{i}]") for i, item in enumerate(plain))

        return (lambda value: [dump_item(item) for item in value]), load_many

    pairs = [_codec(arg) for arg in args]

    def load_fixed(plain: Any, where: str) -> tuple[Any, ...]:
        if type(plain) is not list or len(plain) != len(pairs):
            raise _wrong(where, f"a list of {len(pairs)}", plain)
        return tuple(
            read(item, f"{where}[{i}]")
            for i, ((_, read), item) in enumerate(zip(pairs, plain, strict=True))
        )

    def dump_fixed(value: Any) -> list[Any]:
        return [dump(item) for (dump, _), item in zip(pairs, value, strict=True)]

    return dump_fixed, load_fixed


def _enum_codec(kind: type[Enum]) -> tuple[Dump, Load]:
    known = {member.value: member for member in kind}

    def load(plain: Any, where: str) -> Enum:
        if type(plain) is not str or plain not in known:
            raise _wrong(where, f"one of {', '.join(map(str, known))}", plain)
        return known[plain]

    return (lambda value: value.value), load


def _same(value: Any) -> Any:
    return value


def _exactly(kind: type, wanted: str) -> Load:
    def load(plain: Any, where: str) -> Any:
        if type(plain) is not kind:
            raise _wrong(where, wanted, plain)
        return plain

    return load


def _load_int(plain: Any, where: str) -> int:
    if type(plain) is not int or abs(plain) > _LARGEST:
        raise _wrong(where, "a whole number", plain)
    return plain


def _load_str(plain: Any, where: str) -> str:
    if type(plain) is not str or len(plain) > _LONGEST_TEXT:
        raise _wrong(where, "a text", plain)
    return plain


def _wrong(where: str, wanted: str, got: Any) -> CorruptState:
    return CorruptState(f"{where} must be {wanted}, got {_short(got)}.")


def _short(value: Any) -> str:
    try:
        text = repr(value)
    except (RecursionError, ValueError):  # deeper than repr goes, or a number too long to print
        text = f"a {type(value).__name__}"
    return text if len(text) <= 60 else text[:57] + "..."
