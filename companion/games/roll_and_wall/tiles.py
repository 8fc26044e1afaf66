"""The thirteen kinds of equipment.

Knows their names and which ones the basic variant deals. Refuses to know what they do.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum


class Tile(StrEnum):
    """A kind of equipment."""

    AXE = "axe"
    CHALK = "chalk"
    CRYSTAL_BALL = "crystal_ball"
    ENERGY_BAR = "energy_bar"
    GRABBER = "grabber"
    HELMET = "helmet"
    QUICKDRAW = "quickdraw"
    QUIET_ZONE = "quiet_zone"
    SAND = "sand"
    SHOES = "shoes"
    TALISMAN = "talisman"
    VOODOO_DOLL = "voodoo_doll"
    WIND_AMULET = "wind_amulet"


BASIC_TILES = (Tile.CHALK, Tile.ENERGY_BAR, Tile.SHOES)
"""What every backpack of the basic variant holds at the start, in the order of their names."""


def in_order(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """The tiles in the order of their names, equal ones side by side."""
    return tuple(sorted(tiles))


def without(tiles: tuple[Tile, ...], tile: Tile) -> tuple[Tile, ...]:
    """The tiles less one of that kind. Raises ValueError where there is none."""
    at = tiles.index(tile)
    return (*tiles[:at], *tiles[at + 1 :])
