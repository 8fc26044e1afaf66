"""The standings of a tournament: duel points.

Knows how places become points. Refuses to know games: a place is a place.

Every finished match counts as if each two of its players had met in a duel. Whoever is
placed better gets 2 points from that duel, both get 1 where they share a place, and the
worse placed gets none. So a win among four is worth 6 points and a win against one opponent
2: as many as people were beaten. A match that one person played alone gives no points.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.club.messages import Place

BETTER = 2
SHARED = 1


@dataclass(frozen=True, slots=True)
class Line:
    """One person's line: ``rank`` from 1 and shared by those who stand alike.

    ``duels`` counts the opponents of all matches; the most points there were to get are
    twice as many. People are told apart by their names, whatever table they sat at; capitals
    and spaces around a name do not count, and it is spelled as it was the last time.
    """

    rank: int
    name: str
    points: int
    matches: int
    wins: int
    duels: int


def points_of(places: tuple[Place, ...]) -> tuple[int, ...]:
    """The points of a match for each of its places, in their order."""
    return tuple(
        sum(
            BETTER if place.rank < other.rank else SHARED if place.rank == other.rank else 0
            for other in places
            if other is not place
        )
        for place in places
    )


def ranked(lines: Iterable[Line]) -> tuple[Line, ...]:
    """Those lines with their ranks, best first.

    By points; among equals by wins; then by who needed fewer duels for them. Who is still
    equal shares the rank and stands in the order of the alphabet.
    """
    ordered = sorted(lines, key=lambda line: (*_order(line), line.name.casefold()))
    found: list[Line] = []
    for number, line in enumerate(ordered, start=1):
        alike = bool(found) and _order(found[-1]) == _order(line)
        found.append(replace(line, rank=found[-1].rank if alike else number))
    return tuple(found)


def _order(line: Line) -> tuple[int, int, int]:
    return (-line.points, -line.wins, line.duels)
