"""What may be done in free roll, and what it does.

Knows turns, throws, totals and the end. Refuses to know how anything is worded.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from companion.dice import NUMBERED, DiceSpec, Rolled, count_throws, is_face, throws
from companion.games.free_roll.state import (
    LOG_LENGTH,
    MAX_DICE,
    MAX_OF_A_KIND,
    Action,
    DiceChosen,
    Event,
    FreeRollState,
    MatchEnded,
    Order,
    PassTurn,
    Position,
    Ranking,
    SetDice,
    Stop,
    TakeTurn,
    Tally,
    Terms,
    Throw,
    Thrown,
    TurnStarted,
)
from companion.games.phrases import dice_words
from companion.games.protocol import FEW_THROWS, Refusal, Seat, Step

RULE = "free_roll"

Choices = tuple[tuple[Seat, Action], ...]


def is_over(state: FreeRollState) -> bool:
    """Whether the match was stopped or all rounds are played."""
    terms, position = state.terms, state.position
    rounds_done = terms.rounds > 0 and position.turns >= terms.rounds * terms.seats
    return position.stopped or rounds_done


def winners(state: FreeRollState) -> tuple[Seat, ...]:
    """The seats with the best total; empty before the end or where nobody wins."""
    tallies = state.position.tallies
    if not is_over(state) or state.terms.ranking is Ranking.NOBODY:
        return ()
    if not any(tally.throws for tally in tallies):
        return ()
    totals = [tally.total for tally in tallies]
    best = max(totals) if state.terms.ranking is Ranking.HIGHEST else min(totals)
    return tuple(Seat(i) for i, total in enumerate(totals) if total == best)


def legal_actions(state: FreeRollState) -> Choices:
    """Every choice of every seat; throws only where there are few."""
    if is_over(state):
        return ()
    terms, position = state.terms, state.position
    roller = position.roller
    return _dice_choices(roller, position.dice) + _turn_choices(roller, terms.seats, terms.order)


def refusal(state: FreeRollState, seat: Seat, action: Action) -> Refusal | None:
    """Why not; the action is well formed."""
    terms, position = state.terms, state.position
    if is_over(state):
        return Refusal("over", RULE)
    if type(seat) is not int or not 0 <= seat < terms.seats:
        return Refusal("no_such_seat", RULE)
    if isinstance(action, Stop):
        return None
    if isinstance(action, TakeTurn):
        if terms.order is not Order.ANYONE:
            return Refusal("in_turn_only", RULE)
        return Refusal("already_yours", RULE) if seat == position.roller else None
    if seat != position.roller:
        return Refusal("not_your_turn", RULE, (("seat", position.roller),))
    match action:
        case SetDice():
            return _refuse_dice(position, action)
        case Rolled():
            return _refuse_throw(position, action)
        case PassTurn():
            return None


def apply(state: FreeRollState, seat: Seat, action: Action) -> Step[FreeRollState]:
    """The new state and what happened; the action is legal."""
    terms, before = state.terms, state.position
    match action:
        case SetDice(kind, count):
            dice = DiceSpec.of({**dict(before.dice.counts), kind: count})
            after, events = replace(before, dice=dice), (DiceChosen(seat, dice),)
            return Step(FreeRollState(terms, after), events)
        case Rolled():
            after, happened = _throw(terms, before, action)
        case PassTurn():
            after, happened = _next_turn(terms, before), ()
        case TakeTurn():
            after, happened = replace(before, roller=seat, thrown=0), ()
        case Stop():
            after, happened = replace(before, stopped=True), ()
    result = FreeRollState(terms, after)
    if is_over(result):
        return Step(result, (*happened, MatchEnded(winners(result))))
    if isinstance(action, TakeTurn) or after.turns != before.turns:
        return Step(result, (*happened, TurnStarted(after.roller)))
    return Step(result, happened)


@lru_cache(maxsize=1024)
def _dice_choices(roller: Seat, dice: DiceSpec) -> Choices:
    """Throws where there are few, and every other number of dice of every kind."""
    few = dice.total and count_throws(dice) <= FEW_THROWS
    found: list[tuple[Seat, Action]] = [(roller, each) for each in throws(dice)] if few else []
    counts, left = dict(dice.counts), MAX_DICE - dice.total
    for kind in NUMBERED:
        now = counts.get(kind, 0)
        found += _other_counts(roller, kind, now, min(MAX_OF_A_KIND, left + now))
    return tuple(found)


@lru_cache(maxsize=4096)
def _other_counts(roller: Seat, kind: str, now: int, most: int) -> Choices:
    return tuple((roller, SetDice(kind, n)) for n in range(most + 1) if n != now)


@lru_cache(maxsize=256)
def _turn_choices(roller: Seat, seats: int, order: Order) -> Choices:
    found: list[tuple[Seat, Action]] = [(roller, PassTurn())]
    for seat in map(Seat, range(seats)):
        if order is Order.ANYONE and seat != roller:
            found.append((seat, TakeTurn()))
        found.append((seat, Stop()))
    return tuple(found)


def _refuse_dice(position: Position, action: SetDice) -> Refusal | None:
    if action.kind not in NUMBERED:
        return Refusal(
            "unknown_dice", RULE, (("kind", action.kind), ("known", ", ".join(NUMBERED)))
        )
    if not 0 <= action.count <= MAX_OF_A_KIND:
        return Refusal("too_many_of_a_kind", RULE, (("most", MAX_OF_A_KIND),))
    now = position.dice.count(action.kind)
    if action.count == now:
        return Refusal("same_dice", RULE, (("kind", action.kind), ("count", now)))
    if position.dice.total - now + action.count > MAX_DICE:
        return Refusal("too_many_dice", RULE, (("most", MAX_DICE),))
    return None


def _refuse_throw(position: Position, rolled: Rolled) -> Refusal | None:
    if not position.dice.total:
        return Refusal("no_dice_chosen", RULE)
    if rolled.spec != position.dice:
        expected, got = dice_words(position.dice), dice_words(rolled.spec)
        return Refusal("wrong_dice", RULE, (("expected", expected), ("got", got)))
    for die in rolled.dice:
        if not is_face(die.kind, die.value):
            return Refusal("no_such_face", RULE, (("kind", die.kind), ("value", die.value)))
    return None


def _throw(terms: Terms, before: Position, rolled: Rolled) -> tuple[Position, tuple[Event, ...]]:
    roller = before.roller
    gained = sum(map(int, rolled.values))
    old = before.tallies[roller]
    new = Tally(old.total + gained, old.throws + 1)
    thrown = before.thrown + 1
    passes = thrown == terms.throws_per_turn
    after = Position(
        roller=_following(terms, roller) if passes else roller,
        turns=before.turns + passes,
        thrown=0 if passes else thrown,
        dice=before.dice,
        tallies=(*before.tallies[:roller], new, *before.tallies[roller + 1 :]),
        log=(*before.log[1 - LOG_LENGTH :], Throw(roller, rolled)),
        stopped=before.stopped,
    )
    return after, (Thrown(roller, rolled, gained, new.total),)


def _next_turn(terms: Terms, before: Position) -> Position:
    roller = _following(terms, before.roller)
    return replace(before, roller=roller, turns=before.turns + 1, thrown=0)


def _following(terms: Terms, roller: Seat) -> Seat:
    return Seat((roller + 1) % terms.seats)
