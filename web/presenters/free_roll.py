"""Free roll on the page: how many dice of each kind to throw, and each player's throws.

Knows the public view of free roll. Refuses to know its rules: which counts can be chosen
comes from the legal choices.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.dice import DiceSpec
from companion.table.snapshot import Choice, MatchNow
from web.presenters.board_view import BoardView
from web.presenters.dice import KIND_NAMES
from web.presenters.marks import Mark

THROWS_SHOWN = 6
"""Newest throws shown for each player; the log holds all of them."""


@dataclass(frozen=True, slots=True)
class Stepper:
    """How many dice of a kind are thrown, and the choices for one fewer and one more."""

    kind: str
    name: str
    count: int
    fewer: Choice | None
    more: Choice | None


@dataclass(frozen=True, slots=True)
class ThrowView:
    """One throw: its dice as kind and value, and their sum."""

    dice: tuple[tuple[str, Any], ...]
    total: int


@dataclass(frozen=True, slots=True)
class PlayerView:
    """One player's column: newest throw first."""

    mark: Mark
    total: int
    count: int
    throws: tuple[ThrowView, ...]
    active: bool
    winner: bool


@dataclass(frozen=True, slots=True)
class FreeRollView:
    """What free roll draws for itself: dice that are thrown, and kinds that could be."""

    steppers: tuple[Stepper, ...]
    others: tuple[Stepper, ...]
    buttons: tuple[Choice, ...]
    stop: Choice | None
    players: tuple[PlayerView, ...]


def present(match: MatchNow, players: tuple[Mark, ...]) -> BoardView:
    """Free roll's part of the table screen."""
    view = match.view
    buttons, stop = _buttons(match)
    steppers = _steppers(match)
    content = FreeRollView(
        tuple(s for s in steppers if s.count),
        tuple(s for s in steppers if not s.count),
        buttons,
        stop,
        tuple(
            _player(players[p["seat"]], p, match)
            for p in view["players"]
            if p["seat"] < len(players)
        ),
    )
    return BoardView(
        content,
        template="boards/free_roll.html",
        choices_template="boards/free_roll_choices.html",
        used=frozenset(range(len(match.choices))),
        has_scores=True,
    )


def _steppers(match: MatchNow) -> tuple[Stepper, ...]:
    """One for each kind that can be chosen; the usual dice first, as the game lists them."""
    by_kind: dict[str, dict[int, Choice]] = {}
    for choice in match.choices:
        if choice.action.get("type") == "SetDice":
            by_kind.setdefault(choice.action["kind"], {})[choice.action["count"]] = choice
    now = DiceSpec.parse(match.view["dice"]) if match.view["dice"] else DiceSpec()
    return tuple(
        Stepper(
            kind,
            KIND_NAMES.get(kind, kind),
            now.count(kind),
            by_kind[kind].get(now.count(kind) - 1),
            by_kind[kind].get(now.count(kind) + 1),
        )
        for kind in match.view["kinds"]
        if kind in by_kind
    )


def _buttons(match: MatchNow) -> tuple[tuple[Choice, ...], Choice | None]:
    """Passing and taking the dice, and one way to end the match, whoever may end it."""
    shown: list[Choice] = []
    stop: Choice | None = None
    for choice in match.choices:
        kind = choice.action.get("type")
        if kind == "Stop":
            if stop is None or choice.seat in match.prompt_seats:
                stop = choice
        elif kind != "SetDice":
            shown.append(choice)
    return tuple(shown), stop


def _player(mark: Mark, tally: dict[str, Any], match: MatchNow) -> PlayerView:
    own = [t for t in reversed(match.view["log"]) if t["seat"] == mark.seat][:THROWS_SHOWN]
    return PlayerView(
        mark,
        tally["total"],
        tally["throws"],
        tuple(ThrowView(tuple((k, v) for k, v in t["dice"]), t["sum"]) for t in own),
        mark.seat in match.prompt_seats and not match.standings.over,
        mark.seat in match.standings.winners,
    )
