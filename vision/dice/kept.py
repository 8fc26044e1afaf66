"""Whether the dice that lie there are the ones that were reported already.

Knows the reported dice, how far a die may seem to wander without having been touched, and
what a bumped camera does to all of them together. Refuses to know time and motion.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from vision.values import DieReading, Point

MOVED = 0.25
"""A die whose centre lies further than this share of its side from before has moved."""
_BELIEVED = 0.9
_BUMP_SEARCH = 0.6
"""While a bump is fitted, dice may be off by this share of a side."""
_BUMP_REST = 0.15
"""After a bump is taken out, dice must fit by this share of a side on average."""
_BUMP_TURN = math.radians(10)
_BUMP_STRETCH = 0.03


@dataclass(frozen=True, slots=True)
class KeptDie:
    """A reported die: ``value`` None was seen but not read; ``side_px`` of its top face."""

    value: int | str | None
    centre_px: Point
    side_px: float


def kept(die: DieReading) -> KeptDie:
    """What to remember of a die; a doubtful value says nothing about whether it is the same."""
    x0, y0, x1, y1 = die.box_px
    value = die.value if die.confidence >= _BELIEVED else None
    return KeptDie(value, die.centre_px, max(1.0, math.sqrt((x1 - x0) * (y1 - y0))))


def moved_by(dice: Sequence[KeptDie], dx_px: float, dy_px: float) -> tuple[KeptDie, ...]:
    """The same dice in a picture that is shifted."""
    return tuple(
        replace(die, centre_px=(die.centre_px[0] + dx_px, die.centre_px[1] + dy_px)) for die in dice
    )


def untouched(before: Sequence[KeptDie], now: Sequence[KeptDie], unchanged: Sequence[bool]) -> bool:
    """True when every die that lies there now was reported before and has not moved.

    ``unchanged`` tells for each die of ``now`` that its part of the picture looks as it
    did: such a die counts as the same whatever it was read as, also one that was not reported:
    it lay there then. Dice that are gone do not count as a change. Dice are matched nearest
    first, each at most once.
    """
    free = list(before)
    for die, same_look in zip(now, unchanged, strict=True):
        near = min(free, key=lambda other: _apart(other, die), default=None)
        if near is None or _apart(near, die) > MOVED * die.side_px:
            if same_look:  # nothing came to lie there: it was overlooked before, or is none
                continue
            return False
        if not same_look and not _same_value(near, die):
            return False
        free.remove(near)
    return True


def bumped(before: Sequence[KeptDie], now: Sequence[KeptDie]) -> bool:
    """True when all dice together moved as if the camera did: two dice or more.

    They show the same values in the same places but for one small turn, stretch and any
    shift. That two dice roll to that by chance is less likely than one in ten thousand.
    """
    if len(before) != len(now) or len(now) < 2:
        return False
    first = before[0]
    for other in now:
        if not _same_value(first, other):
            continue
        dx = other.centre_px[0] - first.centre_px[0]
        dy = other.centre_px[1] - first.centre_px[1]
        pairs = _paired(moved_by(before, dx, dy), now)
        if pairs is not None and _fits(pairs):
            return True
    return False


def slid_pairs(before: Sequence[KeptDie], now: Sequence[KeptDie]) -> list[tuple[KeptDie, KeptDie]]:
    """Each die with what may be the same before it was moved by less than its side; none if
    that is not so of all."""
    free, pairs = list(before), []
    for die in now:
        alike = [other for other in free if _same_value(other, die)]
        near = min(alike, key=lambda other: _apart(other, die), default=None)
        if near is None or _apart(near, die) > die.side_px:
            return []
        free.remove(near)
        pairs.append((near, die))
    return pairs


def _paired(
    before: Sequence[KeptDie], now: Sequence[KeptDie]
) -> list[tuple[KeptDie, KeptDie]] | None:
    free = list(now)
    pairs = []
    for die in before:
        alike = [other for other in free if _same_value(die, other)]
        near = min(alike, key=lambda other: _apart(die, other), default=None)
        if near is None or _apart(die, near) > _BUMP_SEARCH * die.side_px:
            return None
        free.remove(near)
        pairs.append((die, near))
    return pairs


def _fits(pairs: Sequence[tuple[KeptDie, KeptDie]]) -> bool:
    """Least squares similarity in complex numbers: now = turn * before + offset."""
    start = [complex(*die.centre_px) for die, _ in pairs]
    end = [complex(*die.centre_px) for _, die in pairs]
    middle_start, middle_end = sum(start) / len(start), sum(end) / len(end)
    spread = sum(abs(z - middle_start) ** 2 for z in start)
    if spread == 0.0:
        return False
    turn = (
        sum(
            (b - middle_end) * (a - middle_start).conjugate()
            for a, b in zip(start, end, strict=True)
        )
        / spread
    )
    if abs(abs(turn) - 1.0) > _BUMP_STRETCH or abs(math.atan2(turn.imag, turn.real)) > _BUMP_TURN:
        return False
    rest = sum(
        abs(b - middle_end - turn * (a - middle_start)) for a, b in zip(start, end, strict=True)
    ) / len(pairs)
    return rest <= _BUMP_REST * min(die.side_px for die, _ in pairs)


def _apart(first: KeptDie, second: KeptDie) -> float:
    return math.dist(first.centre_px, second.centre_px)


def _same_value(first: KeptDie, second: KeptDie) -> bool:
    """A die that was not read may be any."""
    return first.value is None or second.value is None or first.value == second.value
