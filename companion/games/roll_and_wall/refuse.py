"""Why something may not be done in Roll & Wall.

Knows every rule that limits an action, each refusal with its ruling. Refuses to know what
actions do (``turn``).
"""

from __future__ import annotations

from companion.dice import Rolled, is_face
from companion.games.phrases import dice_words
from companion.games.protocol import Refusal, Seat
from companion.games.roll_and_wall.actions import (
    AcceptFailure,
    AcceptFall,
    Action,
    BeginTurn,
    ChooseLedge,
    ChoosePiton,
    Dealt,
    Declare,
    Discard,
    EndTurn,
    Enter,
    FinishTurn,
    GiveUp,
    Grab,
    Keep,
    KeepEnergyBar,
    Packed,
    PlaceFlag,
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
from companion.games.roll_and_wall.legal import give_ups, stops
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
from companion.games.roll_and_wall.refuse_preparation import refuse_preparation
from companion.games.roll_and_wall.refuse_tiles import (
    grab_refusal,
    no,
    piton_refusal,
    tile_refusal,
)
from companion.games.roll_and_wall.state import (
    Climber,
    Position,
    Terms,
    dice_left,
    is_over,
    is_preparing,
    mover,
)
from companion.games.roll_and_wall.tiles import Tile
from companion.games.roll_and_wall.windows import enterable, may_act, open_exits


def refusal(terms: Terms, position: Position, seat: Seat, action: Action) -> Refusal | None:
    """Why that seat may not do that now; the action is well formed."""
    if is_over(terms, position):
        return no("over", "RW19")
    if type(seat) is not int or not 0 <= seat < terms.seats:
        return no("no_such_seat", "setup")
    if is_preparing(position):
        return refuse_preparation(terms, position, seat, action)
    if not may_act(terms, position, seat):
        if isinstance(position.phase, Cursing) and seat == mover(terms, position):
            return no("wait_for_dolls", "D45")
        return no("not_your_turn", "turn order", seat=mover(terms, position))
    if isinstance(action, (PlaceFlag, Dealt, Keep, Discard, Packed)):
        return no("prepared_already", "setup")
    phase = position.phase
    if isinstance(action, UseTile):
        if isinstance(phase, Made) and action.tile is not Tile.ENERGY_BAR:
            return no("energy_bar_first", "D.1 ENERGY BAR")
        return tile_refusal(terms, position, seat, action.tile)
    if isinstance(action, Grab):
        return grab_refusal(terms, position, seat, action)
    match phase:
        case Free():
            return _refuse_free(terms, position, seat, action)
        case Choosing():
            return _refuse_choosing(terms, position, seat, action)
        case Missed():
            return _refuse_after_miss(action)
        case _:
            return _refuse_window(terms, position, seat, action)


def refuse_throw(dice: Handful, rolled: Rolled) -> Refusal | None:
    """Why those dice cannot have been thrown when ``dice`` are awaited."""
    if rolled.spec.counts != dice.spec.counts:
        expected, got = dice_words(dice.spec), dice_words(rolled.spec)
        return no("wrong_dice", "rule 2", expected=expected, got=got)
    for die in rolled.dice:
        if not is_face(die.kind, die.value):
            return no("no_such_face", "rule 2", kind=die.kind, value=die.value)
    return None


def _refuse_window(terms: Terms, position: Position, seat: Seat, action: Action) -> Refusal | None:
    """In the phases in which only a few things can be done, tiles apart."""
    climber = position.climbers[seat]
    match position.phase:
        case Throwing(_, dice):
            if isinstance(action, Rolled):
                return refuse_throw(dice, action)
            if isinstance(action, PlacePiton):
                return piton_refusal(terms, position, seat)
            return no("throw_first", "rule 2", dice=dice_words(dice.spec))
        case Cursing():
            return None if isinstance(action, Spare) else no("doll_first", "D.1 VOODOO DOLL")
        case Made():
            bar = isinstance(action, KeepEnergyBar)
            return None if bar else no("energy_bar_first", "D.1 ENERGY BAR")
        case Falling():
            return _refuse_falling(terms, climber, action)
        case ChoosingLedge():
            if not isinstance(action, ChooseLedge):
                return no("choose_ledge_first", "D49")
            below = action.space in axe_ledges(terms, climber.space)
            return None if below else no("ledge_not_below", "D49")
        case Starting():
            begin = isinstance(action, BeginTurn)
            return None if begin else no("sand_first", "D.1 SAND")
        case GivingUp(count):
            if not isinstance(action, GiveUp):
                return no("give_up_first", "D42", count=count)
            fits = action in give_ups(terms, position, count)
            return None if fits else no("wrong_give_up", "D42", count=count)
        case Ending():
            finish = isinstance(action, FinishTurn)
            return None if finish else no("finish_first", "D.1 WIND AMULET")
        case _:
            raise AssertionError(position.phase)


def _refuse_falling(terms: Terms, climber: Climber, action: Action) -> Refusal | None:
    catching = catching_pitons(terms, climber)
    if isinstance(action, ChoosePiton) and len(catching) > 1:
        return None if action.space in catching else no("piton_does_not_catch", "RW11")
    if isinstance(action, AcceptFall) and len(catching) < 2:
        return None
    if len(catching) > 1:
        return no("choose_piton_first", "RW11")
    return no("fall_first", "D.1 AXE")


def _refuse_free(terms: Terms, position: Position, seat: Seat, action: Action) -> Refusal | None:
    climber = position.climbers[seat]
    foresight = position.advanced is not None and position.advanced.crystal_ball
    match action:
        case Declare():
            fault = _refuse_way(terms, climber, action.target)
            if fault is None and foresight:
                return no("throw_before_choosing", "D.1 CRYSTAL BALL")
            return fault or _refuse_dice(terms, position, action)
        case ThrowFirst():
            if not foresight:
                return no("choose_before_throwing", "D.1 CRYSTAL BALL")
            if not open_exits(terms, climber):
                return no("nowhere_to_go", "RW1")
            return _refuse_dice(terms, position, action)
        case PlacePiton():
            return piton_refusal(terms, position, seat)
        case Rest() | StopAndFall() | EndTurn():
            return _refuse_stop(terms, position, climber, action)
        case Rolled():
            return no("no_throw_awaited", "rule 1")
        case AcceptFailure():
            return no("no_failed_throw", "rule 5")
        case KeepEnergyBar():
            return no("no_successful_throw", "D.1 ENERGY BAR")
        case ChoosePiton() | AcceptFall() | ChooseLedge():
            return no("no_fall", "RW11")
        case Enter():
            return no("no_throw_to_use", "D.1 CRYSTAL BALL")
        case Spare():
            return no("no_doll_asked", "D.1 VOODOO DOLL")
        case BeginTurn():
            return no("turn_has_begun", "D.1 SAND")
        case GiveUp():
            return no("no_dice_to_give", "D42")
        case FinishTurn():
            return no("turn_not_ending", "D.1 WIND AMULET")
        case _:
            raise AssertionError(action)


def _refuse_stop(
    terms: Terms, position: Position, climber: Climber, action: Rest | StopAndFall | EndTurn
) -> Refusal | None:
    if action in stops(terms, position):
        return None
    on_ground = climber.space == START
    match action:
        case Rest():
            if on_ground:
                return no("end_turn_on_ground", "RW8")
            return no("nothing_to_rest_on", "rule 6")
        case StopAndFall():
            if on_ground:
                return no("nothing_to_fall_from", "RW8")
            return no("safe_here", "RW14")
        case EndTurn():
            return no("rest_or_fall", "rule 6")


def _refuse_way(terms: Terms, climber: Climber, target: SpaceId) -> Refusal | None:
    wall = terms.wall
    if target not in wall.spaces:
        return no("no_such_space", "RW1", space=target)
    if target == climber.space:
        return no("already_there", "RW1")
    if target not in wall.exits[climber.space]:
        down = target == START or climber.space in wall.above[target]
        return no("never_down", "RW1") if down else no("not_beside", "RW1")
    if target not in open_exits(terms, climber):
        return no("flags_missing", "RW21", held=len(climber.flags))
    return None


def _refuse_dice(terms: Terms, position: Position, action: Declare | ThrowFirst) -> Refusal | None:
    left = dice_left(terms, position)
    if not left.total:
        return no("no_dice_left", "rule 6")
    if min(action.white, action.blue) < 0 or not action.white + action.blue:
        return no("no_dice_chosen", "RW3", left=dice_words(left.spec))
    if action.blue > left.blue:
        return no("no_blue_die", "RW4", left=left.blue)
    if action.white > left.white:
        return no("too_many_dice", "rule 2", left=left.white)
    return None


def _refuse_choosing(
    terms: Terms, position: Position, seat: Seat, action: Action
) -> Refusal | None:
    climber = position.climbers[seat]
    match action:
        case Enter(target):
            fault = _refuse_way(terms, climber, target)
            if fault is not None or target in enterable(terms, position):
                return fault
            return no("too_high", "D26", number=terms.wall.spaces[target].number)
        case PlacePiton():
            return piton_refusal(terms, position, seat)
        case Rest() | StopAndFall() | EndTurn() | AcceptFailure():
            if action in stops(terms, position):
                return None
            if isinstance(action, AcceptFailure):
                return no("no_failed_throw", "rule 5")
            if AcceptFailure() in stops(terms, position):
                return no("failed_throw_first", "D26")
            return _refuse_stop(terms, position, climber, action)
        case _:
            return no("choose_space_first", "D.1 CRYSTAL BALL")


def _refuse_after_miss(action: Action) -> Refusal | None:
    match action:
        case AcceptFailure():
            return None
        case PlacePiton():
            return no("too_late_for_piton", "RW9")
        case Rest() | StopAndFall() | EndTurn():
            return no("too_late_to_stop", "rule 6")
        case _:
            return no("failure_first", "D2")
