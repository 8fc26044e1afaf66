"""The standings of all tournaments, kept up to date result by result.

Knows how one result more or less changes them, so that a new one costs as little after forty
thousand as after ten. Refuses to know brokers and pages, and where results come from.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from dataclasses import dataclass, field

from companion.club.messages import Result
from companion.club.points import Line, points_of, ranked

NEWEST = 12
"""So many results of a tournament are told with its standings."""
WANTED_HELD = 32
"""Anybody can ask for any name, and each would be held."""


@dataclass(frozen=True, slots=True, eq=False)
class Tournament:
    """A tournament at one moment: ``name`` None where there is none, ``others`` beside it.

    ``newest`` are its newest results, newest first; without a tournament those of all.
    """

    name: str | None
    others: tuple[str, ...]
    standing: tuple[Line, ...]
    newest: tuple[Result, ...]


class Tally:
    """All results, and what they amount to. Not safe to use from several threads."""

    def __init__(self) -> None:
        self._results: list[Result] = []
        self._newest_first: tuple[Result, ...] | None = ()
        self._counts: dict[str, _Count] = {}
        self._names: tuple[str, ...] | None = ()
        self._told: dict[str | None, Tournament] = {}

    def __len__(self) -> int:
        return len(self._results)

    def add(self, result: Result) -> None:
        """Count a result that is not counted yet."""
        insort(self._results, result, key=_order)
        if result.tournament is not None:
            self._counts.setdefault(result.tournament, _Count()).add(result)
        self._forget_what_was_told()

    def remove(self, result: Result) -> None:
        """Count it no more. Raises ValueError for one that is not counted."""
        _take_out(self._results, result)
        if result.tournament is not None:
            count = self._counts[result.tournament]
            count.remove(result)
            if not count.results:
                del self._counts[result.tournament]
        self._forget_what_was_told()

    def newest_first(self) -> tuple[Result, ...]:
        """All results; the same object while none changes."""
        if self._newest_first is None:
            self._newest_first = tuple(reversed(self._results))
        return self._newest_first

    def tournament(self, wanted: str | None) -> Tournament:
        """That tournament, None for that of the newest result; the same object while no result
        changes."""
        name = wanted if wanted is not None else next(iter(self._newest_names()), None)
        told = self._told.get(name)
        if told is None:
            if len(self._told) >= WANTED_HELD:
                self._told.clear()
            told = self._told[name] = self._tell(name)
        return told

    def _tell(self, name: str | None) -> Tournament:
        others = tuple(other for other in self._newest_names() if other != name)
        if name is None:
            return Tournament(None, others, (), _newest(self._results))
        count = self._counts.get(name) or _Count()
        return Tournament(name, others, count.standing(), _newest(count.results))

    def _newest_names(self) -> tuple[str, ...]:
        """All tournaments, that of the newest result first."""
        if self._names is None:
            newest = {name: count.results[-1].ended for name, count in self._counts.items()}
            self._names = tuple(sorted(newest, key=lambda n: (newest[n], n), reverse=True))
        return self._names

    def _forget_what_was_told(self) -> None:
        self._newest_first = self._names = None
        self._told.clear()


@dataclass(slots=True)
class _Person:
    """What one person has gained, and the matches of it, oldest first."""

    points: int = 0
    wins: int = 0
    duels: int = 0
    results: list[Result] = field(default_factory=list)


class _Count:
    """One tournament: its results, oldest first, and what they gave to whom."""

    def __init__(self) -> None:
        self.results: list[Result] = []
        self._people: dict[str, _Person] = {}
        self._standing: tuple[Line, ...] | None = None

    def add(self, result: Result) -> None:
        insort(self.results, result, key=_order)
        for key, points, won in _gains(result):
            person = self._people.setdefault(key, _Person())
            person.points += points
            person.wins += won
            person.duels += len(result.places) - 1
            insort(person.results, result, key=_order)
        self._standing = None

    def remove(self, result: Result) -> None:
        _take_out(self.results, result)
        for key, points, won in _gains(result):
            person = self._people[key]
            person.points -= points
            person.wins -= won
            person.duels -= len(result.places) - 1
            _take_out(person.results, result)
            if not person.results:
                del self._people[key]
        self._standing = None

    def standing(self) -> tuple[Line, ...]:
        """Best first; see ``points.ranked``."""
        if self._standing is None:
            self._standing = ranked(
                Line(
                    0,
                    _spelled(key, person.results[-1]),
                    person.points,
                    len(person.results),
                    person.wins,
                    person.duels,
                )
                for key, person in self._people.items()
            )
        return self._standing


def _order(result: Result) -> tuple[str, str, int, str]:
    return (result.ended, result.table, result.entry, result.match)


def _take_out(results: list[Result], result: Result) -> None:
    at = bisect_left(results, _order(result), key=_order)
    if at == len(results) or results[at] != result:
        raise ValueError(f"the result {result.table}, {result.match} is not counted.")
    del results[at]


def _newest(results: list[Result]) -> tuple[Result, ...]:
    return tuple(reversed(results[-NEWEST:]))


def _gains(result: Result) -> list[tuple[str, int, bool]]:
    """Who got how many points of it, and who won."""
    gained = points_of(result.places)
    return [
        (_known_as(place.name), points, place.winner)
        for place, points in zip(result.places, gained, strict=True)
    ]


def _known_as(name: str) -> str:
    return " ".join(name.split()).casefold()


def _spelled(key: str, result: Result) -> str:
    """As the name was written that time."""
    return next(p.name.strip() for p in reversed(result.places) if _known_as(p.name) == key)
