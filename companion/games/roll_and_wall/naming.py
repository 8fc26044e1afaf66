"""What people call the things of Roll & Wall.

Knows names of spaces, tiles, flags and dice. Refuses to know the rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.games.phrases import count_words, dice_words, join_names
from companion.games.protocol import Seat
from companion.games.roll_and_wall.board import Edge, FlagPlace, Place
from companion.games.roll_and_wall.events import Spot
from companion.games.roll_and_wall.handful import Handful
from companion.games.roll_and_wall.tiles import Tile

TILE_NAMES: Mapping[Tile, str] = {
    Tile.AXE: "axe",
    Tile.CHALK: "chalk",
    Tile.CRYSTAL_BALL: "crystal ball",
    Tile.ENERGY_BAR: "energy bar",
    Tile.GRABBER: "grabber",
    Tile.HELMET: "helmet",
    Tile.QUICKDRAW: "quickdraw",
    Tile.QUIET_ZONE: "quiet zone",
    Tile.SAND: "sand",
    Tile.SHOES: "climbing shoes",
    Tile.TALISMAN: "talisman",
    Tile.VOODOO_DOLL: "voodoo doll",
    Tile.WIND_AMULET: "wind amulet",
}

_SIDES: Mapping[Place, str] = {
    Place.LEFT: "on the left",
    Place.CENTRE: "in the centre",
    Place.RIGHT: "on the right",
}


def spot_words(spot: Spot) -> str:
    """A space as people call it: ``the 4 on the left``."""
    if spot.place is Place.START:
        return "the ground"
    return f"the {'summit' if spot.summit else spot.number} {_SIDES[spot.place]}"


def flag_place_words(place: FlagPlace) -> str:
    """``top 3 between left and centre``."""
    return f"{section_words(place.edge, place.section.value)}, number {place.number}"


def section_words(edge: Edge, section: str) -> str:
    """``the top part between left and centre``."""
    sides = "left and centre" if edge is Edge.LEFT else "centre and right"
    return f"the {section} part between {sides}"


def handful_words(dice: Handful) -> str:
    """``2 white dice and 1 blue die``; ``no dice`` for none."""
    parts = [
        count_words(n, f"{colour} die", f"{colour} dice")
        for n, colour in ((dice.white, "white"), (dice.blue, "blue"))
        if n
    ]
    return join_names(parts) or dice_words(dice.spec)


def people(seats: Sequence[Seat], names: Sequence[str]) -> str:
    """``Lucy, Ralph and Monica``; ``nobody`` for none."""
    return join_names([names[seat] for seat in seats]) or "nobody"


def ending_words(seats: Sequence[Seat], names: Sequence[str]) -> str:
    """Who has won, as a sentence."""
    if not seats:
        return "The match is over: nobody can win any more."
    wins = "wins" if len(seats) == 1 else "share the win"
    return f"The match is over: {people(seats, names)} {wins}."
