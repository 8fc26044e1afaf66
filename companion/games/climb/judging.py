"""The judge of Climb!: what an observation breaks, if anything.

Knows the four falls (CL23) and the slips that are none of them (CL16). Refuses to know what
a breach leads to (``legal``, ``turn``) and who observed it.

A breach that is one of the four falls is named before any other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from companion.games.climb.actions import CardMoved, Done, FingerDown, FingerUp
from companion.games.climb.board import BASE, BESIDE, SUMMIT, Border, Finger, Hold, Place
from companion.games.climb.route import holds_on
from companion.games.climb.state import Attempt, Breach, ClimbState, Fault, JudgeMode, Terms

Observation = FingerDown | FingerUp | CardMoved | Done

FALLS = frozenset((Breach.NO_TOUCH, Breach.WRONG_COLOUR, Breach.RETURNED, Breach.CARD_MOVED))

_OTHERS = frozenset(Breach) - FALLS - {Breach.HALF_DOUBLE}

_SLIPS: Mapping[tuple[bool, bool], frozenset[Breach | None]] = {
    (others_fall, half_falls): frozenset(
        (*(() if others_fall else _OTHERS), *(() if half_falls else (Breach.HALF_DOUBLE,)))
    )
    for others_fall in (False, True)
    for half_falls in (False, True)
}
"""The breaches that are no falls, by the house rules that make falls of them."""

_NOTHING: frozenset[Breach | None] = frozenset()


class Stand(NamedTuple):
    """How an attempt stands before a finger comes down.

    ``left``: holds with the finger that left them; ``closed``: those closed to every finger;
    ``held``: the places of the fingers that are down. ``lift_more``: other fingers must be
    lifted first. ``summit_taken``: no further finger counts in the Summit Zone.
    """

    left: tuple[tuple[Place, Finger], ...]
    closed: tuple[Place, ...]
    held: tuple[Place, ...]
    lift_more: bool
    summit_taken: bool


def slips_of(terms: Terms) -> frozenset[Breach | None]:
    """The breaches that end no attempt, neither by the rulebook nor by a house rule."""
    return _SLIPS[terms.breach_is_fall, terms.half_double_is_fall]


def asked_again(terms: Terms) -> frozenset[Breach | None]:
    """What the referee refuses, asking the climber again (CL16); only a strict one does."""
    return slips_of(terms) if terms.judge is JudgeMode.STRICT else _NOTHING


def has_begun(attempt: Attempt) -> bool:
    """Whether the first finger has come down in the Base Camp (CL3)."""
    return bool(attempt.down or attempt.moves or attempt.left)


def fault_of(state: ClimbState, attempt: Attempt, seen: Observation) -> Fault | None:
    """What that observation breaks; the attempt has begun and the observation can be true."""
    match seen:
        case FingerDown(finger, place):
            hold = holds_on(state.terms.deck, state.position.route).get(place)
            breach = when_down(stand_of(state.terms, attempt), finger, place, hold)
            return None if breach is None else Fault(breach, finger, place)
        case FingerUp(finger):
            breach = when_up(attempt, finger)
            return None if breach is None else Fault(breach, finger, dict(attempt.down)[finger])
        case CardMoved(card, tenths_mm):
            if tenths_mm < state.terms.shift_tenths_mm:
                return None
            return Fault(Breach.CARD_MOVED, None, None, card, tenths_mm)
        case Done():
            return _half_double(state, attempt)


def stand_of(terms: Terms, attempt: Attempt) -> Stand:
    """What matters for every finger that could come down now."""
    held = tuple(place for _, place in attempt.down)
    return Stand(
        left=attempt.left,
        closed=tuple(place for place, _ in attempt.left) if terms.closed_to_all else (),
        held=held,
        lift_more=len(held) > 1 and not attempt.placed,
        summit_taken=terms.one_in_summit and SUMMIT in held,
    )


def when_down(stand: Stand, finger: Finger, place: Place, hold: Hold | None) -> Breach | None:
    """What a finger breaks that comes down there; ``hold``: that of the place, if it is one."""
    if hold is not None:
        if finger not in hold.fingers:
            return Breach.WRONG_COLOUR
        if (place, finger) in stand.left:
            return Breach.RETURNED
    if stand.lift_more:
        return Breach.LIFT_MORE
    if hold is not None:
        if place in stand.closed:
            return Breach.CLOSED_HOLD
        shared = hold.border is not Border.DOUBLE and place in stand.held
        return Breach.TWO_IN_ONE if shared else None
    if place == BASE:
        return Breach.BACK_TO_BASE
    if place == BESIDE:
        return Breach.BESIDE
    return Breach.SUMMIT_TAKEN if stand.summit_taken else None


def when_up(attempt: Attempt, finger: Finger) -> Breach | None:
    """What a finger breaks that is lifted."""
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
