"""What may be done in Roll & Wall.

Knows every choice in every phase. Refuses to know why something else is not allowed
(``refuse``) and what actions do (``turn``).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import product

from companion.dice import count_throws, throws
from companion.games.protocol import FEW_THROWS, Seat
from companion.games.roll_and_wall import preparation
from companion.games.roll_and_wall.actions import (
    AcceptFailure,
    AcceptFall,
    Action,
    BeginTurn,
    ChooseLedge,
    ChoosePiton,
    Declare,
    EndTurn,
    Enter,
    FinishTurn,
    GiveUp,
    Grab,
    KeepEnergyBar,
    PlacePiton,
    Rest,
    Spare,
    StopAndFall,
    ThrowFirst,
    UseTile,
)
from companion.games.roll_and_wall.board import START, SpaceId
from companion.games.roll_and_wall.fall import axe_ledges, catching_pitons
from companion.games.roll_and_wall.handful import Handful
from companion.games.roll_and_wall.phases import (
    GRABBING,
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
from companion.games.roll_and_wall.refuse_tiles import piton_refusal, tile_refusal
from companion.games.roll_and_wall.state import (
    Position,
    Terms,
    dice_left,
    dice_pool,
    is_over,
    is_preparing,
    mover,
)
from companion.games.roll_and_wall.tiles import Tile
from companion.games.roll_and_wall.windows import (
    acting,
    blank_is_failure,
    enterable,
    grabbable,
    has_hold,
    open_exits,
)

Choices = tuple[tuple[Seat, Action], ...]


def legal_actions(terms: Terms, position: Position) -> Choices:
    """Every choice of everybody who may act; throws only where few. Empty when over."""
    if is_over(terms, position):
        return ()
    if is_preparing(position):
        return preparation.choices(terms, position)
    seat, phase = mover(terms, position), position.phase
    match phase:
        case Free():
            return _climbing(terms, position, seat) + _of(seat, _standing(terms, position, seat))
        case Throwing(_, dice):
            piton = piton_refusal(terms, position, seat) is None
            more = (*_tiles(terms, position, seat), *((PlacePiton(),) if piton else ()))
            return _few_throws(seat, dice.white, dice.blue) + _of(seat, more)
        case Cursing():
            both = (UseTile(Tile.VOODOO_DOLL), Spare())
            return tuple((each, a) for each in acting(terms, position) for a in both)
        case Falling():
            return _of(seat, (*_tiles(terms, position, seat), *_landings(terms, position, seat)))
        case _:
            return _of(seat, (*_tiles(terms, position, seat), *_deciding(terms, position)))


def stops(terms: Terms, position: Position) -> tuple[Action, ...]:
    """How the mover can end the turn now, or accept that a throw entered nothing."""
    climber = position.climbers[mover(terms, position)]
    if isinstance(position.phase, Choosing) and blank_is_failure(terms, position):
        return (AcceptFailure(),)
    if climber.space == START:
        return (EndTurn(),)
    return (Rest() if has_hold(terms, climber) else StopAndFall(),)


def give_ups(terms: Terms, position: Position, count: int) -> tuple[GiveUp, ...]:
    """The ways to set that many dice of the pool aside."""
    pool = dice_pool(terms, position)
    ways = ((count - blue, blue) for blue in range(pool.blue + 1))
    return tuple(GiveUp(white, blue) for white, blue in ways if 0 <= white <= pool.white)


def _climbing(terms: Terms, position: Position, seat: Seat) -> Choices:
    left, advanced = dice_left(terms, position), position.advanced
    exits = open_exits(terms, position.climbers[seat])
    if advanced is None or not advanced.crystal_ball:
        return _climbs(seat, exits, left.white, left.blue)
    return _of(seat, (ThrowFirst(w, b) for w, b in _handfuls(left.white, left.blue) if exits))


def _standing(terms: Terms, position: Position, seat: Seat) -> tuple[Action, ...]:
    piton = (PlacePiton(),) if piton_refusal(terms, position, seat) is None else ()
    return (*_tiles(terms, position, seat), *piton, *stops(terms, position))


def _landings(terms: Terms, position: Position, seat: Seat) -> tuple[Action, ...]:
    catching = catching_pitons(terms, position.climbers[seat])
    return tuple(map(ChoosePiton, catching)) if len(catching) > 1 else (AcceptFall(),)


def _deciding(terms: Terms, position: Position) -> tuple[Action, ...]:
    match position.phase:
        case Starting():
            return (BeginTurn(),)
        case GivingUp(count):
            return give_ups(terms, position, count)
        case Choosing():
            seat = mover(terms, position)
            piton = (PlacePiton(),) if piton_refusal(terms, position, seat) is None else ()
            entered = map(Enter, enterable(terms, position))
            return (*entered, *piton, *stops(terms, position))
        case Missed():
            return (AcceptFailure(),)
        case Made():
            return (KeepEnergyBar(),)
        case ChoosingLedge():
            ledges = axe_ledges(terms, position.climbers[mover(terms, position)].space)
            return tuple(map(ChooseLedge, ledges))
        case Ending():
            return (FinishTurn(),)
        case _:
            raise AssertionError(position.phase)


def _tiles(terms: Terms, position: Position, seat: Seat) -> tuple[Action, ...]:
    """The tiles that the mover can use now."""
    if terms.house is None and isinstance(position.phase, (Free, Throwing)):
        return ()
    held = dict.fromkeys(position.climbers[seat].tiles)
    if not held:
        return ()
    used = (UseTile(tile) for tile in held if tile_refusal(terms, position, seat, tile) is None)
    if terms.house is None or Tile.GRABBER not in held:
        return tuple(used)
    near = isinstance(position.phase, GRABBING)
    return (*used, *(map(Grab, grabbable(terms, position)) if near else ()))


def _of(seat: Seat, actions: Iterable[Action]) -> Choices:
    return tuple([(seat, action) for action in actions])


@lru_cache(maxsize=4096)
def _climbs(seat: Seat, targets: tuple[SpaceId, ...], white: int, blue: int) -> Choices:
    handfuls = _handfuls(white, blue)
    return _of(seat, (Declare(target, w, b) for target in targets for w, b in handfuls))


def _handfuls(white: int, blue: int) -> list[tuple[int, int]]:
    return [(w, b) for w, b in product(range(white + 1), range(blue + 1)) if w + b]


@lru_cache(maxsize=512)
def _few_throws(seat: Seat, white: int, blue: int) -> Choices:
    spec = Handful(white, blue).spec
    return _of(seat, throws(spec)) if count_throws(spec) <= FEW_THROWS else ()
