"""What may be done in High Risk now, and why not.

Knows every choice and the reason against everything else. Refuses to know what follows.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from companion.dice import DiceSpec, Rolled, is_face, throws
from companion.games.high_risk.actions import Action, Advance, RollAgain, Stop
from companion.games.high_risk.climbing import may_advance
from companion.games.high_risk.state import (
    DIE,
    HighRiskState,
    Phase,
    Position,
    danger_dice,
    winner,
)
from companion.games.protocol import Refusal, Seat

Choices = tuple[tuple[Seat, Action], ...]


def legal_actions(state: HighRiskState) -> Choices:
    """Every choice: all throws (six dice fall in 28 ways at most), stop or go on, who climbs."""
    position = state.position
    seat = position.turn
    if winner(state) is not None:
        return ()
    match position.phase:
        case Phase.ROLL:
            return _throws(seat, danger_dice(position))
        case Phase.CHOOSE:
            return ((seat, Stop()), (seat, RollAgain()))
        case Phase.ADVANCE:
            zones = may_advance(state.terms.mountain, position.climbers[seat])
            return tuple((seat, Advance(zone)) for zone in zones)


def refusal(state: HighRiskState, seat: Seat, action: Action) -> Refusal | None:
    """Why not; the action is well formed."""
    position = state.position
    if winner(state) is not None:
        return _no("over", "HR5")
    if type(seat) is not int or not 0 <= seat < state.terms.seats:
        return _no("no_such_seat", "table")
    if seat != position.turn:
        return _no("not_your_turn", "turn", seat=position.turn)
    match action:
        case Rolled():
            return _refuse_roll(position, action)
        case RollAgain():
            return _refuse_roll_again(position)
        case Stop():
            return _refuse_stop(position)
        case Advance(zone):
            return _refuse_advance(state, zone)


def _refuse_roll(position: Position, rolled: Rolled) -> Refusal | None:
    if position.phase is Phase.CHOOSE:
        return _no("say_first", "turn")
    if position.phase is Phase.ADVANCE:
        return _no("advance_first", "HR8", steps=position.ascension)
    needed, got = danger_dice(position), len(rolled.dice)
    if any(die.kind != DIE for die in rolled.dice):
        return _no("other_dice", "turn")
    if got != needed:
        first = not position.ascension + position.weather
        return _no("wrong_count", "first_roll" if first else "HR1", needed=needed, got=got)
    for die in rolled.dice:
        if not is_face(DIE, die.value):
            return _no("no_such_face", "dice", value=die.value)
    return None


def _refuse_roll_again(position: Position) -> Refusal | None:
    if position.phase is Phase.ADVANCE:
        return _no("turn_is_ending", "HR4" if not danger_dice(position) else "HR8")
    return None if position.phase is Phase.CHOOSE else _no("roll_now", "turn")


def _refuse_stop(position: Position) -> Refusal | None:
    if position.phase is Phase.ADVANCE:
        return _no("advance_first", "HR8", steps=position.ascension)
    if position.phase is Phase.CHOOSE:
        return None
    first = not position.ascension + position.weather
    return _no("must_roll", "first_roll") if first else _no("dice_picked_up", "HR1")


def _refuse_advance(state: HighRiskState, zone: int) -> Refusal | None:
    position = state.position
    if position.phase is Phase.CHOOSE:
        return _no("stop_first", "turn")
    if position.phase is Phase.ROLL:
        return _no("roll_now", "turn")
    if zone == state.terms.mountain.summit:
        return _no("at_the_summit", "HR9")
    if zone not in position.climbers[position.turn]:
        return _no("no_climber_there", "HR9", zone=zone)
    return None


@lru_cache(maxsize=64)
def _throws(seat: Seat, dice: int) -> Choices:
    return tuple((seat, rolled) for rolled in throws(DiceSpec(((DIE, dice),))))


def _no(code: str, rule: str, **facts: Any) -> Refusal:
    return Refusal(code, rule, tuple(facts.items()))
