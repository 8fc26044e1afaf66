"""Positions of Climb! to JSON and back.

Knows the documented form and every fault of a route, of results and of a phase that
somebody has written by hand. Refuses to mend one, but for the order of what has no order;
the fingers of an attempt are checked by ``attempt_check``.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from typing import Any

from companion.errors import CorruptState
from companion.games.climb.attempt_check import attempt_fault, in_order, note_fault
from companion.games.climb.board import Route
from companion.games.climb.judging import FALLS, has_begun, slips_of
from companion.games.climb.legal import spare_cards
from companion.games.climb.rounds import judges, next_starter, starter_of
from companion.games.climb.route import TURNS, is_enough, side_of
from companion.games.climb.state import (
    ROUNDS,
    Building,
    Climbing,
    ClimbState,
    Ended,
    Extending,
    Fault,
    JudgeMode,
    Judging,
    Pausing,
    Phase,
    Position,
    Readying,
    Result,
    Terms,
)
from companion.games.codec import Codec

VERSION = 1
FINGERS = range(2, 6)
"""How many fingers can be down at the end of a move (CL13)."""

_POSITIONS: Codec[Position] = Codec(Position)


def dump(position: Position) -> dict[str, Any]:
    """JSON-ready; terms come from the set-up."""
    return {"version": VERSION, **_POSITIONS.dump(position)}


def load(plain: Any, terms: Terms) -> ClimbState:
    """Raises CorruptState for anything but a position that fits the terms."""
    version = plain.get("version") if isinstance(plain, dict) else None
    if type(version) is not int or version != VERSION:
        raise CorruptState(f"A Climb! position has 'version' {VERSION}.")
    position = _POSITIONS.load({k: v for k, v in plain.items() if k != "version"})
    state = ClimbState(terms, replace(position, phase=_ordered(position.phase)))
    problem = (
        _route_fault(terms, position.route)
        or _results_fault(terms, position)
        or _phase_fault(state)
        or _starter_fault(terms, position)
    )
    if problem:
        raise CorruptState(f"This is no Climb! position: {problem}.")
    return state


def _ordered(phase: Phase) -> Phase:
    match phase:
        case Climbing(attempt):
            return Climbing(in_order(attempt))
        case Judging(attempt, fault, judge):
            return Judging(in_order(attempt), fault, judge)
        case _:
            return phase


def _route_fault(terms: Terms, route: Route) -> str | None:
    for each in route:
        if each.card not in terms.deck.cards:
            return f"the deck has no card {each.card}"
        if each.turn not in TURNS:
            return "cards are turned by 0 to 3 quarters"
    if route and (route[0].column, route[0].row) != (0, 0):
        return "the first card lies in column 0, row 0"
    numbers = Counter(each.card for each in route)
    spots = Counter((each.column, each.row) for each in route)
    if any(n > 1 for counted in (numbers, spots) for n in counted.values()):
        return "a card lies twice on the table, or two cards lie in one spot"
    if any(side_of(one, other) is None for one, other in pairwise(route)):
        return "each card must lie left of, right of or above the one before"
    return None


def _results_fault(terms: Terms, position: Position) -> str | None:
    results = position.results
    for result in results:
        problem = _result_fault(terms, result)
        if problem:
            return problem
    if len(results) > ROUNDS * terms.seats and not terms.free_solo:
        return f"'results' holds more than {ROUNDS} rounds"
    for start in range(0, len(results), terms.seats):
        seats = [result.seat for result in results[start : start + terms.seats]]
        if any(seat != (seats[0] + i) % terms.seats for i, seat in enumerate(seats)):
            return "in a round the players climb one after the other"
        if start and seats[0] != next_starter(terms, results[:start]):
            return "the best of a round begins the next one"
    return None


def _result_fault(terms: Terms, result: Result) -> str | None:
    if not 0 <= result.seat < terms.seats:
        return "a result is of somebody who is not at the table"
    if any(fingers not in FINGERS for fingers in result.moves):
        return "a move ends with 2 to 5 fingers"
    if result.summit and (not result.moves or result.breach is not None):
        return "the Summit is reached by a move, without a breach"
    if result.breach is not None and result.breach in slips_of(terms):
        return f"{result.breach.value} ends no attempt in this match"
    return None


def _phase_fault(state: ClimbState) -> str | None:
    terms, position = state.terms, state.position
    done, enough = len(position.results), is_enough(terms.deck, position.route)
    rounds, within = divmod(done, terms.seats)
    match position.phase:
        case Building():
            return "no attempt is made while the route is built" if done or enough else None
        case _ if not enough:
            return "the route has too few holds to climb"
        case Extending():
            if terms.free_solo or within or not 0 < rounds < ROUNDS:
                return "the route is changed only between two rounds"
            return _spare_fault(terms, position, ROUNDS - rounds)
        case Pausing():
            return None if terms.free_solo and done else "nobody pauses in this match"
        case Ended():
            if done == ROUNDS * terms.seats or (terms.free_solo and done):
                return None
            return "the match ends after the last attempt"
        case Readying() | Climbing() | Judging():
            if terms.free_solo:
                return _attempt_fault(state)
            if rounds >= ROUNDS:
                return "all attempts are made"
            spare = _spare_fault(terms, position, ROUNDS - 1 - rounds)
            return spare or _attempt_fault(state)


def _spare_fault(terms: Terms, position: Position, needed: int) -> str | None:
    spare = len(spare_cards(terms, position.route))
    return "too few cards are left to change the route" if spare < needed else None


def _attempt_fault(state: ClimbState) -> str | None:
    match state.position.phase:
        case Climbing(attempt):
            return attempt_fault(state, attempt)
        case Judging(attempt, fault, judge):
            if judge is not None:
                if judge not in judges(state.terms, state.position):
                    return "a judge is an opponent at the table"
                if fault.breach not in FALLS or fault != Fault(fault.breach):
                    return "a judge names one of the four falls, and nothing else"
            elif state.terms.judge is not JudgeMode.STRICT or (
                fault.breach in slips_of(state.terms)
            ):
                return "the referee does not call that in this match"
            elif not has_begun(attempt):
                return "nobody falls who has not begun"
            else:
                problem = note_fault(state, fault)
                if problem:
                    return problem
            return attempt_fault(state, attempt)
        case _:
            return None


def _starter_fault(terms: Terms, position: Position) -> str | None:
    if not 0 <= position.starter < terms.seats:
        return "the starter is not at the table"
    known = starter_of(terms, position)
    if known is not None and known != position.starter:
        return f"'starter' must be {known}"
    return None
