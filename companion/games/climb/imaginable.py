"""Everything that could be observed on a route, whatever the judge thinks of it.

Knows fingers, places and cards as observations of one climber, made once and then at hand.
Refuses to know an attempt, and what is legal in it (``legal``).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import chain
from typing import NamedTuple, TypeVar

from companion.games.climb.actions import CardMoved, Done, FingerDown, FingerUp
from companion.games.climb.board import BASE, BESIDE, SUMMIT, Deck, Finger, Hold, Place, Route
from companion.games.climb.judging import Observation
from companion.games.protocol import Seat

SMALLEST_SHIFT = 1
"""Tenths of a millimetre: a shift of nothing is none."""

Seen = tuple[Seat, Observation]

Down = tuple[Seen, Place, Hold | None]
"""A finger coming down in a place, with its hold, if it is one."""

V = TypeVar("V")


class OfFinger(NamedTuple):
    """Everything that could be observed of a finger.

    ``wrong``: in a hold of another colour, which no referee asks to take back. ``downs``: in
    the other places.
    """

    finger: Finger
    up: Seen
    wrong: tuple[Seen, ...]
    downs: tuple[Down, ...]


class Imaginable(NamedTuple):
    """Everything that could be observed on a route, shifts by example.

    ``always``: legal whenever an attempt has begun.
    """

    always: tuple[Seen, ...]
    fingers: tuple[OfFinger, ...]
    done: Seen


class _OfCard(NamedTuple):
    """What one card of the route adds; ``wrong`` and ``own`` finger by finger."""

    shifts: tuple[Seen, ...]
    wrong: tuple[tuple[Seen, ...], ...]
    own: tuple[tuple[Down, ...], ...]


def imaginable(seat: Seat, deck: Deck, route: Route, shift: int) -> Imaginable:
    """All of a route; ``shift``: the smallest that counts, in tenths of a millimetre."""
    return _imaginable(seat, deck, tuple([each.card for each in route]), shift)


@lru_cache(maxsize=64)
def starts(seat: Seat) -> tuple[Seen, ...]:
    """The first finger comes down in the Base Camp."""
    return tuple((seat, FingerDown(finger, BASE)) for finger in Finger)


@lru_cache(maxsize=256)
def _imaginable(seat: Seat, deck: Deck, cards: tuple[int, ...], shift: int) -> Imaginable:
    parts = [_of_card(seat, deck, card, shift) for card in cards]
    return Imaginable(
        always=_joined(part.shifts for part in parts),
        fingers=tuple(
            OfFinger(
                finger=finger,
                up=(seat, FingerUp(finger)),
                wrong=_joined(part.wrong[i] for part in parts),
                downs=_in_zones(seat, finger) + _joined(part.own[i] for part in parts),
            )
            for i, finger in enumerate(Finger)
        ),
        done=(seat, Done()),
    )


@lru_cache(maxsize=1024)
def _of_card(seat: Seat, deck: Deck, card: int, shift: int) -> _OfCard:
    holds = deck.cards[card].holds
    wrong: list[tuple[Seen, ...]] = []
    own: list[tuple[Down, ...]] = []
    for finger in Finger:
        down = [((seat, FingerDown(finger, hold.place)), hold) for hold in holds]
        wrong.append(tuple(seen for seen, hold in down if finger not in hold.fingers))
        own.append(tuple((s, hold.place, hold) for s, hold in down if finger in hold.fingers))
    shifts = dict.fromkeys((SMALLEST_SHIFT, shift))
    return _OfCard(
        tuple((seat, CardMoved(card, tenths)) for tenths in shifts), tuple(wrong), tuple(own)
    )


@lru_cache(maxsize=64)
def _in_zones(seat: Seat, finger: Finger) -> tuple[Down, ...]:
    zones = (BASE, SUMMIT, BESIDE)
    return tuple(((seat, FingerDown(finger, zone)), zone, None) for zone in zones)


def _joined(parts: Iterable[tuple[V, ...]]) -> tuple[V, ...]:
    return tuple(chain.from_iterable(parts))
