"""Turns of phrase that every game's words share.

Knows how to say a handful of dice and a list of people. Refuses to know any game.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.dice import DiceSpec


def dice_words(spec: DiceSpec) -> str:
    """``2 × d6 and 1 × d4``; ``no dice`` for none."""
    return join_names([f"{n} × {kind}" for kind, n in spec.counts]) or "no dice"


def join_names(names: Sequence[str]) -> str:
    """``Lucy``, ``Lucy and Ralph`` or ``Lucy, Ralph and Monica``."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def count_words(n: int, one: str, many: str) -> str:
    """``1 die`` or ``3 dice``."""
    return f"{n} {one if n == 1 else many}"
