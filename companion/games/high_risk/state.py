"""What a match of High Risk is: terms that stay, a position that changes.

Knows climbers, dice set aside and the phase of a turn. Refuses to know what is allowed.

Nothing is stored that follows from the rest: the Danger dice are the six less those set
aside, the end follows from who stands on the Summit.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.dice import DiceSpec
from companion.games.high_risk.board import Mountain
from companion.games.protocol import Seat

DICE = 6
DIE = "symbol"
"""The kind of all six dice, as the tray reports it."""

CLIMBERS = {2: 4, 3: 3, 4: 2}
"""Climbers of each player, by the number of players."""


class Face(StrEnum):
    """The faces of a die: Danger (three sides), Ascension (two) and Weather (one)."""

    DANGER = "lightning"
    ASCENSION = "mountain"
    WEATHER = "cloud"


class Phase(StrEnum):
    """What the player at turn has to do."""

    ROLL = "roll"
    CHOOSE = "choose"
    ADVANCE = "advance"


@dataclass(frozen=True, slots=True)
class Terms:
    """What stays the same through the match."""

    mountain: Mountain
    seats: int
    first: Seat


@dataclass(frozen=True, slots=True)
class Position:
    """What changes.

    ``climbers``: for each seat the zones of its climbers, highest first. ``ascension`` and
    ``weather``: dice of these faces set aside in this turn; none means the first roll is
    still to come. In a finished match the winner is at turn, in a fresh turn.
    """

    turn: Seat
    climbers: tuple[tuple[int, ...], ...]
    phase: Phase
    ascension: int
    weather: int


@dataclass(frozen=True, slots=True)
class HighRiskState:
    """A match: its terms and its position."""

    terms: Terms
    position: Position


def danger_dice(position: Position) -> int:
    """How many dice are not set aside: those to roll now, or those that show Danger."""
    return DICE - position.ascension - position.weather


def awaited(position: Position) -> DiceSpec:
    """The dice of the next roll."""
    return DiceSpec(((DIE, danger_dice(position)),))


def winner(state: HighRiskState) -> Seat | None:
    """Whose climbers are all at the Summit; None while the match goes on."""
    summit = state.terms.mountain.summit
    for seat, zones in enumerate(state.position.climbers):
        if zones[-1] == summit:  # the lowest of them
            return Seat(seat)
    return None
