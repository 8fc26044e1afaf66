"""When equipment can matter.

Knows, for a position, which tiles could do something now and for whom. Refuses to know what
they then do (``tile_use``) and how a refusal is said (``legal``).

A window opens only where a tile in it could change something (docs/decisions/0042).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from companion.games.protocol import Seat
from companion.games.roll_and_wall.board import START, SpaceId, Wall
from companion.games.roll_and_wall.fall import axe_ledges, is_lower
from companion.games.roll_and_wall.flags import COLOURS, Colour, beside
from companion.games.roll_and_wall.phases import Choosing, Cursing, Falling
from companion.games.roll_and_wall.state import (
    Climber,
    Position,
    Terms,
    mover,
    pitons_owned,
)
from companion.games.roll_and_wall.tiles import Tile


def climber_of(terms: Terms, position: Position) -> Climber:
    """The climber whose turn it is."""
    return position.climbers[mover(terms, position)]


def open_exits(terms: Terms, climber: Climber) -> tuple[SpaceId, ...]:
    """The spaces that may be entered from where the climber is.

    In the advanced variant no summit before all three flags are held (RW21).
    """
    exits = terms.wall.exits[climber.space]
    house = terms.house
    if house is None or house.open_summit or len(climber.flags) == len(COLOURS):
        return exits
    return _below_summit(terms.wall, climber.space)


@lru_cache(maxsize=4096)
def _below_summit(wall: Wall, space: SpaceId) -> tuple[SpaceId, ...]:
    return tuple(each for each in wall.exits[space] if not wall.spaces[each].summit)


def enterable(terms: Terms, position: Position) -> tuple[SpaceId, ...]:
    """The spaces that the last throw enters, when it was made before choosing one."""
    assert position.last is not None
    best, spaces = position.last.best, terms.wall.spaces
    exits = open_exits(terms, climber_of(terms, position))
    return tuple(space for space in exits if spaces[space].number <= best)


def gaps(terms: Terms, position: Position) -> tuple[int, ...]:
    """By how much the last throw misses: its target, or each open exit that it misses."""
    last = position.last
    assert last is not None
    spaces = terms.wall.spaces
    if last.target is not None:
        return (spaces[last.target].number - last.best,)
    exits = open_exits(terms, climber_of(terms, position))
    return tuple(n - last.best for e in exits if (n := spaces[e].number) > last.best)


def helpful_tiles(terms: Terms, position: Position) -> tuple[Tile, ...]:
    """The tiles that the mover holds and that could still mend the last throw.

    Chalk can wherever something was missed; shoes only where they close the gap: two pairs
    close two (D16). After a crystal ball's throw any missed exit counts, or by a house rule
    only a throw that enters nothing (D11, D17).
    """
    held = climber_of(terms, position).tiles
    if not held:
        return ()
    missed, house, last = gaps(terms, position), terms.house, position.last
    if not missed or last is None:
        return ()
    if isinstance(position.phase, Choosing):
        assert house is not None
        if house.strict_mending and enterable(terms, position):
            return ()
    pairs = held.count(Tile.SHOES)
    if house is not None and house.single_shoes:
        pairs = min(pairs, 1 - last.shoes)
    closing = (Tile.SHOES,) if 0 < min(missed) <= pairs else ()
    return tuple(tile for tile in (Tile.CHALK, *closing) if tile in held)


def grabbable(terms: Terms, position: Position) -> tuple[Colour, ...]:
    """The colours of flags beside the mover that are still needed, with a grabber in hand."""
    climber, advanced = climber_of(terms, position), position.advanced
    if advanced is None or Tile.GRABBER not in climber.tiles:
        return ()
    near = beside(terms.wall, advanced.flags, climber.space)
    return tuple(colour for colour in near if colour not in climber.flags)


def can_mend(terms: Terms, position: Position) -> bool:
    """Whether the mover can still do something about a failed throw or before its fall."""
    return bool(helpful_tiles(terms, position) or grabbable(terms, position))


def cursers(terms: Terms, position: Position, spared: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The opponents with a voodoo doll who have not let the throw be, clockwise (D45)."""
    if terms.house is None:
        return ()
    me, climbers = mover(terms, position), position.climbers
    others = [Seat((me + i) % terms.seats) for i in range(1, terms.seats)]
    holders = [seat for seat in others if Tile.VOODOO_DOLL in climbers[seat].tiles]
    return tuple([seat for seat in holders if seat not in spared])


def acting(terms: Terms, position: Position) -> tuple[Seat, ...]:
    """Who must decide something once the match runs: the mover, or those with a doll."""
    phase, house = position.phase, terms.house
    if not isinstance(phase, Cursing):
        return (mover(terms, position),)
    waiting = cursers(terms, position, phase.spared)
    return waiting if house is not None and house.dolls_in_any_order else waiting[:1]


def may_act(terms: Terms, position: Position, seat: Seat) -> bool:
    """Whether that seat is one of ``acting``."""
    if isinstance(position.phase, Cursing):
        return seat in acting(terms, position)
    return seat == mover(terms, position)


def falling_tiles(terms: Terms, position: Position) -> tuple[Tile, ...]:
    """Axe and helmet, where the falling mover holds them and they can act (D5)."""
    if terms.house is None:
        return ()
    climber, phase = climber_of(terms, position), position.phase
    helmet = isinstance(phase, Falling) and phase.helmet
    found = []
    if Tile.AXE in climber.tiles and (not helmet or terms.house.axe_and_helmet):
        found += [Tile.AXE] if axe_ledges(terms, climber.space) else []
    if Tile.HELMET in climber.tiles and not helmet:
        found += [Tile.HELMET]
    return tuple(found)


def sand_hits(terms: Terms, position: Position) -> tuple[Seat, ...]:
    """The players strictly below the mover who are still climbing (D41)."""
    here = climber_of(terms, position).space
    return _others(terms, position, lambda space: is_lower(terms, space, here))


def wind_hits(terms: Terms, position: Position) -> tuple[Seat, ...]:
    """The players strictly above the mover who are still climbing (D41)."""
    here = climber_of(terms, position).space
    return _others(terms, position, lambda space: is_lower(terms, here, space))


def can_throw_sand(terms: Terms, position: Position) -> bool:
    """Whether the mover has sand and somebody is below."""
    held = climber_of(terms, position).tiles
    return terms.house is not None and Tile.SAND in held and bool(sand_hits(terms, position))


def ending_tiles(terms: Terms, position: Position) -> tuple[Tile, ...]:
    """Wind that hits somebody and quiet zones, in the mover's hands."""
    if terms.house is None:
        return ()
    held = climber_of(terms, position).tiles
    wind = Tile.WIND_AMULET in held and wind_hits(terms, position)
    quiet = Tile.QUIET_ZONE in held
    return (*((Tile.QUIET_ZONE,) if quiet else ()), *((Tile.WIND_AMULET,) if wind else ()))


def is_quiet(position: Position) -> bool:
    """Whether a quiet zone forbids pitons in the turn that runs (D39)."""
    advanced = position.advanced
    return (
        advanced is not None
        and advanced.quiet_until is not None
        and position.turns <= advanced.quiet_until
    )


def quickdraws_used(position: Position, seat: int) -> int:
    """How many pitons that seat has placed with a quickdraw."""
    if position.advanced is None or not position.advanced.packed:
        return 0
    packed = position.advanced.packed[seat].count(Tile.QUICKDRAW)
    return packed - position.climbers[seat].tiles.count(Tile.QUICKDRAW)


def pitons_left(terms: Terms, position: Position, seat: int) -> int:
    """Pitons in the backpack of that seat."""
    return pitons_owned(terms, position, seat) - len(position.climbers[seat].pitons)


def ordinary_pitons_left(terms: Terms, position: Position, seat: int) -> int:
    """Pitons that may be placed without a quickdraw; fewer by a house rule (RW29)."""
    left = pitons_left(terms, position, seat)
    if terms.house is None or not terms.house.fourth_by_quickdraw:
        return left
    ordinary = len(position.climbers[seat].pitons) - quickdraws_used(position, seat)
    return min(left, terms.pitons[seat] - ordinary)


def has_strange_piton(position: Position, seat: int) -> bool:
    """Whether another player's piton is in that seat's space."""
    space = position.climbers[seat].space
    return any(space in c.pitons for i, c in enumerate(position.climbers) if i != seat)


def has_hold(terms: Terms, climber: Climber) -> bool:
    """Whether a climber can rest: a ledge, an own piton, or the top."""
    space = terms.wall.spaces[climber.space]
    return space.ledge or climber.space in climber.pitons or space.summit


def blank_is_failure(terms: Terms, position: Position) -> bool:
    """Whether a crystal ball's throw that enters nothing is a failed roll here (D26)."""
    house = terms.house
    assert house is not None
    on_ground = climber_of(terms, position).space == START
    blank = not enterable(terms, position)
    return blank and (not house.blank_ends_turn if on_ground else house.blank_falls)


def _others(terms: Terms, position: Position, hit: Callable[[SpaceId], bool]) -> tuple[Seat, ...]:
    me = mover(terms, position)
    return tuple(
        Seat(i)
        for i, c in enumerate(position.climbers)
        if i != me and c.topped_with is None and hit(c.space)
    )
