"""What a match of Gipfelkraxler is: terms that stay, a position that changes.

Knows ibexes, player markers and the phase of a turn. Refuses to know what is allowed.

Ibexes of one player are alike: they are told apart by the space they stand on. Nothing is
stored that follows from the rest: a marker is turned when its player has arrived, the match
is over when somebody has arrived twice.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.dice import DiceSpec
from companion.games.gipfelkraxler.board import Graph, SpaceId
from companion.games.gipfelkraxler.tasks import DICE, Dice
from companion.games.protocol import Seat

IBEXES = 5
ROLLS = 3
ARRIVALS_TO_WIN = 2
DIE = "d6"

Herds = tuple[tuple[SpaceId, ...], ...]
"""For each seat the spaces of its five ibexes, in the order of their ids."""


class FreedSpace(StrEnum):
    """What the space that the mover left counts as for the rest of the turn (GK16)."""

    EMPTY = "empty"
    TAKEN = "taken"


@dataclass(frozen=True, slots=True)
class Terms:
    """What stays the same through the match."""

    graph: Graph
    seats: int
    first: Seat
    freed_space: FreedSpace


@dataclass(frozen=True, slots=True)
class Rolling:
    """``rolls`` rolls are done; all dice but the ``kept`` ones are to be rolled."""

    rolls: int
    kept: Dice


@dataclass(frozen=True, slots=True)
class Choosing:
    """``rolls`` rolls are done and show ``dice``: roll again, or use them."""

    rolls: int
    dice: Dice


@dataclass(frozen=True, slots=True)
class Pushing:
    """An own ibex came from below to ``source`` and one there must go on up.

    ``freed``: the space that the turn's mover has left.
    """

    source: SpaceId
    freed: SpaceId


Phase = Rolling | Choosing | Pushing

FRESH = Rolling(0, ())
"""How a turn begins."""


@dataclass(frozen=True, slots=True)
class Position:
    """What changes. ``arrivals``: how often each player has reached the summit.

    In a finished match the winner is at turn, in a fresh turn.
    """

    turn: Seat
    herds: Herds
    arrivals: tuple[int, ...]
    phase: Phase


@dataclass(frozen=True, slots=True)
class IbexState:
    """A match: its terms and its position."""

    terms: Terms
    position: Position


def awaited(phase: Rolling) -> DiceSpec:
    """The dice of the next roll."""
    return DiceSpec(((DIE, DICE - len(phase.kept)),))


def winner(state: IbexState) -> Seat | None:
    """Who has reached the summit twice; None while the match goes on."""
    arrivals = state.position.arrivals
    if ARRIVALS_TO_WIN in arrivals:
        return Seat(arrivals.index(ARRIVALS_TO_WIN))
    return None
