"""What a player can do in Roll & Wall.

Knows the closed set of actions. Refuses to know when each is allowed.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.dice import Rolled
from companion.games.roll_and_wall.board import SpaceId
from companion.games.roll_and_wall.flags import Colour
from companion.games.roll_and_wall.tiles import Tile


@dataclass(frozen=True, slots=True)
class PlaceFlag:
    """A flag of that colour goes to the place that was rolled (advanced)."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class Dealt:
    """That tile was dealt to me (advanced)."""

    tile: Tile


@dataclass(frozen=True, slots=True)
class Keep:
    """I keep that tile of my hand and pass the others on (advanced)."""

    tile: Tile


@dataclass(frozen=True, slots=True)
class Discard:
    """That tile does not go into my backpack and returns to the box (advanced)."""

    tile: Tile


@dataclass(frozen=True, slots=True)
class Packed:
    """My tiles are in my backpack: where the board does not know their shapes (advanced)."""


@dataclass(frozen=True, slots=True)
class BeginTurn:
    """I throw no sand and begin my turn (advanced)."""


@dataclass(frozen=True, slots=True)
class GiveUp:
    """I set these dice aside for sand and wind (advanced)."""

    white: int
    blue: int


@dataclass(frozen=True, slots=True)
class Declare:
    """I climb to that space with so many white and blue dice."""

    target: SpaceId
    white: int
    blue: int


@dataclass(frozen=True, slots=True)
class ThrowFirst:
    """I throw so many dice and choose the space afterwards: crystal ball (advanced)."""

    white: int
    blue: int


@dataclass(frozen=True, slots=True)
class Enter:
    """With this throw I enter that space: crystal ball (advanced)."""

    target: SpaceId


@dataclass(frozen=True, slots=True)
class UseTile:
    """I use that tile now."""

    tile: Tile


@dataclass(frozen=True, slots=True)
class Grab:
    """I use a grabber for the flag of that colour beside me (advanced)."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class AcceptFailure:
    """I use no tile for the failed throw."""


@dataclass(frozen=True, slots=True)
class KeepEnergyBar:
    """I set the dice of the successful throw aside and keep the energy bar."""


@dataclass(frozen=True, slots=True)
class Spare:
    """I do not use my voodoo doll for this throw (advanced)."""


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
class AcceptFall:
    """I use no tile, or none any more, for the fall (advanced)."""


@dataclass(frozen=True, slots=True)
class ChoosePiton:
    """I fall to that one of my pitons that hang on the same level."""

    space: SpaceId


@dataclass(frozen=True, slots=True)
class ChooseLedge:
    """My axe stops the fall on that ledge (advanced)."""

    space: SpaceId


@dataclass(frozen=True, slots=True)
class FinishTurn:
    """I play no wind and no quiet zone, or none any more: my turn is over (advanced)."""


Action = (
    PlaceFlag
    | Dealt
    | Keep
    | Discard
    | Packed
    | BeginTurn
    | GiveUp
    | Declare
    | ThrowFirst
    | Enter
    | Rolled
    | UseTile
    | Grab
    | AcceptFailure
    | KeepEnergyBar
    | Spare
    | PlacePiton
    | Rest
    | StopAndFall
    | EndTurn
    | AcceptFall
    | ChoosePiton
    | ChooseLedge
    | FinishTurn
)
