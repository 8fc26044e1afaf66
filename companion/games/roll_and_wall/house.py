"""The terms of the advanced variant: the tiles in the box and the table's house rules.

Knows every open point of the rules as one switch. Refuses to know how they are chosen.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.roll_and_wall.backpack import Shape
from companion.games.roll_and_wall.tiles import Tile


@dataclass(frozen=True, slots=True)
class House:
    """Every switch is off by default.

    ``stack``: how many tiles of each kind are dealt from. ``shapes``: their cells in a
    backpack, None where the board does not say. The switches by their rulings:

    - ``open_summit`` RW21: the summit may be entered without three flags, without winning;
    - ``seat_order_breaks_ties`` RW26: of those tied for first player the lowest seat begins;
    - ``fourth_by_quickdraw`` RW29: the fourth piton is for the quickdraw only;
    - ``axe_and_helmet`` D5: both may be used for one fall;
    - ``lasting_shoes`` D10: shoes stay added when chalk repeats the throw;
    - ``strict_mending`` D11, D17: after a crystal ball's throw chalk and shoes help only
      where it enters no space at all;
    - ``single_shoes`` D16: one pair of shoes for one throw;
    - ``no_late_piton`` D24: no piton between a crystal ball's throw and the end of the turn;
    - ``bound_by_doll`` D26: a repeated crystal ball's throw is for the space chosen before;
    - ``blank_falls`` D26: on the wall, a crystal ball's throw that enters nothing is a fall;
    - ``blank_ends_turn`` D26: on the ground, such a throw ends the turn;
    - ``bar_before_doll`` D29: the energy bar is decided before the voodoo dolls;
    - ``two_at_most`` D41: nobody loses more than two dice to sand and wind in one turn;
    - ``dolls_in_any_order`` D45: voodoo dolls in any order instead of clockwise;
    - ``axe_below_centre`` D49: the axe finds only ledges below the centre of the space.
    """

    stack: tuple[tuple[Tile, int], ...]
    shapes: tuple[tuple[Tile, Shape], ...] | None
    open_summit: bool = False
    seat_order_breaks_ties: bool = False
    fourth_by_quickdraw: bool = False
    axe_and_helmet: bool = False
    lasting_shoes: bool = False
    strict_mending: bool = False
    single_shoes: bool = False
    no_late_piton: bool = False
    bound_by_doll: bool = False
    blank_falls: bool = False
    blank_ends_turn: bool = False
    bar_before_doll: bool = False
    two_at_most: bool = False
    dolls_in_any_order: bool = False
    axe_below_centre: bool = False
