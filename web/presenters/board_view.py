"""The common shape of a game's own part of the table screen.

Knows where it is drawn. Refuses to know any game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.games.protocol import Seat


@dataclass(frozen=True, slots=True, eq=False)
class BoardView:
    """A game's own part of the table screen.

    ``template`` draws the board and ``choices_template`` the choices that the game shows
    in its own way, ``more_template`` those of them that come after the plain buttons, all from
    ``content``; ``used`` are the indices of the choices that are
    then not shown as plain buttons; ``has_scores`` when the board shows the scores itself;
    ``extras`` are further facts for the scoreboard by seat, as title and text.
    """

    content: Any
    template: str | None = None
    choices_template: str | None = None
    more_template: str | None = None
    used: frozenset[int] = frozenset()
    has_scores: bool = False
    extras: Mapping[Seat, tuple[tuple[str, str], ...]] = field(default_factory=dict)
