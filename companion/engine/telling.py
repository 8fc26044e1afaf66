"""A match as the parts of a reply.

Knows how prompts, events, standings, choices and odds are written as JSON. Refuses to know
how a match is changed.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from enum import Enum
from functools import lru_cache
from typing import Any

from companion.dice import FACES, DiceSpec, count_throws
from companion.engine.expanding import Listed, measured
from companion.games.codec import Codec
from companion.games.optional import ChoiceOdds, TellsForms
from companion.games.protocol import Game, Prompt

AnyGame = Game[Any, Any]


def prompt(game: AnyGame, state: Any, names: Sequence[str]) -> dict[str, Any]:
    """Who must do what; ``awaits`` is the template of dice and observations, or null."""
    now = game.prompt(state)
    return {
        "seats": list(now.seats),
        "code": now.code,
        "data": {name: plain(fact) for name, fact in now.data},
        "awaits": _awaits(game, state, now),
        "text": game.prompt_text(state, names),
    }


def events(game: AnyGame, found: Sequence[Any], names: Sequence[str]) -> list[dict[str, Any]]:
    """What happened, each as a value and as a sentence."""
    if isinstance(game, TellsForms):
        codec = _codec(game.forms.event)
        dumped = [codec.dump(event) for event in found]
    else:
        dumped = [{"type": type(event).__name__, **plain(event)} for event in found]
    return [
        {"event": written, "text": game.event_text(event, names)}
        for written, event in zip(dumped, found, strict=True)
    ]


def standings(game: AnyGame, state: Any) -> dict[str, Any]:
    """The scoreboard: ``standings``, ``over`` and ``winners``."""
    now = game.standings(state)
    return {
        "standings": [dataclasses.asdict(line) for line in now.lines],
        "over": now.over,
        "winners": list(now.winners),
    }


def actions(game: AnyGame, found: Listed) -> dict[str, Any]:
    """The choices, each ready to be sent back."""
    return {
        "actions": [
            {"seat": seat, "action": game.dump_action(action)} for seat, action in found.choices
        ],
        "complete": found.complete,
    }


def odds(game: AnyGame, figures: Sequence[ChoiceOdds]) -> list[dict[str, Any]]:
    """The figures; chances and worths as texts such as ``3/4``."""
    return [
        {
            "seat": each.seat,
            "action": None if each.action is None else game.dump_action(each.action),
            "of": each.of,
            "chance": None if each.chance is None else str(each.chance),
            "worth": None if each.worth is None else str(each.worth),
            "text": each.text,
        }
        for each in figures
    ]


def plain(value: Any) -> Any:
    """JSON-ready: tuples become lists, values objects, enums their value."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, DiceSpec):
        return str(value)
    if dataclasses.is_dataclass(value):
        return {f.name: plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, tuple | list | frozenset):
        return [plain(each) for each in value]
    return value


@lru_cache(maxsize=64)
def _codec(kind: Any) -> Codec[Any]:
    return Codec(kind)


def _awaits(game: AnyGame, state: Any, now: Prompt) -> dict[str, Any] | None:
    kinds = {type(action) for _, action in game.legal_actions(state)} & set(measured(game))
    observations = sorted(kind.__name__ for kind in kinds)
    if now.dice is None and not observations:
        return None
    return {
        "dice": None if now.dice is None else _template(now.dice),
        "observations": observations,
    }


def _template(dice: DiceSpec) -> dict[str, Any]:
    return {
        "spec": str(dice),
        "action": "Rolled",
        "dice": [{"kind": kind, "count": n, "faces": list(FACES[kind])} for kind, n in dice.counts],
        "throws": count_throws(dice),
    }
