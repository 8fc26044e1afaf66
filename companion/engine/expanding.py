"""The choices of a match as a list that can be sent back.

Knows how awaited dice become throws: all of them up to a limit, beyond it an even sample.
Refuses to know any game, and chance: the same state and limit give the same list.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import Any

from companion.dice import FACES, DiceSpec, FaceValue, Rolled, RolledDie, count_throws
from companion.games.optional import TellsForms
from companion.games.protocol import Game, Seat

Choice = tuple[Seat, Any]


@dataclass(frozen=True, slots=True)
class Listed:
    """Choices, exactly; then throws. ``complete`` is False where some are left out."""

    choices: tuple[Choice, ...]
    complete: bool


def listed(game: Game[Any, Any], state: Any, seat: Seat | None, expand: int) -> Listed:
    """What that seat may do now, or anybody for None; at most ``expand`` throws among it."""
    prompt = game.prompt(state)
    choices = [
        (who, action)
        for who, action in game.legal_actions(state)
        if seat in (None, who) and not (prompt.dice is not None and isinstance(action, Rolled))
    ]
    complete = not (set(measured(game)) & {type(action) for _, action in choices})
    throwers = [who for who in prompt.seats if seat in (None, who)]
    if prompt.dice is not None and throwers:
        each = count_throws(prompt.dice)
        total = each * len(throwers)
        shown = min(expand, total)
        complete = complete and shown == total
        for i in range(shown):
            index = i * total // shown
            choices.append((throwers[index // each], throw_at(prompt.dice, index % each)))
    return Listed(tuple(choices), complete)


def measured(game: Game[Any, Any]) -> tuple[type, ...]:
    """The observations of that game of which the list holds examples only."""
    return game.forms.measured if isinstance(game, TellsForms) else ()


def throw_at(spec: DiceSpec, index: int) -> Rolled:
    """The throw of that number, in the order of ``dice.throws`` but without listing them.

    ``index`` is from 0 to ``count_throws(spec) - 1``.
    """
    parts: list[RolledDie] = []
    for kind, n in reversed(spec.counts):
        faces = FACES[kind]
        index, within = divmod(index, comb(len(faces) + n - 1, n))
        parts += [RolledDie(kind, value) for value in _multiset_at(faces, n, within)]
    return Rolled(tuple(parts))


def _multiset_at(faces: tuple[FaceValue, ...], n: int, index: int) -> list[FaceValue]:
    """The multiset of that number in the order of ``combinations_with_replacement``."""
    found: list[FaceValue] = []
    first = 0
    for left in range(n - 1, -1, -1):
        # How many multisets go on with faces[first] and then ``left`` more from there on.
        while index >= (ways := comb(len(faces) - first + left - 1, left)):
            index -= ways
            first += 1
        found.append(faces[first])
    return found
