"""Whether a loaded position can stand on a table.

Knows what must hold in every position of Roll & Wall. Refuses to know how it came about:
a position may be written by hand.
"""

from __future__ import annotations

from companion.games.protocol import Seat
from companion.games.roll_and_wall.board import START
from companion.games.roll_and_wall.fall import catching_pitons
from companion.games.roll_and_wall.legal import refuse_throw
from companion.games.roll_and_wall.state import (
    BASIC_TILES,
    WHITE_DICE,
    Climber,
    Falling,
    Free,
    Handful,
    Judged,
    Made,
    Missed,
    Position,
    Terms,
    Throwing,
    Tile,
    dice_left,
    is_over,
    mover,
)
from companion.games.roll_and_wall.turn import helpful_tiles


def position_fault(terms: Terms, position: Position) -> str | None:
    """The first thing that cannot be, None for a sound position."""
    if len(position.climbers) != terms.seats or position.turns < 0:
        return f"it needs {terms.seats} climbers and a number of turns"
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
    if spaces[climber.space].summit != (climber.topped_with is not None):
        return "exactly those on the summit have a number of dice used"
    if climber.topped_with is not None:
        if not 0 <= climber.topped_with <= WHITE_DICE + 1:
            return "more dice were used than there are"
        if not _turn_taken_this_round(terms, position, seat):
            return "the pawn reached the summit in a turn that is not yet played"
    pitons = climber.pitons
    if any(p not in spaces or p == START or spaces[p].summit for p in pitons):
        return "a piton is not on the wall"
    if len(pitons) > terms.pitons[seat] or list(pitons) != sorted(pitons):
        return "there are too many pitons, or they are not in order"
    if len(set(pitons)) < len(pitons) and not terms.doubled_pitons:
        return "two own pitons are in one space"
    if climber.tiles != tuple(tile for tile in BASIC_TILES if tile in climber.tiles):
        return "the tiles are not some of the basic tiles in order"
    owed = is_over(terms, position) or mover(terms, position) != seat
    if climber.tea and owed and climber.space != START:
        return "tea is for those on the ground"
    return None


def _turn_taken_this_round(terms: Terms, position: Position, seat: Seat) -> bool:
    taken = position.turns % terms.seats
    if taken == 0:
        return position.turns > 0
    return (seat - terms.first) % terms.seats < taken


def _last_fault(terms: Terms, last: Judged | None) -> str | None:
    if last is None:
        return None
    if not 0 <= last.seat < terms.seats:
        return "the last throw was nobody's"
    if last.target not in terms.wall.spaces or last.target == START:
        return "the last throw was for no space of this wall"
    dice = Handful.from_spec(last.rolled.spec)
    if not last.rolled.dice or refuse_throw(dice, last.rolled):
        return "the last throw shows what no dice can"
    if dice.white > WHITE_DICE or dice.blue > 1 or not 0 <= last.shoes <= 1:
        return "the last throw used more than there is"
    return None


def _dice_fault(terms: Terms, position: Position) -> str | None:
    aside = position.aside
    phase = position.phase
    if isinstance(phase, Missed | Made) and position.last is None:
        return "a throw is to be judged but there is none"
    left = dice_left(terms, position)
    if min(aside.white, aside.blue, left.white, left.blue) < 0:
        return "more dice are spent than there are"
    if is_over(terms, position) and (aside.total or not isinstance(phase, Free)):
        return "the match is over, so no dice are spent and nothing is awaited"
    return None


def _phase_fault(terms: Terms, position: Position) -> str | None:
    phase, last, seat = position.phase, position.last, mover(terms, position)
    climber = position.climbers[seat]
    if is_over(terms, position):
        return None
    exits = terms.wall.exits[climber.space]
    match phase:
        case Free():
            stuck = climber.space == START and not dice_left(terms, position).total
            return "a turn on the ground with no dice is over" if stuck else None
        case Throwing(target, dice):
            if min(dice.white, dice.blue) < 0 or not dice.total or target not in exits:
                return "the throw is for a space that cannot be entered, or with no dice"
            return None
        case Missed() | Made():
            assert last is not None
            if last.seat != seat or last.target not in exits:
                return "the throw to be judged is not the mover's"
            return _window_fault(terms, position, last)
        case Falling():
            if climber.space == START or len(catching_pitons(terms, climber)) < 2:
                return "a fall with no choice of pitons is not waiting"
            return None


def _window_fault(terms: Terms, position: Position, last: Judged) -> str | None:
    tiles = position.climbers[last.seat].tiles
    made = last.best >= terms.wall.spaces[last.target].number
    if made != isinstance(position.phase, Made):
        return "the throw is judged wrongly"
    if last.shoes and Tile.SHOES in tiles:
        return "shoes were used but are still there"
    if made and Tile.ENERGY_BAR not in tiles:
        return "there is no energy bar to decide about"
    if not made and not helpful_tiles(terms, position):
        return "there is no tile that could help"
    return None
