"""Whose turn it is in Climb!, what attempts are worth and who wins.

Knows the order of building, of attempts and of rounds, scores and winners. Refuses to know
what happens within an attempt.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from companion.games.climb.state import (
    ROUNDS,
    Building,
    ClimbState,
    Ended,
    Extending,
    Pausing,
    Position,
    Result,
    Terms,
)
from companion.games.protocol import Seat


def points_of_move(fingers: int) -> int:
    """2, 3, 4, 5 fingers on the table: 1, 3, 6, 10 points (CL13)."""
    return fingers * (fingers - 1) // 2


def points_of(moves: Iterable[int]) -> int:
    """What finished moves are worth together."""
    return sum(map(points_of_move, moves))


def score_of(terms: Terms, result: Result) -> int:
    """What an attempt counts; in the expert variation a fall counts nothing (CL14)."""
    return 0 if terms.expert and not result.summit else points_of(result.moves)


def builder(terms: Terms, laid: int) -> Seat:
    """Who lays the next card while the route is built (CL24).

    The player with the longest fingers lays the first one, then the score sheet is followed
    from its second player on.
    """
    return terms.first if laid == 0 else Seat(laid % terms.seats)


def climber(terms: Terms, position: Position) -> Seat:
    """Who climbs next, or is climbing: from the starter on down the score sheet (CL19)."""
    return Seat((position.starter + len(position.results) % terms.seats) % terms.seats)


def at_turn(state: ClimbState) -> Seat:
    """Who lays the next card or climbs."""
    if isinstance(state.position.phase, Building):
        return builder(state.terms, len(state.position.route))
    if isinstance(state.position.phase, Extending):
        return state.position.starter
    return climber(state.terms, state.position)


def judges(terms: Terms, position: Position) -> tuple[Seat, ...]:
    """The opponents of the climber; alone one judges oneself."""
    return _all_but(terms.seats, climber(terms, position))


def next_starter(terms: Terms, results: Sequence[Result]) -> Seat:
    """Who begins after the round that just ended: its best attempt, ties to the earlier (CL21)."""
    last = results[len(results) - terms.seats :]
    return max(last, key=lambda result: score_of(terms, result)).seat


def starter_of(terms: Terms, position: Position) -> Seat | None:
    """Who must be the starter by what is known; None in a first round without an attempt."""
    done = len(position.results)
    if isinstance(position.phase, Building):
        return terms.first
    if terms.free_solo:
        return Seat(0)
    if isinstance(position.phase, Ended):
        return position.results[done - terms.seats].seat if done >= terms.seats else None
    before = done - done % terms.seats
    if done > before:
        return position.results[before].seat
    return next_starter(terms, position.results) if done else None


def scores(state: ClimbState) -> tuple[int, ...]:
    """The score of each player: the total, or the best attempt of one who climbs freely."""
    terms, results = state.terms, state.position.results
    if terms.free_solo:
        return (max((score_of(terms, result) for result in results), default=0),)
    return tuple(
        sum(score_of(terms, result) for result in results if result.seat == seat)
        for seat in range(terms.seats)
    )


def winners(state: ClimbState) -> tuple[Seat, ...]:
    """The highest totals (CL22); empty before the end."""
    if not isinstance(state.position.phase, Ended):
        return ()
    found = scores(state)
    return tuple(Seat(seat) for seat, score in enumerate(found) if score == max(found))


def round_number(state: ClimbState) -> int:
    """1 to 3; climbing freely, the number of the attempt."""
    done = len(state.position.results)
    if state.terms.free_solo:
        waiting = isinstance(state.position.phase, Pausing | Ended)
        return done if waiting else done + 1
    return min(done // state.terms.seats + 1, ROUNDS)


@lru_cache(maxsize=64)
def _all_but(seats: int, who: Seat) -> tuple[Seat, ...]:
    if seats == 1:
        return (who,)
    return tuple(Seat(seat) for seat in range(seats) if seat != who)
