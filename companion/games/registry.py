"""The games that can be played.

Knows every game by its id, and loads the rules of one when it is first asked for: most tables
play one game, and those of all take half a second to load on a small machine. Refuses to know
the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from companion.errors import UnknownGame
from companion.games.protocol import Game

AnyGame = Game[Any, Any]


class Games(Mapping[str, AnyGame]):
    """Games by their ids, each made when it is first asked for. Safe to use from threads."""

    def __init__(self, makers: Mapping[str, Callable[[], AnyGame]]) -> None:
        self._makers = dict(makers)
        self._made: dict[str, AnyGame] = {}

    def __getitem__(self, name: str) -> AnyGame:
        """The game of that id; KeyError for another."""
        made = self._made.get(name)
        # Two threads may both make it; they get the same one.
        return made if made is not None else self._made.setdefault(name, self._makers[name]())

    def __contains__(self, name: object) -> bool:
        """Whether there is such a game, without making it."""
        return name in self._makers

    def __iter__(self) -> Iterator[str]:
        """The ids, without making any."""
        return iter(self._makers)

    def __len__(self) -> int:
        """How many there are."""
        return len(self._makers)

    def joined_by(self, more: Mapping[str, AnyGame]) -> Games:
        """These and some that are made already."""
        known = {name: (lambda game=game: game) for name, game in more.items()}
        return Games({**{name: self._maker(name) for name in self}, **known})

    def _maker(self, name: str) -> Callable[[], AnyGame]:
        return lambda: self[name]


def _roll_and_wall() -> AnyGame:
    from companion.games.roll_and_wall.game import RollAndWall

    return RollAndWall()


def _rocodromo() -> AnyGame:
    from companion.games.rocodromo.game import Rocodromo

    return Rocodromo()


def _high_risk() -> AnyGame:
    from companion.games.high_risk.game import HighRisk

    return HighRisk()


def _gipfelkraxler() -> AnyGame:
    from companion.games.gipfelkraxler.game import Gipfelkraxler

    return Gipfelkraxler()


def _climb() -> AnyGame:
    from companion.games.climb.game import Climb

    return Climb()


def _free_roll() -> AnyGame:
    from companion.games.free_roll.game import FreeRoll

    return FreeRoll()


GAMES = Games(
    {
        "roll_and_wall": _roll_and_wall,
        "rocodromo": _rocodromo,
        "high_risk": _high_risk,
        "gipfelkraxler": _gipfelkraxler,
        "climb": _climb,
        "free_roll": _free_roll,
    }
)
"""Every game by its id."""


def get(name: str) -> AnyGame:
    """The game of that id. Raises UnknownGame with the ids that there are."""
    if name not in GAMES:
        known = ", ".join(sorted(GAMES))
        raise UnknownGame(f"There is no game {name!r}. The games are: {known}.")
    return GAMES[name]
