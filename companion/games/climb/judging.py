"""The judge of Climb!: what an observation breaks, if anything.

Knows the four falls (CL23) and the slips that are none of them (CL16). Refuses to know what
a breach leads to (``legal``, ``turn``) and who observed it.

A breach that is one of the four falls is named before any other.
"""

from __future__ import annotations

from companion.games.climb.actions import CardMoved, Done, FingerDown, FingerUp
from companion.games.climb.board import BASE, BESIDE, SUMMIT, Border, Finger, Hold, Place
from companion.games.climb.route import holds_on
from companion.games.climb.state import Attempt, Breach, ClimbState, Fault, Terms

Observation = FingerDown | FingerUp | CardMoved | Done

FALLS = frozenset((Breach.NO_TOUCH, Breach.WRONG_COLOUR, Breach.RETURNED, Breach.CARD_MOVED))


def is_fall(terms: Terms, breach: Breach) -> bool:
    """Whether that ends the attempt, by the rulebook or by a house rule."""
    if breach in FALLS:
        return True
    if breach is Breach.HALF_DOUBLE:
        return terms.half_double_is_fall
    return terms.breach_is_fall


def has_begun(attempt: Attempt) -> bool:
    """Whether the first finger has come down in the Base Camp (CL3)."""
    return bool(attempt.down or attempt.moves or attempt.left)


def fault_of(state: ClimbState, attempt: Attempt, seen: Observation) -> Fault | None:
    """What that observation breaks; the attempt has begun and the observation can be true."""
    match seen:
        case FingerDown(finger, place):
            breach = _when_down(state, attempt, finger, place)
            return None if breach is None else Fault(breach, finger, place)
        case FingerUp(finger):
            breach = _when_up(attempt, finger)
            return None if breach is None else Fault(breach, finger, dict(attempt.down)[finger])
        case CardMoved(card, tenths_mm):
            if tenths_mm < state.terms.shift_tenths_mm:
                return None
            return Fault(Breach.CARD_MOVED, None, None, card, tenths_mm)
        case Done():
            return _half_double(state, attempt)


def _when_down(state: ClimbState, attempt: Attempt, finger: Finger, place: Place) -> Breach | None:
    terms = state.terms
    hold = holds_on(terms.deck, state.position.route).get(place)
    if hold is not None:
        if finger not in hold.fingers:
            return Breach.WRONG_COLOUR
        if (place, finger) in attempt.left:
            return Breach.RETURNED
    if len(attempt.down) > 1 and not attempt.placed:
        return Breach.LIFT_MORE
    if hold is not None:
        return _when_in_own_colour(terms, attempt, hold)
    if place == BASE:
        return Breach.BACK_TO_BASE
    if place == BESIDE:
        return Breach.BESIDE
    taken = any(where == SUMMIT for _, where in attempt.down)
    return Breach.SUMMIT_TAKEN if taken and terms.one_in_summit else None


def _when_in_own_colour(terms: Terms, attempt: Attempt, hold: Hold) -> Breach | None:
    if terms.closed_to_all and any(place == hold.place for place, _ in attempt.left):
        return Breach.CLOSED_HOLD
    if hold.border is not Border.DOUBLE and any(place == hold.place for _, place in attempt.down):
        return Breach.TWO_IN_ONE
    return None


def _when_up(attempt: Attempt, finger: Finger) -> Breach | None:
    staying = [each for each, _ in attempt.down if each is not finger]
    if not staying:
        return Breach.NO_TOUCH
    if attempt.placed:
        return None if finger in attempt.placed else Breach.REST_LIFTED
    if len(staying) == 1 and staying[0] in attempt.last_rest:
        return Breach.SAME_REST
    return None


def _half_double(state: ClimbState, attempt: Attempt) -> Fault | None:
    """A finger of this move that is alone in a hold for two (CL8)."""
    holds = holds_on(state.terms.deck, state.position.route)
    for finger, place in attempt.down:
        hold = holds.get(place)
        if hold is None or hold.border is not Border.DOUBLE or finger not in attempt.placed:
            continue
        if sum(where == place for _, where in attempt.down) < len(hold.fingers):
            return Fault(Breach.HALF_DOUBLE, finger, place)
    return None
