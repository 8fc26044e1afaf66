"""docs/engine.md, made from the requests and from the types of every game.

Knows how the classes of a game's forms are described to people. Refuses to know any game.
"""

from __future__ import annotations

import dataclasses
import inspect
import json
from collections.abc import Iterator, Mapping
from enum import Enum
from importlib import resources
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from companion.engine import examples
from companion.engine.faults import MEANINGS
from companion.engine.opening import AnyGame
from companion.engine.requests import VERBS, Kind
from companion.engine.schema import members, values_in
from companion.games.optional import TellsForms
from companion.games.protocol import OptionSpec

_PLAIN: Mapping[Any, str] = {
    bool: "true or false",
    int: "whole number",
    str: "text",
    NoneType: "null",
}


def document(games: Mapping[str, AnyGame]) -> str:
    """The whole document as Markdown, with one line end at its end."""
    parts = [_introduction(), _requests(), _errors()]
    parts += [_game(game) for game in games.values()]
    return "\n\n".join(parts) + "\n"


def _introduction() -> str:
    folder = resources.files("companion.engine")
    return (folder / "introduction.md").read_text(encoding="utf-8").rstrip()


def _requests() -> str:
    found = ["## Requests"]
    for verb, kind in VERBS.items():
        found.append(f"### `{verb}`\n\n{_said(kind)}")
        rows = [_key(each) for each in dataclasses.fields(kind)]
        if rows:
            found.append("\n".join(["| key | value | left out |", "|---|---|---|", *rows]))
    return "\n\n".join(found)


def _key(field: dataclasses.Field[Any]) -> str:
    kind: Kind = field.metadata["kind"]
    needed = field.default is dataclasses.MISSING
    default = "must be there" if needed else f"`{json.dumps(field.default)}`"
    return f"| `{field.name}` | {kind.wanted} | {default} |"


def _errors() -> str:
    rows = [f"| `{code.value}` | {meaning} |" for code, meaning in MEANINGS.items()]
    return "\n".join(["## Error codes", "", "| code | meaning |", "|---|---|", *rows])


def _game(game: AnyGame) -> str:
    seats = f"{game.seats[0]} to {game.seats[-1]} players; rules, version {game.rules_version}."
    found = [
        f"## {game.title}: `{game.name}`",
        seats,
    ]
    found.append("### Options\n\n" + (_table_of_options(game.options) or "None."))
    if not isinstance(game, TellsForms):
        return "\n\n".join([*found, "This game does not describe its actions and positions."])
    forms = game.forms
    found.append("### Actions\n\n" + _union(forms.action, forms.measured))
    found.append("### Prompts\n\n" + _codes(forms.prompts, "asks to"))
    found.append("### Events\n\n" + _union(forms.event, ()))
    found.append("### State\n\n" + _state(forms.position))
    example = examples.position(game.name)
    if example is not None:
        written = json.dumps(example, indent=1, ensure_ascii=False)
        found.append(
            "A position that can be sent with `load` as `dump`; the keys left out of the dump"
            f" are optional:\n\n```json\n{written}\n```"
        )
    shared = list(_values(forms.action, forms.event, forms.position))
    if shared:
        found.append("### Values\n\n" + "\n\n".join(map(_value, shared)))
    found.append("### Refusals\n\n" + _codes(forms.refusals, "says"))
    return "\n\n".join(found)


def _table_of_options(options: tuple[OptionSpec, ...]) -> str:
    if not options:
        return ""
    rows = [
        f"| `{spec.name}` | {_option_kind(spec)} | `{json.dumps(spec.default)}` |"
        f" {_cell(spec.explanation)} | {spec.ruling or ''} |"
        for spec in options
    ]
    head = ["| option | value | default | meaning | ruling |", "|---|---|---|---|---|"]
    return "\n".join([*head, *rows])


def _option_kind(spec: OptionSpec) -> str:
    match spec.kind:
        case "bool":
            return "true or false"
        case "choice":
            return "one of " + ", ".join(f"`{choice}`" for choice in spec.choices)
        case "int":
            return f"whole number from {spec.low} to {spec.high}"
        case "seats":
            return "list of seats"
        case "dice":
            return f"dice such as `2d6+1d4`, at most {spec.high}"
        case _:
            return spec.kind


def _union(kind: Any, measured: tuple[type, ...]) -> str:
    rows = []
    for cls in members(kind):
        note = " A template: `legal` holds examples." if cls in measured else ""
        rows.append(f"| `{cls.__name__}` | {_fields_of(cls)} | {_cell(_said(cls))}{note} |")
    return "\n".join(["| type | fields | meaning |", "|---|---|---|", *rows])


def _state(position: Any) -> str:
    lines = [
        "\n".join(
            [
                "- `version`: the version of this form, as a dump gives it",
                f"- `type`: `{position.__name__}`",
                _listed_fields(position),
            ]
        ),
        _said(position),
    ]
    return "\n\n".join(lines)


def _value(kind: type) -> str:
    if issubclass(kind, Enum):
        values = ", ".join(f"`{member.value}`" for member in kind)
        return f"**{kind.__name__}**: one of {values}. {_said(kind)}"
    return f"**{kind.__name__}**: {_said(kind)}\n\n{_listed_fields(kind)}".rstrip()


def _listed_fields(cls: Any) -> str:
    hints = get_type_hints(cls)
    return "\n".join(f"- `{f.name}`: {_of(hints[f.name])}" for f in dataclasses.fields(cls))


def _fields_of(cls: Any) -> str:
    hints = get_type_hints(cls)
    return "; ".join(f"`{f.name}`: {_of(hints[f.name])}" for f in dataclasses.fields(cls))


def _values(*kinds: Any) -> Iterator[type]:
    """What the fields are made of: not the actions and events themselves."""
    tops = {cls for kind in kinds for cls in members(kind)}
    seen = dict.fromkeys(value for kind in kinds for value in values_in(kind))
    return (value for value in seen if value not in tops)


def _of(kind: Any) -> str:
    kind = getattr(kind, "__supertype__", kind)
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        words = [
            f"object of `type` `{each.__name__}`"
            if dataclasses.is_dataclass(each) and isinstance(each, type)
            else _of(each)
            for each in args
        ]
        return " or ".join(words)
    if origin is tuple:
        if len(args) == 2 and args[1] is Ellipsis:
            return f"list, each: {_of(args[0])}"
        return "list of exactly: " + ", ".join(map(_of, args))
    return _PLAIN.get(kind) or f"{kind.__name__}"


def _codes(codes: Mapping[str, str], verb: str) -> str:
    rows = [f"| `{code}` | {_cell(text)} |" for code, text in codes.items()]
    return "\n".join([f"| code | {verb} |", "|---|---|", *rows])


def _said(cls: Any) -> str:
    return inspect.cleandoc(cls.__doc__ or "")


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
