"""What a match of Roll & Wall is waiting for.

Knows every phase and what belongs to it. Refuses to know what may be done in it.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.protocol import Seat
from companion.games.roll_and_wall.board import SpaceId
from companion.games.roll_and_wall.handful import Handful
from companion.games.roll_and_wall.tiles import Tile

Tiles = tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class FlagRoll:
    """The blue die is to be rolled for the next flag (advanced)."""


@dataclass(frozen=True, slots=True)
class FlagColour:
    """The next flag goes to that number: the players choose its colour (advanced)."""

    number: int


@dataclass(frozen=True, slots=True)
class FirstRoll:
    """Three dice each decide who begins (advanced).

    ``contenders`` roll in this order; ``totals`` are those of the first of them.
    """

    contenders: tuple[Seat, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Dealing:
    """Four tiles are being dealt to each seat, face down (advanced)."""

    hands: tuple[Tiles, ...]


@dataclass(frozen=True, slots=True)
class Drafting:
    """Each seat keeps one tile of its hand, hidden; then the rests go to the left (advanced)."""

    hands: tuple[Tiles, ...]
    kept: tuple[Tiles, ...]
    chosen: tuple[Tile | None, ...]


@dataclass(frozen=True, slots=True)
class Packing:
    """Seats whose tiles do not fit discard some; ``done`` are finished (advanced)."""

    kept: tuple[Tiles, ...]
    done: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Starting:
    """A turn begins and sand may be thrown before anything else (advanced)."""


@dataclass(frozen=True, slots=True)
class GivingUp:
    """A turn begins with fewer dice and the player chooses which (advanced)."""

    count: int


@dataclass(frozen=True, slots=True)
class Free:
    """The player may climb, place a piton or end the turn."""


@dataclass(frozen=True, slots=True)
class Throwing:
    """These dice are to be thrown for that space; with a crystal ball, for none yet.

    What tiles do to this throw: ``talisman`` sums the dice, ``shoes`` are added, ``bar``
    brings the dice back if it succeeds. ``repeated_by``: the chalk or the voodoo doll for
    which the last throw is made again, None for a new throw.
    """

    target: SpaceId | None
    dice: Handful
    talisman: bool = False
    shoes: int = 0
    bar: bool = False
    repeated_by: Tile | None = None


@dataclass(frozen=True, slots=True)
class Choosing:
    """The dice were thrown before a space was chosen: crystal ball (advanced)."""


@dataclass(frozen=True, slots=True)
class Missed:
    """The last throw failed and a tile could still help."""


@dataclass(frozen=True, slots=True)
class Cursing:
    """The last throw succeeded and opponents may use a voodoo doll (advanced).

    ``spared``: those who let it be.
    """

    spared: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Made:
    """The last throw succeeded and an energy bar could bring its dice back."""


@dataclass(frozen=True, slots=True)
class Falling:
    """A fall with a choice: of tiles, or of several pitons on one level.

    ``helmet``: it is used, so the turn goes on after the fall.
    """

    helmet: bool = False


@dataclass(frozen=True, slots=True)
class ChoosingLedge:
    """The axe could stop the fall on several ledges on one level (advanced)."""

    helmet: bool = False


@dataclass(frozen=True, slots=True)
class Ending:
    """A turn ends and wind or a quiet zone may be played (advanced).

    ``tea``: the turn ended by a fall to the ground.
    """

    tea: bool


GRABBING = (Free, Throwing, Choosing, Missed, Made)
"""The phases in which a flag beside the pawn may be grabbed (D23)."""

PREPARATIONS = (FlagRoll, FlagColour, FirstRoll, Dealing, Drafting, Packing)
"""The phases before the first turn."""

Preparation = FlagRoll | FlagColour | FirstRoll | Dealing | Drafting | Packing

Phase = (
    FlagRoll
    | FlagColour
    | FirstRoll
    | Dealing
    | Drafting
    | Packing
    | Starting
    | GivingUp
    | Free
    | Throwing
    | Choosing
    | Missed
    | Cursing
    | Made
    | Falling
    | ChoosingLedge
    | Ending
)
