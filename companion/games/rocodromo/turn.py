"""What an action does to a match of Rocódromo.

Knows ropes taken and given back, climbs, lost balance and the end. Refuses to judge what is
allowed (``legal``) and to measure (``checking``).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from companion.games.protocol import Seat, Step
from companion.games.rocodromo.actions import (
    Action,
    ChooseRope,
    Declare,
    EndTurn,
    JudgeClimb,
    JudgeEnd,
    Prepare,
    StartOn,
)
from companion.games.rocodromo.checking import climb
from companion.games.rocodromo.events import (
    BalanceLost,
    ClimbValid,
    DestinationDeclared,
    EndMeasured,
    EndTriggered,
    Event,
    MatchEnded,
    PutOnWall,
    RopeLaid,
    RopeTaken,
    TurnStarted,
)
from companion.games.rocodromo.legal import taken_rope
from companion.games.rocodromo.reach import Reach, Verdict
from companion.games.rocodromo.state import (
    Checking,
    Choosing,
    Climbed,
    Consoling,
    Declared,
    Ended,
    JudgingClimb,
    JudgingEnd,
    Phase,
    Position,
    RocodromoState,
    Started,
    Tried,
    is_highest,
    near_end,
    winners,
)
from companion.games.rocodromo.wall import Rope

V = TypeVar("V")
Told = tuple[Event, ...]


def apply(state: RocodromoState, action: Action) -> Step[RocodromoState]:
    """The new state and what happened; the player at turn acts, legally."""
    before = state.position
    seat, phase = before.turn, before.phase
    match action, phase:
        case Prepare(), _:
            return _prepare(state, action)
        case StartOn(hold), _:
            stood = _set(before.holds, seat, hold)
            after = _changed(before, before.hands, stood, before.measured, Started())
            return _still(state, after, PutOnWall(seat, hold))
        case Declare(target), _:
            after = _in_phase(before, Declared(target, isinstance(phase, Started)))
            return _still(state, after, DestinationDeclared(seat, _hold(before), target))
        case ChooseRope(rope), Declared(target, first):
            return _lay(state, JudgingClimb(target, first, rope))
        case JudgeClimb(valid), JudgingClimb():
            return _succeed(state, phase, None) if valid else _fail(state, phase, "table")
        case JudgeEnd(near), _:
            after = replace(before, measured=_set(before.measured, seat, near))
            return _end_turn(state, after, (EndMeasured(seat, near),))
        case EndTurn(), _:
            return _end_turn(state, before, ())
        case _:
            raise ValueError(f"{action!r} does not belong to {phase!r}")


def _prepare(state: RocodromoState, action: Prepare) -> Step[RocodromoState]:
    before = state.position
    seat = before.turn
    rope, skipped = taken_rope(state, action)
    hanging = dict(before.hanging)
    gained = hanging.pop(rope, 0)
    for each in skipped:
        hanging[each] = hanging.get(each, 0) + 1
    kept = [each for each in before.hands[seat] if each != action.give_back]
    after = Position(
        before.turn,
        _set(before.hands, seat, tuple(sorted((*kept, rope), key=_by_rope))),
        _set(before.carabiners, seat, before.carabiners[seat] - action.skip + gained),
        tuple(sorted(hanging.items(), key=_by_hanging)),
        before.holds,
        before.measured,
        before.ending,
        before.phase,
        before.last,
    )
    return _end_turn(
        state, after, (RopeTaken(seat, rope, gained, skipped, action.give_back),)
    )  # fmt: skip


def _lay(state: RocodromoState, laid: JudgingClimb) -> Step[RocodromoState]:
    """Measure the climb where the wall may decide it; else the table judges."""
    before, terms = state.position, state.terms
    judging = _in_phase(before, laid)
    if terms.checking is Checking.TABLE:
        return _still(state, judging, RopeLaid(before.turn, laid.rope, too_close=False))
    reach = climb(terms.wall, _hold(before), laid.hold, laid.rope)
    match reach.verdict:
        case Verdict.YES:
            return _succeed(state, laid, reach)
        case Verdict.NO:
            return _fail(state, laid, "" if reach.reason is None else reach.reason.value)
        case Verdict.CLOSE:
            return _still(state, judging, RopeLaid(before.turn, laid.rope, too_close=True))


def _succeed(
    state: RocodromoState, laid: JudgingClimb, reach: Reach | None
) -> Step[RocodromoState]:
    before = state.position
    seat = before.turn
    corners: tuple[tuple[int, int], ...] = ()
    if reach is not None and reach.placement is not None:
        corners = tuple((round(10 * x), round(10 * y)) for x, y in reach.placement)
    told = ClimbValid(
        seat,
        _hold(before),
        laid.hold,
        laid.rope,
        corners,
    )
    after = _changed(
        before,
        _without(before, laid.rope),
        _set(before.holds, seat, laid.hold),
        _set(before.measured, seat, None),
        Climbed(),
        Tried(seat, _hold(before), laid.hold, laid.rope, True),
    )
    if after.hands[seat]:
        return _still(state, after, told)
    return _end_turn(state, after, (told,))


def _fail(state: RocodromoState, laid: JudgingClimb, reason: str) -> Step[RocodromoState]:
    before = state.position
    seat = before.turn
    holds = _set(before.holds, seat, None) if laid.first else before.holds
    after = _changed(
        before,
        _without(before, laid.rope),
        holds,
        before.measured,
        Consoling(laid.rope),
        Tried(seat, _hold(before), laid.hold, laid.rope, False),
    )
    consoled = not is_highest(RocodromoState(state.terms, after), seat)
    told = BalanceLost(
        seat, _hold(before), laid.hold, laid.rope, reason, laid.first, consoled
    )  # fmt: skip
    if consoled:
        return _still(state, after, told)
    return _end_turn(state, after, (told,))


def _end_turn(state: RocodromoState, after: Position, told: Told) -> Step[RocodromoState]:
    """Measure how near the climber is, then go on with the next player or end the match."""
    terms, seat = state.terms, after.turn
    near = near_end(RocodromoState(terms, after), seat)
    if near is None:
        return _still(state, _in_phase(after, JudgingEnd()), *told)
    if near and not after.ending:
        told = (*told, EndTriggered(seat))
    following = Seat((seat + 1) % terms.seats)
    ending = near or after.ending
    over = ending and following == terms.first
    passed = RocodromoState(
        terms,
        Position(
            following,
            after.hands,
            after.carabiners,
            after.hanging,
            after.holds,
            after.measured,
            ending,
            Ended() if over else Choosing(),
            after.last,
        ),
    )
    return Step(passed, (*told, MatchEnded(winners(passed)) if over else TurnStarted(following)))


def _without(position: Position, rope: Rope) -> tuple[tuple[Rope, ...], ...]:
    """The hands with the rope back in the supply, without carabiners."""
    seat = position.turn
    kept = tuple([each for each in position.hands[seat] if each != rope])
    return _set(position.hands, seat, kept)


def _hold(position: Position) -> int:
    hold = position.holds[position.turn]
    if hold is None:
        raise ValueError("the climber at turn is not on the wall")
    return hold


def _still(state: RocodromoState, after: Position, *told: Event) -> Step[RocodromoState]:
    return Step(RocodromoState(state.terms, after), told)


def _in_phase(position: Position, phase: Phase) -> Position:
    return _changed(position, position.hands, position.holds, position.measured, phase)


def _changed(
    position: Position,
    hands: tuple[tuple[Rope, ...], ...],
    holds: tuple[int | None, ...],
    measured: tuple[bool | None, ...],
    phase: Phase,
    last: Tried | None = None,
) -> Position:
    """The same turn with other hands, holds and measures, in another phase."""
    return Position(
        position.turn,
        hands,
        position.carabiners,
        position.hanging,
        holds,
        measured,
        position.ending,
        phase,
        last or position.last,
    )


def _by_rope(rope: Rope) -> tuple[str, int]:
    return (rope.colour, rope.length)


def _by_hanging(each: tuple[Rope, int]) -> tuple[str, int]:
    return _by_rope(each[0])


def _set(values: tuple[V, ...], seat: Seat, value: V) -> tuple[V, ...]:
    return (*values[:seat], value, *values[seat + 1 :])
