"""Which game has a part of the table screen of its own.

Knows the presenter of each game. Refuses to know how a template draws them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module

from companion.table.snapshot import MatchNow
from web.presenters.board_view import BoardView
from web.presenters.marks import Mark

Presenter = Callable[[MatchNow, tuple[Mark, ...]], BoardView | None]


def _later(module: str, function: str) -> Presenter:
    """That function of a presenter's module, which is loaded when its game is first shown."""

    def present(match: MatchNow, players: tuple[Mark, ...]) -> BoardView | None:
        presenter: Presenter = getattr(import_module(f"web.presenters.{module}"), function)
        return presenter(match, players)

    return present


PRESENTERS: Mapping[str, Presenter] = {
    "climb": _later("climb", "present"),
    "free_roll": _later("free_roll", "present"),
    "gipfelkraxler": _later("mountain", "gipfelkraxler"),
    "high_risk": _later("mountain", "high_risk"),
    "rocodromo": _later("rocodromo", "present"),
    "roll_and_wall": _later("roll_and_wall", "present"),
}
"""A presenter for each game that has one; other games are played with buttons alone."""


SEEN_BY_JUDGES: Mapping[str, frozenset[str]] = {"climb": frozenset({"CardMoved"})}
"""What others watch for whoever is asked: these choices are on everybody's page."""


def board_view(match: MatchNow, players: tuple[Mark, ...]) -> BoardView | None:
    """The board of the match's game, None where the game has no picture."""
    presenter = PRESENTERS.get(match.info.game)
    return presenter(match, players) if presenter else None
