"""What each tile does when it is used.

Knows the effect of every kind of equipment. Refuses to know when it may be used
(``windows``, ``legal``): every use here is legal already.
"""

from __future__ import annotations

from dataclasses import replace

from companion.games.protocol import Seat
from companion.games.roll_and_wall import events as e
from companion.games.roll_and_wall.board import START
from companion.games.roll_and_wall.fall import axe_ledges, catching_pitons
from companion.games.roll_and_wall.flags import Colour
from companion.games.roll_and_wall.flow import (
    TWO_DICE,
    Outcome,
    after_bar,
    end_turn,
    fail,
    foresee,
    hold_by_axe,
    judge,
    land,
    offer_bar,
    settle_foreseen,
    settle_penalty,
    spot,
    then,
    with_climber,
    with_phase,
)
from companion.games.roll_and_wall.phases import (
    Choosing,
    ChoosingLedge,
    Ending,
    Falling,
    Free,
    Made,
    Missed,
    Starting,
    Throwing,
)
from companion.games.roll_and_wall.state import Position, Terms, mover
from companion.games.roll_and_wall.tiles import Tile, without
from companion.games.roll_and_wall.windows import (
    can_mend,
    can_throw_sand,
    climber_of,
    falling_tiles,
    pitons_left,
    sand_hits,
    wind_hits,
)


def use(terms: Terms, before: Position, seat: Seat, tile: Tile) -> Outcome:
    """The position after that seat uses that tile; it goes back to the box."""
    climber = before.climbers[seat]
    used = e.TileUsed(seat, tile)
    after = with_climber(before, seat, replace(climber, tiles=without(climber.tiles, tile)))
    return then(used, _effect(terms, after, seat, tile))


def grab(terms: Terms, before: Position, colour: Colour) -> Outcome:
    """The mover takes the token of a flag beside the pawn, which stays where it is."""
    seat = mover(terms, before)
    climber = before.climbers[seat]
    richer = replace(
        climber,
        tiles=without(climber.tiles, Tile.GRABBER),
        flags=tuple(sorted((*climber.flags, colour))),
    )
    after, later = _still_open(terms, with_climber(before, seat, richer))
    return after, (e.TileUsed(seat, Tile.GRABBER), e.FlagTaken(seat, colour), *later)


def place_piton(terms: Terms, before: Position) -> Outcome:
    """A piton of the mover goes into the pawn's space."""
    seat = mover(terms, before)
    climber = before.climbers[seat]
    pitons = tuple(sorted((*climber.pitons, climber.space)))
    after = with_climber(before, seat, replace(climber, pitons=pitons))
    left = pitons_left(terms, after, seat)
    return after, (e.PitonPlaced(seat, spot(terms, climber.space), left),)


def _still_open(terms: Terms, before: Position) -> Outcome:
    """A window that was open for the grabber alone closes after it."""
    match before.phase:
        case Missed() if not can_mend(terms, before):
            return fail(terms, before)
        case Made():
            return offer_bar(terms, before)
        case Choosing():
            return settle_foreseen(terms, before)
        case _:
            return before, ()


def _effect(terms: Terms, before: Position, seat: Seat, tile: Tile) -> Outcome:
    match tile:
        case Tile.CHALK:
            return _chalk(terms, before)
        case Tile.SHOES:
            last = before.last
            assert last is not None
            better = replace(last, shoes=last.shoes + 1)
            again = foresee if last.target is None else judge
            return again(terms, before, better)
        case Tile.ENERGY_BAR:
            assert before.last is not None
            fed = with_phase(before, Made(), replace(before.last, bar=True))
            return after_bar(terms, fed)
        case Tile.CRYSTAL_BALL:
            assert before.advanced is not None
            return replace(before, advanced=replace(before.advanced, crystal_ball=True)), ()
        case Tile.TALISMAN:
            assert isinstance(before.phase, Throwing)
            return with_phase(before, replace(before.phase, talisman=True)), ()
        case Tile.VOODOO_DOLL:
            return _curse(terms, before)
        case Tile.QUICKDRAW:
            return place_piton(terms, before)
        case Tile.AXE | Tile.HELMET:
            return _caught(terms, before, tile)
        case Tile.SAND:
            return _sand(terms, before)
        case Tile.WIND_AMULET | Tile.QUIET_ZONE:
            return _last_act(terms, before, tile)
        case Tile.GRABBER:
            raise ValueError("a grabber is used with the colour of a flag")


def _chalk(terms: Terms, before: Position) -> Outcome:
    """The same dice again; the talisman stays, shoes only by a house rule (D10, D13)."""
    last = before.last
    assert last is not None
    lasting = terms.house is not None and terms.house.lasting_shoes
    shoes = last.shoes if lasting else 0
    again = Throwing(last.target, last.dice, last.talisman, shoes, repeated_by=Tile.CHALK)
    return with_phase(before, again), ()


def _curse(terms: Terms, before: Position) -> Outcome:
    """The same dice again with the same effects; a crystal ball holds, too (D19, D26, D43)."""
    last, advanced, house = before.last, before.advanced, terms.house
    assert last is not None
    assert advanced is not None
    assert house is not None
    free = advanced.crystal_ball and not house.bound_by_doll
    target = None if free else last.target
    again = Throwing(
        target, last.dice, last.talisman, last.shoes, last.bar, repeated_by=Tile.VOODOO_DOLL
    )
    return with_phase(before, again), ()


def _caught(terms: Terms, before: Position, tile: Tile) -> Outcome:
    phase, climber = before.phase, climber_of(terms, before)
    assert isinstance(phase, Falling)
    if tile is Tile.AXE:
        ledges = axe_ledges(terms, climber.space)
        if len(ledges) > 1:
            return with_phase(before, ChoosingLedge(phase.helmet)), ()
        return hold_by_axe(terms, before, ledges[0], helmet=phase.helmet)
    after = with_phase(before, Falling(helmet=True))
    catching = catching_pitons(terms, climber)
    if len(catching) > 1 or falling_tiles(terms, after):
        return after, ()
    return land(terms, after, catching[0] if catching else START, helmet=True)


def _sand(terms: Terms, before: Position) -> Outcome:
    hit = sand_hits(terms, before)
    after = _hinder(terms, with_phase(before, Starting()), hit)
    hindered = e.Hindered(hit)
    if can_throw_sand(terms, after):
        return after, (hindered,)
    return then(hindered, settle_penalty(terms, with_phase(after, Free())))


def _last_act(terms: Terms, before: Position, tile: Tile) -> Outcome:
    """Wind or a quiet zone, then whatever end-of-turn tile is left."""
    seat, phase, advanced = mover(terms, before), before.phase, before.advanced
    assert isinstance(phase, Ending)
    assert advanced is not None
    if tile is Tile.QUIET_ZONE:
        # Through the end of the owner's own next turn, a whole round from now (D39).
        quiet = replace(advanced, quiet_until=before.turns + terms.seats)
        began = e.QuietBegan(seat)
        return then(began, end_turn(terms, replace(before, advanced=quiet), tea=phase.tea))
    hit = wind_hits(terms, before)
    return then(e.Hindered(hit), end_turn(terms, _hinder(terms, before, hit), tea=phase.tea))


def _hinder(terms: Terms, before: Position, seats: tuple[Seat, ...]) -> Position:
    """Two dice fewer each, on top of what they lose already (D41)."""
    assert terms.house is not None
    after = before
    for seat in seats:
        climber = before.climbers[seat]
        penalty = TWO_DICE if terms.house.two_at_most else climber.penalty + TWO_DICE
        after = with_climber(after, seat, replace(climber, penalty=penalty))
    return after
