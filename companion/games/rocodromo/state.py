"""What a match of Rocódromo is: terms that stay, a position that changes.

Knows ropes, carabiners, climbers and the phase of a turn. Refuses to know what is allowed.

Nothing is stored that follows from the rest: the supply is the 20 ropes less those in the
hands, and who has climbed near the end follows from the wall unless the table measured.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from companion.games.protocol import Seat
from companion.games.rocodromo.checking import EndPoint, heights_mm, is_near
from companion.games.rocodromo.wall import LENGTHS, Rope, Wall

MOST_ROPES = 3
CARABINERS = 2
"""What each player begins with."""


class Checking(StrEnum):
    """Who says whether a climb is valid and the end is near."""

    BOARD = "board"
    TABLE = "table"


class LevelClimbers(StrEnum):
    """Whether climbers at one height are both the highest (RO15)."""

    HIGHEST = "highest"
    NOT_HIGHEST = "not_highest"


@dataclass(frozen=True, slots=True)
class Terms:
    """What stays the same through the match.

    ``same_rope_again``: a rope given back may be taken at once (RO4). ``rope_when_empty``:
    who fails to get on an empty wall takes a rope (RO16).
    """

    wall: Wall
    seats: int
    first: Seat
    checking: Checking
    same_rope_again: bool
    level_climbers: LevelClimbers
    rope_when_empty: bool
    end_point: EndPoint


@dataclass(frozen=True, slots=True)
class Choosing:
    """The beginning of a turn: prepare or climb."""


@dataclass(frozen=True, slots=True)
class Started:
    """The climber has been put on the wall; the destination is to be declared."""


@dataclass(frozen=True, slots=True)
class Climbed:
    """A climb was valid: climb again or end the turn."""


@dataclass(frozen=True, slots=True)
class Declared:
    """The destination is said; ``first`` if the climber came on the wall for this climb."""

    hold: int
    first: bool


@dataclass(frozen=True, slots=True)
class JudgingClimb:
    """The rope is laid and the table is to judge."""

    hold: int
    first: bool
    rope: Rope


@dataclass(frozen=True, slots=True)
class Consoling:
    """After a lost balance a rope is to be taken, but not this one."""

    barred: Rope


@dataclass(frozen=True, slots=True)
class JudgingEnd:
    """The turn is over but for measuring how near the climber is to the end."""


@dataclass(frozen=True, slots=True)
class Ended:
    """The match is over."""


Phase = (
    Choosing | Started | Climbed | Declared | JudgingClimb | Consoling | JudgingEnd | Ended
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Tried:
    """The climb that was tried last: from hold to hold with that rope, and whether it was valid."""

    seat: Seat
    source: int
    target: int
    rope: Rope
    valid: bool


@dataclass(frozen=True, slots=True)
class Position:
    """What changes, seat by seat where there is a tuple for the seats.

    ``hands``: ropes, sorted. ``hanging``: the ropes of the supply that carry carabiners,
    with how many, sorted. ``holds``: where the climbers stand, None off the wall.
    ``measured``: what the table found, None where nobody measured since the last move.
    ``ending``: the end has been triggered. ``last``: the climb tried last, None before any.
    """

    turn: Seat
    hands: tuple[tuple[Rope, ...], ...]
    carabiners: tuple[int, ...]
    hanging: tuple[tuple[Rope, int], ...]
    holds: tuple[int | None, ...]
    measured: tuple[bool | None, ...]
    ending: bool
    phase: Phase
    last: Tried | None = None


@dataclass(frozen=True, slots=True)
class RocodromoState:
    """A match: its terms and its position."""

    terms: Terms
    position: Position


def available(state: RocodromoState, colour: str, given: Rope | None = None) -> tuple[Rope, ...]:
    """The ropes of that colour in the supply, shortest first, with ``given`` put back."""
    taken = taken_lengths(state).get(colour, 0)
    if given is not None and given.colour == colour:
        taken &= ~(1 << given.length)
    return left_over(colour, taken)


def taken_lengths(state: RocodromoState) -> dict[str, int]:
    """The ropes that are in hands, by colour: a bit for each length."""
    taken: dict[str, int] = {}
    for hand in state.position.hands:
        for rope in hand:
            taken[rope.colour] = taken.get(rope.colour, 0) | 1 << rope.length
    return taken


@lru_cache(maxsize=1024)
def left_over(colour: str, taken: int) -> tuple[Rope, ...]:
    """The ropes of that colour whose lengths are no bits of ``taken``, shortest first."""
    return tuple(rope for rope in _ropes_of(colour) if not taken & 1 << rope.length)


@lru_cache(maxsize=64)
def _ropes_of(colour: str) -> tuple[Rope, ...]:
    """Each rope as one object: what is identical is found equal at once."""
    return tuple(Rope(colour, length) for length in range(1, LENGTHS + 1))


def near_end(state: RocodromoState, seat: int) -> bool | None:
    """Whether that climber is less than a carabiner from the end; None: to be measured."""
    hold = state.position.holds[seat]
    if hold is None:
        return False
    found = state.position.measured[seat]
    if found is not None:
        return found
    if state.terms.checking is Checking.TABLE:
        return None
    return is_near(state.terms.wall, hold, state.terms.end_point)


def is_highest(state: RocodromoState, seat: int) -> bool:
    """Whether that climber is the highest on the wall (RO15, RO16)."""
    terms, holds = state.terms, state.position.holds
    mine = holds[seat]
    others = [hold for i, hold in enumerate(holds) if hold is not None and i != seat]
    if mine is None:
        return not others and not terms.rope_when_empty
    on_wall = heights_mm(terms.wall)
    height, heights = on_wall[mine], [on_wall[hold] for hold in others]
    if terms.level_climbers is LevelClimbers.HIGHEST:
        return all(height >= other - SAME_HEIGHT_MM for other in heights)
    return all(height > other + SAME_HEIGHT_MM for other in heights)


SAME_HEIGHT_MM = 0.5
"""Holds whose heights differ by no more than this are at one height."""


def winners(state: RocodromoState) -> tuple[Seat, ...]:
    """Of those near the end: most carabiners, then most ropes, then shared (RO21)."""
    if not isinstance(state.position.phase, Ended):
        return ()
    merits = merits_of(state)
    best = max(merits)
    return tuple(Seat(seat) for seat, merit in enumerate(merits) if merit == best)


def merits_of(state: RocodromoState) -> list[tuple[bool, int, int]]:
    """What ranks each seat: near the end, carabiners, ropes."""
    position = state.position
    return [
        (near_end(state, seat) is True, position.carabiners[seat], len(position.hands[seat]))
        for seat in range(state.terms.seats)
    ]
