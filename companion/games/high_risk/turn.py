"""What an action does to a match of High Risk.

Knows rolls, the three endings of a turn and the end of the match. Refuses to judge: the
action has been found legal (``legal``).
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.dice import Rolled
from companion.games.high_risk.actions import Action, Advance, RollAgain, Stop
from companion.games.high_risk.climbing import Climbers, after_ascent, ascent, fall, moved
from companion.games.high_risk.events import (
    Advanced,
    Boosted,
    DiceFell,
    Event,
    Fell,
    KnockedOff,
    MatchEnded,
    NobodyFell,
    TurnStarted,
)
from companion.games.high_risk.state import (
    DICE,
    Face,
    HighRiskState,
    Phase,
    Position,
    Terms,
    winner,
)
from companion.games.protocol import Seat, Step


def apply(state: HighRiskState, action: Action) -> Step[HighRiskState]:
    """The new state and what happened; the player at turn acts."""
    before = state.position
    match action:
        case Rolled():
            return _roll(state, action)
        case RollAgain():
            return _still(state, Phase.ROLL, before.ascension, before.weather)
        case Stop():
            if before.ascension:
                return _still(state, Phase.ADVANCE, before.ascension, before.weather)
            return _end_turn(state.terms, before.turn, before.climbers)
        case Advance(zone):
            return _advance(state, zone)


def _roll(state: HighRiskState, rolled: Rolled) -> Step[HighRiskState]:
    before = state.position
    seat, values = before.turn, rolled.values
    danger = values.count(Face.DANGER.value)
    gained, weather = values.count(Face.ASCENSION.value), values.count(Face.WEATHER.value)
    ascension = before.ascension + gained
    seen = DiceFell(seat, danger, gained, weather, ascension)
    if danger == len(values):
        return _fall(state, seen)
    weather += before.weather
    if danger:
        return _still(state, Phase.CHOOSE, ascension, weather, seen)
    if ascension:
        return _still(state, Phase.ADVANCE, ascension, weather, seen)
    return _another_turn(state.terms, seat, before.climbers, (seen,))


def _fall(state: HighRiskState, seen: DiceFell) -> Step[HighRiskState]:
    terms, before = state.terms, state.position
    drop = fall(terms.mountain, before.climbers, before.turn)
    if drop is None:
        return _end_turn(terms, before.turn, before.climbers, (seen, NobodyFell(before.turn)))
    climbers = moved(before.climbers, before.turn, drop.source, drop.target)
    told = (seen, Fell(before.turn, drop.source, drop.target))
    return _end_turn(terms, before.turn, climbers, told)


def _advance(state: HighRiskState, zone: int) -> Step[HighRiskState]:
    terms, before = state.terms, state.position
    seat, mountain = before.turn, terms.mountain
    move = ascent(mountain, before.climbers, zone, before.ascension)
    climbers = after_ascent(before.climbers, seat, move)
    told: list[Event] = [Advanced(seat, zone, move.target, move.target == mountain.summit)]
    if move.knocked is not None:
        told.append(KnockedOff(move.knocked, move.target, move.knocked_to))
    if climbers[seat][-1] == mountain.summit:
        after = Position(seat, climbers, Phase.ROLL, 0, 0)
        return Step(HighRiskState(terms, after), (*told, MatchEnded(seat)))
    if before.ascension + before.weather == DICE:
        return _another_turn(terms, seat, climbers, told)
    return _end_turn(terms, seat, climbers, told)


def _another_turn(
    terms: Terms, seat: Seat, climbers: Climbers, told: Iterable[Event]
) -> Step[HighRiskState]:
    after = Position(seat, climbers, Phase.ROLL, 0, 0)
    return Step(HighRiskState(terms, after), (*told, Boosted(seat)))


def _end_turn(
    terms: Terms, seat: Seat, climbers: Climbers, told: Iterable[Event] = ()
) -> Step[HighRiskState]:
    following = Seat((seat + 1) % terms.seats)
    after = Position(following, climbers, Phase.ROLL, 0, 0)
    return Step(HighRiskState(terms, after), (*told, TurnStarted(following)))


def _still(
    state: HighRiskState, phase: Phase, ascension: int, weather: int, *told: Event
) -> Step[HighRiskState]:
    before = state.position
    after = Position(before.turn, before.climbers, phase, ascension, weather)
    return Step(HighRiskState(state.terms, after), told)


def is_over(state: HighRiskState) -> bool:
    """Whether somebody has won."""
    return winner(state) is not None
