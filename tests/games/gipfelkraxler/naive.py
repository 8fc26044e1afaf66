"""Pushes of Gipfelkraxler once more, slowly and in another way, to judge the rules by.

Knows single wooden ibexes, each with a number of its own, that act by themselves: whoever
is told to go up or down looks where it arrives and tells others. Shares nothing with the
rules but the names of spaces.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field


@dataclass
class Ibex:
    """One wooden ibex."""

    colour: int
    place: str


@dataclass
class Mountain:
    """Ibexes on a mountain. ``choices``: where own pushed ibexes go, in order."""

    big: frozenset[str]
    stream: Mapping[str, str]
    choices: list[str]
    ibexes: list[Ibex] = field(default_factory=list)
    arrivals: dict[int, int] = field(default_factory=dict)
    skipped: str | None = None

    def people(self, herds: Sequence[Iterable[str]]) -> None:
        """Put everybody on the mountain."""
        self.ibexes = [Ibex(c, place) for c, herd in enumerate(herds) for place in herd]
        self.arrivals = dict.fromkeys(range(len(herds)), 0)

    def climb(self, ibex: Ibex, place: str) -> None:
        """The ibex comes to that place from below."""
        before = [other for other in self.ibexes if other.place == place and other is not ibex]
        ibex.place = place
        own = [other for other in before if other.colour == ibex.colour]
        if place == "Summit":
            for other in before:
                if other.colour != ibex.colour:
                    other.place = "Start"
            self.arrivals[ibex.colour] += 1
        elif place in self.big:
            if len(own) >= 2:
                self.climb(own[0], self.choices.pop(0))
        elif own:
            self.climb(own[0], self.choices.pop(0))
        else:
            for other in before:
                self.swim(other)

    def swim(self, ibex: Ibex) -> None:
        """The ibex goes down its stream."""
        place = self.stream[ibex.place]
        before = [other for other in self.ibexes if other.place == place]
        ibex.place = place
        if place in self.big:
            return
        if before:
            self.swim(before[0])
        elif place == self.skipped:
            self.swim(ibex)

    def herds(self) -> tuple[tuple[str, ...], ...]:
        """For each colour where its ibexes are, in order of names."""
        return tuple(
            tuple(sorted(ibex.place for ibex in self.ibexes if ibex.colour == colour))
            for colour in self.arrivals
        )
