"""What players can do in Rocódromo.

Knows the choices as values; holds are numbers of the wall, from 0 at the bottom. Refuses to
know when they are allowed.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.rocodromo.wall import Rope


@dataclass(frozen=True, slots=True)
class Prepare:
    """Take a rope of that colour, skipping so many shorter ones with a carabiner on each.

    ``give_back``: the rope that goes back to the supply first, with three in the hand.
    """

    colour: str
    skip: int
    give_back: Rope | None


@dataclass(frozen=True, slots=True)
class StartOn:
    """The first climb: stand on the lowest empty hold of a tile of the first level."""

    hold: int


@dataclass(frozen=True, slots=True)
class Declare:
    """Say to which hold the climber is to go, before anything is measured."""

    hold: int


@dataclass(frozen=True, slots=True)
class ChooseRope:
    """Lay that rope."""

    rope: Rope


@dataclass(frozen=True, slots=True)
class JudgeClimb:
    """The table has laid the real rope: it can or cannot be laid as the rules ask."""

    valid: bool


@dataclass(frozen=True, slots=True)
class JudgeEnd:
    """The table has measured: the climber is or is not less than a carabiner from the end."""

    near: bool


@dataclass(frozen=True, slots=True)
class EndTurn:
    """Climb no more in this turn."""


Action = Prepare | StartOn | Declare | ChooseRope | JudgeClimb | JudgeEnd | EndTurn
