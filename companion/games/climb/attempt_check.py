"""Whether the fingers of an attempt can be as somebody wrote them down.

Knows what every attempt keeps to, and what it keeps to under a strict judge besides.
Refuses to know how it came about.
"""

from __future__ import annotations

from dataclasses import replace

from companion.games.climb.board import BASE, BESIDE, SUMMIT, Border, Finger, Hold, Place
from companion.games.climb.judging import has_begun
from companion.games.climb.route import holds_on
from companion.games.climb.state import Attempt, Breach, ClimbState, Fault, JudgeMode

_ORDER = tuple(Finger)


def in_order(attempt: Attempt) -> Attempt:
    """The same attempt with fingers from the thumb on and holds by their names."""
    return replace(
        attempt,
        down=tuple(sorted(attempt.down, key=lambda pair: _ORDER.index(pair[0]))),
        placed=tuple(sorted(attempt.placed, key=_ORDER.index)),
        last_rest=tuple(sorted(attempt.last_rest, key=_ORDER.index)),
        left=tuple(sorted(attempt.left)),
    )


def attempt_fault(state: ClimbState, attempt: Attempt) -> str | None:
    """What cannot be, in words; None for an attempt that can."""
    holds = holds_on(state.terms.deck, state.position.route)
    down = dict(attempt.down)
    if any(
        len(set(each)) != len(each)
        for each in (tuple(f for f, _ in attempt.down), attempt.placed, attempt.last_rest)
    ):
        return "a finger is named twice"
    if any(place not in holds and place not in (BASE, SUMMIT, BESIDE) for place in down.values()):
        return "a finger is in no place of this route"
    if any(finger not in down for finger in attempt.placed):
        return "'placed' names fingers that are down"
    if len(set(attempt.left)) != len(attempt.left):
        return "a hold is left twice by one finger"
    if any(place not in holds for place, _ in attempt.left):
        return "'left' names holds of this route"
    if any(not 2 <= fingers <= 5 for fingers in attempt.moves):
        return "a move ends with 2 to 5 fingers"
    if attempt.notices and state.terms.judge is not JudgeMode.ADVISE:
        return "notices are made only where the referee advises"
    for fault in attempt.notices:
        problem = note_fault(state, fault)
        if problem:
            return problem
    if not has_begun(attempt):
        fresh = attempt == Attempt(attempt.hand, notices=attempt.notices)
        return None if fresh else "an attempt begins in the Base Camp"
    if state.terms.judge is not JudgeMode.STRICT:
        return None
    return _finger_fault(state, attempt) or _rest_fault(attempt)


def note_fault(state: ClimbState, fault: Fault) -> str | None:
    """What is wrong with a breach that the referee saw."""
    if fault.breach is Breach.CARD_MOVED:
        known = any(each.card == fault.card for each in state.position.route)
        measured = fault.tenths_mm is not None and fault.tenths_mm >= state.terms.shift_tenths_mm
        if known and measured and fault.finger is None and fault.place is None:
            return None
        return "a moved card is one of the route, with its shift"
    places = (BASE, SUMMIT, BESIDE, *holds_on(state.terms.deck, state.position.route))
    if fault.finger is None or fault.place not in places:
        return "a breach names a finger and a place"
    return None if fault.card is None and fault.tenths_mm is None else "no card has moved"


def _finger_fault(state: ClimbState, attempt: Attempt) -> str | None:
    """Under a strict judge: fingers only where they may be."""
    terms = state.terms
    holds = holds_on(terms.deck, state.position.route)
    if any(finger not in holds[place].fingers for place, finger in attempt.left):
        return "a hold was left by a finger of another colour"
    for finger, place in attempt.down:
        if place in holds:
            problem = _hold_fault(state, attempt, finger, holds[place])
            if problem:
                return problem
        elif place == BESIDE:
            return "no finger is beside the holds"
        elif place == SUMMIT and finger not in attempt.placed:
            return "a finger in the Summit Zone was placed in this move"
        elif place == BASE and not _may_be_in_base(attempt, finger):
            return "only the first finger is in the Base Camp"
    in_summit = sum(place == SUMMIT for _, place in attempt.down)
    return "one finger counts in the Summit Zone" if in_summit > 1 and terms.one_in_summit else None


def _hold_fault(state: ClimbState, attempt: Attempt, finger: Finger, hold: Hold) -> str | None:
    if finger not in hold.fingers:
        return f"the {finger.value} finger is in a hold of another colour"
    left_by = [each for place, each in attempt.left if place == hold.place]
    if finger in left_by:
        return "a finger is in a hold that it has left"
    shared = hold.border is Border.DOUBLE
    if left_by and not shared and state.terms.closed_to_all:
        return "a finger is in a hold that is closed"
    if shared and left_by and finger in attempt.placed and state.terms.closed_to_all:
        return "a finger was placed in a hold that is closed"
    there: list[Place] = [place for _, place in attempt.down if place == hold.place]
    return "two fingers are in a hold for one" if len(there) > 1 and not shared else None


def _may_be_in_base(attempt: Attempt, finger: Finger) -> bool:
    """It rests there in the first move, or has not been lifted since."""
    if finger in attempt.placed or len(attempt.moves) > 1:
        return False
    if not attempt.moves:
        return all(place != BASE for each, place in attempt.down if each is not finger)
    return not attempt.placed and attempt.last_rest == (finger,)


def _rest_fault(attempt: Attempt) -> str | None:
    """Under a strict judge: one finger rests, another one than before."""
    resting = tuple(finger for finger, _ in attempt.down if finger not in attempt.placed)
    if not resting:
        return "a finger always stays on the table"
    if not attempt.moves:
        if attempt.last_rest or resting != tuple(f for f, p in attempt.down if p == BASE):
            return "in the first move the finger in the Base Camp rests"
        return None
    if len(attempt.last_rest) != 1:
        return "one finger rested in the move before"
    if attempt.placed and len(resting) > 1:
        return "only one finger stays from move to move"
    if resting == attempt.last_rest:
        return "another finger must rest than in the move before"
    return None
