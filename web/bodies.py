"""JSON bodies of the interface for programs, checked against frozen dataclasses.

Knows how to read a body strictly and how to describe its type as JSON Schema; both come
from the same type hints. Refuses to guess: a field that is unknown, missing or of another
type is named.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from enum import Enum
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from companion.dice import DiceSpec
from companion.engine.lines import parsed
from companion.errors import CompanionError

T = TypeVar("T")

_PLAIN: dict[Any, str] = {
    str: "string",
    int: "integer",
    float: "number",
    bool: "boolean",
    NoneType: "null",
}


class BadBody(CompanionError, ValueError):
    """A request's body is not what is described."""

    code = "bad_request"


def read(kind: type[T], body: bytes) -> T:
    """The body as that dataclass; an empty body is an empty object.

    Raises BadBody, and the engine's Fault for what is not JSON.
    """
    sent = parsed(body, "body") if body.strip() else {}
    value: T = _value(kind, sent, "the body")
    return value


def schema(kind: Any, components: dict[str, Any]) -> dict[str, Any]:
    """JSON Schema of a type; dataclasses go into ``components`` by name."""
    kind = getattr(kind, "__supertype__", kind)
    origin, args = get_origin(kind), get_args(kind)
    if kind is Any:
        return {}
    if origin in (Union, UnionType):
        return {"anyOf": [schema(a, components) for a in args]}
    if kind in _PLAIN:
        return {"type": _PLAIN[kind]}
    if kind is DiceSpec:
        return {"type": "string", "description": "A handful of dice such as 1d4+2d6."}
    if origin is tuple:
        if args[1:] == (Ellipsis,):
            return {"type": "array", "items": schema(args[0], components)}
        return {
            "type": "array",
            "prefixItems": [schema(a, components) for a in args],
            "minItems": len(args),
            "maxItems": len(args),
        }
    if origin is not None and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": schema(args[1], components)}
    if isinstance(kind, type) and issubclass(kind, Enum):
        return {"type": "string", "enum": [member.value for member in kind]}
    return _object_schema(kind, components)


def _object_schema(kind: Any, components: dict[str, Any]) -> dict[str, Any]:
    name = kind.__name__
    if name not in components:
        components[name] = {}  # a type may hold itself
        hints, fields = get_type_hints(kind), dataclasses.fields(kind)
        components[name] = {
            "type": "object",
            "description": (kind.__doc__ or "").strip().split("\n")[0],
            "properties": {f.name: schema(hints[f.name], components) for f in fields},
            "required": [f.name for f in fields if f.default is dataclasses.MISSING],
            "additionalProperties": False,
        }
    return {"$ref": f"#/components/schemas/{name}"}


def _value(kind: Any, sent: Any, where: str) -> Any:
    kind = getattr(kind, "__supertype__", kind)
    origin, args = get_origin(kind), get_args(kind)
    if kind is Any:
        return sent
    if origin in (Union, UnionType):
        return _either(args, sent, where)
    if kind in _PLAIN:
        if type(sent) is not kind:
            raise BadBody(f"{where} must be a JSON {_PLAIN[kind]}.")
        if isinstance(sent, str) and not _is_text(sent):
            raise BadBody(f"{where} holds half a character.")
        return sent
    if origin is tuple:
        if type(sent) is not list:
            raise BadBody(f"{where} must be a JSON array.")
        return tuple(_value(args[0], item, f"{where}[{i}]") for i, item in enumerate(sent))
    if not isinstance(sent, dict):
        raise BadBody(f"{where} must be a JSON object.")
    if origin is not None:
        return {key: _value(args[1], item, f"{where}.{key}") for key, item in sent.items()}
    return _object(kind, sent, where)


def _either(args: tuple[Any, ...], sent: Any, where: str) -> Any:
    problems = []
    for arg in args:
        try:
            return _value(arg, sent, where)
        except BadBody as error:
            problems.append(str(error))
    raise BadBody(problems[0] if len(problems) == 1 else " or ".join(dict.fromkeys(problems)))


def _object(kind: Any, sent: dict[str, Any], where: str) -> Any:
    hints, fields = get_type_hints(kind), dataclasses.fields(kind)
    names = {f.name for f in fields}
    unknown = sorted(str(key)[:40] for key in sent.keys() - names)
    if unknown:
        raise BadBody(
            f"{where} has no field {unknown[0]!r}. The fields are: {', '.join(sorted(names))}."
        )
    given: dict[str, Any] = {}
    for field in fields:
        if field.name in sent:
            given[field.name] = _value(hints[field.name], sent[field.name], f"{field.name}")
        elif field.default is dataclasses.MISSING:
            raise BadBody(f"{where} needs the field {field.name!r}.")
    return kind(**given)


def _is_text(sent: str) -> bool:
    """Whether it can be written as UTF-8; JSON can smuggle in lone surrogates."""
    try:
        sent.encode()
    except UnicodeEncodeError:
        return False
    return True
