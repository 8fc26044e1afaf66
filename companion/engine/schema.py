"""JSON Schema (draft 2020-12) of everything that goes over the lines.

Knows how the classes of a game's forms look as JSON, from their type hints alone, in step
with ``games.codec``. Refuses to know what a rule allows: a value that fits the schema can
still be refused.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Iterator, Mapping
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from companion.engine.faults import Code
from companion.engine.opening import DUMP_FORMAT, DUMP_NEEDS, AnyGame
from companion.engine.requests import ID, LARGEST, VERBS, Kind, Request
from companion.games.optional import TellsForms

DIALECT = "https://json-schema.org/draft/2020-12/schema"

Schema = dict[str, Any]

_ID_SCHEMA: Schema = {"type": ["string", "number", "boolean", "null"]}
_SEATS: Schema = {"type": "array", "items": {"$ref": "#/$defs/seat"}}
_PLAIN: Mapping[Any, Schema] = {
    bool: {"type": "boolean"},
    int: {"type": "integer", "minimum": -LARGEST, "maximum": LARGEST},
    str: {"type": "string", "maxLength": 10_000},
    NoneType: {"type": "null"},
}


def schema(games: Mapping[str, AnyGame]) -> Schema:
    """The whole: a value that fits is a request or a reply; ``$defs`` holds the parts.

    ``request``, ``reply``, ``dump``, and for each game ``GAME.action``, ``GAME.event`` and
    ``GAME.state``.
    """
    told = {name: game for name, game in games.items() if isinstance(game, TellsForms)}
    definitions: Schema = {
        "request": _request(),
        "reply": {"oneOf": [{"$ref": f"#/$defs/{name}"} for name in _REPLIES]},
        "action": _any_of(told, "action"),
        "event": _any_of(told, "event"),
        "dump": _dump(told),
        **_REPLIES,
        **_PARTS,
    }
    for name, game in told.items():
        definitions.update(_definitions(name, game))
    return {
        "$schema": DIALECT,
        "title": "companion engine",
        "anyOf": [{"$ref": "#/$defs/request"}, {"$ref": "#/$defs/reply"}],
        "$defs": definitions,
    }


def members(kind: Any) -> tuple[Any, ...]:
    """The members of a union, or the one class itself."""
    return get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)


def values_in(kind: Any) -> Iterator[type]:
    """The dataclasses and enums that a type is made of, each once, itself first."""
    seen: dict[type, None] = {}

    def visit(kind: Any) -> None:
        kind = getattr(kind, "__supertype__", kind)
        for each in get_args(kind):
            visit(each)
        if not isinstance(kind, type) or kind in seen:
            return
        if dataclasses.is_dataclass(kind):
            seen[kind] = None
            for hint in get_type_hints(kind).values():
                visit(hint)
        elif issubclass(kind, Enum):
            seen[kind] = None

    visit(kind)
    return iter(seen)


def _definitions(name: str, game: TellsForms) -> Iterator[tuple[str, Schema]]:
    forms = game.forms
    for part, kind in (("action", forms.action), ("event", forms.event)):
        yield f"{name}.{part}", {"oneOf": [_typed(name, cls) for cls in members(kind)]}
    version: Schema = {
        "version": {"type": "integer", "minimum": 1},
        "type": {"const": forms.position.__name__},
    }
    yield f"{name}.state", _fields(name, forms.position, version)
    for kind in (forms.action, forms.event, forms.position):
        for value in values_in(kind):
            yield f"{name}.{value.__name__}", _value(name, value)


def _value(game: str, kind: type) -> Schema:
    if issubclass(kind, Enum):
        return {"enum": [member.value for member in kind], **_described(kind)}
    return _fields(game, kind, {})


def _typed(game: str, cls: type) -> Schema:
    return _fields(game, cls, {"type": {"const": cls.__name__}})


def _fields(game: str, cls: type, before: Schema) -> Schema:
    hints = get_type_hints(cls)
    properties = {
        **before,
        **{f.name: _of(game, hints[f.name]) for f in dataclasses.fields(cls)},
    }
    return {
        "type": "object",
        **_described(cls),
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _described(cls: type) -> Schema:
    return {"description": inspect.cleandoc(cls.__doc__ or "").split("\n\n")[0].replace("\n", " ")}


def _of(game: str, kind: Any) -> Schema:
    kind = getattr(kind, "__supertype__", kind)
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        plain = [getattr(arg, "__supertype__", arg) for arg in args]
        return {
            "anyOf": [
                _typed(game, each)
                if isinstance(each, type) and dataclasses.is_dataclass(each)
                else _of(game, each)
                for each in plain
            ]
        }
    if origin is tuple:
        if len(args) == 2 and args[1] is Ellipsis:
            return {"type": "array", "items": _of(game, args[0])}
        fixed = [_of(game, arg) for arg in args]
        return {"type": "array", "prefixItems": fixed, "items": False, "minItems": len(fixed)}
    if kind in _PLAIN:
        return dict(_PLAIN[kind])
    return {"$ref": f"#/$defs/{game}.{kind.__name__}"}


def _request() -> Schema:
    return {"oneOf": [_verb(verb, kind) for verb, kind in VERBS.items()]}


def _verb(verb: str, kind: type[Request]) -> Schema:
    body: Schema = {
        "type": "object",
        **_described(kind),
        "properties": {f.name: _key(f) for f in dataclasses.fields(kind)},
        "required": [f.name for f in dataclasses.fields(kind) if f.default is dataclasses.MISSING],
        "additionalProperties": False,
    }
    return _closed({verb: body, ID: _ID_SCHEMA}, needs=(verb,))


def _key(field: dataclasses.Field[Any]) -> Schema:
    if field.name in ("action", "dump"):
        return {"$ref": f"#/$defs/{field.name}"}
    wanted: Kind = field.metadata["kind"]
    return dict(wanted.schema)


def _closed(properties: Schema, needs: tuple[str, ...] | None = None) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties if needs is None else needs),
        "additionalProperties": False,
    }


def _any_of(games: Mapping[str, TellsForms], part: str) -> Schema:
    return {"anyOf": [{"$ref": f"#/$defs/{name}.{part}"} for name in games]}


def _dump(games: Mapping[str, TellsForms]) -> Schema:
    """A dump, by game; what is not needed may be left out."""
    whole: Schema = {
        "format": {"const": DUMP_FORMAT},
        "rules_version": {"type": "integer"},
        "players": {"type": "array", "items": {"type": "string"}},
        "options": {"type": "object"},
        "board": {"type": ["string", "object", "null"]},
        "board_digest": {"type": ["string", "null"]},
        "first": {"$ref": "#/$defs/seat"},
        "seed": {"type": ["integer", "null"]},
    }
    return {
        "oneOf": [
            _closed(
                {"game": {"const": name}, **whole, "state": {"$ref": f"#/$defs/{name}.state"}},
                needs=DUMP_NEEDS,
            )
            for name in games
        ]
    }


def _reply(properties: Schema) -> Schema:
    needs = ("ok", *properties)
    return _closed({"ok": {"const": True}, ID: _ID_SCHEMA, **properties}, needs)


_NULL: Schema = {"type": "null"}
_FRACTION: Schema = {"type": ["string", "null"], "pattern": r"^-?\d+(/\d+)?$"}

_PARTS: Schema = {
    "seat": {"type": "integer", "minimum": 0},
    "standing": _closed(
        {
            "seat": {"$ref": "#/$defs/seat"},
            "rank": {"type": ["integer", "null"], "minimum": 1},
            "score": {"type": ["integer", "null"]},
            "note": {"type": "string"},
        }
    ),
    "awaited_dice": _closed(
        {
            "spec": {"type": "string"},
            "action": {"const": "Rolled"},
            "dice": {
                "type": "array",
                "items": _closed(
                    {
                        "kind": {"type": "string"},
                        "count": {"type": "integer", "minimum": 1},
                        "faces": {"type": "array", "items": {"type": ["integer", "string"]}},
                    }
                ),
            },
            "throws": {"type": "integer", "minimum": 1},
        }
    ),
    "prompt": _closed(
        {
            "seats": _SEATS,
            "code": {"type": "string"},
            "data": {"type": "object"},
            "awaits": {
                "anyOf": [
                    _NULL,
                    _closed(
                        {
                            "dice": {"anyOf": [_NULL, {"$ref": "#/$defs/awaited_dice"}]},
                            "observations": {"type": "array", "items": {"type": "string"}},
                        }
                    ),
                ]
            },
            "text": {"type": "string"},
        }
    ),
}

_REPLIES: Schema = {
    "standing_reply": _reply(
        {
            "game": {"type": "string"},
            "version": {"type": "integer", "minimum": 0},
            "events": {
                "type": "array",
                "items": _closed({"event": {"$ref": "#/$defs/event"}, "text": {"type": "string"}}),
            },
            "prompt": {"$ref": "#/$defs/prompt"},
            "standings": {"type": "array", "items": {"$ref": "#/$defs/standing"}},
            "over": {"type": "boolean"},
            "winners": _SEATS,
        }
    ),
    "legal_reply": _reply(
        {
            "actions": {
                "type": "array",
                "items": _closed(
                    {"seat": {"$ref": "#/$defs/seat"}, "action": {"$ref": "#/$defs/action"}}
                ),
            },
            "complete": {"type": "boolean"},
        }
    ),
    "view_reply": _reply({"view": {"type": "object"}}),
    "odds_reply": _reply(
        {
            "odds": {
                "type": "array",
                "items": _closed(
                    {
                        "seat": {"$ref": "#/$defs/seat"},
                        "action": {"anyOf": [_NULL, {"$ref": "#/$defs/action"}]},
                        "of": {"type": "string"},
                        "chance": _FRACTION,
                        "worth": _FRACTION,
                        "text": {"type": "string"},
                    }
                ),
            }
        }
    ),
    "dump_reply": _reply({"dump": {"$ref": "#/$defs/dump"}}),
    "error_reply": _closed(
        {
            "ok": {"const": False},
            ID: _ID_SCHEMA,
            "error": _closed(
                {
                    "code": {"enum": [code.value for code in Code]},
                    "rule": {"type": "string"},
                    "reason": {"type": "string"},
                    "faults": {"type": "array", "items": {"type": "string"}},
                    "message": {"type": "string"},
                },
                needs=("code", "message"),
            ),
        },
        needs=("ok", "error"),
    ),
}
