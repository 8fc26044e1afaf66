"""Ibexes arrive, push each other up and wash each other down.

Knows what an arrival does on small and large spaces and on the summit. Refuses to know
dice and turns.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.gipfelkraxler.board import SpaceId
from companion.games.gipfelkraxler.events import Arrived, Event, SentHome, Washed
from companion.games.gipfelkraxler.state import FreedSpace, Herds, Terms
from companion.games.protocol import Seat

ROOM_FOR_OWN = 2
"""On a large space with so many own ibexes, one more from below pushes (GK11)."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """What an arrival did. ``crowded``: one of the own ibexes there must go on up."""

    herds: Herds
    arrivals: tuple[int, ...]
    told: tuple[Event, ...]
    crowded: bool


def go_up(
    terms: Terms,
    herds: Herds,
    arrivals: tuple[int, ...],
    seat: Seat,
    source: SpaceId,
    target: SpaceId,
    freed: SpaceId,
) -> Arrival:
    """An ibex leaves ``source`` first (GK16) and comes from below to ``target``."""
    graph = terms.graph
    if target == graph.summit:
        return _reach_summit(terms, herds, arrivals, seat, source)
    own_there = herds[seat].count(target)
    if target not in graph.small:
        after = moved(herds, seat, source, target)
        return Arrival(after, arrivals, (), own_there >= ROOM_FOR_OWN)
    stranger = None if own_there else occupant(herds, target)
    after = moved(herds, seat, source, target)
    if stranger is None:
        return Arrival(after, arrivals, (), own_there > 0)
    after, told = wash(terms, after, stranger, target, freed)
    return Arrival(after, arrivals, told, False)


def wash(
    terms: Terms, herds: Herds, seat: Seat, source: SpaceId, freed: SpaceId
) -> tuple[Herds, tuple[Event, ...]]:
    """An ibex goes down the stream; whoever it meets on a small space goes on (GK13, GK14)."""
    told: list[Event] = []
    while True:
        target = terms.graph.streams[source]
        met = occupant(herds, target) if target in terms.graph.small else None
        herds = moved(herds, seat, source, target)
        told.append(Washed(seat, source, target))
        if met is not None:
            seat = met
        elif not _counts_as_taken(terms, target, freed):
            return herds, tuple(told)
        source = target


def moved(herds: Herds, seat: Seat, source: SpaceId, target: SpaceId) -> Herds:
    """One ibex of that player from space to space."""
    spaces = list(herds[seat])
    spaces.remove(source)
    spaces.append(target)
    spaces.sort()
    return (*herds[:seat], tuple(spaces), *herds[seat + 1 :])


def occupant(herds: Herds, space: SpaceId) -> Seat | None:
    """Whose ibex stands there, the first by seat; None for nobody."""
    for seat, spaces in enumerate(herds):
        if space in spaces:
            return Seat(seat)
    return None


def _counts_as_taken(terms: Terms, space: SpaceId, freed: SpaceId) -> bool:
    taken = terms.freed_space is FreedSpace.TAKEN
    return taken and space == freed and space in terms.graph.small


def _reach_summit(
    terms: Terms, herds: Herds, arrivals: tuple[int, ...], seat: Seat, source: SpaceId
) -> Arrival:
    graph = terms.graph
    there = occupant(herds, graph.summit)
    told: list[Event] = []
    herds = moved(herds, seat, source, graph.summit)
    if there is not None and there != seat:
        herds = moved(herds, there, graph.summit, graph.start)
        told.append(SentHome(there))
    counted = arrivals[seat] + 1
    told.append(Arrived(seat, counted))
    after = (*arrivals[:seat], counted, *arrivals[seat + 1 :])
    return Arrival(herds, after, tuple(told), False)
