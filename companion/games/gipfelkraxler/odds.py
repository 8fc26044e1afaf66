"""Exact odds of Gipfelkraxler: the chance of a task when dice are re-rolled in the best way.

Knows dynamic programming over all hands of five dice, in whole numbers. Refuses to sample
and to know where ibexes stand.

After the last roll a hand is worth 1 if it fulfils one of the wanted tasks, else 0. Before
that it is worth the best average over every handful of dice that may be kept, keeping all
of them included. A kept handful is worth the mean over the six faces of one die more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, combinations_with_replacement

from companion.games.gipfelkraxler.state import ROLLS
from companion.games.gipfelkraxler.tasks import DICE, Dice, Task, fulfilled, is_joker

FACES = 6


@dataclass(frozen=True, slots=True)
class Advice:
    """The chance of success, and which numbers to pick up for it; none to leave all lying."""

    chance: Fraction
    reroll: Dice


@dataclass(frozen=True, slots=True)
class _Table:
    """Every handful of 0 to 5 dice by number: the empty one first, the 252 hands last.

    ``longer``: the six handfuls with one die more. ``kept``: for each hand the handfuls
    that may be kept, the largest first.
    """

    handfuls: tuple[Dice, ...]
    number: dict[Dice, int]
    longer: tuple[tuple[int, ...], ...]
    kept: tuple[tuple[int, ...], ...]
    first_hand: int


def advice(wanted: frozenset[Task], rolls: int, dice: Dice, *, joker: bool) -> Advice:
    """The best that can be done after ``rolls`` rolls (1 to 3) that show ``dice``.

    ``joker``: five of a kind counts for every task.
    """
    table = _table()
    hand = table.number[dice]
    if rolls == ROLLS:
        return Advice(Fraction(_final(wanted, joker)[hand - table.first_hand]), ())
    worth = _kept_worth(wanted, joker, ROLLS - rolls)
    # The largest handfuls come first, so of equals the one with the fewest dice re-rolled.
    best = max(
        table.kept[hand - table.first_hand],
        key=lambda kept: worth[kept] * FACES ** len(table.handfuls[kept]),
    )
    kept = table.handfuls[best]
    return Advice(_chance(worth[best], len(kept), ROLLS - rolls), _difference(dice, kept))


def chance_when_rolling(
    wanted: frozenset[Task], rolls: int, kept: Dice, *, joker: bool
) -> Fraction:
    """The chance with ``rolls`` rolls done (0 to 2) and all dice but ``kept`` to be rolled."""
    left = ROLLS - rolls
    worth = _kept_worth(wanted, joker, left)
    return _chance(worth[_table().number[kept]], len(kept), left)


def _chance(worth: int, kept: int, rolls_left: int) -> Fraction:
    """Of whole numbers that count ``FACES ** (dice * rolls_left)`` ways for an empty handful."""
    return Fraction(worth, FACES ** (DICE * rolls_left - kept))


@lru_cache(maxsize=512)
def _kept_worth(wanted: frozenset[Task], joker: bool, rolls_left: int) -> tuple[int, ...]:
    """For each handful, in how many of all ways rolling the rest, and so on, succeeds."""
    table = _table()
    worth = [0] * table.first_hand + list(_hand_worth(wanted, joker, rolls_left - 1))
    for handful in range(table.first_hand - 1, -1, -1):
        worth[handful] = sum(worth[longer] for longer in table.longer[handful])
    return tuple(worth)


def _hand_worth(wanted: frozenset[Task], joker: bool, rolls_left: int) -> Sequence[int]:
    """For each hand, the same when so many rolls are left after it."""
    if rolls_left == 0:
        return _final(wanted, joker)
    table = _table()
    worth = _kept_worth(wanted, joker, rolls_left)
    scaled = [w * FACES ** len(h) for w, h in zip(worth, table.handfuls, strict=True)]
    return [max(scaled[kept] for kept in kept_list) for kept_list in table.kept]


@lru_cache(maxsize=512)
def _final(wanted: frozenset[Task], joker: bool) -> tuple[int, ...]:
    table = _table()
    return tuple(
        int(bool(fulfilled(hand) & wanted) or (joker and is_joker(hand)))
        for hand in table.handfuls[table.first_hand :]
    )


@lru_cache(maxsize=1)
def _table() -> _Table:
    faces = range(1, FACES + 1)
    handfuls = [h for n in range(DICE + 1) for h in combinations_with_replacement(faces, n)]
    number = {handful: i for i, handful in enumerate(handfuls)}
    first_hand = next(i for i, handful in enumerate(handfuls) if len(handful) == DICE)
    longer = [
        tuple(number[tuple(sorted((*handful, face)))] for face in faces)
        for handful in handfuls[:first_hand]
    ]
    kept = [
        tuple(
            number[kept]
            for n in range(DICE, -1, -1)
            for kept in dict.fromkeys(combinations(hand, n))
        )
        for hand in handfuls[first_hand:]
    ]
    return _Table(tuple(handfuls), number, tuple(longer), tuple(kept), first_hand)


def _difference(dice: Dice, kept: Dice) -> Dice:
    left = list(dice)
    for value in kept:
        left.remove(value)
    return tuple(left)
