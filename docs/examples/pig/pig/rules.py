"""The rules of Pig: what is legal, what follows, and the exact odds of a turn.

Knows them as pure functions. Refuses to know how anything is said.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

from companion.dice import DiceSpec, Rolled, is_face, throws
from companion.games.protocol import Refusal, Seat, Step
from pig.state import Action, Event, Gained, Held, Hold, Lost, MatchEnded, PigState

DIE = DiceSpec.of({"d6": 1})
LOSING = 1
"""The face that loses the pot."""


def winner(state: PigState) -> Seat | None:
    """Who has the points that win; None while the match goes on."""
    won = [seat for seat, score in enumerate(state.position.scores) if score >= state.terms.goal]
    return Seat(won[0]) if won else None


def legal_actions(state: PigState) -> tuple[tuple[Seat, Action], ...]:
    """Every throw, and to hold what is in the pot."""
    if winner(state) is not None:
        return ()
    seat = state.position.turn
    hold: tuple[Action, ...] = (Hold(),) if state.position.pot else ()
    return tuple((seat, action) for action in (*hold, *throws(DIE)))


def refusal(state: PigState, seat: Seat, action: Action) -> Refusal | None:
    """Why not; the action is well formed."""
    if winner(state) is not None:
        return _no("over", "end")
    if type(seat) is not int or not 0 <= seat < state.terms.seats:
        return _no("no_such_seat", "turn")
    if seat != state.position.turn:
        return _no("not_your_turn", "turn")
    match action:
        case Hold():
            return None if state.position.pot else _no("throw_first", "turn")
        case Rolled():
            if action.spec != DIE:
                return _no("one_die", "throw")
            value = action.dice[0].value
            return None if is_face("d6", value) else _no("no_such_face", "throw", value=value)


def apply(state: PigState, action: Action) -> Step[PigState]:
    """The new state and what happened; the action is legal."""
    position = state.position
    seat, pot = position.turn, position.pot
    following = Seat((seat + 1) % state.terms.seats)
    match action:
        case Hold():
            score = position.scores[seat] + pot
            scores = tuple(score if i == seat else s for i, s in enumerate(position.scores))
            after = replace(state, position=replace(position, scores=scores, pot=0))
            if winner(after) is not None:
                return Step(after, (Held(seat, score), MatchEnded(seat)))
            return _turn_of(after, following, Held(seat, score))
        case Rolled():
            points = int(action.values[0])
            if points == LOSING:
                lost = replace(state, position=replace(position, pot=0))
                return _turn_of(lost, following, Lost(seat, pot))
            grown = replace(state, position=replace(position, pot=pot + points))
            return Step(grown, (Gained(seat, points, pot + points),))


def chance_to_finish(missing: int) -> Fraction:
    """The chance to collect so many points in one turn by throwing on, before a 1 falls."""
    return _finishing(max(0, missing))


@cache
def _finishing(missing: int) -> Fraction:
    if missing == 0:
        return Fraction(1)
    return sum((Fraction(1, 6) * _finishing(max(0, missing - p)) for p in range(2, 7)), Fraction(0))


def _turn_of(state: PigState, seat: Seat, *events: Event) -> Step[PigState]:
    return Step(replace(state, position=replace(state.position, turn=seat)), events)


def _no(code: str, rule: str, **facts: Any) -> Refusal:
    return Refusal(code, rule, tuple(facts.items()))
