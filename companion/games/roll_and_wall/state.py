"""What a match of Roll & Wall is: terms that stay, a position that changes.

Knows climbers, dice in hand and the phase of a turn. Refuses to know what is allowed.

Nothing is stored that follows from the rest: whose turn it is follows from the number of
finished turns, the dice left from those set aside, the end from who stands on the summit.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.dice import Rolled
from companion.games.protocol import Seat
from companion.games.roll_and_wall.board import SpaceId, Wall
from companion.games.roll_and_wall.flags import Colour, Flag
from companion.games.roll_and_wall.handful import NO_DICE, WHITE_DICE, Handful, handful
from companion.games.roll_and_wall.house import House
from companion.games.roll_and_wall.phases import (
    PREPARATIONS,
    Choosing,
    Cursing,
    Ending,
    Made,
    Missed,
    Phase,
    Throwing,
)
from companion.games.roll_and_wall.tiles import Tile

PITONS = 3
YOUNG_PITONS = 4
MOST_PITONS = 4
"""Pitons in the box for each colour: with a quickdraw nobody owns more (RW30, RW32)."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What stays the same through the match.

    ``pitons``: how many each seat owns, without a quickdraw's. ``level_mm``: heights that
    differ by no more are on one level. ``doubled_pitons``: a second own piton may go into a
    space.
    """

    wall: Wall
    seats: int
    first: Seat
    pitons: tuple[int, ...]
    level_mm: float
    doubled_pitons: bool
    house: House | None = None
    """The terms of the advanced variant, None in the basic one."""


@dataclass(frozen=True, slots=True)
class Climber:
    """One player: where the pawn is, own pitons in the wall, tiles left, all in order.

    ``tea``: the blue die is theirs in the turn that runs or, between turns, in the next
    one. ``topped_with``: dice used in the turn that reached the summit, None before.
    ``flags``: tokens, one of a colour. ``penalty``: dice to set aside when the next turn
    starts.
    """

    space: SpaceId
    pitons: tuple[SpaceId, ...]
    tiles: tuple[Tile, ...]
    tea: bool
    topped_with: int | None
    flags: tuple[Colour, ...] = ()
    penalty: int = 0


@dataclass(frozen=True, slots=True)
class Advanced:
    """What the advanced variant adds to a position.

    ``first``: who has the first player marker. ``packed``: the tiles that each backpack
    held at the start, empty before. ``lost``: dice set aside for a penalty in this turn.
    ``quiet_until``: the number of the last turn (finished turns before it) in which nobody
    may place a piton, None while nothing forbids it. ``crystal_ball``: it is used in this
    turn.
    """

    first: Seat
    flags: tuple[Flag, ...]
    packed: tuple[tuple[Tile, ...], ...]
    lost: Handful
    quiet_until: int | None
    crystal_ball: bool


@dataclass(frozen=True, slots=True)
class Judged:
    """The last throw of the match: who, for which space, what fell, and what tiles do to it.

    ``target`` is None for a crystal ball's throw before a space is chosen. ``shoes`` are
    added, ``talisman``: all dice count together, ``bar``: the dice come back on success.
    """

    seat: Seat
    target: SpaceId | None
    rolled: Rolled
    shoes: int
    talisman: bool = False
    bar: bool = False

    @property
    def best(self) -> int:
        """The number that counts: the highest, or the sum with a talisman, and shoes."""
        numbers = map(int, self.rolled.values)
        return (sum(numbers) if self.talisman else max(numbers)) + self.shoes

    @property
    def dice(self) -> Handful:
        """The dice that were thrown."""
        return Handful.from_spec(self.rolled.spec)


@dataclass(frozen=True, slots=True)
class Position:
    """What changes. ``turns`` counts finished turns; ``aside`` the dice spent in this one."""

    turns: int
    climbers: tuple[Climber, ...]
    aside: Handful
    phase: Phase
    last: Judged | None
    advanced: Advanced | None = None


@dataclass(frozen=True, slots=True)
class WallState:
    """A match: its terms and its position."""

    terms: Terms
    position: Position


def mover(terms: Terms, position: Position) -> Seat:
    """Whose turn it is; clockwise from the first player."""
    first = terms.first if position.advanced is None else position.advanced.first
    return Seat((first + position.turns) % terms.seats)


def pitons_owned(terms: Terms, position: Position, seat: int) -> int:
    """Pitons of that seat, in the wall and in the backpack; one more with a quickdraw."""
    advanced = position.advanced
    if advanced is None or not advanced.packed or Tile.QUICKDRAW not in advanced.packed[seat]:
        return terms.pitons[seat]
    return min(MOST_PITONS, terms.pitons[seat] + 1)


def dice_pool(terms: Terms, position: Position) -> Handful:
    """The dice that a turn has before anything was thrown, less those lost to a penalty."""
    tea = position.climbers[mover(terms, position)].tea
    if position.advanced is None:
        return handful(WHITE_DICE, int(tea))
    lost = position.advanced.lost
    return handful(WHITE_DICE - lost.white, int(tea) - lost.blue)


def dice_left(terms: Terms, position: Position) -> Handful:
    """The dice not yet spent, lost or thrown in this turn.

    Dice of a throw that is not settled yet are neither left nor aside.
    """
    pool, aside, thrown = dice_pool(terms, position), position.aside, dice_in_play(position)
    return handful(pool.white - aside.white - thrown.white, pool.blue - aside.blue - thrown.blue)


def dice_in_play(position: Position) -> Handful:
    """The dice that are being thrown or judged now."""
    match position.phase:
        case Throwing(_, dice):
            return dice
        case Missed() | Made() | Choosing() | Cursing():
            assert position.last is not None
            return position.last.dice
        case _:
            return NO_DICE


def is_preparing(position: Position) -> bool:
    """Whether the match is still being set up."""
    return isinstance(position.phase, PREPARATIONS)


def is_final_round(position: Position) -> bool:
    """Whether somebody has reached the summit with all that winning takes."""
    for climber in position.climbers:  # noqa: SIM110 - a plain loop: every step asks
        if climber.topped_with is not None:
            return True
    return False


def is_stranded(terms: Terms, climber: Climber) -> bool:
    """Whether that climber is at the top for good and cannot win (RW21 as a house rule)."""
    at_top = terms.wall.spaces[climber.space].summit
    return at_top and climber.topped_with is None and not terms.wall.exits[climber.space]


def is_over(terms: Terms, position: Position) -> bool:
    """Whether the round in which somebody reached the summit is complete (RW19).

    Also when nobody can win any more: every climber is stranded.
    """
    if position.turns % terms.seats or isinstance(position.phase, Ending):
        return False
    if terms.house is not None and terms.house.open_summit:
        stranded = all(is_stranded(terms, climber) for climber in position.climbers)
        return stranded or is_final_round(position)
    return is_final_round(position)


def winners(terms: Terms, position: Position) -> tuple[Seat, ...]:
    """Those at the summit with the fewest dice used in their last turn (RW18, RW20)."""
    if not is_over(terms, position):
        return ()
    used = {Seat(i): c.topped_with for i, c in enumerate(position.climbers)}
    fewest = min((n for n in used.values() if n is not None), default=None)
    return tuple(seat for seat, n in used.items() if n is not None and n == fewest)
