"""What an action does to a match of Gipfelkraxler.

Knows rolls, moves, chains of pushes, the penalty and the end. Refuses to judge: the action
has been found legal (``legal``).
"""

from __future__ import annotations

from collections import Counter

from companion.dice import Rolled
from companion.games.gipfelkraxler.actions import Action, Move, Pass, PushUp, Reroll, SetBack
from companion.games.gipfelkraxler.board import SpaceId
from companion.games.gipfelkraxler.events import (
    DiceFell,
    Event,
    MatchEnded,
    Moved,
    NothingFitted,
    PushedUp,
    TurnStarted,
    WasSetBack,
)
from companion.games.gipfelkraxler.pushing import go_up, moved
from companion.games.gipfelkraxler.state import (
    ARRIVALS_TO_WIN,
    FRESH,
    Choosing,
    IbexState,
    Phase,
    Position,
    Pushing,
    Rolling,
)
from companion.games.gipfelkraxler.tasks import Dice, Task, fulfilled
from companion.games.protocol import Seat, Step


def apply(state: IbexState, action: Action) -> Step[IbexState]:
    """The new state and what happened; the player at turn acts."""
    before = state.position
    seat, phase = before.turn, before.phase
    match action:
        case Rolled():
            assert isinstance(phase, Rolling), "a roll that was not awaited was found legal"
            dice = tuple(sorted((*phase.kept, *(int(value) for value in action.values))))
            rolls = phase.rolls + 1
            return _in_phase(state, Choosing(rolls, dice), DiceFell(seat, rolls, dice))
        case Reroll(values):
            assert isinstance(phase, Choosing), "a reroll without dice was found legal"
            return _in_phase(state, Rolling(phase.rolls, without(phase.dice, values)))
        case Move(source, target):
            assert isinstance(phase, Choosing), "a move without dice was found legal"
            told = Moved(seat, source, target, _task(state, source, target, phase.dice))
            return _go_up(state, source, target, source, told)
        case PushUp(target):
            assert isinstance(phase, Pushing), "a push without a crowd was found legal"
            push = PushedUp(seat, phase.source, target)
            return _go_up(state, phase.source, target, phase.freed, push)
        case SetBack(space):
            herds = moved(before.herds, seat, space, state.terms.graph.start)
            after = Position(seat, herds, before.arrivals, FRESH)
            return _end_turn(state, after, (WasSetBack(seat, space),))
        case Pass():
            return _end_turn(state, before, (NothingFitted(seat),))


def without(dice: Dice, values: Dice) -> Dice:
    """The dice that stay when dice with these numbers are picked up."""
    return tuple(sorted((Counter(dice) - Counter(values)).elements()))


def _go_up(
    state: IbexState, source: SpaceId, target: SpaceId, freed: SpaceId, first: Event
) -> Step[IbexState]:
    before = state.position
    seat = before.turn
    arrival = go_up(state.terms, before.herds, before.arrivals, seat, source, target, freed)
    told = (first, *arrival.told)
    phase: Phase = Pushing(target, freed) if arrival.crowded else FRESH
    after = Position(seat, arrival.herds, arrival.arrivals, phase)
    if arrival.arrivals[seat] == ARRIVALS_TO_WIN:
        return Step(IbexState(state.terms, after), (*told, MatchEnded(seat)))
    if arrival.crowded:
        return Step(IbexState(state.terms, after), told)
    return _end_turn(state, after, told)


def _task(state: IbexState, source: SpaceId, target: SpaceId, dice: Dice) -> Task | None:
    """The first sign on a path between the two that the dice fulfil; None for the joker."""
    done = fulfilled(dice)
    paths = state.terms.graph.up[source]
    return next((p.task for p in paths if p.target == target and p.task in done), None)


def _in_phase(state: IbexState, phase: Phase, *told: Event) -> Step[IbexState]:
    before = state.position
    after = Position(before.turn, before.herds, before.arrivals, phase)
    return Step(IbexState(state.terms, after), told)


def _end_turn(state: IbexState, reached: Position, told: tuple[Event, ...]) -> Step[IbexState]:
    following = Seat((reached.turn + 1) % state.terms.seats)
    after = Position(following, reached.herds, reached.arrivals, FRESH)
    return Step(IbexState(state.terms, after), (*told, TurnStarted(following)))
