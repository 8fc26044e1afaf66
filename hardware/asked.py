"""What a simulated camera is asked to throw.

Knows a request of the game. Refuses to know who makes pictures of it, which takes long to load.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.dice import DiceSpec


@dataclass(frozen=True, slots=True)
class Request:
    """Dice that the game waits for. ``turn`` differs whenever the game has moved on."""

    turn: int
    dice: DiceSpec


Awaited = Callable[[], Request | None]
"""What the game waits for now; None while it waits for no dice or for an answer."""


def nothing_awaited() -> Request | None:
    """For a script without a game."""
    return None
