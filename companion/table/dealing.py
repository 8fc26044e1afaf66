"""What a dealer draws, until nothing is left to deal.

Knows in what order a game is dealt. Refuses to know chance, which is the dealer's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.games.optional import TakesDeal
from companion.games.protocol import Game, Seat

Draw = Callable[[Sequence[int]], int]
"""The index of one of these, each as likely as its number says."""

Dealt = tuple[tuple[Seat, Any], ...]


def undealt(game: Game[Any, Any], state: Any) -> tuple[tuple[Seat, Any, int], ...]:
    """What can be drawn next, each with its number; empty where no deal is awaited."""
    return game.undealt(state) if isinstance(game, TakesDeal) else ()


def dealt(game: Game[Any, Any], state: Any, draw: Draw) -> tuple[Dealt, Any, tuple[Any, ...]]:
    """Every deal that is awaited: the seats and actions, the state after them, the events."""
    drawn: list[tuple[Seat, Any]] = []
    happened: list[Any] = []
    while left := undealt(game, state):
        seat, action, _ = left[draw([number for _, _, number in left])]
        step = game.apply(state, seat, action)
        state = step.state
        drawn.append((seat, action))
        happened += step.events
    return tuple(drawn), state, tuple(happened)
