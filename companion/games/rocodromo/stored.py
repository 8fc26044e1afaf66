"""Positions of Rocódromo to JSON and back.

Knows the documented form and every fault of a position that somebody has written by hand.
Refuses to mend one, but for the order of ropes in a hand and of ropes that carry carabiners.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from companion.errors import CorruptState
from companion.games.codec import Codec
from companion.games.rocodromo.checking import climb, is_near
from companion.games.rocodromo.legal import destinations, start_holds
from companion.games.rocodromo.reach import Verdict
from companion.games.rocodromo.state import (
    CARABINERS,
    MOST_ROPES,
    Checking,
    Choosing,
    Climbed,
    Consoling,
    Declared,
    Ended,
    JudgingClimb,
    JudgingEnd,
    Position,
    RocodromoState,
    Started,
    Terms,
    is_highest,
    near_end,
)

VERSION = 1

_POSITIONS: Codec[Position] = Codec(Position)


def dump(position: Position) -> dict[str, Any]:
    """JSON-ready; terms come from the set-up."""
    return {"version": VERSION, **_POSITIONS.dump(position)}


def load(plain: Any, terms: Terms) -> RocodromoState:
    """Raises CorruptState for anything but a position that fits the terms."""
    version = plain.get("version") if isinstance(plain, dict) else None
    if type(version) is not int or version != VERSION:
        raise CorruptState(f"A Rocódromo position has 'version' {VERSION}.")
    position = _POSITIONS.load({k: v for k, v in plain.items() if k != "version"})
    hands = tuple(tuple(sorted(hand)) for hand in position.hands)
    position = replace(position, hands=hands, hanging=tuple(sorted(position.hanging)))
    state = RocodromoState(terms, position)
    # Later checks build on earlier ones, so only the first fault is told.
    for problem in _faults(state):
        raise CorruptState(f"This is no Rocódromo position: {problem}.")
    return state


def _faults(state: RocodromoState) -> Iterator[str]:
    terms, position = state.terms, state.position
    for name in ("hands", "carabiners", "holds", "measured"):
        if len(getattr(position, name)) != terms.seats:
            yield f"{name!r} must hold {terms.seats} players"
    if not 0 <= position.turn < terms.seats:
        yield "the player at turn is not at the table"
    yield from _supply_faults(state)
    yield from _climber_faults(state)
    yield from _last_faults(state)
    yield from _phase_faults(state)
    yield from _end_faults(state)


def _supply_faults(state: RocodromoState) -> Iterator[str]:
    position, box = state.position, state.terms.wall.kit.ropes
    held = [rope for hand in position.hands for rope in hand]
    hanging = [rope for rope, _ in position.hanging]
    for rope in (*held, *hanging):
        if not box.holds(rope):
            yield f"there is no rope {rope.colour} {rope.length}"
    if len(set(held)) < len(held):
        yield "a rope is held twice"
    if any(len(hand) > MOST_ROPES for hand in position.hands):
        yield f"nobody holds more than {MOST_ROPES} ropes"
    if len(set(hanging)) < len(hanging) or set(hanging) & set(held):
        yield "'hanging' names each rope once, and only ropes of the supply"
    counts = [count for _, count in position.hanging]
    if min((*position.carabiners, 0)) < 0 or min((*counts, 1)) < 1:
        yield "carabiners are counted from 0, those that hang on a rope from 1"
    total = CARABINERS * state.terms.seats
    if sum(position.carabiners) + sum(counts) != total:
        yield f"there must be {total} carabiners in hands and on ropes together"


def _climber_faults(state: RocodromoState) -> Iterator[str]:
    terms, position = state.terms, state.position
    standing = [hold for hold in position.holds if hold is not None]
    if not all(0 <= hold < len(terms.wall.holds) for hold in standing):
        yield f"the holds go from 0 to {len(terms.wall.holds) - 1}"
    if len(set(standing)) < len(standing):
        yield "two climbers are on one hold"
    for hold, found in zip(position.holds, position.measured, strict=True):
        if found is None:
            continue
        if hold is None:
            yield "a climber off the wall cannot have been measured"
        elif terms.checking is Checking.BOARD and (
            is_near(terms.wall, hold, terms.end_point) is not None
        ):
            yield f"from hold {hold} the way to the end is clear, so nobody measured it"


def _phase_faults(state: RocodromoState) -> Iterator[str]:
    position = state.position
    hand, mine = position.hands[position.turn], position.holds[position.turn]
    match position.phase:
        case Choosing() | Ended():
            return
        case Consoling(barred):
            if not state.terms.wall.kit.ropes.holds(barred) or barred in hand:
                yield "the barred rope must be one of the others"
            if any(barred in each for each in position.hands):
                yield "the barred rope must be in the supply"
            if barred in dict(position.hanging):
                yield "a rope just given back carries no carabiners"
            if len(hand) == MOST_ROPES:
                yield "who has just lost a rope holds at most two"
            if is_highest(state, position.turn):
                yield "the highest climber takes no rope after losing balance"
        case JudgingEnd():
            if near_end(state, position.turn) is not None:
                yield "there is nothing to measure for the player at turn"
        case Started():
            yield from _start_faults(state)
            if not destinations(state):
                yield "who has just come on the wall needs a destination"
        case Climbed():
            if mine is None or not hand:
                yield "after a climb the climber is on the wall, and a rope is left"
        case Declared(target, first):
            yield from _target_faults(state, target, first)
        case JudgingClimb(target, first, rope):
            yield from _target_faults(state, target, first)
            if rope not in hand or rope.colour != state.terms.wall.colour(target):
                yield "the rope laid must be in the hand and of the destination's colour"


def _last_faults(state: RocodromoState) -> Iterator[str]:
    """The climb tried last, against the wall and where its climber stands now."""
    terms, position, last = state.terms, state.position, state.position.last
    if last is None:
        return
    wall, numbers = terms.wall, range(len(terms.wall.holds))
    if not 0 <= last.seat < terms.seats:
        yield "the climb tried last is of a player who is not at the table"
    if last.source not in numbers or last.target not in numbers or last.source == last.target:
        yield "the climb tried last leads from one hold of the wall to another"
    ropes = wall.kit.ropes
    if not ropes.holds(last.rope) or last.rope.colour != wall.colour(last.target):
        yield "the rope of the climb tried last has the colour of its destination"
    if last.valid and position.holds[last.seat] != last.target:
        yield "who climbed last stands where that climb led"
    if terms.checking is Checking.BOARD:
        found = climb(wall, last.source, last.target, last.rope).verdict
        if found is not Verdict.CLOSE and last.valid is not (found is Verdict.YES):
            yield "the wall says otherwise of the climb tried last"


def _target_faults(state: RocodromoState, target: int, first: bool) -> Iterator[str]:
    if state.position.holds[state.position.turn] is None:
        yield "a destination is declared by a climber on the wall"
    if target not in destinations(state):
        yield "the destination must be an empty hold for whose colour a rope is in the hand"
    if first:
        yield from _start_faults(state)


def _start_faults(state: RocodromoState) -> Iterator[str]:
    """The climber of a first climb stands where it may have come on the wall."""
    position, seat = state.position, state.position.turn
    mine = position.holds[seat]
    holds = (*position.holds[:seat], None, *position.holds[seat + 1 :])
    off = replace(state, position=replace(position, holds=holds))
    if mine is None or mine not in start_holds(off):
        yield "a first climb begins on the lowest empty hold of a tile of the first level"
    elif position.measured[seat] is not None:
        yield "who has just come on the wall has not been measured"


def _end_faults(state: RocodromoState) -> Iterator[str]:
    terms, position = state.terms, state.position
    near = [near_end(state, seat) for seat in range(terms.seats)]
    ended = isinstance(position.phase, Ended)
    played = (position.turn - terms.first) % terms.seats
    settled = [seat for seat in range(terms.seats) if ended or seat != position.turn]
    if any(near[seat] is None for seat in settled):
        yield "a climber so near the limit must have been measured at the end of its turn"
    if isinstance(position.phase, Choosing) and near[position.turn] is None:
        yield "a climber so near the limit must have been measured at the end of its turn"
    if ended and not (position.ending and position.turn == terms.first and any(near)):
        yield "in a finished match the end is triggered and the first player would be next"
    if ended:
        return
    earlier = [(terms.first + i) % terms.seats for i in range(played)]
    if position.ending and not any(near[seat] for seat in earlier):
        yield "the end is triggered by a climber of this round, who is still near it"
    later = [seat for seat in settled if seat not in earlier]
    if isinstance(position.phase, Choosing):
        later.append(position.turn)
    if any(near[seat] for seat in later) or (not position.ending and any(near[s] for s in earlier)):
        yield "a climber near the end of the wall has triggered the end of the match"
