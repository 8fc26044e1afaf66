"""What may be done in Roll & Wall, and why something may not.

Knows every rule that limits an action, each refusal with its ruling. Refuses to know what
actions do (``turn``).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import product
from typing import Any

from companion.dice import DiceSpec, Rolled, count_throws, is_face, throws
from companion.games.phrases import dice_words
from companion.games.protocol import FEW_THROWS, Refusal, Seat
from companion.games.roll_and_wall.actions import (
    AcceptFailure,
    Action,
    ChoosePiton,
    Declare,
    EndTurn,
    KeepEnergyBar,
    PlacePiton,
    Rest,
    StopAndFall,
    UseTile,
)
from companion.games.roll_and_wall.board import START, SpaceId
from companion.games.roll_and_wall.fall import catching_pitons
from companion.games.roll_and_wall.state import (
    Climber,
    Falling,
    Free,
    Handful,
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

Choices = tuple[tuple[Seat, Action], ...]


def legal_actions(terms: Terms, position: Position) -> Choices:
    """Every choice, all of them the mover's; throws only where few. Empty when over."""
    if is_over(terms, position):
        return ()
    seat = mover(terms, position)
    climber = position.climbers[seat]
    match position.phase:
        case Free():
            left = dice_left(terms, position)
            climbs = _climbs(seat, terms.wall.exits[climber.space], left.white, left.blue)
            return climbs + _of(seat, _standing(terms, seat, climber))
        case Throwing(_, dice):
            piton = _piton_refusal(terms, seat, climber) is None
            return _few_throws(seat, dice.spec) + _of(seat, (PlacePiton(),) if piton else ())
        case Missed():
            tiles = helpful_tiles(terms, position)
            return _of(seat, (*(UseTile(tile) for tile in tiles), AcceptFailure()))
        case Made():
            return _of(seat, (UseTile(Tile.ENERGY_BAR), KeepEnergyBar()))
        case Falling():
            return _of(seat, map(ChoosePiton, catching_pitons(terms, climber)))


def refusal(terms: Terms, position: Position, seat: Seat, action: Action) -> Refusal | None:
    """Why that seat may not do that now; the action is well formed."""
    if is_over(terms, position):
        return _no("over", "RW19")
    if type(seat) is not int or not 0 <= seat < terms.seats:
        return _no("no_such_seat", "setup")
    if seat != mover(terms, position):
        return _no("not_your_turn", "turn order", seat=mover(terms, position))
    climber = position.climbers[seat]
    match position.phase:
        case Free():
            return _refuse_free(terms, position, seat, action)
        case Throwing(_, dice):
            if isinstance(action, PlacePiton):
                return _piton_refusal(terms, seat, climber)
            if isinstance(action, Rolled):
                return refuse_throw(dice, action)
            return _no("throw_first", "rule 2", dice=dice_words(dice.spec))
        case Missed():
            return _refuse_after_miss(terms, position, action)
        case Made():
            if isinstance(action, KeepEnergyBar) or action == UseTile(Tile.ENERGY_BAR):
                return None
            return _no("energy_bar_first", "D.1 ENERGY BAR")
        case Falling():
            if not isinstance(action, ChoosePiton):
                return _no("choose_piton_first", "RW11")
            caught = action.space in catching_pitons(terms, climber)
            return None if caught else _no("piton_does_not_catch", "RW11")


def refuse_throw(dice: Handful, rolled: Rolled) -> Refusal | None:
    """Why those dice cannot have been thrown when ``dice`` are awaited."""
    if rolled.spec != dice.spec:
        expected, got = dice_words(dice.spec), dice_words(rolled.spec)
        return _no("wrong_dice", "rule 2", expected=expected, got=got)
    for die in rolled.dice:
        if not is_face(die.kind, die.value):
            return _no("no_such_face", "rule 2", kind=die.kind, value=die.value)
    return None


def _standing(terms: Terms, seat: Seat, climber: Climber) -> tuple[Action, ...]:
    if climber.space == START:
        return (EndTurn(),)
    piton = (PlacePiton(),) if _piton_refusal(terms, seat, climber) is None else ()
    return (*piton, Rest() if _has_hold(terms, climber) else StopAndFall())


def _of(seat: Seat, actions: Iterable[Action]) -> Choices:
    return tuple((seat, action) for action in actions)


@lru_cache(maxsize=4096)
def _climbs(seat: Seat, targets: tuple[SpaceId, ...], white: int, blue: int) -> Choices:
    handfuls = [(w, b) for w, b in product(range(white + 1), range(blue + 1)) if w + b]
    return _of(seat, (Declare(target, w, b) for target in targets for w, b in handfuls))


@lru_cache(maxsize=512)
def _few_throws(seat: Seat, spec: DiceSpec) -> Choices:
    return _of(seat, throws(spec)) if count_throws(spec) <= FEW_THROWS else ()


def _has_hold(terms: Terms, climber: Climber) -> bool:
    return terms.wall.spaces[climber.space].ledge or climber.space in climber.pitons


def _refuse_free(terms: Terms, position: Position, seat: Seat, action: Action) -> Refusal | None:
    climber = position.climbers[seat]
    on_ground = climber.space == START
    match action:
        case Declare():
            return _refuse_climb(terms, position, climber, action)
        case PlacePiton():
            return _piton_refusal(terms, seat, climber)
        case Rest():
            if on_ground:
                return _no("end_turn_on_ground", "RW8")
            return None if _has_hold(terms, climber) else _no("nothing_to_rest_on", "rule 6")
        case StopAndFall():
            if on_ground:
                return _no("nothing_to_fall_from", "RW8")
            return _no("safe_here", "RW14") if _has_hold(terms, climber) else None
        case EndTurn():
            return None if on_ground else _no("rest_or_fall", "rule 6")
        case Rolled():
            return _no("no_throw_awaited", "rule 1")
        case UseTile(tile):
            if tile not in climber.tiles:
                return _no("tile_gone", "D.1", tile=tile.value)
            code = "only_after_success" if tile is Tile.ENERGY_BAR else "only_after_failure"
            return _no(code, "D.1", tile=tile.value)
        case AcceptFailure():
            return _no("no_failed_throw", "rule 5")
        case KeepEnergyBar():
            return _no("no_successful_throw", "D.1 ENERGY BAR")
        case ChoosePiton():
            return _no("no_fall", "RW11")


def _refuse_climb(
    terms: Terms, position: Position, climber: Climber, action: Declare
) -> Refusal | None:
    wall, left = terms.wall, dice_left(terms, position)
    if action.target not in wall.spaces:
        return _no("no_such_space", "RW1", space=action.target)
    if action.target == climber.space:
        return _no("already_there", "RW1")
    if action.target not in wall.exits[climber.space]:
        down = action.target == START or climber.space in wall.above[action.target]
        return _no("never_down", "RW1") if down else _no("not_beside", "RW1")
    if not left.total:
        return _no("no_dice_left", "rule 6")
    if min(action.white, action.blue) < 0 or not action.white + action.blue:
        return _no("no_dice_chosen", "RW3", left=dice_words(left.spec))
    if action.blue > left.blue:
        return _no("no_blue_die", "RW4", left=left.blue)
    if action.white > left.white:
        return _no("too_many_dice", "rule 2", left=left.white)
    return None


def _refuse_after_miss(terms: Terms, position: Position, action: Action) -> Refusal | None:
    match action:
        case AcceptFailure():
            return None
        case UseTile(tile):
            if tile not in position.climbers[mover(terms, position)].tiles:
                return _no("tile_gone", "D.1", tile=tile.value)
            if tile is Tile.ENERGY_BAR:
                return _no("only_after_success", "D.1 ENERGY BAR", tile=tile.value)
            helps = tile in helpful_tiles(terms, position)
            return (
                None
                if helps
                else _no("shoes_too_small", "D.1 SHOES", missing=_gap(terms, position))
            )
        case PlacePiton():
            return _no("too_late_for_piton", "RW9")
        case Rest() | StopAndFall() | EndTurn():
            return _no("too_late_to_stop", "rule 6")
        case Declare() | Rolled() | KeepEnergyBar() | ChoosePiton():
            return _no("failure_first", "D.3 note 2")


def _piton_refusal(terms: Terms, seat: Seat, climber: Climber) -> Refusal | None:
    if climber.space == START:
        return _no("no_piton_on_ground", "RW10")
    if len(climber.pitons) >= terms.pitons[seat]:
        return _no("no_piton_left", "rule 4")
    if climber.space in climber.pitons and not terms.doubled_pitons:
        return _no("piton_already_here", "RW10")
    return None


def _gap(terms: Terms, position: Position) -> int:
    assert position.last is not None
    return terms.wall.spaces[position.last.target].number - position.last.best


def _no(code: str, rule: str, **facts: Any) -> Refusal:
    return Refusal(code, rule, tuple(facts.items()))
