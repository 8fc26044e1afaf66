"""What a player can do in Roll & Wall.

Knows the closed set of actions. Refuses to know when each is allowed.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.dice import Rolled
from companion.games.roll_and_wall.board import SpaceId
from companion.games.roll_and_wall.state import Tile


@dataclass(frozen=True, slots=True)
class Declare:
    """I climb to that space with so many white and blue dice."""

    target: SpaceId
    white: int
    blue: int


@dataclass(frozen=True, slots=True)
class UseTile:
    """I use that tile now."""

    tile: Tile


@dataclass(frozen=True, slots=True)
class AcceptFailure:
    """I use no tile for the failed throw."""


@dataclass(frozen=True, slots=True)
class KeepEnergyBar:
    """I set the dice of the successful throw aside and keep the energy bar."""


@dataclass(frozen=True, slots=True)
class PlacePiton:
    """I put one of my pitons into the space where I am."""


@dataclass(frozen=True, slots=True)
class Rest:
    """I end my turn on a ledge or at my piton."""


@dataclass(frozen=True, slots=True)
class StopAndFall:
    """I end my turn with no hold, and fall."""


@dataclass(frozen=True, slots=True)
class EndTurn:
    """I end my turn on the ground."""


@dataclass(frozen=True, slots=True)
class ChoosePiton:
    """I fall to that one of my pitons that hang on the same level."""

    space: SpaceId


Action = (
    Declare
    | Rolled
    | UseTile
    | AcceptFailure
    | KeepEnergyBar
    | PlacePiton
    | Rest
    | StopAndFall
    | EndTurn
    | ChoosePiton
)
