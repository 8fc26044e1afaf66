"""The seventeen dice tasks that stand on the signs.

Knows which five dice fulfil which task. Refuses to know paths, ibexes and the joker.
"""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from functools import lru_cache

Dice = tuple[int, ...]
"""The numbers of five dice, lowest first."""

DICE = 5


class Task(StrEnum):
    """One sign. Sums first, then sets, then straights."""

    AT_MOST_15 = "15-"
    AT_MOST_13 = "13-"
    AT_MOST_11 = "11-"
    AT_MOST_9 = "9-"
    AT_LEAST_20 = "20+"
    AT_LEAST_22 = "22+"
    AT_LEAST_24 = "24+"
    AT_LEAST_26 = "26+"
    TWO_PAIRS = "two_pairs"
    THREE_LOW = "three_of_123"
    THREE_HIGH = "three_of_456"
    THREE = "three_of_a_kind"
    FULL_HOUSE = "full_house"
    FOUR = "four_of_a_kind"
    FIVE = "five_of_a_kind"
    SMALL_STRAIGHT = "small_straight"
    LARGE_STRAIGHT = "large_straight"


@lru_cache(maxsize=512)
def fulfilled(dice: Dice) -> frozenset[Task]:
    """The tasks that these five dice fulfil by themselves, without the joker."""
    return frozenset(task for task in Task if fulfils(dice, task))


def fulfils(dice: Dice, task: Task) -> bool:
    """Whether these five dice show what that sign asks for.

    "Of a kind" means at least so many (GK4), four equal dice are two pairs (GK5), and a
    large straight holds a small one (GK7).
    """
    counts = Counter(dice)
    most = max(counts.values())
    threes = {value for value, n in counts.items() if n >= 3}
    match task:
        case Task.AT_MOST_15 | Task.AT_MOST_13 | Task.AT_MOST_11 | Task.AT_MOST_9:
            return sum(dice) <= int(task.value[:-1])
        case Task.AT_LEAST_20 | Task.AT_LEAST_22 | Task.AT_LEAST_24 | Task.AT_LEAST_26:
            return sum(dice) >= int(task.value[:-1])
        case Task.TWO_PAIRS:
            return sum(n // 2 for n in counts.values()) >= 2
        case Task.THREE_LOW:
            return bool(threes & {1, 2, 3})
        case Task.THREE_HIGH:
            return bool(threes & {4, 5, 6})
        case Task.THREE:
            return most >= 3
        case Task.FULL_HOUSE:
            return sorted(counts.values()) == [2, 3]
        case Task.FOUR:
            return most >= 4
        case Task.FIVE:
            return is_joker(dice)
        case Task.SMALL_STRAIGHT:
            return any({low, low + 1, low + 2, low + 3} <= counts.keys() for low in (1, 2, 3))
        case Task.LARGE_STRAIGHT:
            return len(counts) == DICE and max(dice) - min(dice) == DICE - 1


def is_joker(dice: Dice) -> bool:
    """Whether all five dice are equal: then any path may be taken (GK8)."""
    return dice[0] == dice[-1]
