"""Which game has a part of the table screen of its own.

Knows the presenter of each game. Refuses to know how a template draws them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.table.snapshot import MatchNow
from web.presenters import climb, free_roll, mountain, rocodromo, roll_and_wall
from web.presenters.board_view import BoardView
from web.presenters.marks import Mark

Presenter = Callable[[MatchNow, tuple[Mark, ...]], BoardView | None]

PRESENTERS: Mapping[str, Presenter] = {
    "climb": climb.present,
    "free_roll": free_roll.present,
    "gipfelkraxler": mountain.gipfelkraxler,
    "high_risk": mountain.high_risk,
    "rocodromo": rocodromo.present,
    "roll_and_wall": roll_and_wall.present,
}
"""A presenter for each game that has one; other games are played with buttons alone."""


SEEN_BY_JUDGES: Mapping[str, frozenset[str]] = {"climb": frozenset({"CardMoved"})}
"""What others watch for whoever is asked: these choices are on everybody's page."""


def board_view(match: MatchNow, players: tuple[Mark, ...]) -> BoardView | None:
    """The board of the match's game, None where the game has no picture."""
    presenter = PRESENTERS.get(match.info.game)
    return presenter(match, players) if presenter else None
