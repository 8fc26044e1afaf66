"""What an action does to a match of Climb!.

Knows building, moves, falls, rounds and the end. Refuses to judge: the action has been
found legal (``legal``).
"""

from __future__ import annotations

from dataclasses import replace

from companion.games.climb.actions import (
    AcceptFall,
    Action,
    CallFall,
    CardMoved,
    ChooseHand,
    ClimbAgain,
    Done,
    FingerDown,
    FingerUp,
    Finish,
    GiveUp,
    Overrule,
    PlaceCard,
    UseRoute,
)
from companion.games.climb.board import BASE, BESIDE, SUMMIT, Finger, Place, Route
from companion.games.climb.events import (
    CardLaid,
    EndsSwapped,
    Event,
    FallCalled,
    Fell,
    FingerLifted,
    FingerPlaced,
    GaveUp,
    HandChosen,
    MatchEnded,
    MoveFinished,
    Noticed,
    Overruled,
    RouteUsed,
    ShiftMeasured,
    SummitPlaced,
    SummitReached,
    TurnStarted,
)
from companion.games.climb.judging import Observation, fault_of, has_begun
from companion.games.climb.rounds import (
    climber,
    next_starter,
    points_of,
    points_of_move,
    score_of,
    scores,
    winners,
)
from companion.games.climb.route import count_holds, is_enough, swapped, with_card
from companion.games.climb.state import (
    ROUNDS,
    Attempt,
    Breach,
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
)
from companion.games.protocol import Seat, Step

_ORDER = tuple(Finger)


def apply(state: ClimbState, seat: Seat, action: Action) -> Step[ClimbState]:
    """The new state and what happened; the action is legal."""
    phase = state.position.phase
    match action:
        case PlaceCard():
            return _lay(state, seat, action)
        case UseRoute(name):
            route = state.terms.deck.routes[name].cards
            told = RouteUsed(seat, name, count_holds(state.terms.deck, route))
            return _ready(state, route, state.terms.first, (told,))
        case ChooseHand(hand):
            return _step(state, Climbing(Attempt(hand)), HandChosen(seat, hand))
        case FingerDown() | FingerUp() | CardMoved() | Done():
            assert isinstance(phase, Climbing), "an observation without an attempt was legal"
            return _observe(state, seat, phase.attempt, action)
        case GiveUp():
            assert isinstance(phase, Climbing), "giving up without an attempt was legal"
            return _end_attempt(state, phase.attempt, summit=False, breach=None)
        case CallFall(rule):
            assert isinstance(phase, Climbing), "a call without an attempt was legal"
            who, fault = climber(state.terms, state.position), Fault(Breach(rule.value))
            called = FallCalled(who, fault, seat)
            return _step(state, Judging(phase.attempt, fault, seat), called)
        case AcceptFall():
            assert isinstance(phase, Judging), "a verdict without a call was legal"
            return _end_attempt(state, phase.attempt, summit=False, breach=phase.fault.breach)
        case Overrule():
            assert isinstance(phase, Judging), "a verdict without a call was legal"
            who = climber(state.terms, state.position)
            return _step(state, Climbing(phase.attempt), Overruled(seat, who, phase.fault))
        case ClimbAgain():
            return _step(state, Readying(), TurnStarted(seat))
        case Finish():
            return _finish(state, state.position, ())


def after(attempt: Attempt, seen: Observation) -> Attempt:
    """The attempt once that has happened, whatever the judge thinks of it."""
    match seen:
        case FingerDown(finger, place):
            down = _in_order((*attempt.down, (finger, place)))
            placed = attempt.placed
            if has_begun(attempt):
                placed = tuple(sorted((*placed, finger), key=_ORDER.index))
            return Attempt(
                attempt.hand,
                down,
                placed,
                attempt.last_rest,
                attempt.left,
                attempt.moves,
                attempt.notices,
            )
        case FingerUp(finger):
            place = dict(attempt.down)[finger]
            left = attempt.left
            if place not in (BASE, SUMMIT, BESIDE):
                left = tuple(sorted({*left, (place, finger)}))
            return replace(
                attempt,
                down=tuple(each for each in attempt.down if each[0] is not finger),
                placed=tuple(each for each in attempt.placed if each is not finger),
                left=left,
            )
        case CardMoved():
            return attempt
        case Done():
            return replace(
                attempt,
                placed=(),
                last_rest=tuple(f for f, _ in attempt.down if f not in attempt.placed),
                moves=(*attempt.moves, len(attempt.down)),
                notices=(),
            )


def _in_order(down: tuple[tuple[Finger, Place], ...]) -> tuple[tuple[Finger, Place], ...]:
    return tuple(sorted(down, key=lambda pair: _ORDER.index(pair[0])))


def _lay(state: ClimbState, seat: Seat, action: PlaceCard) -> Step[ClimbState]:
    terms, before = state.terms, state.position
    route = with_card(before.route, action.card, action.side, action.turn)
    told = CardLaid(seat, action.card, action.side, count_holds(terms.deck, route))
    if isinstance(before.phase, Building) and not is_enough(terms.deck, route):
        laid = Position(route, before.starter, before.results, before.phase)
        return Step(ClimbState(terms, laid), (told,))
    return _ready(state, route, seat, (told,))


def _ready(
    state: ClimbState, route: Route, starter: Seat, told: tuple[Event, ...]
) -> Step[ClimbState]:
    """The Summit card is placed and the starter climbs."""
    position = Position(route, starter, state.position.results, Readying())
    told = (*told, SummitPlaced(route[-1].card), TurnStarted(starter))
    return Step(ClimbState(state.terms, position), told)


def _observe(
    state: ClimbState, seat: Seat, attempt: Attempt, seen: Observation
) -> Step[ClimbState]:
    judge = state.terms.judge
    fault = None
    if judge is not JudgeMode.OFF and has_begun(attempt):
        fault = fault_of(state, attempt, seen)
    told = _told(state, seat, attempt, seen)
    if fault is not None and judge is JudgeMode.STRICT:
        seen_first = told if isinstance(seen, CardMoved) else ()
        return _step(
            state, Judging(attempt, fault, None), *seen_first, FallCalled(seat, fault, None)
        )
    following = after(attempt, seen)
    if fault is not None:
        following = replace(following, notices=(*following.notices, fault))
        told = (*told, Noticed(seat, fault))
    if isinstance(seen, Done) and any(place == SUMMIT for _, place in following.down):
        ended = _end_attempt(state, following, summit=True, breach=None)
        return Step(ended.state, (*told, *ended.events))
    return _step(state, Climbing(following), *told)


def _told(state: ClimbState, seat: Seat, attempt: Attempt, seen: Observation) -> tuple[Event, ...]:
    match seen:
        case FingerDown(finger, place):
            return (FingerPlaced(seat, finger, place),)
        case FingerUp(finger):
            return (FingerLifted(seat, finger, dict(attempt.down)[finger]),)
        case CardMoved(card, tenths_mm):
            moved = tenths_mm >= state.terms.shift_tenths_mm
            return (ShiftMeasured(seat, card, tenths_mm, moved),)
        case Done():
            fingers = len(attempt.down)
            total = points_of((*attempt.moves, fingers))
            return (MoveFinished(seat, fingers, points_of_move(fingers), total),)


def _end_attempt(
    state: ClimbState, attempt: Attempt, *, summit: bool, breach: Breach | None
) -> Step[ClimbState]:
    terms, before = state.terms, state.position
    seat = climber(terms, before)
    result = Result(seat, attempt.hand, attempt.moves, summit, breach)
    points = score_of(terms, result)
    told: tuple[Event, ...]
    if summit:
        told = (SummitReached(seat, points),)
    else:
        told = (Fell(seat, breach, points) if breach is not None else GaveUp(seat, points),)
    results = (*before.results, result)
    if terms.free_solo:
        return Step(ClimbState(terms, replace(before, results=results, phase=Pausing())), told)
    if len(results) % terms.seats:
        following = Position(before.route, before.starter, results, Readying())
        told = (*told, TurnStarted(climber(terms, following)))
        return Step(ClimbState(terms, following), told)
    if len(results) == ROUNDS * terms.seats:
        return _finish(state, replace(before, results=results), told)
    starter, route = next_starter(terms, results), swapped(before.route)
    swap = EndsSwapped(starter, route[0].card, route[-1].card)
    return Step(ClimbState(terms, Position(route, starter, results, Extending())), (*told, swap))


def _finish(state: ClimbState, position: Position, told: tuple[Event, ...]) -> Step[ClimbState]:
    ended = ClimbState(state.terms, replace(position, phase=Ended()))
    return Step(ended, (*told, MatchEnded(winners(ended), max(scores(ended)))))


def _step(state: ClimbState, phase: Phase, *told: Event) -> Step[ClimbState]:
    before = state.position
    position = Position(before.route, before.starter, before.results, phase)
    return Step(ClimbState(state.terms, position), told)
