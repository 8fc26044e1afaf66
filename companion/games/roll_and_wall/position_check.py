"""Whether a loaded position can stand on a table.

Knows what must hold in every position of Roll & Wall. Refuses to know how it came about:
a position may be written by hand.
"""

from __future__ import annotations

from collections import Counter

from companion.games.protocol import Seat
from companion.games.roll_and_wall.board import START
from companion.games.roll_and_wall.fall import axe_ledges, catching_pitons
from companion.games.roll_and_wall.flags import COLOURS
from companion.games.roll_and_wall.flow import TWO_DICE
from companion.games.roll_and_wall.handful import WHITE_DICE, Handful
from companion.games.roll_and_wall.phases import (
    Choosing,
    ChoosingLedge,
    Cursing,
    Ending,
    Falling,
    Free,
    GivingUp,
    Made,
    Missed,
    Starting,
    Throwing,
)
from companion.games.roll_and_wall.preparation import HAND
from companion.games.roll_and_wall.preparation_check import advanced_fault
from companion.games.roll_and_wall.refuse import refuse_throw
from companion.games.roll_and_wall.state import (
    Climber,
    Judged,
    Position,
    Terms,
    dice_left,
    dice_pool,
    is_over,
    is_preparing,
    mover,
    pitons_owned,
)
from companion.games.roll_and_wall.tiles import BASIC_TILES, Tile
from companion.games.roll_and_wall.windows import (
    blank_is_failure,
    can_mend,
    can_throw_sand,
    climber_of,
    cursers,
    ending_tiles,
    enterable,
    falling_tiles,
    grabbable,
    open_exits,
)


def position_fault(terms: Terms, position: Position) -> str | None:
    """The first thing that cannot be, None for a sound position."""
    if len(position.climbers) != terms.seats or position.turns < 0:
        return f"it needs {terms.seats} climbers and a number of turns"
    fault = advanced_fault(terms, position)
    if fault or (is_preparing(position) and terms.house is not None):
        return fault
    if is_preparing(position):
        return "the basic variant needs no preparation"
    for seat, climber in enumerate(position.climbers):
        fault = _climber_fault(terms, position, Seat(seat), climber)
        if fault:
            return f"climber {seat}: {fault}"
    return (
        _last_fault(terms, position.last)
        or _dice_fault(terms, position)
        or _phase_fault(terms, position)
    )


def _climber_fault(terms: Terms, position: Position, seat: Seat, climber: Climber) -> str | None:
    spaces = terms.wall.spaces
    if climber.space not in spaces:
        return "the pawn's space is not on this wall"
    fault = _summit_fault(terms, position, seat, climber)
    if fault:
        return fault
    pitons = climber.pitons
    if any(p not in spaces or p == START or spaces[p].summit for p in pitons):
        return "a piton is not on the wall"
    if len(pitons) > pitons_owned(terms, position, seat) or list(pitons) != sorted(pitons):
        return "there are too many pitons, or they are not in order"
    if len(set(pitons)) < len(pitons) and not terms.doubled_pitons:
        return "two own pitons are in one space"
    owed = is_over(terms, position) or mover(terms, position) != seat
    if climber.tea and owed and climber.space != START:
        return "tea is for those on the ground"
    return _belongings_fault(terms, position, seat, climber)


def _summit_fault(terms: Terms, position: Position, seat: Seat, climber: Climber) -> str | None:
    at_top, used = terms.wall.spaces[climber.space].summit, climber.topped_with
    stranded = terms.house is not None and terms.house.open_summit and at_top and used is None
    if at_top != (used is not None) and not stranded:
        return "exactly those on the summit have a number of dice used"
    if used is None:
        return None
    if not 0 <= used <= WHITE_DICE + 1:
        return "more dice were used than there are"
    arriving = isinstance(position.phase, Ending) and seat == mover(terms, position)
    if not arriving and not _turn_taken_this_round(terms, position, seat):
        return "the pawn reached the summit in a turn that is not yet played"
    if terms.house is not None and len(climber.flags) < len(COLOURS):
        return "nobody wins without three flags"
    return None


def _belongings_fault(terms: Terms, position: Position, seat: Seat, climber: Climber) -> str | None:
    if position.advanced is None:
        if climber.tiles != tuple(tile for tile in BASIC_TILES if tile in climber.tiles):
            return "the tiles are not some of the basic tiles in order"
        if climber.flags or climber.penalty:
            return "flags and penalties belong to the advanced variant"
        return None
    if list(climber.tiles) != sorted(climber.tiles):
        return "the tiles are not in the order of their names"
    if Counter(climber.tiles) - Counter(position.advanced.packed[seat]):
        return "there is a tile that was not packed"
    if list(climber.flags) != sorted(set(climber.flags)):
        return "the flags are not different ones in order"
    if climber.penalty % TWO_DICE or not 0 <= climber.penalty <= TWO_DICE * HAND * terms.seats:
        return "a penalty is two dice for each sand or wind"
    return None


def _turn_taken_this_round(terms: Terms, position: Position, seat: Seat) -> bool:
    taken = position.turns % terms.seats
    if taken == 0:
        return position.turns > 0
    first = terms.first if position.advanced is None else position.advanced.first
    return (seat - first) % terms.seats < taken


def _last_fault(terms: Terms, last: Judged | None) -> str | None:
    if last is None:
        return None
    if not 0 <= last.seat < terms.seats:
        return "the last throw was nobody's"
    basic = terms.house is None
    blind = last.target is None
    if (blind and basic) or (
        not blind and (last.target not in terms.wall.spaces or last.target == START)
    ):
        return "the last throw was for no space of this wall"
    dice = last.dice
    if not last.rolled.dice or refuse_throw(dice, last.rolled):
        return "the last throw shows what no dice can"
    most_shoes = 1 if basic else HAND
    if dice.white > WHITE_DICE or dice.blue > 1 or not 0 <= last.shoes <= most_shoes:
        return "the last throw used more than there is"
    if basic and last.talisman:
        return "a talisman belongs to the advanced variant"
    return None


def _dice_fault(terms: Terms, position: Position) -> str | None:
    aside = position.aside
    phase = position.phase
    if isinstance(phase, Missed | Made | Choosing | Cursing) and position.last is None:
        return "a throw is to be judged but there is none"
    left, pool = dice_left(terms, position), dice_pool(terms, position)
    if min(aside.white, aside.blue, left.white, left.blue, pool.white, pool.blue) < 0:
        return "more dice are spent than there are"
    lost = Handful() if position.advanced is None else position.advanced.lost
    if is_over(terms, position) and (aside.total or lost.total or not isinstance(phase, Free)):
        return "the match is over, so no dice are spent and nothing is awaited"
    if isinstance(phase, Starting | GivingUp) and aside.total + lost.total:
        return "a turn begins with all its dice"
    return None


def _phase_fault(terms: Terms, position: Position) -> str | None:
    phase, climber = position.phase, climber_of(terms, position)
    if is_over(terms, position):
        return None
    if terms.house is None and not isinstance(phase, Free | Throwing | Missed | Made | Falling):
        return "that phase belongs to the advanced variant"
    match phase:
        case Free():
            stuck = climber.space == START and not dice_left(terms, position).total
            return "a turn on the ground with no dice is over" if stuck else None
        case Throwing():
            return _throwing_fault(terms, position, phase)
        case Missed() | Made() | Choosing() | Cursing():
            return _window_fault(terms, position)
        case Falling(helmet):
            at_home = climber.space == START or terms.wall.spaces[climber.space].summit
            choice = len(catching_pitons(terms, climber)) > 1 or falling_tiles(terms, position)
            if at_home or not choice or (helmet and terms.house is None):
                return "a fall with no choice of pitons or tiles is not waiting"
            return None
        case ChoosingLedge():
            few = len(axe_ledges(terms, climber.space)) < 2
            return "there is no choice of ledges" if few else None
        case Starting():
            return None if can_throw_sand(terms, position) else "no sand can be thrown"
        case GivingUp(count):
            pool = dice_pool(terms, position)
            owed = min(climber.penalty, pool.total)
            right = count == owed and pool.blue and 0 < count < pool.total
            return None if right else "there is no choice of dice to set aside"
        case Ending(tea):
            if not ending_tiles(terms, position):
                return "no tile can be played at the end of this turn"
            return "tea is for those on the ground" if tea and climber.space != START else None
        case _:
            raise AssertionError(phase)


def _throwing_fault(terms: Terms, position: Position, phase: Throwing) -> str | None:
    dice, exits = phase.dice, open_exits(terms, climber_of(terms, position))
    known = phase.target in exits if phase.target is not None else bool(exits)
    if min(dice.white, dice.blue) < 0 or not dice.total or not known:
        return "the throw is for a space that cannot be entered, or with no dice"
    foresight = position.advanced is not None and position.advanced.crystal_ball
    bound = terms.house is not None and terms.house.bound_by_doll
    if (phase.target is None) != foresight and not (foresight and bound):
        return "exactly with a crystal ball a throw is made before choosing a space"
    if terms.house is None and (phase.talisman or phase.shoes or phase.bar):
        return "that throw belongs to the advanced variant"
    if not 0 <= phase.shoes <= HAND:
        return "the throw used more than there is"
    return None if phase.repeated_by is None else _repeat_fault(terms, position, phase)


def _repeat_fault(terms: Terms, position: Position, phase: Throwing) -> str | None:
    last = position.last
    if phase.repeated_by not in (Tile.CHALK, Tile.VOODOO_DOLL):
        return "only chalk and voodoo dolls repeat a throw"
    if phase.repeated_by is Tile.VOODOO_DOLL and terms.house is None:
        return "that throw belongs to the advanced variant"
    if last is None or last.seat != mover(terms, position) or last.dice != phase.dice:
        return "the throw to be repeated is the mover's last one, with the same dice"
    return None


def _window_fault(terms: Terms, position: Position) -> str | None:
    last, phase, climber = position.last, position.phase, climber_of(terms, position)
    assert last is not None
    exits = open_exits(terms, climber)
    foreign = last.target is not None and last.target not in exits
    if last.seat != mover(terms, position) or foreign:
        return "the throw to be judged is not the mover's"
    if isinstance(phase, Choosing):
        return _choosing_fault(terms, position)
    if last.target is None:
        return "a space must be chosen for the throw first"
    made = last.best >= terms.wall.spaces[last.target].number
    if made == isinstance(phase, Missed):
        return "the throw is judged wrongly"
    if position.advanced is None and last.shoes and Tile.SHOES in climber.tiles:
        return "shoes were used but are still there"
    if isinstance(phase, Cursing):
        asked = cursers(terms, position, ())
        order = list(phase.spared) == sorted(set(phase.spared))
        if not order or not set(phase.spared) < set(asked):
            return "nobody is left to be asked about a voodoo doll"
        return None
    bar = Tile.ENERGY_BAR in climber.tiles and not last.bar
    if made and not bar and not grabbable(terms, position):
        return "there is no energy bar to decide about"
    if not made and not can_mend(terms, position):
        return "there is no tile that could help"
    return None


def _choosing_fault(terms: Terms, position: Position) -> str | None:
    assert position.last is not None
    assert position.advanced is not None
    if position.last.target is not None or not position.advanced.crystal_ball:
        return "a space is chosen after the throw with a crystal ball only"
    if enterable(terms, position) or can_mend(terms, position):
        return None
    ground = climber_of(terms, position).space == START
    if ground or blank_is_failure(terms, position):
        return "there is nothing to decide about the throw"
    return None
