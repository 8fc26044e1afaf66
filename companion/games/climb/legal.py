"""What may be done in Climb! now, and why not.

Knows every choice and the reason against everything else. Refuses to know what follows.

Observations are legal as soon as they can be true: a breach is no reason to refuse one,
unless the judge is strict and the breach is no fall, for then the climber is asked again
(CL16). Every shift of a card is legal that can be measured; the list holds one too small to
count and one that counts for each card.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from typing import Any

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
    Hand,
    Overrule,
    PlaceCard,
    Rule,
    UseRoute,
)
from companion.games.climb.board import (
    BASE,
    BESIDE,
    CARDS,
    SUMMIT,
    Route,
    SavedRoute,
)
from companion.games.climb.imaginable import SMALLEST_SHIFT, imaginable, starts
from companion.games.climb.judging import (
    Observation,
    asked_again,
    fault_of,
    has_begun,
    stand_of,
    when_down,
    when_up,
)
from companion.games.climb.rounds import at_turn, judges
from companion.games.climb.route import TURNS, Side, holds_on, open_sides
from companion.games.climb.state import (
    ROUNDS,
    Attempt,
    Building,
    Climbing,
    ClimbState,
    Ended,
    Extending,
    Judging,
    Pausing,
    Readying,
    Terms,
)
from companion.games.protocol import Refusal, Seat

Choices = tuple[tuple[Seat, Action], ...]

LARGEST_SHIFT = 10_000
"""Tenths of a millimetre: a metre is not on the table."""

_RULES = {
    "beside": "CL16",
    "back_to_base": "CL10",
    "two_in_one": "CL9",
    "closed_hold": "CL6",
    "summit_taken": "CL11",
    "lift_more": "CL4",
    "same_rest": "CL5",
    "rest_lifted": "CL4",
    "half_double": "CL8",
}


def legal_actions(state: ClimbState) -> Choices:
    """Every choice of every seat."""
    terms, position = state.terms, state.position
    seat = at_turn(state)
    match position.phase:
        case Building() | Extending():
            cards = spare_cards(terms, position.route)
            return _cards(seat, cards, open_sides(position.route)) + _saved(state, seat)
        case Readying():
            return _hands(seat)
        case Climbing(attempt):
            calls = _calls(judges(terms, position))
            return (*_observations(state, attempt, seat), (seat, GiveUp()), *calls)
        case Judging():
            return _verdicts(terms.seats, judges(terms, position))
        case Pausing():
            return (seat, ClimbAgain()), (seat, Finish())
        case Ended():
            return ()


def listed_for(state: ClimbState, action: object) -> object:
    """The listed action that stands for this one: shifts of a card that mean the same."""
    if type(action) is not CardMoved or type(action.tenths_mm) is not int:
        return action
    if not SMALLEST_SHIFT <= action.tenths_mm <= LARGEST_SHIFT:
        return action
    counts = action.tenths_mm >= state.terms.shift_tenths_mm
    return replace(action, tenths_mm=state.terms.shift_tenths_mm if counts else SMALLEST_SHIFT)


def spare_cards(terms: Terms, route: Route) -> tuple[int, ...]:
    """The cards in play that do not lie on the table."""
    laid = {each.card for each in route}
    return tuple([number for number in terms.cards if number not in laid])


def refusal(state: ClimbState, seat: Seat, action: Action) -> Refusal | None:
    """Why not; the action is well formed."""
    terms, position = state.terms, state.position
    if isinstance(position.phase, Ended):
        return _no("over", "CL22")
    if type(seat) is not int or not 0 <= seat < terms.seats:
        return _no("no_such_seat", "table")
    match position.phase:
        case Judging():
            return _refuse_while_judging(state, seat, action)
        case Climbing() if isinstance(action, CallFall):
            return None if seat in judges(terms, position) else _no("opponents_judge", "CL17")
    if seat != at_turn(state):
        return _no("not_your_turn", "CL19", seat=at_turn(state))
    match position.phase:
        case Building() | Extending():
            return _refuse_while_building(state, action)
        case Readying():
            return None if isinstance(action, ChooseHand) else _no("choose_hand_first", "CL3")
        case Climbing(attempt):
            return _refuse_while_climbing(state, attempt, action)
        case Pausing():
            if isinstance(action, ClimbAgain | Finish):
                return None
            return _no("again_or_finish", "CL22")


def _refuse_while_building(state: ClimbState, action: Action) -> Refusal | None:
    terms, route = state.terms, state.position.route
    match action:
        case PlaceCard():
            return _refuse_card(terms, route, action)
        case UseRoute(name):
            if route:
                return _no("route_begun", "CL1")
            saved = terms.deck.routes.get(name)
            if saved is None:
                return _no("no_such_route", "board", name=name)
            return None if _lasts(terms, saved) else _no("too_few_cards_left", "CL20")
        case _:
            return _no("lay_card_first", "CL1")


def _refuse_card(terms: Terms, route: Route, action: PlaceCard) -> Refusal | None:
    if action.card not in terms.deck.cards:
        return _no("no_such_card", "board", card=action.card)
    if action.card not in terms.cards:
        return _no("card_not_in_play", "CL1", card=action.card)
    if any(each.card == action.card for each in route):
        return _no("card_lies_already", "CL1", card=action.card)
    if action.turn not in TURNS:
        return _no("bad_turn", "CL1")
    if action.side in open_sides(route):
        return None
    return _no("spot_taken", "CL1") if route else _no("first_above_base", "CL24")


def _refuse_while_judging(state: ClimbState, seat: Seat, action: Action) -> Refusal | None:
    match action:
        case AcceptFall():
            return None
        case Overrule():
            if seat in judges(state.terms, state.position):
                return None
            return _no("opponents_judge", "CL17")
        case _:
            return _no("verdict_first", "CL17")


def _refuse_while_climbing(state: ClimbState, attempt: Attempt, action: Action) -> Refusal | None:
    match action:
        case GiveUp():
            return None
        case FingerDown() | FingerUp() | CardMoved() | Done():
            return _refuse_observation(state, attempt, action)
        case _:
            return _no("climb_on", "CL4")


def _refuse_observation(state: ClimbState, attempt: Attempt, seen: Observation) -> Refusal | None:
    problem = _untrue(state, attempt, seen)
    if problem is not None:
        return problem
    slips = asked_again(state.terms)
    if not slips or not has_begun(attempt):
        return None
    fault = fault_of(state, attempt, seen)
    if fault is None or fault.breach not in slips:
        return None
    return _no(
        fault.breach.value, _RULES[fault.breach.value], finger=fault.finger, place=fault.place
    )


def _untrue(state: ClimbState, attempt: Attempt, seen: Observation) -> Refusal | None:
    """Why that cannot be, whatever the judge thinks of it."""
    deck, route = state.terms.deck, state.position.route
    match seen:
        case FingerDown(finger, place):
            if place not in (BASE, SUMMIT, BESIDE) and place not in holds_on(deck, route):
                return _no("no_such_place", "CL2", place=place)
            if finger in [each for each, _ in attempt.down]:
                return _no("already_down", "CL4", finger=finger)
            if place != BASE and not has_begun(attempt):
                return _no("start_in_base", "CL3")
        case FingerUp(finger):
            if finger not in [each for each, _ in attempt.down]:
                return _no("not_down", "CL4", finger=finger)
        case CardMoved(card, tenths_mm):
            if all(card != each.card for each in route):
                return _no("not_on_route", "CL23", card=card)
            if not SMALLEST_SHIFT <= tenths_mm <= LARGEST_SHIFT:
                return _no("no_such_shift", "CL18")
            if not has_begun(attempt):
                return _no("not_climbing", "CL3")
        case Done():
            if not attempt.placed:
                return _no("nothing_placed", "CL4")
            if len(attempt.down) < 2:
                return _no("too_few_fingers", "CL4")
    return None


def _observations(state: ClimbState, attempt: Attempt, seat: Seat) -> Choices:
    if not has_begun(attempt):
        return starts(seat)
    terms, stand = state.terms, stand_of(state.terms, attempt)
    known = imaginable(seat, terms.deck, state.position.route, terms.shift_tenths_mm)
    slips = asked_again(terms)
    down = [finger for finger, _ in attempt.down]
    found = list(known.always)
    for each in known.fingers:
        if each.finger in down:
            if when_up(attempt, each.finger) not in slips:
                found.append(each.up)
            continue
        found += each.wrong
        found += [
            choice
            for choice, place, hold in each.downs
            if when_down(stand, each.finger, place, hold) not in slips
        ]
    if attempt.placed and _refuse_observation(state, attempt, known.done[1]) is None:
        found.append(known.done)
    return tuple(found)


def _saved(state: ClimbState, seat: Seat) -> Choices:
    if state.position.route:
        return ()
    routes = state.terms.deck.routes.values()
    return tuple((seat, UseRoute(r.name)) for r in routes if _lasts(state.terms, r))


def _lasts(terms: Terms, saved: SavedRoute) -> bool:
    """Whether enough cards are left for the changes between the rounds."""
    return terms.free_solo or len(spare_cards(terms, saved.cards)) >= ROUNDS - 1


def _cards(seat: Seat, cards: tuple[int, ...], sides: tuple[Side, ...]) -> Choices:
    return tuple(chain.from_iterable(map(_ways(seat, sides).__getitem__, cards)))


@lru_cache(maxsize=64)
def _ways(seat: Seat, sides: tuple[Side, ...]) -> Mapping[int, Choices]:
    """Every card in every turn on each of these sides."""
    return {
        card: tuple((seat, PlaceCard(card, side, turn)) for side in sides for turn in TURNS)
        for card in CARDS
    }


@lru_cache(maxsize=64)
def _hands(seat: Seat) -> Choices:
    return tuple((seat, ChooseHand(hand)) for hand in Hand)


@lru_cache(maxsize=64)
def _verdicts(seats: int, overruling: tuple[Seat, ...]) -> Choices:
    accepting = ((Seat(each), AcceptFall()) for each in range(seats))
    return (*accepting, *((judge, Overrule()) for judge in overruling))


@lru_cache(maxsize=64)
def _calls(seats: tuple[Seat, ...]) -> Choices:
    return tuple((seat, CallFall(rule)) for seat in seats for rule in Rule)


def _no(code: str, rule: str, **facts: Any) -> Refusal:
    return Refusal(code, rule, tuple(facts.items()))
