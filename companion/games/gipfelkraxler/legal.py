"""What may be done in Gipfelkraxler now, and why not.

Knows every choice and the reason against everything else. Refuses to know what follows.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import combinations
from typing import Any

from companion.dice import DiceSpec, Rolled, count_throws, is_face, throws
from companion.games.gipfelkraxler.actions import Action, Move, Pass, PushUp, Reroll, SetBack
from companion.games.gipfelkraxler.board import Graph, SpaceId
from companion.games.gipfelkraxler.state import (
    DIE,
    ROLLS,
    Choosing,
    IbexState,
    Position,
    Pushing,
    Rolling,
    awaited,
    winner,
)
from companion.games.gipfelkraxler.tasks import DICE, Dice, fulfilled, is_joker
from companion.games.protocol import FEW_THROWS, Refusal, Seat

Choices = tuple[tuple[Seat, Action], ...]


def legal_actions(state: IbexState) -> Choices:
    """Every choice; throws only where there are few."""
    if winner(state) is not None:
        return ()
    position = state.position
    seat = position.turn
    match position.phase:
        case Rolling():
            return _throws(seat, awaited(position.phase))
        case Pushing(source, _):
            return tuple((seat, PushUp(target)) for target in state.terms.graph.above[source])
        case Choosing(rolls, dice):
            again = _rerolls(seat, dice) if rolls < ROLLS else ()
            moves = fitting_moves(state.terms.graph, position, dice)
            if moves:
                return (*((seat, move) for move in moves), *again)
            back = may_set_back(state.terms.graph, position)
            if not back:
                return ((seat, Pass()), *again)
            return (*((seat, SetBack(space)) for space in back), *again)


def fitting_moves(graph: Graph, position: Position, dice: Dice) -> tuple[Move, ...]:
    """The moves that these dice allow the player at turn, all of them with the joker."""
    done, joker = fulfilled(dice), is_joker(dice)
    found = dict.fromkeys(
        (space, path.target)
        for space in dict.fromkeys(position.herds[position.turn])
        for path in graph.up[space]
        if joker or path.task in done
    )
    return tuple(Move(source, target) for source, target in found)


def may_set_back(graph: Graph, position: Position) -> tuple[SpaceId, ...]:
    """Where own ibexes stand that the penalty can reach: neither start nor summit (GK9)."""
    safe = (graph.start, graph.summit)
    return tuple(dict.fromkeys(s for s in position.herds[position.turn] if s not in safe))


def refusal(state: IbexState, seat: Seat, action: Action) -> Refusal | None:
    """Why not; the action is well formed."""
    if winner(state) is not None:
        return _no("over", "GK18")
    if type(seat) is not int or not 0 <= seat < state.terms.seats:
        return _no("no_such_seat", "table")
    position = state.position
    if seat != position.turn:
        return _no("not_your_turn", "turn", seat=position.turn)
    match position.phase:
        case Rolling():
            return _refuse_while_rolling(position.phase, action)
        case Pushing(source, _):
            return _refuse_while_pushing(state.terms.graph, source, action)
        case Choosing():
            return _refuse_while_choosing(state, position.phase, action)


def _refuse_while_rolling(phase: Rolling, action: Action) -> Refusal | None:
    needed = DICE - len(phase.kept)
    if not isinstance(action, Rolled):
        return _no("roll_first", "GK1", needed=needed)
    if any(die.kind != DIE for die in action.dice):
        return _no("other_dice", "dice")
    if len(action.dice) != needed:
        return _no("wrong_count", "GK1", needed=needed, got=len(action.dice))
    for die in action.dice:
        if not is_face(DIE, die.value):
            return _no("no_such_face", "dice", value=die.value)
    return None


def _refuse_while_pushing(graph: Graph, source: SpaceId, action: Action) -> Refusal | None:
    if not isinstance(action, PushUp):
        return _no("push_first", "GK10" if source in graph.small else "GK11", space=source)
    if action.target not in graph.above[source]:
        return _no("no_path", "GK10", source=source, target=action.target)
    return None


def _refuse_while_choosing(state: IbexState, phase: Choosing, action: Action) -> Refusal | None:
    match action:
        case Rolled():
            return _no("say_which", "GK1") if phase.rolls < ROLLS else _no("no_rolls_left", "GK1")
        case Reroll(values):
            return _refuse_reroll(phase, values)
        case Move():
            return _refuse_move(state, phase.dice, action)
        case PushUp():
            return _no("nobody_to_push", "GK10")
        case SetBack(space):
            return _refuse_set_back(state, phase.dice, space)
        case Pass():
            if fitting_moves(state.terms.graph, state.position, phase.dice):
                return _no("must_move", "GK2")
            back = may_set_back(state.terms.graph, state.position)
            return _no("must_set_back", "GK9") if back else None


def _refuse_reroll(phase: Choosing, values: Dice) -> Refusal | None:
    if phase.rolls == ROLLS:
        return _no("no_rolls_left", "GK1")
    if not values:
        return _no("nothing_picked_up", "GK1")
    if Counter(values) - Counter(phase.dice):
        return _no("not_among_dice", "GK1", dice=", ".join(map(str, phase.dice)))
    return None


def _refuse_move(state: IbexState, dice: Dice, move: Move) -> Refusal | None:
    graph, position = state.terms.graph, state.position
    if move.source not in graph.spaces or move.target not in graph.spaces:
        unknown = move.source if move.source not in graph.spaces else move.target
        return _no("no_such_space", "board", space=unknown)
    if move.source not in position.herds[position.turn]:
        return _no("no_ibex_there", "GK3", space=move.source)
    if move.source == graph.summit:
        return _no("stays_on_summit", "GK8")
    paths = [path for path in graph.up[move.source] if path.target == move.target]
    if not paths:
        return _no("no_path", "GK3", source=move.source, target=move.target)
    if is_joker(dice) or any(path.task in fulfilled(dice) for path in paths):
        return None
    return _no("task_not_met", "tasks", task=paths[0].task.value)


def _refuse_set_back(state: IbexState, dice: Dice, space: SpaceId) -> Refusal | None:
    graph, position = state.terms.graph, state.position
    if fitting_moves(graph, position, dice):
        return _no("must_move", "GK2")
    if space not in position.herds[position.turn]:
        return _no("no_ibex_there", "GK9", space=space)
    if space == graph.summit:
        return _no("stays_on_summit", "GK20")
    return _no("already_at_start", "GK9") if space == graph.start else None


@lru_cache(maxsize=64)
def _throws(seat: Seat, spec: DiceSpec) -> Choices:
    if count_throws(spec) > FEW_THROWS:
        return ()
    return tuple((seat, rolled) for rolled in throws(spec))


@lru_cache(maxsize=2048)
def _rerolls(seat: Seat, dice: Dice) -> Choices:
    """Every different handful that can be picked up from these dice."""
    handfuls = dict.fromkeys(c for n in range(1, DICE + 1) for c in combinations(dice, n))
    return tuple((seat, Reroll(values)) for values in handfuls)


def _no(code: str, rule: str, **facts: Any) -> Refusal:
    return Refusal(code, rule, tuple(facts.items()))
