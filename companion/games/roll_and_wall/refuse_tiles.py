"""Why a piece of equipment may not be used now.

Knows the moment of each tile and of a piton. Refuses to know what they do (``tile_use``).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from companion.games.protocol import Refusal, Seat
from companion.games.roll_and_wall.actions import Grab
from companion.games.roll_and_wall.board import START
from companion.games.roll_and_wall.fall import axe_ledges
from companion.games.roll_and_wall.flags import beside
from companion.games.roll_and_wall.phases import (
    GRABBING,
    Choosing,
    Cursing,
    Ending,
    Falling,
    Free,
    Made,
    Missed,
    Starting,
    Throwing,
)
from companion.games.roll_and_wall.state import Position, Terms, dice_left
from companion.games.roll_and_wall.tiles import Tile
from companion.games.roll_and_wall.windows import (
    ending_tiles,
    enterable,
    falling_tiles,
    gaps,
    has_strange_piton,
    helpful_tiles,
    is_quiet,
    ordinary_pitons_left,
    pitons_left,
)


def tile_refusal(terms: Terms, position: Position, seat: Seat, tile: Tile) -> Refusal | None:
    """Why that seat, whose decision it is, may not use that tile now."""
    if tile not in position.climbers[seat].tiles:
        return no("tile_gone", "D.1", tile=tile.value)
    phase, rule = position.phase, f"D.1 {tile.value.replace('_', ' ').upper()}"
    match tile:
        case Tile.CHALK | Tile.SHOES:
            return _mending(terms, position, tile, rule)
        case Tile.ENERGY_BAR:
            ready = isinstance(phase, Made) and not (position.last and position.last.bar)
            return None if ready else no("only_after_success", rule)
        case Tile.CRYSTAL_BALL:
            return _crystal_ball(terms, position, rule)
        case Tile.TALISMAN:
            if not isinstance(phase, Throwing):
                return no("only_before_throw", rule)
            if phase.talisman:
                return no("talisman_on", "D21")
            # A repeat is the same throw once more: its dice have been seen (D13, D43).
            return no("dice_seen_already", rule) if phase.repeated_by else None
        case Tile.GRABBER:
            return no("name_the_flag", rule)
        case Tile.QUICKDRAW:
            return _quickdraw(terms, position, seat, rule)
        case Tile.AXE | Tile.HELMET:
            return _falling(terms, position, seat, tile, rule)
        case Tile.VOODOO_DOLL:
            return None if isinstance(phase, Cursing) else no("only_against_others", rule)
        case Tile.SAND:
            return None if isinstance(phase, Starting) else no("only_at_beginning", rule)
        case Tile.QUIET_ZONE | Tile.WIND_AMULET:
            if not isinstance(phase, Ending):
                return no("only_at_end", rule, tile=tile.value.replace("_", " "))
            return None if tile in ending_tiles(terms, position) else no("nobody_above", "D41")


def grab_refusal(terms: Terms, position: Position, seat: Seat, action: Grab) -> Refusal | None:
    """Why the mover may not grab the flag of that colour now."""
    climber, advanced = position.climbers[seat], position.advanced
    if advanced is None or Tile.GRABBER not in climber.tiles:
        return no("tile_gone", "D.1", tile=Tile.GRABBER.value)
    if not isinstance(position.phase, GRABBING):
        return no("no_time_to_grab", "D23")
    if action.colour in climber.flags:
        return no("flag_held", "D.1 GRABBER", colour=action.colour.value)
    if action.colour not in beside(terms.wall, advanced.flags, climber.space):
        return no("no_flag_beside", "D.1 GRABBER", colour=action.colour.value)
    return None


def piton_refusal(terms: Terms, position: Position, seat: Seat) -> Refusal | None:
    """Why the mover may not place a piton in the own space, in a phase that allows it."""
    if _is_after_failure(position):
        return no("too_late_for_piton", "RW9")
    if position.advanced is not None:
        if is_quiet(position):
            return no("quiet_zone", "D38")
        late = _too_late(terms, position)
        if late is not None:
            return late
    climber = position.climbers[seat]
    fault = _hole_refusal(terms, position, seat)
    if fault is not None or ordinary_pitons_left(terms, position, seat) > 0:
        return fault
    if len(climber.pitons) < terms.pitons[seat] + 1 and pitons_left(terms, position, seat):
        return no("piton_for_quickdraw", "RW29")
    return no("no_piton_left", "rule 4")


def no(code: str, rule: str, **facts: Any) -> Refusal:
    """A refusal with its facts."""
    return Refusal(code, rule, tuple(facts.items())) if facts else _plain(code, rule)


@lru_cache(maxsize=256)
def _plain(code: str, rule: str) -> Refusal:
    return Refusal(code, rule)


def _hole_refusal(terms: Terms, position: Position, seat: Seat) -> Refusal | None:
    """Why no piton of that seat has a place or is at hand."""
    climber = position.climbers[seat]
    if climber.space == START:
        return no("no_piton_on_ground", "RW10")
    if terms.wall.spaces[climber.space].summit:
        return no("no_piton_on_summit", "RW10")
    if not pitons_left(terms, position, seat):
        return no("no_piton_left", "rule 4")
    if climber.space in climber.pitons and not terms.doubled_pitons:
        return no("piton_already_here", "RW10")
    return None


def _too_late(terms: Terms, position: Position) -> Refusal | None:
    if isinstance(position.phase, Choosing) and terms.house and terms.house.no_late_piton:
        return no("too_late_after_look", "D24")
    return None


def _is_after_failure(position: Position) -> bool:
    """Whether a failed throw is about to be repeated: chalk has not undone it yet (RW9)."""
    phase = position.phase
    return isinstance(phase, Throwing) and phase.repeated_by is Tile.CHALK


def _mending(terms: Terms, position: Position, tile: Tile, rule: str) -> Refusal | None:
    if not isinstance(position.phase, (Missed, Choosing)):
        return no("only_after_failure", rule)
    if tile in helpful_tiles(terms, position):
        return None
    missed, house, last = gaps(terms, position), terms.house, position.last
    if not missed:
        return no("nothing_missed", "D11")
    blind = isinstance(position.phase, Choosing)
    if blind and house is not None and house.strict_mending and enterable(terms, position):
        return no("enters_already", "D11")
    if house is not None and house.single_shoes and last is not None and last.shoes:
        return no("shoes_on", "D16")
    return no("shoes_too_small", "D.1 SHOES", missing=min(missed))


def _crystal_ball(terms: Terms, position: Position, rule: str) -> Refusal | None:
    if not isinstance(position.phase, Free):
        return no("only_before_declaring", rule)
    assert position.advanced is not None
    if position.advanced.crystal_ball:
        return no("crystal_ball_on", "D21")
    return None if dice_left(terms, position).total else no("nothing_to_foresee", rule)


def _quickdraw(terms: Terms, position: Position, seat: Seat, rule: str) -> Refusal | None:
    in_time = isinstance(position.phase, (Free, Throwing, Choosing))
    if not in_time or _is_after_failure(position):
        return no("too_late_to_clip", "RW9")
    late = _too_late(terms, position)
    if late is not None:
        return late
    if not has_strange_piton(position, seat):
        return no("nothing_to_clip", rule)
    return _hole_refusal(terms, position, seat)


def _falling(terms: Terms, position: Position, seat: Seat, tile: Tile, rule: str) -> Refusal | None:
    if not isinstance(position.phase, Falling):
        return no("only_when_falling", rule)
    if tile in falling_tiles(terms, position):
        return None
    if tile is Tile.HELMET:
        return no("helmet_on", "D34")
    if not axe_ledges(terms, position.climbers[seat].space):
        return no("no_ledge_below", rule)
    return no("axe_or_helmet", "D5")
